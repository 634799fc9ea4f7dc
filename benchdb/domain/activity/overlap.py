"""Loads on one machine -> for how long each ran beside another: two generators at once are not two trials. Pure."""

from __future__ import annotations

import numpy as np

from benchdb.domain.columns import Floats, Ints, Mask

SLACK = 2.0  #: seconds that loads one behind the other may seem to overlap: logs print whole ones
LEAST = 0.1  #: share of a load from which on another counts
MOST_TOGETHER = 2  #: loads that may begin at the very same moment; a moment of more was stated, and is that of none


def shared(places: Ints, begins: Floats, ends: Floats) -> Floats:
    """(n,) The share of each load during which another ran; 0 where that is too little to count.

    `places`: (n,) of one number are loads that could meet; `begins` and `ends`: (n,) seconds. In the order of time
    each is set beside what ends last of those before it, and beside what begins next: a load that holds several others
    is set against one of them.
    """
    order = np.lexsort((ends, begins, places))
    order = order[are_few_together(places[order], begins[order])]
    if not len(order):
        return np.zeros(len(begins))
    apart = np.ptp(np.concatenate([begins, ends])) + 1.0  # so that each place has a stretch of its own
    moved = np.unique(places[order], return_inverse=True)[1] * apart
    seconds = seconds_shared(begins[order] - begins.min() + moved, ends[order] - begins.min() + moved)
    lasted, made = (ends - begins)[order], np.zeros(len(begins))
    counts = (seconds > SLACK) & (seconds >= LEAST * lasted)
    made[order[counts]] = np.minimum(seconds[counts] / lasted[counts], 1.0)
    return made


def are_few_together(places: Ints, begins: Floats) -> Mask:
    """Which begin with no more than MOST_TOGETHER of their place at one moment; sorted by both."""
    is_first = np.append(True, (np.diff(places) != 0) | (np.diff(begins) != 0))[: len(places)]
    group = np.cumsum(is_first) - 1
    few: Mask = np.bincount(group)[group] <= MOST_TOGETHER if len(places) else np.zeros(0, bool)
    return few


def seconds_shared(begins: Floats, ends: Floats) -> Floats:
    """For how long each runs beside that which ends last of those before it, or beside the next one; 0 or less: not."""
    before = np.append(-np.inf, np.maximum.accumulate(ends)[:-1])
    seconds = np.minimum(before, ends) - begins
    seconds[:-1] = np.maximum(seconds[:-1], np.minimum(ends[:-1], ends[1:]) - begins[1:])
    return seconds
