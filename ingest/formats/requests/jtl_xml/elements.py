"""JMeter's XML (blocks of bytes) -> its samples, and where documents begin and end.

Tags are found by a regular expression that goes on behind whatever it cannot use: JMeter writes "<" and ">" of labels
and replies as entities, so that each of them is a tag's own.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

TAG = re.compile(rb"<(?P<end>/?)(?P<name>httpSample|sample|testResults)(?=[\s/>])(?P<attributes>[^<>]*)>")
OPEN_TAG = re.compile(rb"<(?:httpSample|sample)\s[^<>]*\Z")
ATTRIBUTE = re.compile(rb'\b([a-z]{1,4})="([^"]*)"')
LONGEST_TAG = 64 << 10  #: bytes; a longer one is cut
DOCUMENT = b"testResults"

Kind = Literal["begin", "end", "sample", "close", "cut"]


@dataclass(frozen=True, slots=True)
class Element:
    """A tag."""

    kind: Kind  #: begin, end: of a document; close: a sample that others stand in; cut: the log ends in a tag
    text: bytes
    line: int
    attributes: dict[bytes, bytes]
    is_empty: bool = False  #: a sample that nothing stands in


def elements(blocks: Iterable[bytes]) -> Iterator[Element]:
    """The tags of a log, in order."""
    rest, line = b"", 1
    for block in blocks:
        text, place = rest + block, 0
        for match in TAG.finditer(text):
            line += text.count(b"\n", place, match.start())
            place = match.start()
            yield element(match, line)
        end = text.rfind(b">") + 1
        line += text.count(b"\n", place, end)
        rest = text[end:]
        if len(rest) > LONGEST_TAG:
            line += rest.count(b"\n")
            rest = b""
    if cut := OPEN_TAG.search(rest):
        yield Element("cut", cut[0], line + rest.count(b"\n", 0, cut.start()), {})


def element(match: re.Match[bytes], line: int) -> Element:
    is_end, is_document = bool(match["end"]), match["name"] == DOCUMENT
    if is_document or is_end:
        kind: Kind = ("end" if is_end else "begin") if is_document else "close"
        return Element(kind, match[0], line, {})
    attributes = dict(ATTRIBUTE.findall(match["attributes"]))
    return Element("sample", match[0], line, attributes, match["attributes"].endswith(b"/"))


def plain(value: bytes) -> str:
    """An attribute's text."""
    text = value.decode("utf-8", "replace")
    return html.unescape(text) if "&" in text else text
