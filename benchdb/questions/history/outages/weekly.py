"""Times at which something was served week after week: who pauses at weekends was still due on Thursday. Pure."""

from __future__ import annotations

import numpy as np

from benchdb.domain.columns import Floats, Mask
from benchdb.questions.history.outages.patience import DAY, WEEK

WEEKS = 3  #: in a row, before a time of the week is one at which something is due
#: Seconds by which a run may begin earlier or later: two hours hold the hour of summer time and a queue before the run,
#: and are less than half of the time between jobs that run every six hours.
SLACK = DAY / 12
FEWEST_DUE = 2  #: such times without anything served: one may be a holiday


def was_due(moments: Floats, served: Floats) -> bool:
    """Whether something was due at several of these moments, all between two runs of `served`, in order, and at none of
    them served."""
    due = np.ones(len(moments), bool)
    for weeks in range(1, WEEKS + 1):
        due &= has_near(moments - weeks * WEEK, served)
    due &= ~has_near(moments, served)
    some = moments[due]
    return len(some) > 0 and 1 + int(np.count_nonzero(np.diff(some) > DAY / 2)) >= FEWEST_DUE


def has_near(moments: Floats, served: Floats) -> Mask:
    """Which moments something was served at, about."""
    begin, end = (np.searchsorted(served, moments + apart) for apart in (-SLACK, SLACK))
    return np.asarray(end > begin)
