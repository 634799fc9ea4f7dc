"""Runs at each N -> other samples that could have been: a bootstrap where runs repeat, else without one N. Pure.

Bootstrap: the runs of each N are drawn anew with replacement (Efron and Tibshirani 1993, chapter 9), and become one
number by the page's protocol. Seeded from the run ids, so that the same link gives the same bytes.
Leaving one out: how far an answer hangs on a single point. It is a range, not an interval with a confidence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from benchdb.domain.statistics.aggregations import Aggregation
from benchdb.questions.scaling.laws import Array

RESAMPLES = 400
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


@lru_cache(maxsize=32)
def bootstrapped(samples: tuple[Sample, ...], aggregation: Aggregation) -> Drawn:
    """RESAMPLES curves; remembered, because both laws of a curve ask for the same."""
    random = np.random.default_rng(sorted(run for sample in samples for run in sample.runs))
    columns = []
    for sample in samples:
        drawn = random.integers(0, len(sample.values), (RESAMPLES, len(sample.values)))
        columns.append(aggregation.of_each(np.asarray(sample.values, float)[drawn]))
    return Drawn(np.array([sample.n for sample in samples], float), np.column_stack(columns))


def spread(values: Iterable[float], how: Basis) -> Range | None:
    """The middle 95% of a bootstrap, or all of a leaving-out. None where there is nothing."""
    known = sorted(float(value) for value in values if not math.isnan(value))
    if not known or how == "none":
        return None
    if how == "leave-one-out":
        return Range(known[0], known[-1])
    low, high = np.percentile(known, (2.5, 97.5), method="inverted_cdf")
    return Range(float(low), float(high))
