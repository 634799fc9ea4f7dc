"""The last runs of a curve, where they are too few to be a level and far outside what theirs has seen. Pure.

Far is beyond where a run to come is expected: by a t of the mean and deviation of the others (a prediction interval:
Hahn and Meeker 1991, section 4.7), in logarithms where there are any. The deviation is that of the newest others where
these are the noisier ones: noise that came with them is no change. It does not count one run farther than `drift.FAR`,
so that one bad run hides no other; where several lie there, they are how the level is, and count.
And it is beyond all other runs, by half of the way to the farthest of that side again: a level that has two modes, or
tails, was nearly there before. Where some run lay farther than `drift.FAR`, on any side, by as much as that again.

`python -m benchdb.dev.error_rates last_runs` counts how often chance alone says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from benchdb.domain.statistics import FEWEST
from benchdb.domain.statistics.serial import FAR, TO_DEVIATION, without_outliers
from benchdb.questions.level_changes.strengths import Array

RARE = 0.002  #: p of one run so far from its level
BEYOND, BEYOND_TAILS = 1.5, 2.0  #: times as far from the median as others; measured, see docs/history.md
FEWEST_BEFORE = 8  #: runs of the level, below which nobody knows what it is like


@dataclass(frozen=True, slots=True)
class LastRuns:
    """Too few to be a level."""

    runs: int
    level: float  #: the median of the others
    nearest: float  #: value, of these runs, to it


def far_last_runs(values: Sequence[float], places: Sequence[float]) -> LastRuns | None:
    """Of one level; runs of one of the `places` belong together."""
    level = np.asarray(values, float)
    for runs in range(min(FEWEST - 1, len(level) - FEWEST_BEFORE), 0, -1):
        others, last = level[:-runs], level[-runs:]
        if places[-runs] != places[-runs - 1] and are_far(others, last):
            median = float(np.median(others))
            return LastRuns(runs, median, float(min(last, key=lambda value: abs(value - median))))
    return None


def are_far(others: Array, last: Array) -> bool:
    if others.min() <= last.max() and last.min() <= others.max():
        return False
    if min(others.min(), last.min()) > 0:
        others, last = np.log(others), np.log(last)
    return is_unexpected(others, last) and is_beyond(others - np.median(others), last - np.median(others))


def is_beyond(others: Array, last: Array) -> bool:
    """Of distances from the median: whether the level has seen nothing that is nearly as far."""
    own_side = others[np.sign(others) == np.sign(last[0])]
    least = BEYOND * float(np.abs(own_side).max(initial=0.0))
    widest = float(np.abs(others).max())
    if widest > FAR * TO_DEVIATION * float(np.median(np.abs(others))):
        least = max(least, BEYOND_TAILS * widest)
    return bool((np.abs(last) > least).all())


def is_unexpected(others: Array, last: Array) -> bool:
    """Whether no run to come is expected there."""
    count = len(others)
    known = without_outliers(others, [0, count])
    if np.count_nonzero(known != others) > 1:
        known = others
    deviation = max(float(part.std(ddof=1)) for part in (known, known[-FEWEST_BEFORE:]))
    error = deviation * math.sqrt(1 + 1 / count)
    farthest = -float(stdtrit(count - 1, RARE / 2)) * error
    return bool((np.abs(last - known.mean()) > farthest).all())
