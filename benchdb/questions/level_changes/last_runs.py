"""The first or the last runs of a level, where they are too few to be one and far outside what theirs has seen. Pure.

Far is beyond where a run to come is expected: by a t of the mean and deviation of the others (a prediction interval:
Hahn and Meeker 1991, section 4.7), in logarithms where there are any. The deviation is that of the nearest others where
these are the noisier ones: noise that came with them is no change. It does not count one run farther than `drift.FAR`,
so that one bad run hides no other; where several lie there, they are how the level is, and count.
Or the runs as one are so far from the others that Student's t says so, its p counted once for each stretch of 1 to 3
runs at either end: so few others, or so much noise, are no reason to be silent about what lies elsewhere as a whole.
And it is beyond all other runs, by half of the way to the farthest of that side again: a level that has two modes, or
tails, was nearly there before. Where some run lay farther than `drift.FAR`, on any side, by as much as that again.

`python -m benchdb.dev.error_rates last_runs` counts how often chance alone says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import stdtr, stdtrit

from benchdb.domain.statistics import FEWEST
from benchdb.domain.statistics.serial import FAR, TO_DEVIATION, without_outliers
from benchdb.questions.level_changes.strengths import TINY, Array

RARE = 0.002  #: p of one run so far from its level
BEYOND, BEYOND_TAILS = 1.5, 2.0  #: times as far from the median as others; measured, see docs/history.md
RARE_TOGETHER = 0.01  #: p of several runs as one, counted for each of the stretches
STRETCHES = 2 * (FEWEST - 1)  #: of fewer runs than a level, at either end
FEWEST_BEFORE = 8  #: runs of the level, below which nobody knows where a single one to come is expected


@dataclass(frozen=True, slots=True)
class FewRuns:
    """Too few to be a level."""

    runs: int
    of: int  #: so many others
    level: float  #: the median of these
    nearest: float  #: value, of the few, to it
    are_first: bool = False


def far_ends(values: Sequence[float], places: Sequence[float]) -> tuple[FewRuns, ...]:
    """The first and the last runs of one level that are far; neither is of the others that the second is asked by, and
    where either may hide the other one, of those that any is."""
    last = far_last_runs(values, places)
    first = far_first_runs(*without_last(values, places, last.runs if last else 0))
    if first and not last:
        last = far_last_runs(values[first.runs :], places[first.runs :])
    return tuple(one for one in (first, last) if one) or hidden_by_each_other(values, places)


def hidden_by_each_other(values: Sequence[float], places: Sequence[float]) -> tuple[FewRuns, ...]:
    for runs in range(1, FEWEST):
        first = far_first_runs(*without_last(values, places, runs))
        last = first and far_last_runs(values[first.runs :], places[first.runs :])
        if first and last and last.runs == runs:
            return first, last
    return ()


def without_last(
    values: Sequence[float], places: Sequence[float], runs: int
) -> tuple[Sequence[float], Sequence[float]]:
    return values[: len(values) - runs], places[: len(places) - runs]


def far_first_runs(values: Sequence[float], places: Sequence[float]) -> FewRuns | None:
    """The same as the last runs of what is read backwards."""
    first = far_last_runs(values[::-1], places[::-1])
    return first and replace(first, are_first=True)


def far_last_runs(values: Sequence[float], places: Sequence[float]) -> FewRuns | None:
    """Of one level; runs of one of the `places` belong together."""
    level = np.asarray(values, float)
    for runs in range(min(FEWEST - 1, len(level) - FEWEST), 0, -1):
        others, last = level[:-runs], level[-runs:]
        if places[-runs] != places[-runs - 1] and are_far(others, last):
            median = float(np.median(others))
            return FewRuns(runs, len(others), median, float(min(last, key=lambda value: abs(value - median))))
    return None


def are_far(others: Array, last: Array) -> bool:
    if others.min() <= last.max() and last.min() <= others.max():
        return False
    if min(others.min(), last.min()) > 0:
        others, last = np.log(others), np.log(last)
    if not is_beyond(others - np.median(others), last - np.median(others)):
        return False
    return (len(others) >= FEWEST_BEFORE and is_unexpected(others, last)) or are_elsewhere(others, last)


def are_elsewhere(others: Array, last: Array) -> bool:
    """Whether these as one are not of the others' level: by Student's t, with the deviation within both."""
    freedom = len(others) + len(last) - 2
    squares = sum(float(((part - part.mean()) ** 2).sum()) for part in (others, last))
    error = math.sqrt(max(squares, TINY) / freedom * (1 / len(others) + 1 / len(last)))
    apart = abs(float(last.mean() - others.mean()))
    return STRETCHES * float(2 * stdtr(freedom, -apart / error)) <= RARE_TOGETHER


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
