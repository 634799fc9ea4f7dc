"""Which changes of level could be a drift, or runs that resemble their neighbours. Pure.

A change is asked the question that two sides of a comparison are asked (`statistics.serial`): the runs of the level
before and of the level after, in their order, with a line through time and residuals that resemble the one before. As
the place was chosen among many, its p counts once for each place that could have been chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchdb.domain.statistics import SIGNIFICANCE
from benchdb.domain.statistics.serial import FEWEST_RUNS, of_one_order


def could_be_drift(values: Sequence[float], changes: Sequence[int]) -> list[bool]:
    """Of each change at these places of one curve, in the order of time."""
    ends = [0, *changes, len(values)]
    return [is_drift(values[low:place], values[place:high]) for (low, place), (_, high) in pairwise(pairwise(ends))]


def is_drift(before: Sequence[float], after: Sequence[float]) -> bool:
    runs = np.array([*before, *after], float)
    if len(runs) < FEWEST_RUNS:
        return False
    labels = np.repeat((0.0, 1.0), (len(before), len(after)))
    known = np.log(runs) if runs.min() > 0 else runs
    drift = of_one_order(known[None, :], labels)[0]
    return drift is not None and drift.p * len(runs) > SIGNIFICANCE
