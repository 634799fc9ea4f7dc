"""The lines of vmstat -> a report. A row may have its time at its end (`-t`) or before it, put there by a script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

import numpy as np

from ingest.formats.kit.samples.dates import printed_date
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.days import Days
from ingest.formats.sysstat.interval.moments import Moment, Moments
from ingest.formats.sysstat.interval.report import NO_ROOM, Report, traces_of
from ingest.formats.sysstat.interval.rows import BLANK_OR_DIGIT, DIGITS, NO_LINES, Turns, add, byte
from ingest.formats.sysstat.interval.table import Table
from ingest.formats.sysstat.kit.banner import Banner
from ingest.formats.sysstat.kit.cleaning import begins_part, is_remark
from ingest.formats.sysstat.kit.numbers import Floats, clock_times
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.words import cells_of, text_of
from ingest.formats.sysstat.vmstat.layout import Header, header, other_table
from ingest.formats.sysstat.vmstat.starts import Starts, are_of_two, rates
from ingest.formats.sysstat.vmstat.units import ASSUMED, as_printed, is_in_kib
from ingest.records import Problem, Record, TraceRecord

AT_END = re.compile(rb"\s(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [A-Z]{2,5})?)\s*$")
BANNER = b"Linux "
NEGATIVE = re.compile(rb"\s{0,9}-\d+(?:\s+\d+){9}")
NUMERAL = re.compile(rb"(?<!\S)-?\d[\d.,]*(?!\S)")
FEWEST_NUMBERS = 5
MOST_BETWEEN = 8  #: lines of another program between a header and its first row
ENDING = 20  #: bytes of a blank, a date and a time
SHORTEST_ROW = 30
CUT_HEADER = "this header is cut off: whose numbers the rows below it are cannot be known, and none was read"
BY_TURNS = "two vmstats wrote here by turns, and their samples are in one series: expected the rows of one"
SHOWN = 20  #: rows that show whether two vmstats wrote them, or what their times are
FEWEST_TIMES = 3  #: below which nobody can tell
MINUTE = 60
INCREMENTS = (
    "the times before these rows do not go on from one to the next: they are the time since the row above, as ts -i "
    "puts it there. Expected times of a day; the samples are numbered"
)
SINCE_START = (
    "the times before these lines begin with 00:00:00: they are the time since the start of vmstat, as ts -s puts it "
    "there, or it began to the second with the day. Expected times with a date; the samples are numbered"
)


@dataclass(frozen=True, slots=True)
class Stamps:
    """Where the rows under a header have their time: in how many words before or after vmstat's own."""

    before: int
    after: int

    @property
    def is_plain(self) -> bool:
        """Whether it is a date and a time at the end."""
        return not self.before and self.after == 2

    def of(self, raw: bytes) -> bytes:
        """What stands where a row's time is."""
        if self.after:
            match = AT_END.search(raw[-2 * ENDING :])
            return match[1] if match else b""
        return b" ".join(raw.split(None, self.before)[: self.before]) if self.before else b""


def words_before(row: bytes, header: bytes, count: int) -> int:
    """How many words stand before the `count` of vmstat; numbers alone are no time, but of a row with too many."""
    words = row.split()
    before = words[: max(len(words) - count, 0)]
    are_numbers = len(before) > 1 and all(word.isdigit() for word in before)
    return 0 if are_numbers and not header.split()[0].isdigit() else len(before)


def may_be_row(line: bytes) -> bool:
    """Whether it has the numbers of one, or of a piece of one; any other line is another program's."""
    numbers = len(NUMERAL.findall(line))
    return numbers >= FEWEST_NUMBERS or numbers == len(line.split()) > 1


def place_below(text: Text, header: int) -> int:
    """Where the first row below a header is."""
    places = range(header + 1, min(header + 1 + MOST_BETWEEN, len(text.starts)))
    return next((place for place in places if may_be_row(text.line(place))), header + 1)


def row_below(text: Text, header: int) -> bytes:
    return text.line(place_below(text, header))


def are_increments(times: Sequence[float]) -> bool:
    """Whether these are times since the row above: vmstat prints a row a second at most.

    Those since the start may have one twice too, of the first second, but they go on to more than any step.
    """
    if len(times) < FEWEST_TIMES or times[0] >= MINUTE:
        return False
    steps = [other - one for one, other in pairwise(times)]
    is_growing = all(step >= 0 for step in steps) and times[-1] > max(steps)
    return min(steps) <= 0 and not is_growing


def is_start(moment: Moment) -> bool:
    """Whether the time of the first line is that of a clock which began with it."""
    return moment.is_one and moment.printed is None and not moment.seconds


def empty_like(table: Table) -> Table:
    """The same header without rows."""
    return Table(table.layout, table.header, table.line)


class Reader:
    """Reads a log piece by piece."""

    def __init__(self) -> None:
        self.problems = Problems()
        self._report = Report("vmstat", Banner({}), 1, has_clock=False, more_facts={"memory_unit": ASSUMED})
        self._days = Days(self._report)
        self._moments = Moments()
        self._turns = Turns()
        self._tables: dict[tuple[Header, Stamps], Table] = {}
        self._stamps: dict[Table, Stamps] = {}
        self._known: dict[bytes, Table] = {}  #: header line -> its table
        self._waiting: tuple[Header, bytes, int] | None = None  #: a header at the end of a piece, and its line
        self._samples = 0  #: read; the first one is since boot
        self._starts = Starts()
        self._firsts: list[int] = []  #: lines of this piece that are the first rows of another vmstat
        self._since_boot: dict[Table, Table] = {}
        self._rows = 0  #: since the latest header
        self._above = b""  #: the latest row
        self._is_other = False

    def feed(self, text: Text) -> None:
        """Read one piece."""
        rows = (text.lengths >= SHORTEST_ROW) & BLANK_OR_DIGIT[byte(text, 0)] & DIGITS[byte(text, -1)]
        self._firsts, seen = [], 0
        if self._waiting:
            self._meet(*self._waiting, text, -1)
        for index in np.flatnonzero(~rows & (text.lengths > 0)).tolist():
            self._pass(text, seen + np.flatnonzero(rows[seen:index]))
            rows[index] = self._is_row(text.line(index), text, index)
            seen = index
        self._pass(text, seen + np.flatnonzero(rows[seen:]))
        lines = np.flatnonzero(rows)
        owners, _ = self._turns.of(lines)
        self._read(text, lines, list(self._turns.tables(owners)))
        self._turns.rest()

    def _pass(self, text: Text, lines: Lines) -> None:
        """These rows stand before the next header."""
        if len(lines):
            self._rows, self._above = self._rows + len(lines), text.line(int(lines[-1]))

    def _is_row(self, raw: bytes, text: Text, index: int) -> bool:
        """Look at a line that may be anything; whether it may be a row."""
        line = text.first_line + index
        if (table := self._known.get(raw)) and index + 1 < len(text.starts):
            self._begin(self._stamps[table], table, text, index)
        elif printed := header(cells_of(raw)):
            self._is_other = printed.is_cut
            if printed.is_cut:
                self._turns.turn(index, None)
                self.problems.add_once(line, CUT_HEADER, text_of(raw[:200]))
                return False
            self._meet(printed, raw, line, text, index)
        elif not self._is_other and (option := other_table(text_of(raw))):
            self._is_other = True
            self._turns.turn(index, None)
            message = f"this is vmstat {option}: totals since boot, no samples. Expected vmstat with an interval"
            self.problems.add(line, message, text_of(raw[:200]))
        elif raw.startswith(BANNER) or begins_part(raw):
            self._turns.turn(index, None)  # of another tool, whose rows follow
        elif raw.lstrip().startswith(b"-") and NEGATIVE.match(raw):
            self.problems.add(line, "expected numbers, none of them negative", text_of(raw[:200]))
        elif self._turns.table is not None and b"---" not in raw and not is_remark(raw):
            if may_be_row(raw):
                return True  # a row that is torn had its moment
            expected = f"expected {len(self._turns.table.layout.cells)} cells as under the header"
            self.problems.add(line, f"{expected}, found {len(raw.split())}", text_of(raw[:200]))
        return False

    def _meet(self, printed: Header, raw: bytes, line: int, text: Text, index: int) -> None:
        """Rows after line `index` are this header's. The first one tells what else stands in them."""
        self._waiting = (printed, raw, line) if index + 1 >= len(text.starts) else None
        if self._waiting or not self._report.has_room:
            return
        row = row_below(text, index)
        match = AT_END.search(row)
        after = len(match[1].split()) if match else 0
        stamps = Stamps(words_before(row, raw, len(printed.names) + after), after)
        if (printed, stamps) not in self._tables:
            table = self._tables[printed, stamps] = Table(printed.layout(stamps.before, stamps.after), raw, line)
            self._stamps[table] = stamps
            if len(self._tables) == 1:
                self._report.has_clock = self._has_clock(stamps, raw, text, place_below(text, index))
                self._report.zone = printed.zone
            self._report.tables.append(table)
        self._known[raw] = self._tables[printed, stamps]
        self._begin(stamps, self._known[raw], text, index)

    def _has_clock(self, stamps: Stamps, above: bytes, text: Text, first: int) -> bool:
        """Whether the rows have times of a day: not none at all, nor those since the row above, or since the start."""
        places = range(first, min(first + SHOWN, len(text.starts)))
        moments = [self._moments[stamps.of(text.line(place))] for place in places]
        times = [moment.seconds for moment in takewhile(lambda moment: moment.is_one, moments)]
        if stamps.before == 1 and are_increments(times):
            self.problems.add(text.first_line + first, INCREMENTS)
            return False
        if stamps.before == 1 and times and is_start(self._moments[stamps.of(above)]):
            self.problems.add(text.first_line + first, SINCE_START)
            return False
        return bool(times)

    def _begin(self, stamps: Stamps, table: Table, text: Text, index: int) -> None:
        """Rows after line `index`, a header, are the table's."""
        self._turns.turn(index, table)
        above, below = (row.split()[stamps.before :] for row in (self._above, row_below(text, index)))
        metrics = [column.metric for column in table.layout.columns]
        if self._starts.is_new(metrics, above, below, self._rows):
            first = place_below(text, index)
            self._firsts.append(first)
            later = range(first + 1, min(first + 1 + SHOWN, len(text.starts)))
            rows = [rates(metrics, text.line(place).split()[stamps.before :]) for place in later]
            if self._rows == 1 and are_of_two(list(takewhile(bool, rows))):
                self.problems.add(text.first_line + index, BY_TURNS)
        self._rows = 0

    def _read(self, text: Text, lines: Lines, tables: list[tuple[Table, Lines]]) -> None:
        """Read the rows on `lines`. The first one of each vmstat says what was since boot."""
        times = np.full(len(lines), np.nan)
        for table, places in tables:
            times[places] = self._times(self._stamps[table], text, lines[places])
        if not self._report.has_clock:
            read = np.sort(np.concatenate([places for _, places in tables])) if tables else NO_LINES
            times[read] = self._samples + np.arange(len(read))
        for table, places in tables:
            unknown = np.isnan(times[places])
            if unknown.any():
                message = "expected the time of this sample, as the others have one"
                self.problems.add_once(text.first_line + int(lines[places[unknown][0]]), message)
            places = places[~unknown]
            if not self._samples and len(places) and places[0] == min(group[0] for _, group in tables):
                self._firsts.append(int(lines[places[0]]))
            are_first = np.isin(lines[places], self._firsts)
            if are_first.any():
                first = self._first_rows(table)
                add(first, text, lines[places[are_first]], times[places[are_first]], self.problems)
            add(table, text, lines[places[~are_first]], times[places[~are_first]], self.problems)
        self._samples += sum(len(places) for _, places in tables)

    def _first_rows(self, table: Table) -> Table:
        """Where the first rows under this header go."""
        if table not in self._since_boot:
            self._since_boot[table] = empty_like(table)
            self._report.since_boot.append(self._since_boot[table])
        return self._since_boot[table]

    def _times(self, stamps: Stamps, text: Text, lines: Lines) -> Floats:
        """When the rows were; NaN where nobody knows."""
        if not self._report.has_clock:
            return np.full(len(lines), np.nan)
        if stamps.is_plain:
            return self._trailing_times(text, lines)
        moments = (self._moments[stamps.of(text.line(line))] for line in lines.tolist())
        return np.array([self._days.seconds(moment) if moment.is_one else np.nan for moment in moments])

    def _trailing_times(self, text: Text, lines: Lines) -> Floats:
        """Dates and times at the ends of rows, many at once."""
        times = np.full(len(lines), np.nan)
        long_enough = text.lengths[lines] >= ENDING
        if not long_enough.any():
            return times
        ends = (text.starts + text.lengths)[lines[long_enough]]
        cells = np.lib.stride_tricks.sliding_window_view(text.buffer, ENDING)[ends - ENDING]
        dates, which = np.unique(np.ascontiguousarray(cells[:, 1:11]).view("S10").ravel(), return_inverse=True)
        midnights = [self._midnight(text_of(date)) for date in dates.tolist()]
        times[long_enough] = clock_times(cells[:, 12:]) + np.array(midnights)[which.ravel()]
        return times

    def _midnight(self, date: str) -> float:
        moment = Moment(0.0, printed_date(date))
        return self._days.seconds(moment) if moment.printed and moment.printed.day else np.nan

    def results(self) -> Iterator[Record | Problem]:
        """All that was read."""
        if not self._report.has_room:
            self.problems.add_once(self._report.line, NO_ROOM)
        results = [*traces_of([self._report])]
        traces = [result for result in results if isinstance(result, TraceRecord)]
        yield from traces if is_in_kib(traces) else as_printed(traces, traces[0].line)
        yield from (result for result in results if isinstance(result, Problem))
        yield from self.problems.all()
