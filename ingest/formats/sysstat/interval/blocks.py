"""Many rows of one length -> their numbers at once, where they are as regular as nearly all are.

One row tells where the cells of all stand; a row that has anything else at those places is left for reading by itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ingest.formats.sysstat.interval.columns import Kind, Layout
from ingest.formats.sysstat.kit.numbers import BLANK, PLAIN, TOKEN, WIDEST, ZERO, Bytes, Floats, Mask, Shape, block

RIGHT = re.compile(rb" +" + PLAIN.pattern)
Span = tuple[int, int]  #: from the end of the cell before to a cell's own end, in bytes


@dataclass(frozen=True, slots=True)
class Places:
    """Where the cells of equally long rows stand."""

    items: tuple[Span, ...]
    words: tuple[Span, ...]
    groups: tuple[tuple[Shape, tuple[int, ...]], ...]  #: values that are read together, and which they are


def places_of(row: bytes, layout: Layout, begin: int) -> Places | None:
    """The places in `row`, whose cells begin at `begin`; None if it has to be read by itself."""
    ends = [begin, *(match.end() for match in TOKEN.finditer(row, begin))]
    count = len(layout.cells)
    if len(ends) - 1 < count or (len(ends) - 1 > count and not layout.has_tail):
        return None
    if layout.cells[-1].kind is Kind.ITEM:
        ends[count:] = [len(row)]
    spans = list(pairwise(ends))
    values = [spans[place] for place in layout.places(Kind.VALUE)]
    groups = _groups(row, values)
    if groups is None:
        return None
    items = tuple(spans[place] for place in layout.places(Kind.ITEM))
    return Places(items, tuple(spans[place] for place in layout.places(Kind.WORD)), groups)


def _groups(row: bytes, spans: list[Span]) -> tuple[tuple[Shape, tuple[int, ...]], ...] | None:
    """Values of one width together: a narrow one would make the others' numbers too long to fit."""
    places_by_width: dict[tuple[int, int], list[int]] = defaultdict(list)
    decimals: list[int] = []
    points: set[bytes] = set()
    for place, (left, end) in enumerate(spans):
        match = RIGHT.fullmatch(row, left, end)
        if not match:
            return None
        decimals.append(len(match[2] or b""))
        points |= {match[1]} - {None}
        places_by_width[min(WIDEST, end - left), bool(match[1])].append(place)
    if len(points) > 1:
        return None
    point = ord(points.pop()) if points else ZERO
    return tuple(
        (_shape([spans[place] for place in chosen], [decimals[place] for place in chosen], point), tuple(chosen))
        for chosen in places_by_width.values()
    )


def _shape(spans: list[Span], decimals: list[int], point: int) -> Shape:
    lefts, ends = tuple(left for left, _ in spans), tuple(end for _, end in spans)
    return Shape(lefts[0], None, lefts, ends, tuple(decimals), point)


def numbers(rows: Bytes, places: Places, layout: Layout) -> tuple[Floats, Mask]:
    """Equally long rows -> (values, which rows have the places). Values of the others mean nothing."""
    columns = layout.columns
    values, fits = np.empty((len(rows), len(columns))), np.ones(len(rows), dtype=bool)
    for shape, chosen in places.groups:
        read, good = block(rows, shape, [columns[place] for place in chosen])
        values[:, list(chosen)] = read
        fits &= good
    for left, end in (*places.items, *places.words):
        cells = rows[:, left:end]
        fits &= (cells != BLANK).any(axis=1)
        if left:
            fits &= cells[:, 0] == BLANK
    return values, fits


def texts_of(rows: Bytes, spans: tuple[Span, ...]) -> list[bytes]:
    """What stands at `spans` in each row, joined."""
    cells = rows[:, slice(*spans[0])] if len(spans) == 1 else np.hstack([rows[:, slice(*span)] for span in spans])
    named: list[bytes] = np.ascontiguousarray(cells).view(f"S{cells.shape[1]}").ravel().tolist()
    return named
