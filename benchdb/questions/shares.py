"""How the runs of every place share the values of a condition: what places mix, in what they differ. Pure.

As `conditions` says it of one group or two, for all places at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.caveats import Caveat
from benchdb.domain.columns import Ints
from benchdb.domain.dimensions import Dimension
from benchdb.questions.conditions import Difference, Share, mixture
from benchdb.questions.numbers.places import Places

AT_ONCE = 1_000_000  #: counts in memory
Counts = NDArray[np.int64]  #: [place, value]: how many numbers


@dataclass(frozen=True)
class Shared:
    """One condition at every place."""

    places: Places
    condition: Dimension

    @cached_property
    def _coded(self) -> tuple[Ints, tuple[str, ...]]:
        """(what each kind has, the values): those that some number has, as their readers expect them in order."""
        coded = self.places.numbers.condition(self.condition.key)
        used = coded.of(self.places.numbers.kinds).used()
        rising = sorted(used, key=lambda code: self.condition.order(coded.texts[code]))
        ranks = np.zeros(len(coded.texts), np.int64)
        ranks[rising] = np.arange(len(rising))
        return ranks[coded.codes], tuple(coded.texts[code] for code in rising)

    @property
    def values(self) -> tuple[str, ...]:
        return self._coded[1]

    @property
    def is_constant(self) -> bool:
        return len(self.values) < 2

    def counts(self, some: Ints) -> Counts:
        """Of some places."""
        place, kind, numbers = self.places.kinds
        begins, ends = np.searchsorted(place, some), np.searchsorted(place, some, side="right")
        chosen = np.repeat(begins - np.append(0, np.cumsum(ends - begins)[:-1]), ends - begins)
        chosen += np.arange(len(chosen))
        cells = np.repeat(np.arange(len(some)), ends - begins) * len(self.values) + self._coded[0][kind[chosen]]
        weighed = np.bincount(cells, numbers[chosen], len(some) * len(self.values))
        return weighed.astype(np.int64).reshape(len(some), len(self.values))

    def blocks(self, total: int) -> Iterator[slice]:
        """As many places at once as there is room for."""
        size = max(1, AT_ONCE // max(len(self.values), 1))
        return (slice(first, first + size) for first in range(0, total, size))

    def mixed(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """(place, its values), of the places that have several."""
        if self.is_constant:
            return
        every = np.arange(len(self.places))
        for block in self.blocks(len(every)):
            has = self.counts(every[block]) > 0
            for row in self.several(has, every[block]).tolist():
                yield block.start + row, tuple(self.values[value] for value in np.flatnonzero(has[row]))

    def several(self, has: NDArray[np.bool_], some: Ints) -> Ints:
        """Which of some places have several values that do not count as one."""
        rows = np.flatnonzero(has.sum(axis=1) > 1)
        if not (self.condition.counts_as and len(rows)):
            return rows
        classes = Shared(self.places, self.condition.by_rule).counts(some[rows]) > 0
        return rows[classes.sum(axis=1) > 1]

    def differing(self, here: Ints, there: Ints) -> Iterator[tuple[Ints, NDArray[np.bool_], Counts, Counts]]:
        """Where places differ from their baselines: (which of the pairs, in shares only, counts there, counts here)."""
        if self.is_constant:
            return
        for block in self.blocks(len(here)):
            ours, theirs = self.counts(here[block]), self.counts(there[block])
            are_others = ((ours > 0) != (theirs > 0)).any(axis=1)
            rows = np.flatnonzero(are_others | are_uneven(theirs, ours))
            if self.condition.counts_as and len(rows):
                classes = Shared(self.places, self.condition.by_rule)
                sides = (classes.counts(side[block][rows]) for side in (there, here))
                rows = rows[are_uneven(*sides)]
            yield rows + block.start, ~are_others[rows], theirs[rows], ours[rows]


def are_uneven(theirs: Counts, ours: Counts) -> NDArray[np.bool_]:
    """Which rows have their values in other shares."""
    totals, bases = ours.sum(axis=1, keepdims=True), theirs.sum(axis=1, keepdims=True)
    return np.asarray((theirs * totals != ours * bases).any(axis=1))


def place_mixtures(places: Places, conditions: Sequence[Dimension]) -> dict[int, list[Caveat]]:
    """What each place mixes."""
    made: dict[int, list[Caveat]] = {}
    for condition in conditions:
        for place, values in Shared(places, condition).mixed():
            made.setdefault(place, []).append(mixture(condition.key, values))
    return made


def all_mixtures(places: Places, conditions: Sequence[Dimension]) -> list[tuple[str, tuple[str, ...]]]:
    """(condition, every value that some place mixes), in the order in which the places' numbers come."""
    rank = np.argsort(places.first)
    mixtures = []
    for condition in conditions:
        shared, mixed, first = Shared(places, condition), np.zeros(0, bool), len(places)
        mixed = np.zeros(len(shared.values), bool)
        for block in shared.blocks(len(places) * (not shared.is_constant)):
            has = shared.counts(np.arange(len(places))[block]) > 0
            several = shared.several(has, np.arange(len(places))[block])
            mixed |= has[several].any(axis=0)
            first = min(first, int(rank[several + block.start].min(initial=len(places))))
        if mixed.any():
            mixtures.append((first, condition.key, tuple(shared.values[value] for value in np.flatnonzero(mixed))))
    return [(key, values) for _, key, values in sorted(mixtures, key=lambda one: one[0])]


def place_differences(
    places: Places, here: Ints, there: Ints, conditions: Sequence[Dimension]
) -> dict[int, list[Difference]]:
    """In what each of the places differs from its baseline."""
    made: dict[int, list[Difference]] = {}
    for condition in conditions:
        shared = Shared(places, condition)
        known: dict[bytes, tuple[Share, ...]] = {}  # neighbours have the same baseline
        for rows, are_counted, theirs, ours in shared.differing(here, there):
            for row, is_counted, base, own in zip(rows.tolist(), are_counted.tolist(), theirs, ours, strict=True):
                sides = (shares(shared.values, side if is_counted else np.sign(-side), known) for side in (base, own))
                made.setdefault(int(here[row]), []).append(Difference(condition.key, *sides))
    return made


def shares(values: Sequence[str], counts: Ints, known: dict[bytes, tuple[Share, ...]]) -> tuple[Share, ...]:
    """Of one side; -1 for a value that is there without its count."""
    key = counts.tobytes()
    if key not in known:
        there = np.flatnonzero(counts).tolist()
        known[key] = tuple(Share(values[value], max(int(counts[value]), 0)) for value in there)
    return known[key]


def all_differences(places: Places, here: Ints, there: Ints, conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """One for each condition in which some place differs from its baseline, with all that occurs on each side.

    In the order in which the pairs stand.
    """
    differences = []
    for condition in conditions:
        shared, first = Shared(places, condition), len(here)
        sides: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
        for rows, are_counted, theirs, ours in shared.differing(here, there):
            first = min(first, int(rows.min(initial=first)))
            for side, counts in zip(sides, (theirs, ours), strict=True):
                side |= occurring(np.where(are_counted[:, None], counts, np.sign(-counts)))
        if sides[0]:
            made = (
                tuple(sorted((Share(shared.values[value], max(count, 0)) for value, count in side), key=str))
                for side in sides
            )
            differences.append((first, Difference(condition.key, *made)))
    return tuple(difference for _, difference in sorted(differences, key=lambda one: one[0]))


def occurring(counts: Counts) -> set[tuple[int, int]]:
    """(value, count) of all places, each pair once."""
    rows, values = np.nonzero(counts)
    own = counts[rows, values]
    low, high = int(own.min(initial=0)), int(own.max(initial=0))
    places, above = np.divmod(np.unique(values * (high - low + 1) + own - low), high - low + 1)
    return set(zip(places.tolist(), (above + low).tolist(), strict=True))
