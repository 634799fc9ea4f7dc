"""Which runs count, and the words for those that do not: those that were stopped before their end, unless somebody
filters by status, and those that somebody excluded. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Coded, Mask, how_many_more, picked
from benchdb.questions.acceptance.partly_recorded import with_recorded
from benchdb.questions.base import Question
from benchdb.questions.numbers import Numbered, Numbers, numbers_of

EXCLUDED = "excluded runs left out"
STOPPED, WITHOUT_FIGURES = "unfinished runs left out", "unfinished runs without figures"
MOST_NAMED = 20  #: excluded runs
STATUS = "status"
UNFINISHED = frozenset(("aborted", "interrupted"))
EVERY_STATUS = ("complete", *sorted(UNFINISHED))


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts, and what does not."""

    numbers: Numbers
    left_out: int  #: runs
    granted: tuple[Caveat, ...] = ()  #: what is on record of some runs and taken for granted of the others

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        left_out = (caveat(STOPPED, runs=self.left_out),) if self.left_out else ()
        return (*left_out, *self.granted)


def counted(question: Question, group: Numbered) -> Counted:
    """The numbers that count, with what is on record of some of their runs alone."""
    made = finished(question, numbers_of(group))
    numbers, granted = with_recorded(made.numbers, question.laid_out)
    return Counted(numbers, made.left_out, granted)


def finished(question: Question, numbers: Numbers) -> Counted:
    """Those of runs that were complete; all of them where the question names or lays out the status."""
    if counts_all(question):
        return Counted(numbers, 0)
    left_out = picked(is_unfinished(numbers.condition(STATUS)), numbers.kind)
    if not left_out.any():
        return Counted(numbers, 0)
    kept = numbers.taken(~left_out)
    return Counted(kept, how_many_more(numbers.runs[left_out], kept.runs))


def excluded(runs: Sequence[tuple[int, str]]) -> tuple[Caveat, ...]:
    """(run, why) of those that somebody excluded."""
    if not runs:
        return ()
    numbers, reasons = zip(*runs, strict=True)
    return (caveat(EXCLUDED, runs=len(runs), numbers=numbers[:MOST_NAMED], reasons=tuple(dict.fromkeys(reasons))),)


def counts_all(question: Question) -> bool:
    """Whether it asks of the status itself."""
    return STATUS in dict(question.where) or STATUS in question.laid_out


def is_unfinished(status: Coded) -> Mask:
    """Of each row."""
    return status.where(UNFINISHED.__contains__)
