"""For how long a curve may pause before anybody wonders: what its earlier pauses say. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from benchdb.domain.columns import Floats

LONGER = 1.5  #: times the longest pause between earlier runs, from which on a curve is no longer measured
PAUSES = 50  #: the newest of them, which say how long one may be, or those of a month: whichever are more
DAY = 86_400.0  #: seconds
WEEK, MONTH = 7 * DAY, 30 * DAY


def pauses_of(moments: Floats) -> tuple[Floats, Floats, float]:
    """(how long each pause between them was; when it ended; from the first to the last), in seconds"""
    return np.diff(moments), moments[1:], float(moments[-1] - moments[0])


def patience(pauses: Floats | Sequence[float], ends: Floats | Sequence[float], span: float) -> float:
    """Seconds without a run that nobody wonders at. Runs of less than a week say nothing of nights and weekends."""
    if not len(pauses):
        return np.inf
    of_month = bisect_left(ends, ends[-1] - MONTH)
    longest = LONGER * float(np.max(pauses[max(min(len(pauses) - PAUSES, of_month), 0) :]))
    return longest if span >= WEEK else max(longest, WEEK)
