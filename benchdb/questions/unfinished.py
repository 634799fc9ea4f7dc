"""Runs that were stopped before their end are left out, and that is said; who wants them filters by status. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.domain.caveats import Caveat, caveat
from benchdb.questions.base import Question
from benchdb.questions.conditions import Observation

STATUS = "status"
UNFINISHED = frozenset(("aborted", "interrupted"))
EVERY_STATUS = ("complete", *sorted(UNFINISHED))


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts, and what does not."""

    observations: list[Observation]
    left_out: int  #: runs

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        return (caveat("unfinished runs left out", runs=self.left_out),) if self.left_out else ()


def finished(question: Question, observations: Sequence[Observation]) -> Counted:
    """The observations of runs that were complete; all of them where the question names or lays out the status."""
    if STATUS in dict(question.where) or STATUS in question.laid_out:
        return Counted(list(observations), 0)
    kept = [one for one in observations if one.conditions.get(STATUS) not in UNFINISHED]
    return Counted(kept, len({one.run for one in observations} - {one.run for one in kept}))
