"""Runs in the order they were made: whether a drift, or runs that resemble their neighbours, could be the difference.

A line through time is fitted beside the two sides' levels, with residuals of which each holds a share of the one before
(Prais and Winsten 1954); the share is raised by 3 over the number of runs, because few residuals understate it. What
the difference is worth beyond that is a t. It is asked for only where the runs give cause: where the line leans as the
difference does, or where neighbours resemble each other.

Holds for runs without a long gap between them; `sitting_test.trend` asks of sittings. Sides that take turns lose next
to nothing by it; a side that was measured after the other loses power, which is what not taking turns costs:
docs/comparing.md says how much.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from benchdb.domain.statistics.levels import SIGNIFICANCE
from benchdb.domain.statistics.sides import Contrast
from benchdb.domain.statistics.sittings import are_one_stretch

Array = NDArray[np.float64]

PARAMETERS = 3  #: level, difference, slope
FEWEST_RUNS = 7  #: of both sides together
LEANING = 0.25  #: one-sided p of the slope, below which it gives cause
MOST_RESEMBLANCE = 0.95
TINY = 1e-30  #: instead of no noise at all
FAR = 4.0  #: standard deviations of the runs of a level
TO_DEVIATION = 1.4826  #: a normal's standard deviation over its median distance from the median


@dataclass(frozen=True, slots=True)
class Drift:
    """What remains of a difference when a drift is allowed for."""

    p: float
    low: float  #: of its 95% interval: of the ratio's logarithm, or of the difference where a value has none
    high: float
    is_all: bool = (
        False  #: whether a line through all sittings explains as much as the two levels (`sitting_test.trend`)
    )
    #: Where the sides drift against their difference: (what that comes to from the first sitting to the last, the
    #: difference beside it), of logarithms as `low` is.
    opposed: tuple[float, float] | None = None

    @property
    def explains(self) -> bool:
        """Whether it could be the difference. One that is opposed hides a part of it instead."""
        return self.is_all or (self.opposed is None and self.p > SIGNIFICANCE)


def drifts(contrasts: Sequence[Contrast]) -> list[Drift | None]:
    """Of each contrast; None where the order is unknown or gives no cause. Those of one order are computed together."""
    results: list[Drift | None] = [None] * len(contrasts)
    alike: dict[bytes, list[tuple[int, Array]]] = defaultdict(list)
    for index, labels, values in sequences(contrasts):
        alike[labels.tobytes()].append((index, values))
    for order, members in alike.items():
        one_order = np.frombuffer(order, np.int8).astype(np.float64)
        computed = of_one_order(np.array([values for _, values in members]), one_order)
        for (index, _), drift in zip(members, computed, strict=True):
            results[index] = drift
    return results


def sequences(contrasts: Sequence[Contrast]) -> Iterator[tuple[int, NDArray[np.int8], Array]]:
    """(which contrast, 1 for this side and 0 for the baseline, the values) in the order of time.

    Of those whose runs are one stretch; values are logarithms where all are positive.
    """
    sizes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, contrast in enumerate(contrasts):
        here, there = contrast.here, contrast.there
        if len(here.values) + len(there.values) >= FEWEST_RUNS and here.knows_starts and there.knows_starts:
            sizes[len(here.values), len(there.values)].append(index)
    for (n, m), indexes in sizes.items():
        some = [contrasts[index] for index in indexes]
        starts = np.stack([np.concatenate([one.here.times, one.there.times]) for one in some])
        durations = np.stack([np.concatenate([one.here.lasted, one.there.lasted]) for one in some])
        labels = np.repeat(np.array([1, 0], np.int8), (n, m))
        for row in np.flatnonzero(are_one_stretch(starts, durations)).tolist():
            one, order = some[row], np.argsort(starts[row], kind="stable")
            values = np.concatenate([one.here.numbers, one.there.numbers])
            yield indexes[row], labels[order], (np.log(values) if one.is_positive else values)[order]


def of_one_order(values: Array, labels: Array) -> list[Drift | None]:
    """Of each row of values[cell, run]."""
    count = len(labels)
    time = np.arange(count, dtype=float) - (count - 1) / 2
    design = np.column_stack([np.ones(count), labels, time])
    plain = fitted(values, design, np.zeros(len(values)))
    residuals = values - plain.parameters @ design.T
    likeness = np.clip(resemblance(residuals), 0, MOST_RESEMBLANCE)
    cause = leans(values, labels, time, plain.parameters[:, 2] / plain.errors[:, 2])
    cause |= likeness > 1 / math.sqrt(count)
    cause &= values.max(axis=1) > values.min(axis=1)  # what never changes does not drift
    p, low, high = plain.difference
    careful_p, careful_low, careful_high = fitted(values, design, likeness).difference
    bounds = zip(np.maximum(p, careful_p), np.minimum(low, careful_low), np.maximum(high, careful_high), strict=True)
    made = (Drift(float(one), float(least), float(most)) for one, least, most in bounds)
    return [drift if has_cause else None for has_cause, drift in zip(cause, made, strict=True)]


@dataclass(frozen=True, slots=True)
class Fit:
    """Level, difference and slope of many cells."""

    parameters: Array  #: [cell, parameter]
    errors: Array  #: standard ones, of the same
    freedom: int
    squares: Array  #: the residuals', over their freedom

    @property
    def difference(self) -> tuple[Array, Array, Array]:
        """(p, low, high) of the difference between the sides, 95%."""
        centre, error = self.parameters[:, 1], self.errors[:, 1]
        half = stdtrit(self.freedom, 1 - SIGNIFICANCE / 2) * error
        return np.asarray(2 * stdtr(self.freedom, -np.abs(centre) / error)), centre - half, centre + half


def fitted(values: Array, design: Array, likeness: Array) -> Fit:
    """By least squares, where each residual is `likeness` times the one before it and some luck of its own."""
    first = np.sqrt(1 - likeness**2)
    x = np.repeat(design[None], len(values), axis=0)
    x[:, 1:] -= likeness[:, None, None] * design[None, :-1]
    x[:, 0] *= first[:, None]
    y = values.copy()
    y[:, 1:] -= likeness[:, None] * values[:, :-1]
    y[:, 0] *= first
    inverse = np.linalg.inv(np.einsum("kni,knj->kij", x, x))
    parameters = np.einsum("kij,knj,kn->ki", inverse, x, y)
    freedom = len(design) - design.shape[1]
    squares = ((y - np.einsum("kni,ki->kn", x, parameters)) ** 2).sum(axis=1) / freedom
    errors = np.sqrt(np.maximum(squares, TINY)[:, None] * np.einsum("kii->ki", inverse))
    return Fit(parameters, errors, freedom, squares)


def without_outliers(runs: Array, ends: Sequence[int]) -> Array:
    """Each run no farther from its level's median than FAR: one bad run says nothing of how the others follow."""
    medians = np.concatenate([np.full(high - low, np.median(runs[low:high])) for low, high in pairwise(ends)])
    far = FAR * TO_DEVIATION * float(np.median(np.abs(runs - medians)))
    return np.clip(runs, medians - far, medians + far) if far else runs


def resemblance(residuals: Array) -> Array:
    """The share of each residual that is the one before it."""
    products = (residuals[:, 1:] * residuals[:, :-1]).sum(axis=1)
    squares = np.maximum((residuals**2).sum(axis=1), TINY)
    return np.asarray(products / squares + PARAMETERS / residuals.shape[1])


def leans(values: Array, labels: Array, time: Array, slope: Array) -> NDArray[np.bool_]:
    """Where the slope would move the sides apart as they are. `slope` is in its standard errors."""
    difference = values[:, labels == 1].mean(axis=1) - values[:, labels == 0].mean(axis=1)
    direction = np.sign(difference) * np.sign(round(float(labels @ time), 9))
    return np.asarray((direction != 0) & (stdtr(len(time) - PARAMETERS, -slope * direction) < LEANING))
