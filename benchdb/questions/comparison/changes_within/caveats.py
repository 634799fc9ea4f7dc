"""That a level changed in the course of time within a side: of a comparison's cell, or a level of a history. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Caveat, caveat
from benchdb.questions.comparison.two_groups import middle
from benchdb.questions.days import day_ends
from benchdb.questions.level_changes.within_sides import ChangeWithin

WITHIN = "changed within"  #: what the kinds of these caveats begin with
MOVED = ("better", "worse", "differs")  #: what is asked about
#: The same of a comparison: a step some nights after the side's first may look as much like a drift as like its own.
MOVED_OR_DRIFTED = (*MOVED, "cannot be told from drift")


def of_change_within(metric: str, key: str, sides: tuple[str, str], within: ChangeWithin) -> Caveat:
    """Of the first of two sides, which are values of a dimension."""
    before, after = day_ends(within.before, within.after) or ("", "")
    kind = WITHIN if within.changes == 1 else f"{WITHIN}, more than once"
    return caveat(
        kind,
        side=(key, sides[0]),
        other=(key, sides[1]),
        key=key,
        before=before,
        after=after,
        changes=within.changes,
        runs=len(within.like),
        of=within.of,
        stretches=within.stretches,
        near=middle(metric, within.like.tolist()),
    )
