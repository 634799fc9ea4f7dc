"""Numbers -> the places that they fall into: by metric, row and column. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from benchdb.domain.columns import AT_ONCE, MANY, Coded, Floats, Ints, blocks
from benchdb.questions.numbers import Numbers

NOWHERE = Coded(np.empty(0, np.int64), ())
LARGEST = 2**62


@dataclass(frozen=True)
class Places:
    """The numbers by metric, row and column: those of one place beside each other, in the order of the trials."""

    numbers: Numbers
    begins: Ints  #: where the numbers of each place begin, and at last where all end
    keys: tuple[tuple[str, str, str], ...]  #: (metric, row, column) of each place

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def place(self) -> Mapping[tuple[str, str, str], int]:
        return {key: place for place, key in enumerate(self.keys)}

    @cached_property
    def counts(self) -> Ints:
        return np.diff(self.begins)

    @cached_property
    def first(self) -> Ints:
        """The places in the order in which their first numbers come."""
        return np.argsort(self.numbers.order[self.begins[:-1]], kind="stable")

    @cached_property
    def kinds(self) -> tuple[Ints, Ints, Ints]:
        """(place, kind, numbers) of every kind that a place has."""
        width = int(self.numbers.kind.max(initial=0)) + 1
        parts = [self._kinds_of(some, width) for some in self._stretches()]
        known, counts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        return known // width, known % width, counts

    def _kinds_of(self, some: slice, width: int) -> tuple[Ints, Ints]:
        """(place * width + kind, how many numbers) of some places."""
        own = slice(int(self.begins[some.start]), int(self.begins[some.stop]))
        pairs = np.repeat(np.arange(some.start, some.stop) * width, self.counts[some])
        pairs += self.numbers.kind[own]
        return np.unique(pairs, return_counts=True)

    def _stretches(self) -> Iterator[slice]:
        """Places that have about as many numbers as are copied together."""
        cuts = np.searchsorted(self.begins, np.arange(0, max(len(self.numbers), 1), AT_ONCE)).tolist()
        return (slice(first, last) for first, last in pairwise([*dict.fromkeys(cuts), len(self)]))

    def slice(self, place: int) -> slice:
        return slice(int(self.begins[place]), int(self.begins[place + 1]))

    def values(self, place: int) -> Floats:
        return self.numbers.values[self.slice(place)]

    def by_size(self) -> Iterable[tuple[Ints, Floats]]:
        """(the places, values[place, number]) of each size."""
        for size in np.unique(self.counts).tolist():
            places = np.flatnonzero(self.counts == size)
            yield places, self.numbers.values[self.begins[places, None] + np.arange(size)]


def sorted_by(codes: Ints, order: Ints) -> Ints:
    """What sorts by the codes, and by the order within each."""
    first, last = int(order.min(initial=0)), int(order.max(initial=0))
    width, most = last - first + 1, int(codes.max(initial=0))
    if most >= LARGEST // width:
        return np.lexsort((order, codes))
    both = codes.astype(np.int64)
    both *= width
    both += order
    both -= first
    if not MANY <= len(codes) < LARGEST // (width * (most + 1)):
        return np.argsort(both, kind="stable")
    both *= len(codes)  # places are sorted along with them: in half the memory, and half the time
    for some in blocks(len(codes)):
        both[some] += np.arange(some.start, min(some.stop, len(codes)))
    both.sort()
    both %= len(codes)
    return both


def place_codes(metric: Coded, row: Coded, column: Coded) -> Ints:
    """One for each place, which rises with its metric, its row and its column."""
    most = math.prod(max(len(coded.texts), 1) for coded in (metric, row, column))
    codes: Ints = metric.codes.astype(np.int32 if most < 2**31 and len(metric.codes) >= MANY else np.int64)
    for coded in (row, column):
        codes *= len(coded.texts)
        codes += coded.codes
    return codes


def are_sorted(codes: Ints, order: Ints) -> bool:
    """Whether they are as `sorted_by` would have them: to look takes less than to sort, and no copies."""
    is_next = codes[1:] > codes[:-1]
    return bool((is_next | (codes[1:] == codes[:-1]) & (order[1:] >= order[:-1])).all())


def places_of(numbers: Numbers) -> Places:
    """The numbers sorted into their places."""
    metric, row, column = numbers.metric, numbers.row, numbers.column
    widths = (len(row.texts), len(column.texts))
    codes = place_codes(metric, row, column)
    nowhere = replace(numbers, metric=NOWHERE, row=NOWHERE, column=NOWHERE)  # the keys say it from here on
    if not are_sorted(codes, numbers.order):
        order = sorted_by(codes, numbers.order)
        codes, nowhere = codes[order], nowhere.taken(order)
    begins = np.flatnonzero(np.append(codes[:1] == codes[:1], codes[1:] != codes[:-1]))
    firsts, columns = np.divmod(codes[begins], max(widths[1], 1))
    metrics, rows = np.divmod(firsts, max(widths[0], 1))
    triples = zip(metrics.tolist(), rows.tolist(), columns.tolist(), strict=True)
    keys = tuple((metric.texts[m], row.texts[r], column.texts[c]) for m, r, c in triples)
    return Places(nowhere, np.append(begins, len(codes)), keys)


def only_place(numbers: Numbers) -> Places:
    """All numbers at one place, whatever they are laid out by."""
    return Places(numbers, np.array([0, len(numbers)]), (("", "", ""),))
