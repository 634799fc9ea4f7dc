"""Sides whose noise need not be alike: Welch's t, and where it has to be heard beside the ranks.

Welch 1947, with the degrees of freedom of Satterthwaite 1946. For a ratio, a mean's relative error serves as the error
of its logarithm (the delta method), good to noise of about 30%. Trimmed means have the error of Yuen 1974.

Ranks cannot see that four runs of a noisy machine all landed above twenty of a quiet one by chance, nor can a bootstrap
of so few. Welch's t sees the size of the noise; one wild run blinds it, so it is heard only where it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from benchdb.domain.statistics.levels import SIGNIFICANCE

Array = NDArray[np.float64]

VERY_FEW = 5  #: runs on a side, below which Welch is always heard
FEW = 8  #: runs of the noisier side, below which Welch is heard
SOME = 16  #: runs of the noisier side, below which Welch is heard where its noise is so many times the other's:
CLEARLY_NOISIER = 3.0


@dataclass(frozen=True, slots=True)
class Means:
    """One side of many cells: the means, their squared standard errors, and how many numbers these come from."""

    centre: Array
    squared: Array
    numbers: float

    @property
    def of_logarithms(self) -> Means:
        """The logarithms of the means, which must be positive."""
        return Means(np.log(self.centre), self.squared / self.centre**2, self.numbers)


def means(values: Array) -> Means:
    """Of each row of values[cell, run]."""
    return Means(values.mean(axis=1), values.var(axis=1, ddof=1) / values.shape[1], values.shape[1])


def trimmed_means(values: Array) -> Means | None:
    """The first run dropped, then the best and the worst; None with fewer than three left."""
    rising = np.sort(values[:, 1:])
    kept, count = rising[:, 1:-1], rising.shape[1]
    size = kept.shape[1]
    if size < 3:
        return None
    winsorised = np.clip(rising, kept[:, :1], kept[:, -1:]).var(axis=1, ddof=1)
    return Means(kept.mean(axis=1), winsorised * (count - 1) / (size * (size - 1)), size)


def error(here: Means, there: Means) -> tuple[Array, Array]:
    """(standard error of the difference, its degrees of freedom)"""
    squared = here.squared + there.squared
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = squared**2 / (here.squared**2 / (here.numbers - 1) + there.squared**2 / (there.numbers - 1))
    return np.sqrt(squared), np.where(np.isfinite(freedom), freedom, here.numbers + there.numbers - 2.0)


def p_values(here: Means, there: Means) -> Array:
    """Two-sided."""
    deviation, freedom = error(here, there)
    distance = np.abs(here.centre - there.centre)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(distance > 0, 2 * stdtr(freedom, -distance / deviation), 1.0)


def intervals(here: Means, there: Means) -> tuple[Array, Array]:
    """(low, high) of the difference, 95%."""
    deviation, freedom = error(here, there)
    half = stdtrit(freedom, 1 - SIGNIFICANCE / 2) * deviation
    difference = here.centre - there.centre
    return difference - half, difference + half


def ratio_intervals(here: Means, there: Means) -> tuple[Array, Array]:
    """(low, high) of the ratio, 95%."""
    low, high = intervals(here.of_logarithms, there.of_logarithms)
    return np.exp(low), np.exp(high)


def is_heard(here: Array, there: Array) -> NDArray[np.bool_]:
    """Where Welch's word counts, for each row of both sides' runs[cell, run]."""
    n, m = here.shape[1], there.shape[1]
    if min(n, m) < VERY_FEW:
        return np.ones(len(here), bool)
    if min(n, m) >= SOME:
        return np.zeros(len(here), bool)
    noisier = np.where(here.std(axis=1) > there.std(axis=1), n, m)
    robust, other = robust_noise(here), robust_noise(there)
    is_clear = np.maximum(robust, other) > CLEARLY_NOISIER * np.minimum(robust, other)
    is_few = np.less(noisier, FEW)
    is_some = np.less(np.where(robust > other, n, m), SOME)
    return np.asarray(is_few | (is_clear & is_some))


def robust_noise(values: Array) -> Array:
    """The median distance from the median of each row, which an outlier cannot fake."""
    return np.asarray(np.median(np.abs(values - np.median(values, axis=1, keepdims=True)), axis=1))


def logarithms(here: Array, there: Array) -> tuple[Array, Array]:
    """Each row of both sides as logarithms, because changes are ratios; as it is where some value of it has none."""
    rows = (np.minimum(here.min(axis=1), there.min(axis=1)) > 0)[:, None]
    return np.log(here, out=here.copy(), where=rows), np.log(there, out=there.copy(), where=rows)
