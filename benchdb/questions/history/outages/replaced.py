"""Errors in place of served runs: a sitting has as many runs as ever, of which some answered errors alone. Pure.

A server that fails every second or third run of a night is never silent for longer than it paused. A redirect that is
measured beside a document adds runs to those of a night; errors that take the place of served runs leave their number
as it was. Somebody who measures something else in place of the last of them makes no more of either: so errors must
stand between served runs, or otherwise from sitting to sitting.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchdb.domain.columns import Floats, Ints, Mask

FEWEST_BEFORE, FEWEST_SINCE = 4, 2  #: sittings
FEWEST_RUNS = 2  #: of a sitting
#: Of the sittings, how many have as many runs as the middle one: a run in ten nights may have been lost. Chosen, not
#: measured; with less, a number of runs that varies would be one that errors leave as it was.
REGULAR = 0.9
#: Sittings before the first error, whose number of runs counts: a job that was given more runs a month ago has the
#: number of today; REGULAR lets two of them differ.
NEWEST = 20


def replaced(fails: Mask, times: Floats, between: float) -> Mask:
    """Which errors are, of the runs of one load in the order of time, whose sittings are more than `between` seconds
    apart."""
    begins = np.concatenate(([0], np.flatnonzero(np.diff(times) > between) + 1, [len(fails)]))
    regular, newest = mixed_sittings(np.diff(begins), np.add.reduceat(fails.astype(np.int64), begins[:-1]))
    patterns = [fails[begins[sitting] : begins[sitting + 1]] for sitting in regular]
    chosen = np.zeros(len(fails), bool)
    if patterns and (stand_between(patterns) or vary(patterns)):
        for sitting in (*regular, *newest):
            chosen[begins[sitting] : begins[sitting + 1]] = True
    return chosen & fails


def mixed_sittings(runs: Ints, errors: Ints) -> tuple[list[int], list[int]]:
    """(the sittings of as many runs as ever of which some are errors, the newest one where it goes on with them); none
    where that is not so of nearly all that have errors, or nobody knows how many runs there always were."""
    some = np.flatnonzero(errors)
    usual = as_many_as_usual(runs[max(some[0] - NEWEST, 0) : some[0]]) if len(some) and some[0] >= FEWEST_BEFORE else 0
    is_newest = (some == len(runs) - 1) & (runs[some] <= usual) & ((runs[some] < usual) | (errors[some] == usual))
    mixed = some[(errors < runs)[some] & ~is_newest]  # where nothing was served, it was silent
    regular = mixed[runs[mixed] == usual]
    if not usual or len(regular) < max(FEWEST_SINCE, REGULAR * len(mixed)):
        return [], []
    return regular.tolist(), some[is_newest].tolist()


def as_many_as_usual(runs: Ints) -> int:
    """Of a sitting; 0 where they differ."""
    usual = int(np.median(runs))
    return usual if usual >= FEWEST_RUNS and np.mean(runs == usual) >= REGULAR else 0


def stand_between(patterns: Sequence[Mask]) -> bool:
    """Whether, in most sittings, something was served behind an error, and an error before that behind what was
    served: what takes turns in blocks does not."""
    return 2 * sum(int(np.count_nonzero(np.diff(one))) >= 3 for one in patterns) >= len(patterns)


def vary(patterns: Sequence[Mask]) -> bool:
    """Whether errors stand elsewhere from sitting to sitting, half the time and more."""
    moved = [first.tobytes() != second.tobytes() for first, second in pairwise(patterns)]
    return len(moved) > 1 and 2 * sum(moved) >= len(moved)
