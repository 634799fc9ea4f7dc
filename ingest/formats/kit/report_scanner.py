"""A log's bytes -> pages: large stretches of clean lines, and the place up to which a format has read.

The one way in which the formats of load tools find reports in noise: `reports` where one begins with a sign and is read
from there on, `events` where its lines are known one by one, `Page.lines` where all have to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO, NamedTuple

from benchdb.domain.compression import BROKEN
from benchdb.domain.text import MAX_LINE, texts
from ingest.formats.kit.no_replies import without_empty, without_quotes
from ingest.formats.kit.noise import cleaned
from ingest.formats.kit.pasted.line_marks import MARKS, REDRAWN, SKIPPED
from ingest.records import Parsed, Problem

PIECE = 1 << 20  #: characters read at once
NO_MARKS = dict.fromkeys(map(ord, MARKS))
LONGEST = 1 << 22  #: characters of one report; a longer one is read as if it ended there
MARGIN = 1 << 16  #: a report that ends this close to the end of what was read may go on in the next piece
LOOKBACK = 1 << 14  #: characters before a report that may say how it was made
MAX_PREFIX = 200

BLANK = rf"[ \t{MARKS}]*"
END = BLANK + r"(?:\n|\Z)"  #: of a line that shows by its last word that it is whole
NEWLINE = BLANK + r"\n"  #: of a line that may have lost a digit if the log ends there
EMPTY = rf"(?:{BLANK}\n)*"
NEXT = rf"{NEWLINE}[ \t]*"  #: between two lines by which a report is recognised
GAP = rf"[ \t]*(?:{NEXT})?[ \t]*"  #: between the tokens of JSON by which a report is recognised
JSON = re.compile(rf"{BLANK}\{{")


class Page:
    """A stretch of a log and the place in it up to which it was read."""

    __slots__ = ("before", "is_last", "is_uneven", "line", "place", "text")

    def __init__(self, text: str, line: int = 1, is_last: bool = True) -> None:
        self.text = text
        self.place = 0
        self.line = line  #: the number of the line at `place`
        self.before = 0  #: where the text begins that belongs to no report
        self.is_last = is_last
        self.is_uneven = REDRAWN in text or SKIPPED in text  #: its lines are not one by one those of the log

    def line_at(self, place: int) -> int:
        """The number of the line at `place`, which is not before where the page was read to."""
        return self.line + self.newlines(self.place, place)

    def newlines(self, begin: int, end: int) -> int:
        """How many lines of the log, not of the screen, end between `begin` and `end`."""
        count = self.text.count("\n", begin, end)
        if self.is_uneven:
            count += self.text.count(SKIPPED, begin, end) - self.text.count(REDRAWN + "\n", begin, end)
        return count

    def go(self, place: int) -> None:
        is_plain = not self.is_uneven  # as nearly always, and this is called for every line
        self.line += self.text.count("\n", self.place, place) if is_plain else self.newlines(self.place, place)
        self.place = place

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What `pattern` finds right here; the page goes on behind it."""
        match = pattern.match(self.text, self.place)
        if match:
            self.go(match.end())
        return match

    def start(self, start: re.Pattern[str]) -> bool:
        """Go on to the next line that begins with `start`, or to where such JSON follows another on its line: `}{`."""
        place = self.place
        while match := start.search(self.text, place):
            begin, before = self._before(match.start())
            if not before.strip():
                self.go(begin)
                return True
            if match[0].startswith("{") and before.rstrip().endswith("}"):
                self.go(match.start())
                return True
            place = match.end()
        return False

    @property
    def column(self) -> int:
        """How many characters stand before this place on its line; 0 if none but blanks do.

        Of a line that was drawn over or set apart: how many stand before it at all.
        """
        begin = self.text.rfind("\n", 0, self.place) + 1
        if self.is_uneven and self.text.endswith(REDRAWN, 0, max(begin - 1, 0)):
            return self.place
        return self.place - begin if self.text[max(begin, self.place - MAX_PREFIX) : self.place].strip() else 0

    def _before(self, place: int) -> tuple[int, str]:
        """(where the line of `place` begins, what stands on it before); a piece of it if that is long."""
        earliest = max(self.place, place - MAX_PREFIX)
        begin = self.text.rfind("\n", earliest, place) + 1 or earliest
        return begin, self.text[begin:place]

    def is_json(self) -> bool:
        """An object begins here."""
        return JSON.match(self.text, self.place) is not None

    def is_ended(self, place: int) -> bool:
        """The line at `place` is whole: the log does not end in it."""
        return not self.is_last or self.text.find("\n", place) >= 0

    @property
    def cut_line(self) -> int:
        """The number of the last line, if the log ends in it; else 0."""
        is_cut = self.is_last and not self.text.endswith("\n")
        return self.line_at(len(self.text)) if is_cut else 0

    def broken_off(self, expected: str, what: str = "report") -> Problem:
        """That what is read ends here, before it is whole."""
        return Problem(self.line, f"The {what} breaks off here: expected {expected} next.")

    def unclaimed(self, end: int) -> str:
        """What stands before `end` since the last report: the command perhaps."""
        return self.text[max(self.before, end - LOOKBACK) : end]

    def lines(self, end: int | None = None) -> Iterable[tuple[int, str]]:
        """(number, text) of the lines from here to `end`, where a line ends; the page goes on there."""
        first, text = self.line, self.text[self.place : end].removesuffix("\n")
        is_empty = self.place == (len(self.text) if end is None else end)
        self.go(len(self.text) if end is None else end)
        if is_empty:
            return ()
        numbered = enumerate(text.split("\n"), first)
        return _as_numbered(numbered) if self.is_uneven else numbered


def _as_numbered(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """What was redrawn on a line shares its number; what was taken out had one."""
    offset = 0
    for number, text in numbered:
        yield number + offset, text.strip(MARKS)
        offset += text.count(SKIPPED) - text.endswith(REDRAWN)


def page_of(head: bytes) -> Page:
    """The beginning of a log."""
    return Page(cleaned(head.decode("utf-8", "replace")))


def pages(stream: BinaryIO, clean: Callable[[str], str] = cleaned) -> Iterator[Page]:
    """A log, page by page, in whole lines; only its last may lack its end. Where it is broken, what came before."""
    line, page, broken = 1, None, list[Exception]()
    for text in _whole_lines(stream, broken):
        if page:
            yield page
        page = Page(clean(text), line, is_last=False)
        line += text.count("\n")
    if page:
        page.is_last = True
        yield page
    if broken:
        raise broken[0]


def _whole_lines(stream: BinaryIO, broken: list[Exception]) -> Iterator[str]:
    """Text in stretches of about PIECE. A line longer than MAX_LINE is no log's: its middle is dropped."""
    gathered, size = list[str](), 0
    try:
        for text in texts(stream):
            gathered.append(text)
            size += len(text)
            if size >= PIECE:
                whole, newline, rest = "".join(gathered).rpartition("\n")
                if newline:
                    yield whole + newline
                gathered, size = [rest[:MAX_LINE]], 0
    except BROKEN as error:
        broken.append(error)
    if last := "".join(gathered):
        yield last


# Reports that begin with a sign

Reading = Callable[[Page], Parsed]


def reports(stream: BinaryIO, start: re.Pattern[str], read: Reading) -> Parsed:
    """What `read` says of each report of a log. It begins at a `start` and leaves the page behind the report."""
    rest, line = "", 1
    for page in pages(stream):
        if rest:
            page = Page(rest + page.text, line, page.is_last)
        yield from _whole_reports(page, start, read)
        rest, line = page.text[page.place :], page.line


def _whole_reports(page: Page, start: re.Pattern[str], read: Reading) -> Parsed:
    """All reports of a page that surely end on it. The page then stands where the next one has to begin."""
    while page.start(start):
        begin, line, is_json = page.place, page.line, page.is_json()
        parsed = list(read(page))
        if not page.is_last and len(page.text) - page.place < MARGIN and len(page.text) - begin < LONGEST:
            page.place = max(page.before, begin - LOOKBACK)
            page.line = line - page.newlines(page.place, begin)
            return
        page.go(max(page.place, begin + 1))
        page.before = page.place
        yield from without_empty(parsed if is_json else without_quotes(parsed))
    page.go(max(page.place, page.text.find("\n", max(len(page.text) - LOOKBACK, 0)) + 1))


# Lines that are known one by one


class Event(NamedTuple):
    """A line, or several, that a format knows."""

    line: int
    name: str  #: of its shape
    text: str
    is_ended: bool  #: the log does not end in it


def line_pattern(shapes: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern that matches any of `shapes` (name -> regular expression) where a line begins."""
    names = "|".join(f"(?P<{name}>{shape})" for name, shape in shapes.items())
    return re.compile(rf"^[ \t]*+(?:{names})", re.MULTILINE)


def events(stream: BinaryIO, pattern: re.Pattern[str]) -> Iterator[Event]:
    """The lines of a log that `pattern` knows, in their order."""
    for page in pages(stream):
        for match in pattern.finditer(page.text):
            name = match.lastgroup or ""
            page.go(match.start(name))
            text = match[name].translate(NO_MARKS) if page.is_uneven else match[name]
            yield Event(page.line, name, text, page.is_ended(match.end()))
