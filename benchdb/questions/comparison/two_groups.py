"""Runs that fall into two groups, of which a median is the middle that no run is near: said of their cell. Pure.

Where the groups are not the machine's two states but come one after the other, the level changed within a side, and
what parts the sides alone is not why: then part of its runs are as the other side's (`level_changes.within_sides`).

A machine in two states (a cache that is warm or cold, a CPU that boosts or not) has two figures. The middle of an even
number of its runs is neither; that of an odd number is the one that happened to come more often.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats
from benchdb.domain.units import places as decimals
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.comparison.judged import sittings_of
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.days import day_ends
from benchdb.questions.level_changes.within_sides import FEWEST_RUNS as FEWEST_IN_TIME
from benchdb.questions.level_changes.within_sides import MOST as MOST_IN_TIME
from benchdb.questions.level_changes.within_sides import (
    ChangeWithin,
    TimedRuns,
    change_within,
    changes_within,
    in_time,
    may_have_changed,
)
from benchdb.questions.numbers.places import Places

MOST = 10_000  #: runs of a cell that are looked at
FEWEST, LEAST_SHARE = 3, 0.2  #: runs of a group, and their share: fewer are outliers
#: Chance that so many uniform runs leave such a gap: of n runs, a given one of the n - 1 gaps is a share s of their
#: range with (1 - s)^(n - 2) (David and Nagaraja 2003, random division of an interval). Runs that bunch in the middle
#: leave one less often.
CHANCE = 0.005
WIDEST = 0.35  #: share of the range that a gap must be, however many the runs
LEAST_GAP, LEAST_BARE_GAP = 0.02, 0.1  #: of the middle; the other one where the runs of each group are all equal

WITHIN = "changed within"  #: caveat of a compared cell: the level changed in the course of time within one of its sides
MOVED = ("better", "worse", "differs")  #: what is asked about
MOST_SOUGHT = 60  #: sides whose changes are sought in one answer


def with_changes_within(question: ComparisonQuestion, rows: Sequence[Row], baseline: str, places: Places) -> list[Row]:
    """The rows, with a caveat in each cell whose verdict may rest on a change in time within one side. Of stretches of
    time as columns nothing is said: time is what parts them."""
    if question.stretches:
        return list(rows)
    decided = [(row, name) for row in rows for name, cell in row.cells.items() if cell.verdict in MOVED]
    sought = sought_sides(places, (key for row, name in decided for key in sides_of(places, row, name, baseline)))
    if not sought:
        return list(rows)
    noted: dict[tuple[str, str], dict[str, Cell]] = {}
    for row, name in decided:
        here, there = sides_of(places, row, name, baseline)
        made = (
            *caveats_within(question, row.metric, (name, baseline), sought.get(here), places, there),
            *caveats_within(question, row.metric, (baseline, name), sought.get(there), places, here),
        )
        if made:
            cell = row.cells[name]
            noted.setdefault((row.metric, row.key), {})[name] = cell.but(caveats=(*cell.caveats, *made))
    return [Row(row.metric, row.key, {**row.cells, **noted.get((row.metric, row.key), {})}) for row in rows]


def sides_of(places: Places, row: Row, column: str, baseline: str) -> tuple[int, int]:
    """Their places."""
    return places.place[row.metric, row.key, column], places.place[row.metric, row.key, baseline]


def sought_sides(places: Places, wanted: Iterable[int]) -> dict[int, tuple[TimedRuns, list[int]]]:
    """Place -> its runs in time, and where their level changed."""
    some = {place: timed_at(places, place) for place in islice(moving(places, set(wanted)), MOST_SOUGHT)}
    timed = {place: one for place, one in some.items() if one}
    every = changes_within(list(timed.values()))
    return {place: (timed[place], changes) for place, changes in zip(timed, every, strict=True) if changes}


def moving(places: Places, wanted: set[int]) -> Iterator[int]:
    """Those whose runs one look at all of a size shows to be parted by a moment, or to be in two groups."""
    numbers = places.numbers
    for size in np.unique(places.counts).tolist():
        some = [place for place in np.flatnonzero(places.counts == size).tolist() if place in wanted]
        if not some or not FEWEST_IN_TIME <= size <= MOST_IN_TIME:
            continue
        chosen = places.begins[some, None] + np.arange(size)
        values, starts = numbers.values[chosen], numbers.starts[chosen]
        may = np.logical_or(may_have_changed(values, starts), lower_group_of_each(np.sort(values, axis=1)) > 0)
        yield from (place for place, is_one in zip(some, may.tolist(), strict=True) if is_one)


def timed_at(places: Places, place: int) -> TimedRuns | None:
    """The runs of a place in the order of time."""
    own, numbers = places.slice(place), places.numbers
    taken = numbers.taken(np.arange(own.start, own.stop))
    return in_time(taken.values, taken.starts, taken.runs, sittings_of(taken))


def caveats_within(
    question: ComparisonQuestion,
    metric: str,
    sides: tuple[str, str],
    sought: tuple[TimedRuns, list[int]] | None,
    places: Places,
    other: int,
) -> list[Caveat]:
    """That the level of the first of the two changed, and part of it is as the other."""
    own, numbers = places.slice(other), places.numbers
    within = sought and change_within(*sought, numbers.values[own], numbers.starts[own])
    return [of_change_within(metric, question.cols, sides, within)] if within else []


def of_change_within(metric: str, key: str, sides: tuple[str, str], within: ChangeWithin) -> Caveat:
    """Of the first of two sides, which are values of a dimension."""
    before, after = day_ends(within.before, within.after) or ("", "")
    kind = WITHIN if within.changes == 1 else f"{WITHIN}, more than once"
    return caveat(
        kind,
        side=(key, sides[0]),
        other=(key, sides[1]),
        key=key,
        before=before,
        after=after,
        changes=within.changes,
        runs=len(within.like),
        of=within.of,
        stretches=within.stretches,
        near=middle(metric, within.like.tolist()),
    )


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
    for some, values in places.by_size():
        if 2 * FEWEST <= values.shape[1] <= MOST:
            for place, lower in zip(some.tolist(), lower_group_of_each(np.sort(values, axis=1)).tolist(), strict=True):
                if lower:
                    sizes[place] = lower
    return sizes


def lower_group_of_each(ordered: Floats) -> Floats:
    """Of each line of rising values, how many are in the lower of two groups; 0 where they are one."""
    count = ordered.shape[1]
    least = max(FEWEST, math.ceil(LEAST_SHARE * count))
    gaps = np.diff(ordered, axis=1)[:, least - 1 : count - least]
    lower = gaps.argmax(axis=1) + least
    gap, total = gaps.max(axis=1), ordered[:, -1] - ordered[:, 0]
    needed = max(WIDEST, 1 - (CHANCE / gaps.shape[1]) ** (1 / (count - 2)))
    size = np.where(total > gap, LEAST_GAP, LEAST_BARE_GAP) * np.abs(np.median(ordered, axis=1))
    return np.where((gap > needed * total) & (gap >= size), lower, 0)
