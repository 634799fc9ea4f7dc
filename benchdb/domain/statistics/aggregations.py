"""How several runs of one setup become one number."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics.levels import Values

FEW = 1_000  #: values, up to which sorting them all takes less than numpy's median


def median(values: Values | NDArray[np.float64]) -> float:
    """As numpy.median says it, which takes 20 µs for a few values; nan where one is, and of none."""
    if not 0 < len(values) <= FEW:
        return float(np.median(values))
    rising = np.sort(np.asarray(values, float))
    half = len(rising) // 2
    if len(rising) % 2 or rising[-1] != rising[-1]:  # nan is sorted behind all others
        return float(rising[half] if rising[-1] == rising[-1] else math.nan)
    return float((rising[half - 1] + rising[half]) / 2)


def zones_protocol(values: Values) -> float:
    """First run dropped, then the best and the worst; the mean of the rest. Needs 4 runs; nan with fewer.

    Source: the Solaris zones study of October 2007, which runs each load 5 times and publishes the mean of 2.
    `values` must be in the order of the trials.
    """
    rest = sorted(values[1:])[1:-1]
    return float(np.mean(rest)) if rest else math.nan


def harmonic_mean(values: Values) -> float:
    """n / sum(1/x): the mean of rates that were measured over equal work. nan where one is not positive."""
    return float(1 / np.mean(1 / np.asarray(values, float))) if min(values) > 0 else math.nan


@dataclass(frozen=True, slots=True)
class Aggregation:
    """How several runs of one setup become one number. The parameter `protocol` of a question names it."""

    name: str
    title: str
    of: Callable[[Values], float]  #: runs in the order of their trials -> the number; nan if too few
    needs: int = 1  #: runs
    along: Callable[..., Any] | None = None  #: the same of every row of values[cell, run], by axis=1

    def of_each(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of every row of values[cell, run]."""
        return np.asarray(self.along(values, axis=1) if self.along else [self.of(row) for row in values])


AGGREGATIONS = {
    aggregation.name: aggregation
    for aggregation in (
        Aggregation("median", "Median of all runs", median, along=np.median),
        Aggregation("mean", "Mean of all runs", lambda values: float(np.mean(values)), along=np.mean),
        Aggregation("harmonic", "Harmonic mean of all runs", harmonic_mean),
        Aggregation("peak", "Highest run", lambda values: float(np.max(values)), along=np.max),
        Aggregation("zones", "First, best and worst dropped, mean of the rest", zones_protocol, 4),
    )
}
