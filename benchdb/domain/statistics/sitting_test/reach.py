"""What runs of these sizes can reach, however far apart, and how many more it takes until they can.

Runs that come later are of another sitting. Where both sides share their sittings, labels are dealt within each, so
that runs in one sitting tell more than the same number spread over several: C(2r, r) deals against 2 for each pair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from benchdb.domain.statistics.levels import SIGNIFICANCE
from benchdb.domain.statistics.rank_test import is_enough, smallest_p
from benchdb.domain.statistics.sides import Contrast
from benchdb.domain.statistics.sitting_test import SittingTest, is_ranked
from benchdb.domain.statistics.sitting_test.within import sized, smallest_p_within


@dataclass(frozen=True, slots=True)
class MoreRuns:
    """On each side, with which a test can reach a level."""

    in_one_sitting: int  #: made in turn
    one_a_sitting: int  #: one of each side in every further sitting: enough however they are spread
    is_of_fewer: bool = False  #: as many are enough if the side with fewer runs makes them alone


def least_p(contrast: Contrast, test: SittingTest, tests: int) -> float:
    """The smallest p that runs and sittings of these sizes can have among so many tests."""
    if test.basis == "interleaved" or test.shared:
        return smallest_p_within(sized(contrast))
    of_runs = smallest_p(*map(len, contrast.pair))
    return max(of_runs, smallest_p(*test.sittings)) if is_ranked(test, tests) else of_runs


def more_runs(contrast: Contrast, test: SittingTest, level: float) -> MoreRuns:
    """How many more runs it takes on each side until a test can reach this level, and 5% alone.

    Of sittings that only some share, or that nobody knows, the runs are dealt together, however they are made.
    """
    n, m = map(len, contrast.pair)
    wanted = min(level, SIGNIFICANCE)
    together = fewest(n, m, lambda more: smallest_p(n + more, m + more) <= wanted)
    if test.basis not in ("interleaved", "same sitting"):
        few, many = min(n, m), max(n, m)
        is_of_fewer = is_enough(few + together, many) and smallest_p(few + together, many) <= wanted
        return MoreRuns(together, together, few < many and is_of_fewer)
    known = sized(contrast)
    return MoreRuns(
        fewest(n, m, lambda more: smallest_p_within([*known, (more, 2 * more)]) <= wanted),
        fewest(n, m, lambda more: smallest_p_within([*known, *[(1, 2)] * more]) <= wanted),
    )


def fewest(n: int, m: int, reaches: Callable[[int], bool]) -> int:
    """More runs on each side of so many."""
    return next(more for more in count(1) if is_enough(n + more, m + more) and reaches(more))
