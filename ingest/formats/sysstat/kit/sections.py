"""The rows under one header, of one stretch between restarts -> times, items and values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.kit.cleaning import is_remark
from ingest.formats.sysstat.kit.columns import Column, Layout
from ingest.formats.sysstat.kit.numbers import (
    GROUPED,
    TOKEN,
    Bytes,
    Floats,
    NotANumber,
    block,
    clock_times,
    number,
    shape_of,
)
from ingest.formats.sysstat.kit.offline import without_offline
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.words import item_aliases, text_of

DAY = 86400.0
DECIMAL = re.compile(rb"-?\d+[.,]\d*")  #: no part of a name
HALF_DAY = DAY / 2
FEW_ROWS = 16  #: fewer are read one by one: a block has a price of its own
SHAPES_TRIED = 4
MOST_REPEATED = 4096  #: rows after which a sample's first item should come again
MOST_CELLS = 10_000  #: of a column that are remembered
MOST_ITEMS = 20_000
LONGEST_ITEM = 200
MOST_OF_A_CPU = 1.005  #: a share of a CPU above this is a counter that went backwards


class BadRow(ValueError):
    """A line under a header that is no row of it; the message says what was expected."""


class Items(dict[bytes, int]):
    """Item cells -> their numbers, in the order they came."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}

    def __missing__(self, cell: bytes) -> int:
        name = printable(" ".join(text_of(cell).split()))[:LONGEST_ITEM]
        name = item_aliases().get(name, name)
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        code = self[cell] = self._numbers[name]
        return code


class Cells(dict[bytes, float]):
    """The cells of a column -> their values; most come again and again."""

    def __init__(self, column: Column, is_printed: bool = True) -> None:
        self.column = column
        self.is_printed = is_printed  #: by sysstat itself, with two decimals at most

    def __missing__(self, cell: bytes) -> float:
        if len(self) >= MOST_CELLS:
            self.clear()
        if self.is_printed and not self.column.is_text and GROUPED.search(cell):
            raise NotANumber(cell)
        value = self[cell] = math.nan if self.column.is_text else number(cell, self.column)
        return value


@dataclass(slots=True, eq=False)
class Section:
    """What was read under one header so far."""

    layout: Layout
    time_tokens: int
    header: bytes
    line: int
    last: float  #: seconds since midnight of the first day: the header's time, then each row's
    begin: float = field(init=False)  #: the header's time
    items: Items = field(default_factory=Items)
    times: list[Floats] = field(default_factory=list)
    codes: list[npt.NDArray[np.int32]] = field(default_factory=list)
    values: list[Floats] = field(default_factory=list)
    cells_read: list[Cells] = field(init=False)

    def __post_init__(self) -> None:
        self.begin = self.last
        self.cells_read = [Cells(column) for column in self.layout.columns]

    @property
    def cells(self) -> int:
        """Cells of a row, its time's too."""
        return self.time_tokens + self.layout.items_first + len(self.layout.columns) + self.layout.items_last

    def add(self, text: Text, lines: Lines, seconds: Callable[[bytes], float]) -> Iterator[tuple[int, str]]:
        """Read the rows on `lines`; yields (line, what was expected) for each that is none."""
        rows = Rows(len(lines), len(self.layout.columns))
        rest: Sequence[int] = range(len(lines))
        if len(lines) >= FEW_ROWS and self.layout.is_regular:
            rest = self._add_blocks(text, lines, rows, seconds)
        for place in rest:
            try:
                self._add_row(text, int(lines[place]), rows, place, seconds)
            except BadRow as problem:
                if not is_remark(text.line(int(lines[place]))):
                    yield int(lines[place]), str(problem)
        self._keep(rows)

    def _add_blocks(self, text: Text, lines: Lines, rows: Rows, seconds: Callable[[bytes], float]) -> list[int]:
        """Read equally long rows at once; the places of those that have to be read one by one."""
        lengths = text.lengths[lines]
        rest: list[int] = []
        for length in np.unique(lengths).tolist():
            places = np.flatnonzero(lengths == length)
            tried = 0
            while len(places) >= FEW_ROWS and tried < SHAPES_TRIED:
                tried += 1
                places = self._add_block(text, lines, places, rows, seconds, rest)
            rest.extend(places.tolist())
        return sorted(rest)

    def _add_block(
        self,
        text: Text,
        lines: Lines,
        places: Lines,
        rows: Rows,
        seconds: Callable[[bytes], float],
        rest: list[int],
    ) -> Lines:
        """Read the rows that are like the first one; the places of the others."""
        shape = shape_of(text.line(int(lines[places[0]])), self.layout, self.time_tokens)
        if shape is None or shape.width < 2:
            rest.append(int(places[0]))
            return places[1:]
        matrix = text.matrix(lines[places])
        values, fits = block(matrix, shape, self.layout.columns)
        times = times_of(matrix[:, : shape.time_end], seconds)
        fits &= ~np.isnan(times)
        codes = self._codes(matrix[:, slice(*shape.item)] if shape.item else matrix[:, :0])
        if fits.all():
            rows.put(places, times, codes, values)
        else:
            rows.put(places[fits], times[fits], codes[fits], values[fits])
        if not fits[0]:
            rest.append(int(places[0]))
            fits[0] = True
        return places[~fits]

    def _codes(self, cells: Bytes) -> npt.NDArray[np.int32]:
        """The numbers of the items in `cells`. Mostly each sample has the same ones in the same order."""
        count, width = cells.shape
        if not width:
            return np.full(count, self.items[b""], np.int32)
        cells = np.ascontiguousarray(cells)
        again = np.flatnonzero((cells[1:MOST_REPEATED] == cells[0]).all(axis=1))
        period = int(again[0]) + 1 if len(again) else count
        is_periodic = period < count and bool((cells[period:] == cells[:-period]).all())
        named = cells[:period] if is_periodic else cells
        names: list[bytes] = named.view(f"S{width}").ravel().tolist()
        codes = np.fromiter(map(self.items.__getitem__, names), np.int32, len(names))
        return np.tile(codes, -(-count // period))[:count] if is_periodic else codes

    def _add_row(self, text: Text, line: int, rows: Rows, place: int, seconds: Callable[[bytes], float]) -> None:
        """Read one row, whatever is odd about it."""
        raw = text.line(line)
        tokens = raw.split()
        time = seconds(b" ".join(tokens[: self.time_tokens]))
        if math.isnan(time):
            raise BadRow("expected the time of a sample at the beginning of this line")
        layout, first = self.layout, self.time_tokens + self.layout.items_first
        if len(tokens) < self.cells or (text.is_cut and line == len(text.starts) - 1 and self._is_short(raw)):
            raise BadRow(f"this row is cut: expected {self.cells} cells as under its header, found {len(tokens)}")
        extra = len(tokens) - self.cells
        if not layout.items_last and not layout.has_tail:
            first += extra if layout.items_first else 0
            if any(DECIMAL.fullmatch(token) for token in tokens[self.time_tokens + 1 : first]):
                raise BadRow(f"expected {self.cells} cells as under the header, found {len(tokens)}")
        if extra and not layout.items_last and not layout.has_tail and not layout.items_first:
            raise BadRow(f"expected {self.cells} cells as under the header, found {len(tokens)}")
        end = first + len(layout.columns)
        try:
            values = [known[cell] for known, cell in zip(self.cells_read, tokens[first:end], strict=True)]
        except NotANumber as error:
            raise BadRow(error.expected) from None
        item = tokens[self.time_tokens : first] + ([] if layout.has_tail else tokens[end:])
        rows.put_one(place, time, self.items[self._item(item)], values)

    def _item(self, tokens: list[bytes]) -> bytes:
        if self.layout.has_tail and len(tokens) == 3:
            return tokens[0] + b" " + tokens[1] + b":" + tokens[2]
        return b" ".join(tokens)

    def _is_short(self, row: bytes) -> bool:
        """Values end where their names end: a last row that does not reach so far lost its end."""
        if self.layout.items_last:
            return False
        after_time = len(row) - behind(row, self.time_tokens)
        return len(row) < len(self.header) or after_time < len(self.header) - behind(self.header, self.time_tokens)

    def _keep(self, rows: Rows) -> None:
        """Add what was read, its times counted on from the section's last one: a day begins where they fall back."""
        kept = ~np.isnan(rows.times)
        times, codes, values = rows.times, rows.codes, rows.values
        if not kept.all():
            times, codes, values = times[kept], codes[kept], values[kept]
        if not len(times):
            return
        if len(self.items.names) > MOST_ITEMS:
            return
        day, last = divmod(self.last, DAY)
        steps = np.diff(times, prepend=last)
        times = times + DAY * (day + np.cumsum(steps < -HALF_DAY))
        self.last = float(times[-1])
        self.times.append(times)
        self.codes.append(codes)
        self.values.append(values)

    def forget(self) -> None:
        """Give back the memory of what was read."""
        self.times, self.codes, self.values, self.cells_read = [], [], [], []

    def series(self) -> Iterator[tuple[str, Column, Floats, Floats]]:
        """(item, column, times, values) of everything that was read."""
        if not self.times:
            return
        times, codes, values = np.concatenate(self.times), np.concatenate(self.codes), np.concatenate(self.values)
        values = without_offline(self.layout.columns, values)
        if len(self.items.names) == 1:
            yield from self._of_item(self.items.names[0], times, values)
            return
        order = np.argsort(codes, kind="stable")
        bounds = np.searchsorted(codes[order], np.arange(len(self.items.names) + 1))
        for code, name in enumerate(self.items.names):
            chosen = order[bounds[code] : bounds[code + 1]]
            if len(chosen):
                yield from self._of_item(name, times[chosen], values[chosen])

    def _of_item(self, name: str, times: Floats, values: Floats) -> Iterator[tuple[str, Column, Floats, Floats]]:
        for column, column_values in zip(self.layout.columns, values.T.copy(), strict=True):
            if not column.is_text:
                yield name, column, times, without_impossible(column, column_values)


class Rows:
    """Room for the rows of one piece of a section, filled in any order."""

    def __init__(self, count: int, columns: int) -> None:
        self.times = np.full(count, np.nan)
        self.codes = np.zeros(count, np.int32)
        self.values = np.empty((count, columns))

    def put(self, places: Lines, times: Floats, codes: npt.NDArray[np.int32], values: Floats) -> None:
        if len(places) == len(self.times):
            self.times, self.codes, self.values = times, codes, values
        else:
            self.times[places], self.codes[places], self.values[places] = times, codes, values

    def put_one(self, place: int, time: float, code: int, values: list[float]) -> None:
        self.times[place], self.codes[place], self.values[place] = time, code, values


def without_impossible(column: Column, values: Floats) -> Floats:
    """`values`, NaN for shares of a CPU above all of it: a counter went backwards."""
    if column.metric.startswith("cpu.") and column.unit == "fraction":
        values[values > MOST_OF_A_CPU] = np.nan  # a copy of its own, made by `_of_item`
    return values


def times_of(cells: Bytes, seconds: Callable[[bytes], float]) -> Floats:
    """The times of day in equally wide cells, NaN where there is none."""
    count, width = cells.shape
    if width in (8, 11):
        times = clock_times(cells)
        if not np.isnan(times[0]):
            return times
    listed: list[bytes] = np.ascontiguousarray(cells).view(f"S{width}").ravel().tolist()
    return np.fromiter(map(seconds, listed), np.float64, count)


def behind(line: bytes, count: int) -> int:
    """Where the first `count` words of a line end; the words before noon and after it are not equally long."""
    ends = [match.end() for _, match in zip(range(count), TOKEN.finditer(line), strict=False)]
    return ends[-1] if ends else 0
