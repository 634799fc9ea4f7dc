"""For how long a curve may pause before anybody wonders: what its earlier pauses say. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from itertools import pairwise

import numpy as np

from benchdb.domain.columns import Floats

LONGER = 1.5  #: times the longest pause between earlier runs, from which on a curve is no longer measured
PAUSES = 50  #: the newest of them, which say how long one may be, or those of a month: whichever are more
DAY = 86_400.0  #: seconds
WEEK, MONTH = 7 * DAY, 30 * DAY


def pauses_of(moments: Floats) -> tuple[Floats, Floats, float]:
    """(how long each pause between them was; when it ended; from the first to the last), in seconds"""
    return np.diff(moments), moments[1:], float(moments[-1] - moments[0])


def patience(pauses: Floats, ends: Floats, span: float) -> float:
    """Seconds without a run that nobody wonders at."""
    if not len(pauses):
        return np.inf
    of_month = bisect_left(ends, ends[-1] - MONTH)
    return beyond(float(np.max(pauses[max(min(len(pauses) - PAUSES, of_month), 0) :])), span)


def beyond(longest: float, span: float) -> float:
    """What is longer than the longest pause. Runs of less than a week say nothing of nights and weekends."""
    return LONGER * longest if span >= WEEK else max(LONGER * longest, WEEK)


class Pauses:
    """Pauses as they come, in the order of time: the same patience after each of them, in one pass."""

    def __init__(self) -> None:
        self._ends: list[float] = []
        self._of_month = 0  # the first of them that ended in the month before the newest one
        self._longest: deque[tuple[int, float]] = deque()  # (place, seconds): each longer than all behind it

    def add(self, moments: Floats) -> None:
        """Those between moments in seconds, which follow each other."""
        for begin, end in pairwise(moments.tolist()):
            while self._longest and self._longest[-1][1] <= end - begin:
                self._longest.pop()
            self._longest.append((len(self._ends), end - begin))
            self._ends.append(end)
            while self._ends[self._of_month] < end - MONTH:
                self._of_month += 1
            while self._longest[0][0] < min(len(self._ends) - PAUSES, self._of_month):
                self._longest.popleft()

    def patience(self, span: float) -> float:
        """Seconds without a run that nobody wonders at, behind the newest pause."""
        return beyond(self._longest[0][1], span) if self._longest else np.inf
