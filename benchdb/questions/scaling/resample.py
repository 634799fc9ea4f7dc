"""Runs at each N -> other samples that could have been: a bootstrap where runs repeat, else without one N. Pure.

Bootstrap: the runs of each N are drawn anew with replacement (Efron and Tibshirani 1993, chapter 9), and become one
number by the page's protocol. Seeded from the run ids, so that the same link gives the same bytes.
Leaving one out: how far an answer hangs on a single point. It is a range, not an interval with a confidence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Literal

import numpy as np
from cachetools import LRUCache, cached
from numpy.typing import NDArray

from benchdb.domain.columns import Ints
from benchdb.domain.statistics.aggregations import Aggregation
from benchdb.questions.effort import go_on
from benchdb.questions.scaling.laws import Array

RESAMPLES = 400
CURVES = 32  #: whose resamples are remembered
LONG = 5_000  #: runs at one N, from which their medians are sought near the middle alone
FARTHEST = 8.0  #: deviations of a drawn median; one that lies farther is sought among all
AT_ONCE = 200_000  #: numbers that are drawn at one go
#: Protocol -> runs at each N, below which a bootstrap is too narrow; measured, see docs/scaling.md.
FEW = {"median": 3}
FEW_OTHERWISE = 10

Basis = Literal["bootstrap", "leave-one-out", "none"]


@dataclass(frozen=True, slots=True)
class Sample:
    """The runs at one N, in the order of their trials."""

    n: float
    values: Sequence[float]
    runs: Sequence[int]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Curves over the same N."""

    n: Array
    ys: Array  #: [curve, point]


@dataclass(frozen=True, slots=True)
class Range:
    """Where an answer lies over the samples that could have been; an end may be infinite."""

    low: float
    high: float


def basis(samples: Sequence[Sample], fewest: int) -> Basis:
    """How uncertainty can be told; `fewest` points are what the answer needs at least."""
    if any(len(sample.values) > 1 for sample in samples):
        return "bootstrap"
    return "leave-one-out" if len(samples) > fewest else "none"


def resampled(samples: Sequence[Sample], aggregation: Aggregation, how: Basis) -> list[Drawn]:
    """Curves that could have been measured instead, in the order of N; those of the same N together."""
    samples = tuple(sorted(samples, key=lambda sample: sample.n))
    if how == "bootstrap":
        return [bootstrapped(samples, aggregation)]
    if how == "leave-one-out":
        n = np.array([sample.n for sample in samples], float)
        y = np.array([float(aggregation.of(sample.values)) for sample in samples])
        return [Drawn(np.delete(n, out), np.delete(y, out)[None]) for out in range(len(n))]
    return []


def digest(samples: Sequence[Sample], aggregation: Aggregation) -> bytes:
    """Of what curves are drawn from."""
    made = sha256(aggregation.name.encode())
    for sample in samples:
        made.update(np.array([sample.n, len(sample.values)], float).tobytes())
        made.update(np.asarray(sample.values, float).tobytes())
        made.update(np.asarray(sample.runs, np.int64).tobytes())
    return made.digest()


@cached(LRUCache[bytes, Drawn](CURVES), key=digest, lock=Lock())
def bootstrapped(samples: Sequence[Sample], aggregation: Aggregation) -> Drawn:
    """RESAMPLES curves; remembered, because both laws of a curve ask for the same.

    By their digest: the samples themselves would hold all numbers of their answer.
    """
    random = np.random.default_rng(seed_of([np.asarray(sample.runs, np.int64) for sample in samples]))
    columns = [np.concatenate([*of_sample(sample, aggregation, random)]) for sample in samples]
    return Drawn(np.array([sample.n for sample in samples], float), np.column_stack(columns))


def seed_of(runs: Sequence[Ints]) -> Ints | NDArray[np.uint32]:
    """The ids of all runs, rising: an array of 32 bits seeds as a list does, and a million of them at once."""
    rising = np.sort(np.concatenate(runs))
    return rising.astype(np.uint32) if rising[0] >= 0 and rising[-1] < 2**32 else rising


def of_sample(sample: Sample, aggregation: Aggregation, random: np.random.Generator) -> Iterator[Array]:
    """The number of each resample, some resamples at a time: all indices of 50,000 runs at once would take 160 MB."""
    values = np.asarray(sample.values, float)
    size = max(1, AT_ONCE // len(values))
    is_long = aggregation.name == "median" and len(values) >= LONG
    of_each = Medians(values).of_each if is_long else lambda drawn: aggregation.of_each(values[drawn])
    for begin in range(0, RESAMPLES, size):
        go_on()
        drawn = random.integers(0, len(values), (min(size, RESAMPLES - begin), len(values)))
        yield of_each(drawn)


class Medians:
    """Medians of draws from many numbers. Only what may be a draw's middle is sorted; nearly all lies to its sides."""

    def __init__(self, values: Array) -> None:
        count, order = len(values), np.argsort(values, kind="stable")
        self.values, self.rising, self.ranks = values, values[order], np.empty(count, np.int32)
        self.ranks[order] = np.arange(count)
        half = math.ceil(FARTHEST * math.sqrt(count) / 2)  # a drawn median's rank has a deviation of √n/2
        self.low, self.high = max(0, count // 2 - half), count // 2 + half

    def of_each(self, drawn: Ints) -> Array:
        """Of each row of drawn[draw, index]."""
        ranks = self.ranks[drawn]
        is_near = (ranks >= self.low) & (ranks < self.high)
        below, ends = np.count_nonzero(ranks < self.low, axis=1), np.cumsum(np.count_nonzero(is_near, axis=1))
        parts = zip(drawn, below.tolist(), np.split(ranks[is_near], ends[:-1]), strict=True)
        return np.array([self._of(row, before, np.sort(near)) for row, before, near in parts])

    def _of(self, row: Ints, before: int, near: Ints) -> float:
        """`near`: the ranks near the middle, rising; so many are `before` them."""
        lower, upper = (len(row) - 1) // 2 - before, len(row) // 2 - before
        if lower < 0 or upper >= len(near):
            return float(np.median(self.values[row]))
        return float((self.rising[near[lower]] + self.rising[near[upper]]) / 2)


def spread(values: Iterable[float], how: Basis) -> Range | None:
    """The middle 95% of a bootstrap, or all of a leaving-out. None where there is nothing."""
    known = sorted(float(value) for value in values if not math.isnan(value))
    if not known or how == "none":
        return None
    if how == "leave-one-out":
        return Range(known[0], known[-1])
    low, high = np.percentile(known, (2.5, 97.5), method="inverted_cdf")
    return Range(float(low), float(high))
