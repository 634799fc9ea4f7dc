"""The lines of mpstat or pidstat -> reports. Their rows begin with a time, or with seconds since 1970.

Nearly all lines are rows or headers seen before, and are only counted off here; their table reads them, many at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.columns import Layout, header_time_tokens
from ingest.formats.sysstat.interval.report import MOST_RUNS, NO_ROOM, Report, traces_of
from ingest.formats.sysstat.interval.run import Run, Seconds
from ingest.formats.sysstat.kit.banner import Banner, banner
from ingest.formats.sysstat.kit.cleaning import begins_part, is_remark
from ingest.formats.sysstat.kit.clock import NO_TIME
from ingest.formats.sysstat.kit.columns import CUT_HEADER, is_header
from ingest.formats.sysstat.kit.numbers import Mask
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.kit.words import cells_of, summary_words, text_of
from ingest.records import Problem, Record

NO_BANNER = "no banner stands before this: host, kernel and date are not known"


@dataclass(frozen=True, slots=True)
class Tool:
    """What one tool prints."""

    name: str
    layout: Callable[[tuple[str, ...]], Layout | None]  #: of a header's names; None = they are no header of the tool's
    rows: Callable[[Text], Mask]  #: which lines can only be rows


class Reader:
    """Reads a log piece by piece."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool
        self.problems = Problems()
        self._runs: list[Run] = []
        self._seconds = Seconds()

    def feed(self, text: Text) -> None:
        """Read one piece."""
        self._rows, self._done = self.tool.rows(text), 0
        for index in np.flatnonzero(~self._rows & (text.lengths > 0)).tolist():
            raw = text.line(index)
            if not (self._runs and self._runs[-1].knows(raw, index, self._seconds)):
                self._special(raw, text, index)
        self._read(text, len(text.starts))

    def _read(self, text: Text, end: int) -> None:
        """Read the rows from where that was last done up to line `end`."""
        if self._runs:
            lines = np.flatnonzero(self._rows[self._done : end]) + self._done
            self._runs[-1].read(text, lines, self._seconds, self.problems)
        self._done = end

    def _special(self, raw: bytes, text: Text, index: int) -> None:
        """Look at a line that may be anything."""
        line, number = text_of(raw), text.first_line + index
        if line.lstrip().startswith(summary_words()):
            if self._runs:
                self._runs[-1].has_averages = True
                self._runs[-1].turns.turn(index, None)
        elif line.startswith("Linux ") and (printed := banner(line)):
            self._read(text, index)
            self._begin(printed, index, number)
        elif begins_part(raw):
            if self._runs:
                self._runs[-1].turns.turn(index, None)
        elif not self._header(raw, index, number) and self._runs and not is_remark(raw):
            self._rows[index] = self._runs[-1].is_row(raw, number, self.problems)

    def _begin(self, printed: Banner, index: int, line: int) -> None:
        if len(self._runs) < MOST_RUNS:
            self._runs.append(Run(Report(self.tool.name, printed, line)))
        else:
            self._runs[-1].turns.turn(index, None)
            self.problems.add_once(line, f"more than {MOST_RUNS} runs in one file: the rest was not read")

    def _header(self, raw: bytes, index: int, line: int) -> bool:
        """Whether this line is a header; the rows after it are its table's."""
        tokens = cells_of(raw)
        is_wide = tokens[:2] == ["#", "Time"]
        count = 2 if is_wide else header_time_tokens(tokens)
        has_garbage = not count and not raw.startswith(NO_TIME)
        if has_garbage and (not self._runs or self._runs[-1].report.has_clock):
            return False
        layout = self.tool.layout(tuple(tokens[count + has_garbage :]))
        if layout is None:
            is_of_another = count > 0 and bool(self._runs) and is_header(tokens[count:])
            if is_of_another:
                self._runs[-1].turns.turn(index, None)
            return is_of_another
        if layout.is_cut:
            self.problems.add_once(line, CUT_HEADER, text_of(raw))
        if not count:
            layout = replace(layout, item_name=last_word)
        if not self._runs:
            self.problems.add(line, NO_BANNER)
            self._runs.append(Run(Report(self.tool.name, Banner({}), 1)))
        self._runs[-1].header(layout, raw, None if is_wide else count, index, line, self._seconds)
        return True

    def results(self) -> Iterator[Record | Problem]:
        """All that was read."""
        reports = [run.finished() for run in self._runs]
        for report in reports:
            tables = report.since_boot + report.tables
            if tables and not any(table.has_rows for table in tables):
                self.problems.add(tables[0].line, "no rows stand below this header: nothing was measured")
            if not report.has_room:
                self.problems.add_once(report.line, NO_ROOM)
        yield from traces_of(reports)
        yield from self.problems.all()


def last_word(name: str) -> str:
    """An item without the garbage before it."""
    return name.rpartition(" ")[2]
