"""Which changes of level could be a drift, or runs that resemble their neighbours. Pure.

Of the runs of the level before and of the level after, in their order, two things are asked. Does the change reach 5%
with residuals of which each holds a share of the one before (`statistics.serial`)? As the place was chosen among many,
its p counts once for each place that could have been. And do two levels explain the runs so much better than a straight
line does that nobody would take the line: by a likelihood e^LINE times as large, with the share e^LINE_AND_SHARE times?
Both have as many parameters, but for the place. Outliers count as far as the noise goes.

Levels that were chosen to fit swallow most of what neighbours share. So the share is taken as high as it may well be:
one-sided 90%, and not below what the steps from run to run say, which no level changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchdb.domain.statistics import SIGNIFICANCE
from benchdb.domain.statistics.serial import (
    FEWEST_RUNS,
    MOST_RESEMBLANCE,
    TINY,
    Array,
    fitted,
    resemblance,
    without_outliers,
)
from benchdb.questions.level_changes.change_points import RESEMBLANCE, share_by_steps

#: Natural logarithm of how much likelier levels are than a line: what a chosen place gains by chance, and more.
LINE = 4.0
LINE_AND_SHARE = 2.5  #: the same where residuals hold a share of the one before: a share takes from both
LEAST_VARIANCE = 0.05  #: of an estimate of the share, times the runs: where it is near 1


def could_be_drift(values: Sequence[float], changes: Sequence[int]) -> list[bool]:
    """Of each change at these places of one curve, in the order of time."""
    if not changes:
        return []
    runs, ends = np.array(values, float), [0, *changes, len(values)]
    known = without_outliers(np.log(runs) if runs.min() > 0 else runs, ends)
    steps = share_by_steps(known) if len(known) >= FEWEST_RUNS else 0.0
    return [is_drift(known[low:high], place - low, steps) for (low, place), (_, high) in pairwise(pairwise(ends))]


def is_drift(runs: Array, place: int, least_share: float) -> bool:
    """Of a change before the run at `place`; neighbours of the curve share at least so much."""
    count = len(runs)
    if count < FEWEST_RUNS:
        return False
    levels, line = designs(count, place)
    plain = fitted(runs[None, :], levels, np.zeros(1))
    share = careful_share(runs[None, :] - plain.parameters @ levels.T, least_share)
    ps = (fit.difference[0][0] for fit in (plain, fitted(runs[None, :], levels, share)))
    if max(ps) * count > SIGNIFICANCE:
        return True
    gains = (likelier(runs, levels, line, one) for one in (np.zeros(1), share))
    return any(gain < least for gain, least in zip(gains, (LINE, LINE_AND_SHARE), strict=True))


def designs(count: int, place: int) -> tuple[Array, Array]:
    """(a level and a change before the run at `place`, a level and a line through time)"""
    ones, time = np.ones(count), np.arange(count) - (count - 1) / 2
    return np.column_stack([ones, np.arange(count) >= place]), np.column_stack([ones, time])


def careful_share(residuals: Array, least: float) -> Array:
    """The share of each that is the one before it, as high as it may well be."""
    count, share = residuals.shape[1], float(resemblance(residuals)[0])
    room = RESEMBLANCE * math.sqrt(max(1 - share**2, LEAST_VARIANCE) / count)
    return np.array([min(max(share + room, room, least), MOST_RESEMBLANCE)])


def likelier(runs: Array, levels: Array, line: Array, share: Array) -> float:
    """The logarithm of how much likelier the runs are beside levels than beside a line, where noise is normal."""
    left, right = (fitted(runs[None, :], design, share).squares[0] for design in (levels, line))
    return len(runs) / 2 * math.log(max(right, TINY) / max(left, TINY))
