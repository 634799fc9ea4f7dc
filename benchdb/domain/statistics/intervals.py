"""The interval of a change, of the same number that is shown: 95%, or none where none would be true.

None: fewer than 3 runs on a side; the highest run, which rises with every further run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics import welch
from benchdb.domain.statistics.aggregations import AGGREGATIONS
from benchdb.domain.statistics.levels import Interval, Pair, Values, alike
from benchdb.domain.statistics.median_intervals import median_intervals

Array = NDArray[np.float64]
Kind = Literal["ratio", "difference"]
Bounds = tuple[Array, Array]  #: (low, high) of many cells

FEWEST_FOR_INTERVAL = 3  #: runs on each side


def change_interval(values: Values, baseline: Values, aggregation: str = "median") -> Interval | None:
    """Of the relative change of one pair."""
    return change_intervals([(values, baseline)], aggregation)[0]


def change_intervals(pairs: Sequence[Pair], aggregation: str = "median") -> list[Interval | None]:
    """Of each pair's relative change; None where a value is not positive."""
    return [interval and (interval[0] - 1, interval[1] - 1) for interval in _intervals(pairs, aggregation, "ratio")]


def difference_intervals(pairs: Sequence[Pair], aggregation: str = "median") -> list[Interval | None]:
    """Of each pair's difference, in the metric's unit: for a baseline of 0."""
    return _intervals(pairs, aggregation, "difference")


def _intervals(pairs: Sequence[Pair], aggregation: str, kind: Kind) -> list[Interval | None]:
    """Of each pair; those of equal sizes together. KeyError for an aggregation that there is not."""
    known = AGGREGATIONS[aggregation].name
    results: list[Interval | None] = [None] * len(pairs)
    for same in alike(pairs):
        if min(same.sizes) < FEWEST_FOR_INTERVAL:
            continue
        some = same if kind == "difference" else same.of(np.minimum(same.here.min(axis=1), same.there.min(axis=1)) > 0)
        if len(some.indexes) and (bounds := of_equal_sizes(some.here, some.there, known, kind)) is not None:
            for index, low, high in zip(some.indexes.tolist(), *(ends.tolist() for ends in bounds), strict=True):
                results[index] = (low, high)
    return results


def of_equal_sizes(here: Array, there: Array, aggregation: str, kind: Kind) -> Bounds | None:
    """Of each row of runs[cell, run], the runs in the order of their trials."""
    match aggregation:
        case "median":
            return of_medians(here, there, kind)
        case "mean":
            return of_means(welch.means(here), welch.means(there), kind)
        case "harmonic" if kind == "ratio":  # one over the mean of what is one over the runs
            return of_means(welch.means(1 / there), welch.means(1 / here), kind)
        case "zones":
            return of_means(welch.trimmed_means(here), welch.trimmed_means(there), kind)
    return None


def of_means(here: welch.Means | None, there: welch.Means | None, kind: Kind) -> Bounds | None:
    if here is None or there is None:
        return None
    return welch.ratio_intervals(here, there) if kind == "ratio" else welch.intervals(here, there)


def of_medians(here: Array, there: Array, kind: Kind) -> Bounds:
    """The bootstrap's, and Welch's too where runs are few or their noise is unlike: the wider end of each."""
    if kind == "ratio":
        low, high = of_medians(*welch.logarithms(here, there), "difference")
        return np.exp(low), np.exp(high)
    low, high = median_intervals(here, there)
    if not (heard := welch.is_heard(here, there)).any():
        return low, high
    welch_low, welch_high = welch.intervals(welch.means(here), welch.means(there))
    return np.where(heard, np.minimum(low, welch_low), low), np.where(heard, np.maximum(high, welch_high), high)
