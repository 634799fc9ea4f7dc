"""The rows below one header of a live tool (iostat, mpstat, pidstat, vmstat) -> series. Times come from outside."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.interval.blocks import numbers, places_of, texts_of
from ingest.formats.sysstat.interval.columns import Kind, Layout
from ingest.formats.sysstat.kit.columns import LONGEST_METRIC, Column
from ingest.formats.sysstat.kit.numbers import EXACT, Floats, NotANumber, number
from ingest.formats.sysstat.kit.offline import without_offline
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.sections import (
    FEW_ROWS,
    MOST_ITEMS,
    SHAPES_TRIED,
    BadRow,
    Cells,
    Items,
    without_impossible,
)
from ingest.formats.sysstat.kit.words import text_of

HUNDRED = 100.0  #: sysstat prints two decimals
NUMERAL = re.compile(rb"-?\d+[.,]\d*[%BkMGTP]?")  #: no part of a name
MOST_COUNTS = 2  #: whole numbers in a name of several words; a row of vmstat has many
PER_SECOND = b"/s"  #: of a header, whose last name lost its end
CUT_ROW = "this row is cut: the log ends in it"
MOST_LOOSE = 4096  #: rows that wait until there are as many
Codes = npt.NDArray[np.int32]
Reading = tuple[str, "array[float]"]  #: a row's item, and its numbers as they are printed


@dataclass(frozen=True, slots=True)
class Series:
    metric: str
    item: str
    unit: str
    times: Floats
    values: Floats


class Read:
    """Room for the rows of one piece, filled in any order. A row whose time stays NaN was not read."""

    def __init__(self, count: int, layout: Layout) -> None:
        self.times = np.full(count, np.nan)
        self.codes = np.zeros(count, np.int32)
        self.values = np.empty((count, len(layout.columns)))
        self.words = np.zeros((count, len(layout.places(Kind.WORD))), np.int32)


@dataclass(slots=True, eq=False)
class Table:
    """What was read under one header so far."""

    layout: Layout
    header: bytes
    line: int
    begin: int = 0  #: bytes before the first cell of a row: its time
    items: Items = field(default_factory=Items)
    words: Items = field(default_factory=Items)
    parts: list[Read] = field(default_factory=list)
    _cells: list[Cells] = field(init=False)
    _loose: list[tuple[float, int, list[float], list[int]]] = field(default_factory=list)
    _times: array[float] = field(default_factory=lambda: array("d"))  #: of rows that were given as numbers
    _codes: array[int] = field(default_factory=lambda: array("i"))
    _numbers: array[float] = field(default_factory=lambda: array("d"))
    _is_plain: bool = field(init=False)  #: a row is its item's names and numbers, and nothing else
    _item_places: tuple[int, ...] = field(init=False)
    _value_places: tuple[int, ...] = field(init=False)
    _word_places: tuple[int, ...] = field(init=False)

    @property
    def has_rows(self) -> bool:
        return bool(self.parts or self._loose or self._times)

    @property
    def shortest(self) -> int:
        """Bytes that a row has at least."""
        return len(self.header) // 2

    def __post_init__(self) -> None:
        self._cells = [Cells(column, is_printed=bool(self.header)) for column in self.layout.columns]  # JSON has none
        self._item_places, self._value_places, self._word_places = (
            self.layout.places(kind) for kind in (Kind.ITEM, Kind.VALUE, Kind.WORD)
        )
        self._is_plain = not (self._word_places or self.layout.has_tail or self.layout.places(Kind.PASSED))

    def add(self, text: Text, lines: Lines, times: Floats) -> Iterator[tuple[int, str]]:
        """Read the rows on `lines`; yields (line, what was expected) for each that is none."""
        read = Read(len(lines), self.layout)
        for place in self._blocks(text, lines, times, read):
            line = int(lines[place])
            try:
                self._row(text, line, read, place, float(times[place]))
            except BadRow as problem:
                yield line, str(problem)
        self._keep(read)

    def put(self, time: float, cells: Sequence[bytes]) -> None:
        """Read one row, given as its cells. BadRow if it is none."""
        if self._times:
            self.settle()
        self._loose.append((time, *self._one(cells)))
        if len(self._loose) >= MOST_LOOSE:
            self.settle()

    def reading(self, cells: Sequence[str | float]) -> Reading | None:
        """A row of JSON, whose cells are words and numbers; None where it has to be read as it is printed."""
        if not self._is_plain:
            return None
        items = [cells[place] for place in self._item_places]
        printed: list[Any] = [cells[place] for place in self._value_places]
        try:
            numbers = array("d", printed)
        except TypeError:
            return None
        return None if any(isinstance(item, float) for item in items) else (" ".join(map(str, items)), numbers)

    def put_numbers(self, time: float, reading: Reading) -> None:
        """Keep such a row."""
        if self._loose:
            self.settle()
        self._times.append(time)
        self._codes.append(self.items[reading[0].encode()])
        self._numbers.extend(reading[1])
        if len(self._times) >= MOST_LOOSE:
            self.settle()

    def is_value(self, place: int) -> bool:
        """Whether this cell of a row is a number to keep."""
        return place in self._value_places

    def put_columns(self, times: Floats, item: str, printed: Floats) -> None:
        """Keep rows of one item; `printed`: (rows, values)."""
        self.settle()
        read = Read(len(times), self.layout)
        read.times[:], read.codes[:] = times, self.items[item.encode()]
        read.values = in_base_units(printed, self.layout.columns)
        self._keep(read)

    def settle(self) -> None:
        """Rows that were given one by one become a part."""
        if self._times:
            read = Read(len(self._times), self.layout)
            read.times[:], read.codes[:] = self._times, self._codes
            printed = np.frombuffer(self._numbers).reshape(read.values.shape)
            read.values = in_base_units(printed, self.layout.columns)
            self._times, self._codes, self._numbers = array("d"), array("i"), array("d")
            self._keep(read)
        if self._loose:
            self._settle_loose()

    def _settle_loose(self) -> None:
        read = Read(len(self._loose), self.layout)
        for place, (time, code, values, words) in enumerate(self._loose):
            read.times[place], read.codes[place], read.values[place], read.words[place] = time, code, values, words
        self._loose = []
        self._keep(read)

    def _keep(self, read: Read) -> None:
        if len(self.items.names) <= MOST_ITEMS:
            self.parts.append(read)

    def _blocks(self, text: Text, lines: Lines, times: Floats, read: Read) -> list[int]:
        """Read equally long rows at once; the places of those that have to be read one by one."""
        lengths = text.lengths[lines]
        rest: list[int] = []
        for length in np.unique(lengths).tolist():
            places = np.flatnonzero(lengths == length)
            for _ in range(SHAPES_TRIED):
                if len(places) < FEW_ROWS:
                    break
                places = self._block(text, lines, places, times, read, rest)
            rest.extend(places.tolist())
        return sorted(rest)

    def _block(self, text: Text, lines: Lines, places: Lines, times: Floats, read: Read, rest: list[int]) -> Lines:
        """Read the rows that are like the first one; the places of the others."""
        where = places_of(text.line(int(lines[places[0]])), self.layout, self.begin)
        if where is None or (text.is_cut and int(lines[places[0]]) == len(text.starts) - 1):
            rest.append(int(places[0]))
            return places[1:]
        matrix = text.matrix(lines[places])
        values, fits = numbers(matrix, where, self.layout)
        if text.is_cut:
            fits &= lines[places] != len(text.starts) - 1
        good = places
        if not fits.all():
            good, matrix, values = places[fits], matrix[fits], values[fits]
        read.times[good], read.values[good] = times[good], values
        read.codes[good] = coded(self.items, texts_of(matrix, where.items)) if where.items else self.items[b""]
        for column, span in enumerate(where.words):
            read.words[good, column] = coded(self.words, texts_of(matrix, (span,)))
        if not fits[0]:
            rest.append(int(places[0]))
            fits[0] = True
        return places[~fits]

    def _row(self, text: Text, line: int, read: Read, place: int, time: float) -> None:
        """Read one row, whatever is odd about it."""
        raw, layout = text.line(line), self.layout
        is_last = text.is_cut and line == len(text.starts) - 1
        if is_last and not layout.has_tail and len(raw) < len(self.header):
            raise BadRow(CUT_ROW)
        count = len(layout.cells)
        cells = raw[self.begin :].split(None, count - 1) if layout.has_tail else raw[self.begin :].split()
        if is_last and not layout.has_tail and len(cells) > count and not layout.ends_with_item:
            raise BadRow("the log ends in this line, which may be a header that is cut")
        if is_last and layout.has_tail and (len(cells) < count or self._item(cells) not in self.items.names):
            raise BadRow("the log ends in this row, which may be cut")
        read.codes[place], read.values[place], read.words[place] = self._one(cells)
        read.times[place] = time

    def _one(self, given: Sequence[bytes]) -> tuple[int, list[float], list[int]]:
        """A row's item, values and words; BadRow if it is none."""
        cells = self._whole(given)
        try:
            values = [known[cells[place]] for known, place in zip(self._cells, self._value_places, strict=True)]
        except NotANumber as error:
            raise BadRow(error.expected) from None
        item = self.items[b" ".join([cells[place] for place in self._item_places])]
        return item, values, [self.words[cells[place]] for place in self._word_places]

    def _whole(self, cells: Sequence[bytes]) -> Sequence[bytes]:
        """As many cells as the header has; BadRow if that cannot be."""
        count, (first, last) = len(self.layout.cells), self.layout.absent
        if last and len(cells) == count - (last - first):
            return [*cells[:first], *(b"nan",) * (last - first), *cells[first:]]
        extra = len(cells) - count
        if extra > 0 and self.layout.cells[0].kind is Kind.ITEM and not self.layout.has_tail:
            name = cells[: extra + 1]
            is_no_name = any(NUMERAL.fullmatch(cell) or cell.endswith(PER_SECOND) for cell in name[1:])
            if is_no_name or sum(map(bytes.isdigit, name)) > MOST_COUNTS:
                raise BadRow(f"expected {count} cells as under the header, found {len(cells)}")
            return [b" ".join(cells[: extra + 1]), *cells[extra + 1 :]]
        if extra > 0 and self.layout.cells[-1].kind is Kind.ITEM:
            return [*cells[: count - 1], b" ".join(cells[count - 1 :])]
        if extra:
            raise BadRow(f"expected {count} cells as under the header, found {len(cells)}")
        return cells

    def _item(self, cells: Sequence[bytes]) -> str:
        joined = b" ".join(cells[place] for place in self.layout.places(Kind.ITEM))
        return printable(" ".join(text_of(joined).split()))

    def series(self) -> Iterator[Series]:
        """Everything that was read."""
        self.settle()
        if not self.parts:
            return
        times = np.concatenate([part.times for part in self.parts])
        kept = ~np.isnan(times)
        times = times[kept]
        codes, values, words = (
            np.concatenate([getattr(part, name) for part in self.parts])[kept] for name in ("codes", "values", "words")
        )
        self.parts = []
        columns = [cell.column for cell in self.layout.cells if cell.kind is Kind.VALUE]
        values = without_offline(columns, values)
        order = np.argsort(codes, kind="stable")
        bounds = np.searchsorted(codes[order], np.arange(len(self.items.names) + 1))
        for code, name in enumerate(self.items.names):
            chosen = order[bounds[code] : bounds[code + 1]]
            if len(chosen):
                item = self.layout.item_name(name)
                yield from self._values(item, times[chosen], values[chosen])
                yield from self._words(item, times[chosen], words[chosen])

    def _values(self, item: str, times: Floats, values: Floats) -> Iterator[Series]:
        cells = [cell for cell in self.layout.cells if cell.kind is Kind.VALUE]
        for cell, column_values in zip(cells, values.T.copy(), strict=True):
            metric, named = cell.column.metric, item
            if cell.part:
                metric, named = metric if item == "all" else f"{metric}{{cpu={item}}}", cell.part
            elif not self.layout.has_item:
                named = "all" if metric.startswith("cpu.") else ""
            yield Series(metric, named, cell.column.unit, times, possible(cell.column, column_values))

    def _words(self, item: str, times: Floats, words: Codes) -> Iterator[Series]:
        """A word becomes a part of the metric, 1 whenever it stood there."""
        columns = [cell.column for cell in self.layout.cells if cell.kind is Kind.WORD]
        for column, word_codes in zip(columns, words.T, strict=True):
            label = column.metric.rpartition(".")[2]
            for code in np.unique(word_codes).tolist():
                when = times[word_codes == code]
                metric = f"{column.metric}{{{label}={self.words.names[code]}}}"[:LONGEST_METRIC]
                yield Series(metric, item, "", when, np.ones(len(when)))


def coded(names: Items, cells: list[bytes]) -> Codes:
    return np.fromiter(map(names.__getitem__, cells), np.int32, len(cells))


def in_base_units(printed: Floats, columns: Sequence[Column]) -> Floats:
    """(rows, columns) of printed numbers as `number` reads them: the integer of their digits, one rounded division."""
    multiply, divide = (np.array([getattr(column, name) for column in columns]) for name in ("multiply", "divide"))
    digits = np.rint(printed * HUNDRED)
    values: Floats = digits * multiply / (divide * HUNDRED)
    for row, place in np.argwhere((digits / HUNDRED != printed) | (np.abs(digits) >= EXACT)).tolist():
        try:
            values[row, place] = number(repr(float(printed[row, place])).encode(), columns[place])
        except NotANumber:  # with an exponent
            values[row, place] = np.nan
    return values


def possible(column: Column, values: Floats) -> Floats:
    """`values`, NaN where they cannot be: more than all of a CPU, -1 for what a process does not let others see."""
    if column.metric.startswith("proc."):
        values[values < 0] = np.nan
    return without_impossible(column, values)
