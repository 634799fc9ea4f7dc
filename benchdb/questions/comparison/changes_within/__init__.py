"""Cells whose verdict may rest on a level that changed in the course of time within one of their sides. Pure.

What parts the sides alone is not why they differ where part of the runs of one are as the other side's
(`level_changes.within_sides`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from benchdb.domain.caveats import Caveat
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.comparison.changes_within.caveats import MOVED, of_change_within
from benchdb.questions.comparison.judged import sittings_of
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.two_groups import lower_group_of_each
from benchdb.questions.level_changes.within_sides import (
    FEWEST_RUNS,
    MOST,
    TimedRuns,
    change_within,
    changes_within,
    in_time,
    may_have_changed,
)
from benchdb.questions.numbers.places import Places

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
        if not some or not FEWEST_RUNS <= size <= MOST:
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
