"""One httperf report: its lines, read, with where they stand; not yet measurements."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from ingest.formats.kit.pasted.by_turns import BEGUN, RESULT, WHOLE, Mixable
from ingest.formats.load.httperf.layout import (
    ALL_SESSIONS,
    ALL_TOTALS,
    FIRST,
    LAST,
    NAN,
    ORDER,
    SESSIONS_LINES,
    Printed,
    Row,
)
from ingest.records import Problem

NO_LINES = [0] * len(SESSIONS_LINES)
NOTHING = Printed(*[NAN] * len(Printed._fields))


@dataclass(slots=True, eq=False)
class Report(Mixable):
    """Everything one run of httperf printed."""

    line: int
    version: str = ""
    echo: str = ""  #: the command line as httperf prints it: every option with its value
    typed: str = ""  #: the command line as somebody typed it, if the log shows it
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  #: what httperf said before it gave up
    interrupted: bool = False
    has_burst: bool = False  #: the line above the totals
    printed: Printed = NOTHING
    lines: Sequence[int] = (0,) * len(Printed._fields)  #: of each number in `printed`; 0 = not there
    rows: Set[str] = frozenset()  #: names of the lines read
    last_row: str = ""  #: the newest of them, if they were read one by one
    last_line: int = 0
    problems: list[Problem] = field(default_factory=list)

    @property
    def part(self) -> str:
        """Which part of a report it is."""
        if not self.echo:
            return RESULT if self.is_measured and not self.typed else ""
        return WHOLE if self.is_measured else "" if self.rows or self.errors or self.interrupted else BEGUN

    @property
    def is_run(self) -> bool:
        """httperf did run, or refused to. A command that was typed is no run yet, a piece of a report neither, nor is
        a line of one that somebody quoted.
        """
        return bool(self.echo or self.errors or self.has_burst or (FIRST in self.rows and len(self.rows) > 1))

    @property
    def is_measured(self) -> bool:
        """The report got to its last line."""
        return FIRST in self.rows and LAST in self.rows

    @property
    def shows_pages(self) -> bool:
        """Until the totals any text may be a reply that httperf was told to print."""
        return "--print-re" in self.echo and not self.rows

    @property
    def is_nothing(self) -> bool:
        return not self.is_run and not self.rows

    @property
    def missing(self) -> str:
        """The first line that every report has and this one lacks; "" if it has all."""
        has_sessions = "--wsess" in self.echo or self.rows & ALL_SESSIONS
        expected = ALL_TOTALS | ALL_SESSIONS if has_sessions else ALL_TOTALS
        return "" if self.rows >= expected else next(name for name in ORDER if name in expected - self.rows)

    def set(self, printed: Printed, lines: Sequence[int], rows: Set[str]) -> None:
        """A report read in one go."""
        self.printed, self.lines, self.rows = printed, lines, rows

    def put(self, number: int, row: Row, numbers: list[float]) -> None:
        """One line of the report."""
        end = row.place + len(numbers)
        self.printed = Printed(*self.printed[: row.place], *numbers, *self.printed[end:])
        self.lines = (*self.lines[: row.place], *[number] * len(numbers), *self.lines[end:])
        self.rows, self.last_row, self.last_line = self.rows | {row.name}, row.name, number

    def has_begun_with(self, numbers: list[float]) -> bool:
        """Only the first line is there, and it is that of `numbers`: it stands twice in the log."""
        return self.rows == {FIRST} and self.printed[:4] == tuple(numbers[:4])

    def has(self, row: Row, numbers: list[float]) -> bool:
        """The line is there already, with the same numbers."""
        return row.name in self.rows and repr([*self.printed[row.place : row.place + len(numbers)]]) == repr(numbers)

    def adds_up(self, row: Row, numbers: list[float]) -> bool:
        """The parts on a line that may have lost its last digits come to the total that an earlier line has."""
        known = self.printed
        if row.name == LAST:
            return sum(numbers, known.timeout + known.socket + known.refused + known.reset) == known.errors
        return row.name == "Reply status" and sum(numbers) == known.replies
