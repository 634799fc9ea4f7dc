"""How many more runs it takes for a verdict, and how they have to be made. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchdb.domain.statistics import MoreRuns


def more_runs_lacking(lacking: Sequence[MoreRuns], tests: int) -> tuple[str, dict[str, Any]]:
    """(how the kind of a phrase ends, its parameters): enough for the one that lacks the most.

    Spread over several sittings, runs tell less: where that makes a difference, both numbers are given.
    """
    more, spread = max(one.in_one_sitting for one in lacking), max(one.one_a_sitting for one in lacking)
    size = "for so many" if tests > 1 else "for one"
    if all(one.is_of_fewer for one in lacking):
        return f"{size}, of fewer", {"tests": tests, "more": more}
    if spread == more:
        return f"{size}, however made", {"tests": tests, "more": more}
    return f"{size}, by sittings", {"tests": tests, "more": more, "spread": spread}
