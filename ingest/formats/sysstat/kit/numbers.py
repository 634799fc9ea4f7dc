"""Printed numbers -> base units: one cell at a time, or a whole block of equal rows at once. Both give the same bits.

A number is kept as the integer of its digits until one correctly rounded division, so 91.73 % is 0.9173.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.formats.sysstat.kit.columns import Column, Layout
from ingest.formats.sysstat.kit.words import text_of

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

CELL = re.compile(rb"([-+]?)(\d{1,24})(?:[.,](\d{1,12}))?([%BkMGTP?]?)")
PLAIN = re.compile(rb"\d{1,9}(?:([.,])(\d{1,2}))?")  #: sysstat prints no more decimals
GROUPED = re.compile(rb"\d[.,]\d{3}")  #: so these are thousands that somebody made readable, or another tool's
TOKEN = re.compile(rb"\S+")
NOT_MEASURED = frozenset((b"N/A", b"nan", b"-nan", b"NaN", b"inf", b"-inf"))
BINARY = {b"B": 1, b"k": 2**10, b"M": 2**20, b"G": 2**30, b"T": 2**40, b"P": 2**50}  #: what --human prints
EXACT = 2**53  #: larger ones are counters that ran below zero (sysstat issues #312, #355, #359)
WIDEST = 10  #: bytes of a value's cell that are read at once: a blank and nine digits
BLANK, ZERO, COLON = 32, 48, 58


class NotANumber(ValueError):
    """A cell that holds neither a number nor sysstat's word for none."""

    @property
    def expected(self) -> str:
        """What a reader is told of it."""
        cell = text_of(self.args[0])[:40]
        thousands = ", whose thousands were set apart" if GROUPED.search(self.args[0]) else ""
        return f"expected a number, found {cell!r}{thousands}"


def number(cell: bytes, column: Column) -> float:
    """A cell in its column's base unit; NaN where sar could not measure. NotANumber for anything else."""
    match = CELL.fullmatch(cell)
    if not match:
        if cell in NOT_MEASURED:
            return math.nan
        raise NotANumber(cell)
    sign, whole, fraction, suffix = match.groups(b"")
    digits, divide = int(whole + fraction), column.divide * 10 ** len(fraction)
    if int(whole) >= EXACT:
        return math.nan
    multiply = BINARY[suffix] if suffix in BINARY and column.unit in ("B", "B/s") else column.multiply
    value: float = (-digits if sign == b"-" else digits) * multiply / divide
    return value


@dataclass(frozen=True, slots=True)
class Shape:
    """Where the cells of equally long rows stand, in bytes, taken from one of them."""

    time_end: int
    item: tuple[int, int] | None
    left: tuple[int, ...]  #: where the cell before each value ends
    ends: tuple[int, ...]
    decimals: tuple[int, ...]
    point: int  #: the byte between a number's whole and fraction

    @property
    def width(self) -> int:
        """Bytes of a value that are looked at; blanks must stand before them."""
        return min(WIDEST, *(end - left for left, end in zip(self.left, self.ends, strict=True)))


def shape_of(row: bytes, layout: Layout, time_tokens: int) -> Shape | None:
    """The shape of `row`, if it is as regular as nearly all are."""
    spans = [match.span() for match in TOKEN.finditer(row)]
    first = time_tokens + layout.items_first
    after = first + len(layout.columns)
    if len(spans) != after + layout.items_last or not layout.columns or not time_tokens:
        return None
    values = spans[first:after]
    matches = [PLAIN.fullmatch(row, *span) for span in values]
    plain = [match for match in matches if match]
    points = {match[1] for match in plain if match[1]}
    if len(plain) < len(matches) or len(points) > 1:
        return None
    ends = tuple(end for _, end in spans)
    item = (ends[time_tokens - 1], ends[time_tokens]) if layout.items_first else None
    if layout.items_last:
        item = (ends[-2], len(row))
    decimals = tuple(len(match[2] or b"") for match in plain)
    point = ord(points.pop()) if points else ZERO
    return Shape(ends[time_tokens - 1], item, ends[first - 1 : after - 1], ends[first:after], decimals, point)


def block(rows: Bytes, shape: Shape, columns: Sequence[Column]) -> tuple[Floats, Mask]:
    """Equally long rows -> (values, which rows have the shape). Values of the others mean nothing."""
    count, width = len(rows), shape.width
    values = np.empty((count, len(columns)))
    fits: Mask = rows[:, shape.time_end] == BLANK
    if shape.item:
        fits &= rows[:, shape.item[1] - 1] != BLANK
        fits &= rows[:, shape.item[0]] == BLANK
    for left, end in zip(shape.left, shape.ends, strict=True):
        if end - left > width:
            fits &= (rows[:, left : end - width] == BLANK).all(axis=1)
    cells = _cells(rows, shape, width)
    for decimals in sorted(set(shape.decimals)):
        chosen = [place for place, digits_after in enumerate(shape.decimals) if digits_after == decimals]
        part = cells if len(chosen) == len(columns) else cells[:, chosen]
        digits, are_numbers = _digits(_planes(part, decimals), decimals, shape.point)
        fits &= are_numbers.reshape(count, -1).all(axis=1)
        multiply = np.array([columns[place].multiply for place in chosen], dtype=np.float64)
        divide = np.array([columns[place].divide * 10**decimals for place in chosen], dtype=np.float64)
        in_base_units = digits.reshape(count, -1) * multiply
        in_base_units /= divide
        if len(chosen) == len(columns):
            values = in_base_units
        else:
            values[:, chosen] = in_base_units
    return values, fits


def _cells(rows: Bytes, shape: Shape, width: int) -> Bytes:
    """(rows, values, width): the last `width` bytes of each value's cell."""
    starts = [end - width for end in shape.ends]
    if all(b - a == width for a, b in pairwise(starts)):
        return rows[:, starts[0] : shape.ends[-1]].reshape(len(rows), len(starts), width)
    return np.stack([rows[:, start : start + width] for start in starts], axis=1)


def _planes(cells: Bytes, decimals: int) -> Bytes:
    """(rows, values, width) -> (width, rows * values), without the places that are blank in every cell but one."""
    width = cells.shape[2]
    most = max(0, width - (decimals + 3 if decimals else 2))
    blank = 0
    while blank < most and bool((cells[..., blank] == BLANK).all()):
        blank += 1
    kept = cells[..., max(0, blank - 1) :]
    return np.ascontiguousarray(kept.transpose(2, 0, 1)).reshape(kept.shape[2], -1)


def _digits(cells: Bytes, decimals: int, point: int) -> tuple[npt.NDArray[np.uint32], Mask]:
    """(width, n) bytes -> the integers of their digits, and which cells are blanks, digits, one point, digits."""
    width = len(cells)
    point_place = width - 1 - decimals if decimals else width
    blank = cells == BLANK
    digit = (cells - ZERO) < 10
    good: Mask = blank[0] & digit[-1]
    if decimals:
        good &= (cells[point_place] == point) & digit[point_place - 1]
    for place in range(1, width):
        if place > point_place:
            good &= digit[place]
        elif place < point_place:
            good &= digit[place] | (blank[place] & blank[place - 1])
    return joined([cells[place] & 15 for place in range(1, width) if place != point_place]), good


def joined(digits: list[Bytes]) -> npt.NDArray[np.uint32]:
    """At most nine arrays of decimal digits -> their numbers. Two and two, as narrow as they fit: that is fastest."""
    parts: list[Any] = list(digits)
    for factor, kind in ((10, np.uint8), (100, np.uint16), (10_000, np.uint32), (100_000_000, np.uint32)):
        if len(parts) == 1:
            break
        odd = len(parts) % 2
        pairs = zip(parts[odd::2], parts[odd + 1 :: 2], strict=True)
        parts = [*parts[:odd], *(high.astype(kind) * kind(factor) + low for high, low in pairs)]
    numbers: npt.NDArray[np.uint32] = parts[0].astype(np.uint32)
    return numbers


def clock_times(cells: Bytes) -> Floats:
    """(n, 8 or 11) bytes of `19:02:03` or `07:02:03 PM` -> seconds since midnight; NaN for any that look otherwise."""
    columns = np.ascontiguousarray(cells.T)
    digits = columns - ZERO
    good: Mask = (columns[2] == COLON) & (columns[5] == COLON)
    for place in (0, 1, 3, 4, 6, 7):
        good &= digits[place] < 10
    hours, minutes, seconds = (digits[place] * np.uint8(10) + digits[place + 1] for place in (0, 3, 6))
    good &= (minutes < 60) & (seconds < 61)
    if len(columns) == 11:
        is_after = columns[9] == ord("P")
        good &= (columns[8] == BLANK) & (is_after | (columns[9] == ord("A"))) & (columns[10] == ord("M"))
        good &= (hours >= 1) & (hours <= 12)
        hours = hours % np.uint8(12) + np.uint8(12) * is_after
    good &= hours < 24
    total: Floats = hours * np.float64(3600) + minutes * np.float64(60) + seconds
    total[~good] = np.nan
    return total
