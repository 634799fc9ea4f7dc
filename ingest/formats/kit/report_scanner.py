"""A log's bytes -> the reports in it, one tool's, with their lines. Shared by hey, oha, bombardier, h2load, vegeta, k6.

The log is read in large pieces; a format says how its reports start and reads one from there on, section by section.
What a terminal, a mailer or a page put around the lines is taken off; a number still stands on the line it was on.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

from benchdb.domain.text import ANSI_CODE, decoded
from ingest.formats.kit.noise import undressed
from ingest.records import Parsed

PIECE = 1 << 20  #: characters read at once
LONGEST = 1 << 22  #: characters of one report; a longer one is read as if it ended there
MARGIN = 1 << 16  #: a report that ends this close to the end of what was read may go on in the next piece
LOOKBACK = 1 << 14  #: characters before a report that may say how it was made
MAX_PREFIX = 200

REDRAWN = "\x1e"  #: stands where a lone CR was; the line goes on in the log, but not on the screen
BLANK = r"[ \t\x1e]*"
END = BLANK + r"(?:\n|\Z)"  #: of a line that shows by its last word that it is whole
NEWLINE = BLANK + r"\n"  #: of a line that may have lost a digit if the log ends there
EMPTY = rf"(?:{BLANK}\n)*"

CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?"
DATE = r"\d{4}[-/]\d{2}[-/]\d{2}"
STAMP = (
    rf"\[[^\[\]\n]{{0,40}}\d:\d\d[^\[\]\n]{{0,20}}\][ \t]?|{DATE}[T ]{CLOCK}(?:Z|[+-]\d\d:?\d\d)?[ \t]|"
    rf"[A-Z][a-z]{{2}} [ \d]\d {CLOCK}[ \t]|{CLOCK}[ \t]"
)
PREFIX = rf"(?:[ \t>|#*`\ufeff\x1e]|\^C|{STAMP}){{1,60}}"
NEXT = rf"{NEWLINE}(?:{PREFIX})?"  #: between two lines by which a report is recognised, before any prefix is off
GAP = rf"[ \t]*(?:{NEXT})?[ \t]*"  #: between the tokens of JSON by which a report is recognised
JSON = re.compile(rf"{BLANK}\{{")
IS_PREFIX = re.compile(PREFIX)
PREFIXES = re.compile(rf"^{PREFIX}", re.MULTILINE)


def cleaned(text: str) -> str:
    """`text` without colours, with one newline per line; a redrawn line becomes several that share a number."""
    if "\x1b" in text:
        text = ANSI_CODE.sub("", text)
    if "\r" in text:
        text = text.replace(REDRAWN, " ").replace("\r\r\n", "\n").replace("\r\n", "\n")
        text = text.replace("\r", REDRAWN + "\n")
    return undressed(text)


class Page:
    """A stretch of a log and the place in it up to which it was read."""

    __slots__ = ("at", "before", "is_bare", "is_last", "is_redrawn", "line", "text")

    def __init__(self, text: str, line: int, is_last: bool) -> None:
        self.text = text
        self.at = 0
        self.line = line  #: the number of the line at `at`
        self.before = 0  #: where the text begins that belongs to no report
        self.is_last = is_last
        self.is_redrawn = REDRAWN in text
        self.is_bare = False  #: what a mailer or a clock puts before lines was taken off

    def line_at(self, place: int) -> int:
        """The number of the line at `place`, which is not before `at`."""
        return self.line + self.newlines(self.at, place)

    def newlines(self, begin: int, end: int) -> int:
        """How many lines of the log, not of the screen, end between `begin` and `end`."""
        count = self.text.count("\n", begin, end)
        return count - self.text.count(REDRAWN + "\n", begin, end) if self.is_redrawn else count

    def go(self, place: int) -> None:
        is_plain = not self.is_redrawn  # as nearly always, and this is called for every line
        self.line += self.text.count("\n", self.at, place) if is_plain else self.newlines(self.at, place)
        self.at = place

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What `pattern` finds right here; the page goes on behind it."""
        found = pattern.match(self.text, self.at)
        if found:
            self.go(found.end())
        return found

    def start(self, start: re.Pattern[str]) -> bool:
        """Go on to the next line that begins with `start`, whatever was put before it on its way here."""
        at = self.at
        while found := start.search(self.text, at):
            begin, before = self._before(found.start())
            if not before.strip():
                self.go(begin)
                return True
            at = found.end()
            if not self.is_bare and IS_PREFIX.fullmatch(before):
                self.text = self.text[:begin] + PREFIXES.sub("", self.text[begin:])
                self.is_bare, at = True, begin
        return False

    def _before(self, place: int) -> tuple[int, str]:
        """(where the line of `place` begins, what stands on it before); a piece of it if that is long."""
        earliest = max(self.at, place - MAX_PREFIX)
        begin = self.text.rfind("\n", earliest, place) + 1 or earliest
        return begin, self.text[begin:place]

    def is_json(self) -> bool:
        """An object begins here."""
        return JSON.match(self.text, self.at) is not None

    def unclaimed(self, end: int) -> str:
        """What stands before `end` since the last report: the command perhaps."""
        return self.text[max(self.before, end - LOOKBACK) : end]


Reading = Callable[[Page], Parsed]


def pieces(text: io.TextIOWrapper) -> Iterator[tuple[str, bool]]:
    """(whole lines, is it the last of them)."""
    piece = text.read(PIECE) + text.readline(PIECE)
    while piece:
        following = text.read(PIECE) + text.readline(PIECE)
        yield cleaned(piece), not following
        piece = following


def reports(stream: BinaryIO, start: re.Pattern[str], read: Reading) -> Parsed:
    """What `read` says of each report of a log. It begins at a `start` and leaves the page behind the report."""
    rest, line, is_bare = "", 1, False
    for piece, is_last in pieces(decoded(stream)):
        page = Page(rest + (PREFIXES.sub("", piece) if is_bare else piece), line, is_last)
        page.is_bare = is_bare
        yield from _whole_reports(page, start, read)
        rest, line, is_bare = page.text[page.at :], page.line, page.is_bare


def _whole_reports(page: Page, start: re.Pattern[str], read: Reading) -> Parsed:
    """All reports of a page that surely end on it. The page then stands where the next one has to begin."""
    while page.start(start):
        begin, line = page.at, page.line
        said = list(read(page))
        if not page.is_last and len(page.text) - page.at < MARGIN and len(page.text) - begin < LONGEST:
            page.at = max(page.before, begin - LOOKBACK)
            page.line = line - page.newlines(page.at, begin)
            return
        page.go(max(page.at, begin + 1))
        page.before = page.at
        yield from said
    page.go(max(page.at, page.text.find("\n", max(len(page.text) - LOOKBACK, 0)) + 1))
