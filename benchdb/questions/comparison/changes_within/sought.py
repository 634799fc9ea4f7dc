"""Which sides of a comparison are searched for a level that changed in the course of time, and where theirs did. Pure.

A search takes a second for some ten thousand runs, so that the sides of the largest differences have a share of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from benchdb.questions.comparison.judged import sittings_of
from benchdb.questions.comparison.two_groups import lower_group_of_each
from benchdb.questions.level_changes.within_sides import (
    FEWEST_RUNS,
    MOST,
    TimedRuns,
    changes_within,
    in_time,
    may_have_changed,
)
from benchdb.questions.numbers.places import Places

MOST_SOUGHT = 20_000  #: runs of all sides that are searched in one answer
AT_ONCE = 20_000  #: numbers that one look is taken at: it copies them ten times


def sought_sides(places: Places, wanted: Iterable[int]) -> dict[int, tuple[TimedRuns, list[int]]]:
    """Place -> its runs in time, and where their level changed; of places that come first as long as there is room."""
    timed: dict[int, TimedRuns] = {}
    left = MOST_SOUGHT
    for place in moving(places, list(dict.fromkeys(wanted))):
        left -= int(places.counts[place])
        if left < 0:
            break
        one = timed_at(places, place)
        if one:
            timed[place] = one
    every = changes_within(list(timed.values()))
    return {place: (timed[place], changes) for place, changes in zip(timed, every, strict=True) if changes}


def moving(places: Places, wanted: Sequence[int]) -> Iterator[int]:
    """Those whose runs one look shows to be parted by a moment, or to be in two groups, in their order."""
    counts = places.counts[list(wanted)]
    some = np.array(wanted, np.int64)[(counts >= FEWEST_RUNS) & (counts <= MOST)]
    number = np.cumsum(places.counts[some]) // AT_ONCE
    for part in np.split(some, np.flatnonzero(np.diff(number)) + 1):
        marked = {place for size in np.unique(places.counts[part]) for place in moving_of_size(places, part, int(size))}
        yield from (place for place in part.tolist() if place in marked)


def moving_of_size(places: Places, some: np.ndarray, size: int) -> list[int]:
    """The same of those with so many runs, all at once."""
    own = some[places.counts[some] == size]
    chosen = places.begins[own, None] + np.arange(size)
    values, starts = places.numbers.values[chosen], places.numbers.starts[chosen]
    may = np.logical_or(may_have_changed(values, starts), lower_group_of_each(np.sort(values, axis=1)) > 0)
    return [int(place) for place in own[may]]


def timed_at(places: Places, place: int) -> TimedRuns | None:
    """The runs of a place in the order of time."""
    own, numbers = places.slice(place), places.numbers
    taken = numbers.taken(np.arange(own.start, own.stop))
    return in_time(taken.values, taken.starts, taken.runs, sittings_of(taken))
