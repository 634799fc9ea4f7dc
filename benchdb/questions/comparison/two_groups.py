"""Runs that fall into two groups, of which a median is the middle that no run is near: said of their cell. Pure.

That a level changed in time within a side is said elsewhere (`changes_within`).

A machine in two states (a cache that is warm or cold, a CPU that boosts or not) has two figures. The middle of an even
number of its runs is neither; that of an odd number is the one that happened to come more often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats
from benchdb.domain.units import places as decimals
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.numbers.places import Places

MOST = 10_000  #: runs of a cell that are looked at
FEWEST, LEAST_SHARE = 3, 0.2  #: runs of a group, and their share: fewer are outliers
#: Chance that so many uniform runs leave such a gap: of n runs, a given one of the n - 1 gaps is a share s of their
#: range with (1 - s)^(n - 2) (David and Nagaraja 2003, random division of an interval). Runs that bunch in the middle
#: leave one less often. Of all cells of an answer together: of 32 with 6 normal runs
#: each, one in 26 answers has such a cell otherwise, and one in 1,600 so.
CHANCE = 0.005
WIDEST = 0.35  #: share of the range that a gap must be, however many the runs
LEAST_GAP, LEAST_BARE_GAP = 0.02, 0.1  #: of the middle; the other one where the runs of each group are all equal


def with_groups(rows: Sequence[Row], places: Places) -> tuple[Row, ...]:
    """The rows, with a caveat in each cell whose runs fall into two groups."""
    sizes = lower_groups(places)
    if not sizes:
        return tuple(rows)
    return tuple(
        Row(
            row.metric,
            row.key,
            {
                name: noted(row, cell, sizes.get(places.place[row.metric, row.key, name]))
                for name, cell in row.cells.items()
            },
        )
        for row in rows
    )


def noted(row: Row, cell: Cell, lower: int | None) -> Cell:
    if lower is None or cell.step:
        return cell
    ordered = sorted(cell.values)
    return cell.but(caveats=(*cell.caveats, two_groups(row.metric, ordered[:lower], ordered[lower:])))


def two_groups(metric: str, low: Sequence[float], high: Sequence[float]) -> Caveat:
    ends = {name: middle(metric, several) for name, several in (("low", low), ("high", high))}
    return caveat("two groups", lower=len(low), upper=len(high), **ends)


def middle(metric: str, values: Sequence[float]) -> tuple[float, str, int]:
    value = float(f"{np.median(values):.3g}")
    return value, metric, decimals((value,))


def lower_groups(places: Places) -> dict[int, int]:
    """Place -> how many of its runs are in the lower group, where they fall into two."""
    sizes: dict[int, int] = {}
    testable = [(some, values) for some, values in places.by_size() if 2 * FEWEST <= values.shape[1] <= MOST]
    cells = sum(len(some) for some, _ in testable)
    for some, values in testable:
        lower_of_each = lower_group_of_each(np.sort(values, axis=1), cells)
        for place, lower in zip(some.tolist(), lower_of_each.tolist(), strict=True):
            if lower:
                sizes[place] = lower
    return sizes


def lower_group_of_each(ordered: Floats, cells: int = 1) -> Floats:
    """Of each line of rising values, how many are in the lower of two groups; 0 where they are one.

    The chance is shared by so many cells (Bonferroni).
    """
    count = ordered.shape[1]
    least = max(FEWEST, math.ceil(LEAST_SHARE * count))
    gaps = np.diff(ordered, axis=1)[:, least - 1 : count - least]
    lower = gaps.argmax(axis=1) + least
    gap, total = gaps.max(axis=1), ordered[:, -1] - ordered[:, 0]
    needed = max(WIDEST, 1 - (CHANCE / (cells * gaps.shape[1])) ** (1 / (count - 2)))
    size = np.where(total > gap, LEAST_GAP, LEAST_BARE_GAP) * np.abs(np.median(ordered, axis=1))
    return np.where((gap > needed * total) & (gap >= size), lower, 0)
