"""How few runs could show a change in one of several curves at all, however large it is. Pure.

The strongest order of a curve's numbers is that in which the one side has the highest ranks: chance draws it, or one as
strong, as often as the numbers can be parted there (both ways). Times the curves that are tested (Benjamini and
Hochberg 1995, of one alone) it must be 5% at most.
"""

from __future__ import annotations

import math

import numpy as np

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE
from benchdb.questions.level_changes.chance import ORDERS
from benchdb.questions.level_changes.strengths import Ints, strengths

SPREAD = 3.0  #: standard deviations by which the share of so many drawn orders may be above the true one
MOST_RUNS = 100


def least_p(count: int, allowed: Ints) -> float:
    """Of so many numbers that can be parted at these places; 1 where they cannot."""
    if not len(allowed):
        return 1.0
    strongest = strengths(np.arange(1.0, count + 1), allowed)
    ways = (math.comb(count, int(place)) for place in allowed[strongest == strongest.max()])
    return min(1.0, sum(2 / way for way in ways))


def fewest_runs(times: float) -> int:
    """Runs that show a change of one curve, whose p counts so many times, even where the orders drawn are unlucky."""
    for count in range(2 * FEWEST, MOST_RUNS):
        p = least_p(count, np.arange(FEWEST, count - FEWEST + 1))
        drawn = (1 + ORDERS * p + SPREAD * math.sqrt(ORDERS * p)) / (ORDERS + 1)
        if drawn * times <= SIGNIFICANCE:
            return count
    return MOST_RUNS
