"""Only like with like: runs of several setups are one curve for each; what changes from run to run is marked. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import MISSING, Dimension, natural
from benchdb.questions.conditions import is_mixed
from benchdb.questions.curves import MOST_CURVES
from benchdb.questions.history.answer import goes_over
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Group, Observation, numbers_of

MOST_MARKS = 8  #: of one curve that are named; the others are counted


@dataclass(frozen=True, slots=True)
class Parted:
    """Runs with the curve that each belongs to."""

    observations: list[Observation]
    conditions: tuple[Dimension, ...] = ()  #: by which they are parted

    @property
    def names(self) -> list[str]:
        return sorted({one.column for one in self.observations}, key=natural)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        return (caveat("one curve a setup", keys=tuple(known.key for known in self.conditions)),) * bool(
            self.conditions
        )


def parted(question: HistoryQuestion, placed: list[Observation], conditions: Sequence[Dimension]) -> Parted:
    """A curve for each setup where nobody asked by what; all runs together where that would be too many curves."""
    if question.by:
        return Parted(placed)
    columns = numbers_of(placed)
    differing = tuple(one for one in conditions if not goes_over(one.key) and is_mixed(columns, one))
    parts = parting(placed, differing)
    named = [replace(one, column=name(one, parts)) for one in placed] if differing else placed
    if len({one.column for one in named}) > MOST_CURVES:
        return Parted(placed)
    return Parted(named, differing)


def parting(placed: Sequence[Observation], conditions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """Those that name a curve: what counts as one by a rule is left out where the others part the runs as well."""
    for ruled in (one for one in conditions if one.counts_as):
        fewer = tuple(one for one in conditions if one is not ruled)
        if len({name(one, fewer) for one in placed}) == len({name(one, conditions) for one in placed}):
            conditions = fewer
    return conditions


def name(one: Observation, conditions: Sequence[Dimension]) -> str:
    """`lab, concurrency 50`"""
    values = [(known, one.conditions.get(known.counts_as or known.key, MISSING)) for known in conditions]
    return ", ".join(f"{known.title.lower()} {text}" if known.kind == "number" else text for known, text in values)


def marks(group: Group, labels: Sequence[str], conditions: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """What is another one from a run to the next; `labels` name the runs."""
    changes = [*changed(group, labels, conditions)]
    more = len(changes) - MOST_MARKS
    return (*changes[:MOST_MARKS], *((caveat("changed more often", changes=more),) if more > 0 else ()))


def changed(group: Group, labels: Sequence[str], conditions: Sequence[Dimension]) -> Iterator[Caveat]:
    for (before, after), label in zip(pairwise(group), labels[1:], strict=True):
        if before.conditions is after.conditions:
            continue
        for known in conditions:
            was, now = (one.conditions.get(known.key, MISSING) for one in (before, after))
            if was != now:
                yield caveat("changed from here on", dimension=known.key, before=was, after=now, label=label)
