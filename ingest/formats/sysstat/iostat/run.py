"""One run of iostat: its samples, which a time or a repeated header begins, and their rows."""

from __future__ import annotations

import math

import numpy as np

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.columns import Layout
from ingest.formats.sysstat.interval.days import Days
from ingest.formats.sysstat.interval.moments import Moment
from ingest.formats.sysstat.interval.report import Report
from ingest.formats.sysstat.interval.rows import Turns, add
from ingest.formats.sysstat.interval.table import CUT_ROW, Table
from ingest.formats.sysstat.kit.headless import tell_untimed
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.sections import BadRow
from ingest.formats.sysstat.kit.words import text_of


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
        self._is_left = False  #: for another tool's lines
        self._name = b""  #: a device that stands alone above its numbers (-h before 11.7)

    def moment(self, printed: Moment, index: int, blanks: int) -> None:
        """A sample begins at this time."""
        self._begin(blanks)
        self._time, self._has_times = self._days.seconds(printed), True
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
        self._is_left = False
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

    def in_two_lines(self, raw: bytes, line: int, is_cut: bool, problems: Problems) -> None:
        """Read the numbers of the device whose name stands before. `is_cut`: the log ends on this line."""
        cells, self._name = [self._name, *raw.split()], b""
        table = self.turns.table
        try:
            if table is not None and is_cut and len(raw) < len(table.header):
                raise BadRow(CUT_ROW)
            if table is not None:
                table.put(self._time, cells)
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
                message = "expected the time of a sample before these rows, as the others have one"
                problems.add_once(text.first_line + int(lines[places[0]]), message)
                places = places[~np.isnan(times[places])]
            add(table, text, lines[places], times[places], problems)
        if self._sample >= 0 and not self._is_left:
            tell_untimed(text, lines[self.turns.ownerless(owners)].tolist(), problems)
        self.turns.rest()

    @property
    def has_rows_above(self) -> bool:
        """Whether rows of a sample may stand above: a line behind blank ones is none then."""
        return self.turns.table is not None

    def leave(self, index: int) -> None:
        """Another tool's lines follow, until the next header."""
        self._is_left = True
        self.turns.turn(index, None)

    def finished(self) -> Report:
        self.report.has_clock = self._has_times
        return self.report
