"""One run of mpstat or pidstat: its headers, the days its times count on, and its rows, read many at once."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.columns import Layout, is_column
from ingest.formats.sysstat.interval.report import Report
from ingest.formats.sysstat.interval.rows import Turns, add, times_before
from ingest.formats.sysstat.interval.table import Table
from ingest.formats.sysstat.kit.clock import MARKERS, ZONE, read_time, time_tokens
from ingest.formats.sysstat.kit.headless import tell_timed
from ingest.formats.sysstat.kit.numbers import TOKEN, Floats
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.sections import DAY, HALF_DAY
from ingest.formats.sysstat.kit.words import cells_of, text_of
from ingest.formats.sysstat.sar.reader import UNKNOWN_SUMMARY

TIME_CELL = 11  #: bytes of `%-11s`
EPOCH_DIGITS = (9, 10)
MOST_KNOWN = 200_000  #: time cells; a day has 86400 seconds
UNKNOWN = -1  #: where cells begin: the first row will tell


class Seconds(dict[bytes, float]):
    """Time cell -> seconds since midnight, or since 1970; NaN = it is none. Each distinct one is read once."""

    def __missing__(self, cell: bytes) -> float:
        bare = cell.strip()
        is_epoch = bare.isdigit() and len(bare) in EPOCH_DIGITS
        if len(self) >= MOST_KNOWN:
            self.clear()
        seconds = self[cell] = float(bare) if is_epoch else read_time(text_of(cell))
        return seconds


class Run:
    """What one run of the tool has said so far."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.turns = Turns()
        self.has_averages = False
        self._by_header: dict[bytes, Table] = {}  #: what stands after the time -> its table
        self._width = TIME_CELL  #: of the newest header's time
        self._first: tuple[float, bool] | None = None  #: the first header's time, and whether it has seconds
        self._last = math.nan  #: time of day of the newest row
        self._day = 0.0
        self._times: set[float] = set()  #: two are enough to know
        self._came: dict[tuple[int, str], int] = defaultdict(int)  #: how often an item did, where times are lost

    def knows(self, raw: bytes, index: int, seconds: Seconds) -> bool:
        """Whether this is a header that was seen before."""
        table = self._by_header.get(raw[self._width :])
        if table is None or (self._width and math.isnan(seconds[raw[: self._width]])):
            return False
        self.turns.turn(index, table)
        return True

    def header(self, layout: Layout, raw: bytes, count: int | None, index: int, line: int, seconds: Seconds) -> None:
        """Rows after this line have `layout`. `count`: tokens of its time, None where the first row tells."""
        self._width = begin_of(raw, count) if count else 0
        rest = raw[self._width :] if count != 0 else repr(layout.cells).encode()
        table = self._by_header.get(rest)
        if table is None and self.report.has_room:
            table = self._by_header[rest] = Table(layout, raw, line, UNKNOWN if count is None else self._width)
            self.report.tables.append(table)
        self.turns.turn(index, table)
        if count == 0:
            self.report.has_clock = False
        elif count and self._first is None:
            self._last = seconds[raw[: self._width]]
            self._first = self._last, sum(byte in b"0123456789" for byte in raw[: self._width]) > 4
            self.report.zone = zone_of(cells_of(raw)[:count])

    def is_row(self, raw: bytes, line: int, problems: Problems) -> bool:
        """Whether a line that looks like no row may be one; what is certainly none is told."""
        if self.turns.table is None:
            return False
        first = text_of(raw.split(None, 1)[0]) if raw.split() else ""
        if first and UNKNOWN_SUMMARY.fullmatch(first):
            problems.add_once(line, f"{first[:40]!r} was taken for 'Average:', which is no sample")
            return False
        return True

    def read(self, text: Text, lines: Lines, seconds: Seconds, problems: Problems) -> None:
        """Read the rows on `lines`."""
        owners, _ = self.turns.of(lines)
        times = np.full(len(lines), np.nan)
        tables = list(self.turns.tables(owners))
        for table, places in tables:
            if table.begin == UNKNOWN:
                table.begin = first_cell_of(text.line(int(lines[places[0]])), seconds)
            times[places] = self._times_of(table, text, lines[places], seconds)
        times = self._counted_on(times)
        for table, places in tables:
            for line in lines[places[np.isnan(times[places])]].tolist():
                message = "expected the time of a sample at the beginning of this line"
                problems.add(text.first_line + line, message, text_of(text.line(line)[:200]))
            places = places[~np.isnan(times[places])]
            add(table, text, lines[places], times[places], problems)
        tell_timed(text, lines[self.turns.ownerless(owners)].tolist(), problems)
        self.turns.rest()

    def _times_of(self, table: Table, text: Text, lines: Lines, seconds: Seconds) -> Floats:
        if self.report.has_clock:
            return times_before(text, lines, table.begin, seconds.__getitem__)
        return np.array([self._number(table, text.line(line)) for line in lines.tolist()], dtype=np.float64)

    def _number(self, table: Table, raw: bytes) -> float:
        """Which of its item's rows this is; its time got lost. Garbage may stand in the time's place."""
        cells = raw.split()[-len(table.layout.cells) :]
        if not cells:
            return math.nan
        key = id(table), text_of(cells[0])
        self._came[key] += 1
        return float(self._came[key])

    def _counted_on(self, times: Floats) -> Floats:
        """Times of day with the days before them: one begins where they fall by more than 12 hours."""
        good = np.flatnonzero(~np.isnan(times))
        if not len(good) or not self.report.has_clock:
            return times
        clock = times[good]
        falls = (np.diff(clock, prepend=self._last) < -HALF_DAY) & (clock < DAY)
        times[good] += DAY * (self._day + np.cumsum(falls))
        self._day += float(falls.sum())
        self._last = float(clock[-1])
        if len(self._times) < 2:
            self._times.update((float(clock.min()), float(clock.max())))
        return times

    def finished(self) -> Report:
        """The report. A single sample as old as its header was made without an interval: it is since boot."""
        report, first = self.report, self._first
        report.is_utc = self._last >= DAY
        if first and first[1] and self._times == {first[0]} and not self.has_averages:
            report.since_boot, report.tables = report.tables, []
        return report


def begin_of(raw: bytes, count: int) -> int:
    """Where the cells of a row begin whose time is its first `count` tokens."""
    ends = [match.end() for _, match in zip(range(count), TOKEN.finditer(raw), strict=False)]
    end = ends[-1] if ends else 0
    return TIME_CELL if end <= TIME_CELL and not raw[end:TIME_CELL].strip() else end


def first_cell_of(row: bytes, seconds: Seconds) -> int:
    """Where the cells of this row begin, whose header (`# Time`) does not show it."""
    tokens = cells_of(row)
    if tokens and seconds[tokens[0].encode("utf-8", "replace")] >= DAY:
        return begin_of(row, 1)
    return begin_of(row, time_tokens(tokens, is_column))


def zone_of(cell: list[str]) -> str:
    """The zone that a few locales print after AM or PM."""
    if len(cell) >= 2 and cell[-1] not in MARKERS and ZONE.fullmatch(cell[-1]):
        return cell[-1].replace("+0000", "UTC")
    return ""
