"""Rows of sysstat's machine forms -> series. Memory stays bounded however long the log is.

Rows are gathered in arrays of doubles; from time to time they go into a temporary file, a block of one item's columns
after the other, and come back one series at a time. So memory holds what came since the last time, and one series.
"""

from __future__ import annotations

import math
import os
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import itemgetter
from typing import BinaryIO, cast

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.kit.columns import Column
from ingest.formats.sysstat.kit.doubled import NOT_UNIQUE, in_order
from ingest.formats.sysstat.kit.numbers import EXACT, Floats
from ingest.formats.sysstat.kit.offline import shares
from ingest.formats.sysstat.kit.sections import LONGEST_ITEM, without_impossible

KEPT = 8 * 2**20  #: bytes of a log whose rows stay in memory; a value takes 8 bytes, its text more
MOST_ROWS = 50_000  #: that have arrays of their own
DOUBLE = 8
HUNDRED = 100.0  #: sysstat prints two decimals


@dataclass(slots=True, eq=False)
class Rows:
    """What was read under the same columns: of one item of a section, or of all that a sample has."""

    items: tuple[str, ...]  #: each column's
    columns: tuple[Column, ...]
    line: int
    times: array[float] = field(default_factory=lambda: array("d"))
    values: array[float] = field(default_factory=lambda: array("d"))
    blocks: list[tuple[int, int]] = field(default_factory=list)  #: (where in the file, rows)

    def add(self, time: float, values: Iterable[float]) -> None:
        self.times.append(time)
        self.values.extend(values)

    def by_column(self) -> Floats:
        """(columns, rows) of the values in memory."""
        values = np.frombuffer(self.values).reshape(len(self.times), len(self.columns))
        return np.ascontiguousarray(values.T)


def item_name(printed: object) -> str:
    return printable(str(printed))[:LONGEST_ITEM]


class Store:
    """All rows of one report."""

    def __init__(self) -> None:
        self.rows: list[Rows] = []
        self.is_full = False  #: there were more items than are kept
        self.doubled = 0  #: a line below which samples come again, once `series` met them
        self._surplus: dict[int, Rows] = {}
        self._fed = 0
        self._file: BinaryIO | None = None
        self._size = 0
        self._moments_offline: dict[str, Floats] = {}  #: item -> when it was not running
        self._single: dict[str, list[Rows]] = {}  #: item -> its shares of a processor that are alone in their rows

    def new(self, item: str, columns: Sequence[Column], line: int) -> Rows:
        """Room for an item that was not seen before."""
        return self.table([item] * len(columns), columns, line)

    def table(self, items: Sequence[str], columns: Sequence[Column], line: int) -> Rows:
        """Room for rows of any items. Beyond MOST_ROWS all share one that is forgotten."""
        rows = Rows(tuple(items), tuple(columns), line)
        if len(self.rows) < MOST_ROWS:
            self.rows.append(rows)
            return rows
        self.is_full = True
        return self._surplus.setdefault(len(columns), rows)

    def fed(self, size: int) -> None:
        """`size` bytes of the log were read into rows."""
        self._fed += size
        if self._fed >= KEPT:
            self._spill()

    def _spill(self) -> None:
        """Write what is in memory into the file."""
        self._fed = 0
        self._surplus.clear()
        if self._file is None:
            self._file = cast(BinaryIO, tempfile.TemporaryFile(prefix="benchdb-"))  # noqa: SIM115 - until `close`
        for rows in self.rows:
            if rows.times:
                count = len(rows.times)
                rows.blocks.append((self._size, count))
                self._file.write(rows.times)
                self._file.write(rows.by_column().data)
                self._size += DOUBLE * count * (1 + len(rows.columns))
                rows.times, rows.values = array("d"), array("d")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def series(self) -> Iterator[tuple[str, Column, Floats, Floats, int]]:
        """(item, column, times, values in base units, line), in the order they came; by time."""
        places: dict[tuple[str, str], list[tuple[Rows, int]]] = {}
        for rows in self.rows:
            own = {  # a number that has two names in one row counts once: sadf's disks have avgqu-sz and aqu-sz
                (column.metric, item): place
                for place, (item, column) in reversed([*enumerate(zip(rows.items, rows.columns, strict=True))])
                if not column.is_text
            }
            for key, place in sorted(own.items(), key=itemgetter(1)):
                places.setdefault(key, []).append((rows, place))
        last: list[Rows] = []
        order, times = None, np.empty(0)
        for (metric, item), columns in places.items():
            if [rows for rows, _ in columns] != last:
                last = [rows for rows, _ in columns]
                parts = [self._row(rows, 0) for rows in last]
                order, times = in_order(parts, None if metric.startswith(NOT_UNIQUE) else [0] * len(parts))
                if len(times) < sum(map(len, parts)) and not self.doubled:
                    self.doubled = last[-1].line
            values = np.concatenate([self._values(r, place) for r, place in columns])
            if len(times):
                yield (
                    item,
                    columns[0][0].columns[columns[0][1]],
                    times,
                    values if order is None else values[order],
                    last[0].line,
                )

    def _values(self, rows: Rows, place: int) -> Floats:
        """A column in base units; NaN for the shares of a processor when it was offline."""
        values = in_base_units(self._row(rows, 1 + place), rows.columns[place])
        if not shares(rows.columns[place : place + 1], is_whole=False) or not (values == 0).any():
            return values
        if len(rows.columns) == 1:
            values[np.isin(self._row(rows, 0), self._offline(rows.items[0]))] = math.nan
            return values
        own = [other for other, item in enumerate(rows.items) if item == rows.items[place]]
        places = [own[other] for other in shares([rows.columns[other] for other in own])]
        if places:
            values[np.logical_and.reduce([self._row(rows, 1 + other) == 0 for other in places])] = math.nan
        return values

    def _offline(self, item: str) -> Floats:
        """When all shares of a processor were 0, of which each has rows of its own: of `sadf -p`."""
        if not self._single:
            for rows in self.rows:
                if len(rows.columns) == 1 and shares(rows.columns, is_whole=False):
                    self._single.setdefault(rows.items[0], []).append(rows)
        if item not in self._moments_offline:
            single = self._single[item]
            own = [single[place] for place in shares([rows.columns[0] for rows in single])]
            zeros = (self._row(rows, 0)[self._row(rows, 1) == 0] for rows in own)
            self._moments_offline[item] = reduce(np.intersect1d, zeros) if own else np.empty(0)
        return self._moments_offline[item]

    def count(self) -> int:
        """How many rows there are."""
        return sum(len(rows.times) + sum(count for _, count in rows.blocks) for rows in self.rows)

    def times(self, rows: Rows) -> Floats:
        """When `rows` were, in the order they came."""
        return self._row(rows, 0)

    def _row(self, rows: Rows, place: int) -> Floats:
        """The times (0) or a column (1…) of `rows`, from the file and from memory."""
        parts = [np.frombuffer(self._read(offset + DOUBLE * place * count, count)) for offset, count in rows.blocks]
        if place == 0:
            return np.concatenate([*parts, np.frombuffer(rows.times)])
        return np.concatenate([*parts, np.frombuffer(rows.values)[place - 1 :: len(rows.columns)]])

    def _read(self, offset: int, count: int) -> bytes:
        return os.pread(self._file.fileno(), DOUBLE * count, offset) if self._file else b""


def in_base_units(printed: Floats, column: Column) -> Floats:
    """Printed numbers as `_sar_numbers.number` reads them: the integer of their digits, and one rounded division."""
    with np.errstate(invalid="ignore", over="ignore"):
        digits = np.rint(printed * HUNDRED)
        is_printed = (digits / HUNDRED == printed) & (np.abs(digits) < EXACT)
        values = np.where(
            is_printed, digits * column.multiply / (column.divide * HUNDRED), printed * column.multiply / column.divide
        )
        values[~(np.abs(printed) < EXACT)] = math.nan
        values += 0.0  # no negative zero
    return without_impossible(column, values)
