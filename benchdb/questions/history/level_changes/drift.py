"""Which changes of level could be a drift, or runs that resemble their neighbours. Pure.

A change is asked the question that two sides of a comparison are asked (`statistics.serial`): the runs of the level
before and of the level after, in their order, with residuals that resemble the one before; with a line through time
where it leans as the change does. As the place was chosen among many, its p counts once for each place that could have
been chosen. Outliers count as far as the noise goes.

Levels that were chosen to fit swallow most of what neighbours share. So the share is taken as high as it may well be:
one-sided 90%, and not below what the steps from run to run say, which no level changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchdb.domain.statistics import SIGNIFICANCE
from benchdb.domain.statistics.serial import FEWEST_RUNS, MOST_RESEMBLANCE, Array, fitted, leans, resemblance
from benchdb.questions.history.level_changes.change_points import RESEMBLANCE, share_by_steps

FAR = 4.0  #: standard deviations of the runs of a level
TO_DEVIATION = 1.4826  #: a normal's standard deviation over its median distance from the median
LEAST_VARIANCE = 0.05  #: of an estimate of the share, times the runs: where it is near 1


def could_be_drift(values: Sequence[float], changes: Sequence[int]) -> list[bool]:
    """Of each change at these places of one curve, in the order of time."""
    if not changes:
        return []
    runs, ends = np.array(values, float), [0, *changes, len(values)]
    known = without_outliers(np.log(runs) if runs.min() > 0 else runs, ends)
    steps = share_by_steps(known) if len(known) >= FEWEST_RUNS else 0.0
    return [is_drift(known[low:high], place - low, steps) for (low, place), (_, high) in pairwise(pairwise(ends))]


def without_outliers(runs: Array, ends: Sequence[int]) -> Array:
    """Each run no farther from its level's median than FAR: one bad run says nothing of how the others follow."""
    medians = np.concatenate([np.full(high - low, np.median(runs[low:high])) for low, high in pairwise(ends)])
    far = FAR * TO_DEVIATION * float(np.median(np.abs(runs - medians)))
    return np.clip(runs, medians - far, medians + far) if far else runs


def is_drift(runs: Array, place: int, least_share: float) -> bool:
    """Of a change before the run at `place`; neighbours of the curve share at least so much."""
    count = len(runs)
    if count < FEWEST_RUNS:
        return False
    design = levels_and_line(runs[None, :], place)
    plain = fitted(runs[None, :], design, np.zeros(1))
    share = float(resemblance(runs[None, :] - plain.parameters @ design.T)[0])
    error = math.sqrt(max(1 - share**2, LEAST_VARIANCE) / count)
    careful = min(max(share + RESEMBLANCE * error, RESEMBLANCE * error, least_share), MOST_RESEMBLANCE)
    ps = (fit.difference[0][0] for fit in (plain, fitted(runs[None, :], design, np.array([careful]))))
    return bool(max(ps) * count > SIGNIFICANCE)


def levels_and_line(runs: Array, place: int) -> Array:
    """What is fitted: a level, the change, and a line through time where it leans as the change does."""
    count = runs.shape[1]
    labels, time = (np.arange(count) >= place).astype(float), np.arange(count) - (count - 1) / 2
    design = np.column_stack([np.ones(count), labels, time])
    fit = fitted(runs, design, np.zeros(1))
    return design if leans(runs, labels, time, fit.parameters[:, 2] / fit.errors[:, 2])[0] else design[:, :2]
