"""Sittings that only one side has, beside some that both have: the shared ones decide, where they can.

A night that lacks one side says how the nights differ, not how the sides do: where a server crashes on slow nights
alone, its runs are of the fast ones. So the test, the interval and the direction are of the sittings that both sides
have, where runs of these sizes can reach a q of 5% within them among all that is tested at once, and where these are
half of those of the side that has fewer, or six. Else all runs are compared across sittings, as those of sides that
share none. Which of the two goes by numbers, never by the values; so more data take no verdict back for want of a
small p.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchdb.domain.columns import Column, floats
from benchdb.domain.statistics.levels import SIGNIFICANCE
from benchdb.domain.statistics.rank_test import is_enough
from benchdb.domain.statistics.sides import Contrast, Floats, Side
from benchdb.domain.statistics.sitting_test.within import sized, smallest_p_within

FEWEST_SHARED = 6  #: sittings, that count where they are no half: one run of each side in each can reach 5%


def shared_part(contrast: Contrast, tests: int) -> Contrast | None:
    """The runs of the sittings that both sides have; None where these are all sittings, or cannot decide."""
    both = shared_sittings(contrast)
    if not len(both):
        return None
    here, there = of_sittings(contrast.here, both), of_sittings(contrast.there, both)
    part = replace(contrast, here=here, there=there, delta=None)
    least = min(len(contrast.here.own_sittings), len(contrast.there.own_sittings))
    return part if can_decide(part, len(both), least, tests) else None


def part_of_all(part: Contrast, contrast: Contrast) -> tuple[int, int] | None:
    """(how many sittings decide, how many there are of either side); None where all runs do."""
    if part is contrast:
        return None
    every = np.union1d(contrast.here.own_sittings, contrast.there.own_sittings)
    return len(part.here.own_sittings), len(every)


def too_few_shared(contrast: Contrast) -> tuple[int, int] | None:
    """(how many sittings both sides have, how many there are of either) of sides that are compared across them; None
    where these share none, or all."""
    both = len(shared_sittings(contrast))
    return (both, len(np.union1d(contrast.here.own_sittings, contrast.there.own_sittings))) if both else None


def shared_sittings(contrast: Contrast) -> Floats:
    """Those of both sides; none where both sides are in all of them, or their sittings are not known."""
    here, there = contrast.here, contrast.there
    none = np.array([])
    if not (here.knows_sittings and there.knows_sittings and len(here.values) and len(there.values)):
        return none
    own, others = here.own_sittings, there.own_sittings
    if own[-1] < others[0] or others[-1] < own[0] or np.array_equal(own, others):
        return none
    return np.intersect1d(own, others, assume_unique=True)


def can_decide(part: Contrast, shared: int, least: int, tests: int) -> bool:
    """Whether the shared sittings do, where the side that has fewer has `least` of them."""
    if not is_enough(*map(len, part.pair)):
        return False
    if shared == 1 and (part.is_in_blocks or not (part.here.knows_starts and part.there.knows_starts)):
        return False
    if 2 * shared < least and shared < FEWEST_SHARED:
        return False
    return smallest_p_within(sized(part)) <= SIGNIFICANCE / max(tests, 1)


def of_sittings(side: Side, sittings: Floats) -> Side:
    """Its runs of some sittings."""
    own = np.isin(floats(side.sittings), sittings)
    columns = (floats(column) for column in (side.values, side.sittings, side.starts, side.durations))
    return Side(*(Column[float](column[own]) if len(column) else () for column in columns))
