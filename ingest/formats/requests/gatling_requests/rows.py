"""A simulation.log's lines -> runs and requests.

What stands before a request's name changed: nothing but its groups (3.4), the number of its user and its groups (3.0),
its scenario, user and groups (2.x). From the name on it is the same: start, end, OK or KO, and a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from ingest.formats.kit.report_scanner import pages

REQUEST = re.compile(
    r"[ \t]*REQUEST\t(?:[^\t]*\t){0,2}?([^\t]*)\t([^\t]+)\t(\d{12,14})\t(-?\d{1,19})\t(OK|KO)(?:\t(.*))?$",
    re.DOTALL,
)
RUN = re.compile(r"[ \t]*RUN\t([^\t]{1,300})\t[^\t]{0,300}\t\d{12,14}\t")
VERSION = re.compile(r"\d[\w.+-]{0,40}")
REQUEST_BEGIN = re.compile(r"[ \t]*REQUEST(?:\t| {2})")  #: tabs, perhaps written as blanks
USER_END = re.compile(r"[ \t]*USER\t[^\t]{1,300}\t(?:\d{1,18}\t)?END\t")
BEGIN = re.compile(r"[ \t]*(?:REQUEST|RUN|USER|GROUP|ERROR|ASSERTION)\t")


class Header(NamedTuple):
    """What begins a run."""

    line: int
    simulation: str
    version: str


class Request(NamedTuple):
    """One request; its end is 0 where it never ended."""

    name: str  #: with its groups before it
    start: int  #: milliseconds since 1970
    end: int
    is_ok: bool
    message: str


class UserEnd(NamedTuple):
    """A user has done all of a scenario."""


class Unread(NamedTuple):
    """A line of Gatling that cannot be read, or other text behind such lines."""

    line: int
    text: str
    is_ended: bool


Row = Header | Request | UserEnd | Unread


def rows(stream: BinaryIO) -> Iterator[Row]:
    """What the lines say, in order."""
    for page in pages(stream):
        cut_line = page.cut_line
        for number, text in page.lines():
            if text and (row := _row(text, number, is_ended=number != cut_line)) is not None:
                yield row


def _row(text: str, line: int, is_ended: bool) -> Row | None:
    if match := REQUEST.match(text):
        groups, name, start, end, status, message = match.groups()
        path = " / ".join([*groups.split(","), name]) if groups.strip() and not groups.isdecimal() else name
        return Request(path, int(start), max(int(end), 0) if len(end) < 15 else 0, status == "OK", message or "")
    if match := RUN.match(text):
        version = text.rpartition("\t")[2].strip()
        return Header(line, match[1], version if VERSION.fullmatch(version) else "")
    if USER_END.match(text):
        return UserEnd()
    if REQUEST_BEGIN.match(text) or (not is_ended and BEGIN.match(text)):
        return Unread(line, text, is_ended)
    return None
