"""Times of requests (whole numbers of a unit) -> mean, deviation, percentiles and histogram, in bounded memory.

Kept are the distinct values and how often each came: exact as long as there are at most MOST_DISTINCT of them, which
holds for times in whole milliseconds. Beyond that values lose their last binary digits until they fit again: with k
digits left, a percentile (the middle of its bucket) is off by at most 2^-k of itself; k is 14 or more where times span
no more than eight octaves evenly. Mean, deviation, minimum and maximum stay exact whatever happens.

Percentiles are by nearest rank: the smallest time that at least p % of the requests did not exceed.
Source of the merged variance: Chan, Golub, LeVeque 1979, Updating Formulae and a Pairwise Algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]

MOST_DISTINCT = 1 << 17
ALL_BITS = 63
STEPS = 20  #: histogram buckets per decade, their bounds rounded to three digits: 1, 1.12, 1.26, 1.41 ...
DECADES = range(-9, 16)
BOUNDS = np.array([float(f"{10 ** (step / STEPS):.2f}e{decade}") for decade in DECADES for step in range(STEPS)])


class Counts:
    """How often each time came."""

    def __init__(self, per_second: int) -> None:
        self.per_second = per_second  #: units in a second
        self.bits = ALL_BITS  #: leading binary digits kept of a value
        self.values = np.empty(0, np.int64)  #: distinct, ascending
        self.counts = np.empty(0, np.int64)
        self.total = self.low = self.high = self.negative = 0
        self.centre = self.squares = 0.0

    def add(self, times: Whole) -> None:
        """Count `times`. Negative ones are no times; they are counted apart."""
        if times.size and times.min() < 0:
            self.negative += int((times < 0).sum())
            times = times[times >= 0]
        if not times.size:
            return
        values, counts = distinct(times)
        self._moments(values, counts)
        self._merge(*(values, counts) if self.bits == ALL_BITS else summed(shortened(values, self.bits), counts))

    def _moments(self, values: Whole, counts: Whole) -> None:
        low, high, size = int(values[0]), int(values[-1]), int(counts.sum())
        self.low, self.high = (min(self.low, low), max(self.high, high)) if self.total else (low, high)
        mean, both = float((values * counts.astype(np.float64)).sum()) / size, self.total + size
        shift = mean - self.centre
        self.squares += float(((values - mean) ** 2 * counts).sum()) + shift * shift * self.total * size / both
        self.centre += shift * size / both
        self.total = both

    def _merge(self, values: Whole, counts: Whole) -> None:
        together = np.concatenate((self.values, values)), np.concatenate((self.counts, counts))
        self.values, self.counts = summed(*together)
        if self.values.size > MOST_DISTINCT:
            self.bits = min(self.bits, int(self.values[-1]).bit_length())
        while self.values.size > MOST_DISTINCT:
            self.bits -= 1
            self.values, self.counts = summed(shortened(self.values, self.bits), self.counts)

    @property
    def mean(self) -> float:
        return rounded(self.centre / self.per_second)

    @property
    def stddev(self) -> float:
        """Of a sample (n - 1). NaN for fewer than two."""
        return rounded(math.sqrt(self.squares / (self.total - 1)) / self.per_second) if self.total > 1 else math.nan

    @property
    def error(self) -> float:
        """The most a percentile may be off, as a fraction of itself; 0 = exact."""
        return 0.0 if self.bits == ALL_BITS else 2.0**-self.bits

    def seconds(self, time: float) -> float:
        return time / self.per_second

    def percentile(self, percent: float) -> float:
        """Seconds, by nearest rank."""
        rank = max(1, math.ceil(round(self.total * percent / 100, 6)))
        index = int(np.searchsorted(np.cumsum(self.counts), rank))
        value = int(self.values[index])
        middle = value + ((1 << max(0, value.bit_length() - self.bits)) - 1) / 2
        return rounded(self.seconds(min(max(middle, self.low), self.high)))

    def histogram(self) -> Iterator[tuple[str, int]]:
        """(upper bound in seconds, count) of each bucket that is not empty. Bound "0": no time was measurable."""
        index = np.searchsorted(BOUNDS, self.values / self.per_second)
        index[self.values == 0] = -1
        where, counts = summed(index.astype(np.int64), self.counts)
        for place, count in zip(where.tolist(), counts.tolist(), strict=True):
            yield "0" if place < 0 else f"{BOUNDS[place]:g}" if place < BOUNDS.size else "inf", count


def rounded(value: float) -> float:
    """Twelve digits: what is left when sums are made in another order."""
    return float(f"{value:.12g}")


def shortened(values: Whole, bits: int) -> Whole:
    """`values` with all but their first `bits` binary digits made 0."""
    if bits == ALL_BITS:
        return values
    spare = np.maximum(np.frexp(values.astype(np.float64))[1] - bits, 0).astype(np.int64)
    kept: Whole = (values >> spare) << spare
    return kept


def distinct(values: Whole) -> tuple[Whole, Whole]:
    """(distinct values, ascending; how often each)."""
    if values.max() < values.size:
        every = np.bincount(values)
        present = np.flatnonzero(every)
        return present, every[present]
    values = np.sort(values)
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1])))
    return values[starts], np.diff(np.append(starts, values.size))


def summed(values: Whole, counts: Whole) -> tuple[Whole, Whole]:
    """(distinct values, ascending; the sum of each one's counts)."""
    if not values.size:
        return values, counts
    order = np.argsort(values, kind="stable")
    values, counts = values[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1])))
    return values[starts], np.add.reduceat(counts, starts)
