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
from typing import Literal

import numpy as np

from benchdb.domain.statistics.aggregations import Aggregation
from benchdb.questions.effort import go_on
from benchdb.questions.scaling.laws import Array

RESAMPLES = 400
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


def bootstrapped(samples: tuple[Sample, ...], aggregation: Aggregation) -> Drawn:
    """RESAMPLES curves; remembered, because both laws of a curve ask for the same."""
    key = digest(samples, aggregation)
    if key not in REMEMBERED:
        while len(REMEMBERED) >= MOST_REMEMBERED:
            REMEMBERED.pop(next(iter(REMEMBERED), key), None)
        REMEMBERED[key] = drawn_anew(samples, aggregation)
    return REMEMBERED[key]


MOST_REMEMBERED = 32
REMEMBERED: dict[bytes, Drawn] = {}  #: by digest: the samples themselves would hold all numbers of their answer


def digest(samples: Sequence[Sample], aggregation: Aggregation) -> bytes:
    """Of what curves are drawn from."""
    made = sha256(aggregation.name.encode())
    for sample in samples:
        made.update(np.array([sample.n, len(sample.values)], float).tobytes())
        made.update(np.asarray(sample.values, float).tobytes())
        made.update(np.asarray(sample.runs, np.int64).tobytes())
    return made.digest()


def drawn_anew(samples: Sequence[Sample], aggregation: Aggregation) -> Drawn:
    random = np.random.default_rng(sorted(run for sample in samples for run in sample.runs))
    columns = [np.concatenate([*of_sample(sample, aggregation, random)]) for sample in samples]
    return Drawn(np.array([sample.n for sample in samples], float), np.column_stack(columns))


def of_sample(sample: Sample, aggregation: Aggregation, random: np.random.Generator) -> Iterator[Array]:
    """The number of each resample, some resamples at a time: all indices of 50,000 runs at once would take 160 MB."""
    values = np.asarray(sample.values, float)
    size = max(1, AT_ONCE // len(values))
    for begin in range(0, RESAMPLES, size):
        go_on()
        drawn = random.integers(0, len(values), (min(size, RESAMPLES - begin), len(values)))
        yield aggregation.of_each(values[drawn])


def spread(values: Iterable[float], how: Basis) -> Range | None:
    """The middle 95% of a bootstrap, or all of a leaving-out. None where there is nothing."""
    known = sorted(float(value) for value in values if not math.isnan(value))
    if not known or how == "none":
        return None
    if how == "leave-one-out":
        return Range(known[0], known[-1])
    low, high = np.percentile(known, (2.5, 97.5), method="inverted_cdf")
    return Range(float(low), float(high))
