"""The lines of iostat -> reports. Rows have no time of their own: it stands above the sample (`-t`), or nowhere.

A sample begins at its time, or where a header comes that the sample before has had already.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np

from ingest.parsers._iostat_layout import layout
from ingest.parsers._live_columns import Layout
from ingest.parsers._live_days import Days
from ingest.parsers._live_moments import NONE, Moment, Moments
from ingest.parsers._live_report import MOST_RUNS, NO_ROOM, Report, traces_of
from ingest.parsers._live_rows import Turns, add, among, byte
from ingest.parsers._live_table import Table
from ingest.parsers._sar_numbers import BLANK, Mask
from ingest.parsers._sar_pieces import Lines, Text
from ingest.parsers._sar_report import Banner, Problems, banner
from ingest.parsers._sar_sections import BadRow
from ingest.parsers._sar_words import text_of
from ingest.records import Problem, Record

WORD_BEFORE_TIME = re.compile(rb"[^\d:]{1,40}(?::|\xef\xbc\x9a)\s+")
LONGEST_TIME = 100  #: bytes
SHORTEST_ROW = 30  #: bytes; a name alone on its line is shorter
NUMERAL = among(b"0123456789-")
LAST = among(b"0123456789%BkMGTP")  #: what a number ends with, --human's too
NO_BANNER = "no banner stands before this: host, kernel and date are not known; its first report may be since boot"


def rows_of(text: Text) -> Mask:
    """Which lines can only be rows: they follow another line, and begin with a name and end with a number, or begin
    with a number and end with a name. Headers have names at both ends, times numbers.
    """
    follows = np.concatenate((np.zeros(1, dtype=bool), text.lengths[:-1] > 0)) & (text.lengths >= SHORTEST_ROW)
    named_first = ~NUMERAL[byte(text, 0)] & LAST[byte(text, -1)]
    candidates = np.flatnonzero(follows & ~named_first & (byte(text, 0) == BLANK))
    room = candidates[text.starts[candidates] + SHORTEST_ROW <= len(text.buffer)]
    named_last = np.zeros(len(text.starts), dtype=bool)
    if len(room):
        heads = np.lib.stride_tricks.sliding_window_view(text.buffer, SHORTEST_ROW)[text.starts[room]]
        first = heads[np.arange(len(room)), (heads != BLANK).argmax(axis=1)]
        named_last[room] = NUMERAL[first]
    return follows & (named_first | named_last)


class Run:
    """What one run of iostat has said so far."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.turns = Turns()
        self._days = Days(report)
        self._known: dict[tuple[bytes, bool], Table] = {}
        self._seen: set[bytes] = set()  #: headers of this sample
        self._sample, self._time = -1, math.nan
        self._has_times = False
        self._name = b""  #: a device that stands alone above its numbers (-h before 11.7)

    def moment(self, found: Moment, index: int, blanks: int) -> None:
        """A sample begins at this time."""
        self._begin(blanks)
        self._time, self._has_times = self._days.seconds(found), True
        self.turns.turn(index, None)

    def _begin(self, blanks: int) -> None:
        """The next sample. The first one is since boot, but for `-y`: then one more blank line stands before it."""
        is_omitted = self._sample < 0 and blanks > 1
        self._sample += 1 + is_omitted
        self._time = math.nan if self._has_times else float(self._sample)
        self._seen.clear()

    def header(self, raw: bytes, layout: Layout, index: int, line: int, blanks: int) -> None:
        """Rows after this line have this layout. A header that came already begins the next sample."""
        if raw in self._seen or self._sample < 0:
            self._begin(blanks)
        self._seen.add(raw)
        is_since_boot = self._sample == 0
        table = self._known.get((raw, is_since_boot))
        if table is None and self.report.has_room:
            table = self._known[raw, is_since_boot] = Table(layout, raw, line)
            (self.report.since_boot if is_since_boot else self.report.tables).append(table)
        self._name = b""
        self.turns.turn(index, table, self._time)

    def is_name(self, raw: bytes) -> bool:
        """Whether a device's name stands alone on this line, its numbers on the next."""
        table = self.turns.table
        if table is None or not table.layout.has_item or len(raw.split()) != 1:
            return False
        self._name = raw.strip()
        return True

    def in_two_lines(self, raw: bytes, line: int, problems: Problems) -> None:
        """Read the numbers of the device whose name stands before."""
        cells, self._name = [self._name, *raw.split()], b""
        try:
            if self.turns.table is not None:
                self.turns.table.put(self._time, cells)
        except BadRow as problem:
            problems.add(line, str(problem), text_of(raw[:200]))

    @property
    def has_name(self) -> bool:
        """Whether the next line is the rest of a row."""
        return bool(self._name)

    def read(self, text: Text, lines: Lines, problems: Problems) -> None:
        """Read the rows on `lines`."""
        owners, times = self.turns.of(lines)
        for table, places in self.turns.tables(owners):
            if np.isnan(times[places]).any():
                told = "expected the time of a sample before these rows, as the others have one"
                problems.add_once(text.first_line + int(lines[places[0]]), told)
                places = places[~np.isnan(times[places])]
            add(table, text, lines[places], times[places], problems)
        self.turns.rest()

    def finished(self) -> Report:
        self.report.has_clock = self._has_times
        return self.report


class Reader:
    """Reads a log piece by piece."""

    def __init__(self) -> None:
        self.problems = Problems()
        self._runs: list[Run] = []
        self._layouts: dict[bytes, Layout] = {}
        self._moments = Moments()
        self._blanks = 0  #: lines at the end of the last piece

    def feed(self, text: Text) -> None:
        """Read one piece."""
        self._rows, self._done = rows_of(text), 0
        if self._runs and self._runs[-1].has_name:
            self._rest_of_row(text, 0)
        said = np.flatnonzero(text.lengths > 0)
        gaps = np.diff(said, prepend=-1 - self._blanks) - 1  #: blank lines before each that is none
        chosen = ~self._rows[said]
        for index, blanks in zip(said[chosen].tolist(), gaps[chosen].tolist(), strict=True):
            raw = text.line(index)
            if raw in self._layouts and self._runs:
                self._runs[-1].header(raw, self._layouts[raw], index, text.first_line + index, blanks)
            else:
                self._special(raw, text, index, blanks)
        self._blanks = len(text.starts) - 1 - int(said[-1]) if len(said) else self._blanks + len(text.starts)
        self._read(text, len(text.starts))

    def _rest_of_row(self, text: Text, index: int) -> None:
        """The numbers of a device whose name stands alone on the line before."""
        if index < len(text.starts):
            self._rows[index] = False
            self._runs[-1].in_two_lines(text.line(index), text.first_line + index, self.problems)

    def _read(self, text: Text, end: int) -> None:
        """Read the rows from where that was last done up to line `end`."""
        if self._runs:
            lines = np.flatnonzero(self._rows[self._done : end]) + self._done
            self._runs[-1].read(text, lines, self.problems)
        self._done = end

    def _special(self, raw: bytes, text: Text, index: int, blanks: int) -> None:
        """Look at a line that may be anything."""
        self._rows[index] = False
        line, number = text_of(raw), text.first_line + index
        if line.startswith("Linux ") and (found := banner(line)):
            self._read(text, index)
            if len(self._runs) < MOST_RUNS:
                self._runs.append(Run(Report("iostat", found, number)))
            else:
                self._runs[-1].turns.turn(index, None)
                self.problems.add_once(number, f"more than {MOST_RUNS} runs in one file: the rest was not read")
            return
        found_layout, when = layout(line), self._moment(raw)
        if (found_layout or when.is_one) and not self._runs:
            self.problems.add(number, NO_BANNER)
            self._runs.append(Run(Report("iostat", Banner({}), 1)))
        if not self._runs:
            return
        run = self._runs[-1]
        if when.is_one:
            run.moment(when, index, blanks)
        elif found_layout:
            self._layouts[raw] = found_layout
            run.header(raw, found_layout, index, number, blanks)
        elif run.is_name(raw):
            self._rest_of_row(text, index + 1)
        else:
            self._rows[index] = run.turns.table is not None

    def _moment(self, raw: bytes) -> Moment:
        """The time that a sample begins with: alone on its line, or after a word."""
        if len(raw) > LONGEST_TIME:
            return NONE
        return self._moments[WORD_BEFORE_TIME.sub(b"", raw.strip(), count=1)]

    def found(self) -> Iterator[Record | Problem]:
        """All that was read."""
        reports = [run.finished() for run in self._runs]
        for report in reports:
            tables = report.since_boot + report.tables
            if not any(table.has_rows for table in tables):
                self.problems.add(report.line, "no rows of iostat stand below this line: nothing was measured")
            if not report.has_room:
                self.problems.add_once(report.line, NO_ROOM)
        yield from traces_of(reports)
        yield from self.problems.all()
