"""XML as the Phoronix Test Suite writes it, without attributes -> elements with their texts and lines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.formats.kit.report_scanner import LONGEST, Page

TOKEN = re.compile(r"<(/?)([A-Za-z]\w{0,60})(/?)>|<[!?]([^<>]*)>|([^<]+)|(<)")
CLOSING, NAME, EMPTY, COMMENT, TEXT, BROKEN = range(1, 7)  #: groups of TOKEN
ROOT = "PhoronixTestSuite"
DEEPEST = 12
LONGEST_TEXT = 4000  #: characters; a longer one is no value
Path = tuple[str, ...]


@dataclass(slots=True)
class Element:
    """One system, result or entry: its texts by name, and the elements in it that are no texts."""

    name: str
    line: int
    texts: dict[str, tuple[str, int]] = field(default_factory=dict)
    inner: list[Element] = field(default_factory=list)

    def text(self, name: str) -> str:
        return self.texts.get(name, ("", 0))[0]

    def line_of(self, name: str) -> int:
        return self.texts.get(name, ("", self.line))[1]

    def named(self, name: str) -> Iterator[Element]:
        return (element for element in self.inner if element.name == name)


def root(page: Page) -> tuple[Element, bool]:
    """The file that begins here, and whether it is whole; the page then stands behind it."""
    top = Element(ROOT, page.line)
    open_elements, text, line, counted = [top], "", page.line, page.place
    is_begun, place = False, page.place
    for token in TOKEN.finditer(page.text, page.place, min(len(page.text), page.place + LONGEST)):
        if token.lastindex == BROKEN or len(open_elements) > DEEPEST:
            break
        place = token.end()
        if token[TEXT]:
            text = token[TEXT]
        elif token[NAME] == ROOT and not token[CLOSING]:
            if is_begun:  # another file begins: this one was cut
                place = token.start()
                break
            is_begun = True
        elif token[NAME] and not token[EMPTY]:
            line, counted = line + page.newlines(counted, token.start()), token.start()
            if not token[CLOSING]:
                open_elements.append(Element(token[NAME], line))
            elif not _close(open_elements, token[NAME], text, line):
                break
            text = ""
        if not open_elements:
            break
    page.go(place)
    return top, not open_elements


def _close(open_elements: list[Element], name: str, text: str, line: int) -> bool:
    """End an element: it joins the one that it stands in. False where the names do not fit."""
    element = open_elements.pop()
    if element.name != name:
        open_elements.append(element)
        return False
    if open_elements and (element.inner or element.texts):
        open_elements[-1].inner.append(element)
    elif open_elements and len(text) <= LONGEST_TEXT:
        open_elements[-1].texts.setdefault(name, (html.unescape(text).strip(), line))
    return True
