"""Only like with like: runs of several setups are one curve for each; what changes from run to run is marked. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import encoded
from benchdb.domain.dimensions import MISSING, Dimension, natural
from benchdb.questions.conditions import is_mixed
from benchdb.questions.curves import MOST_CURVES
from benchdb.questions.history.answer import ConditionChange, goes_over
from benchdb.questions.history.interleaved import Moments, interleaved
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Group, Numbers

Conditions = Mapping[str, str]  #: of one kind of runs
Setup = tuple[tuple[str, str], ...]  #: (dimension key, value)
MOST_UNRECORDED = 1  #: condition that a name says to be not recorded, where it could do without
MOST_MARKS = 8  #: of one curve that are named; the others are counted


@dataclass(frozen=True, slots=True)
class Parted:
    """Numbers, each in the column of its curve."""

    numbers: Numbers
    conditions: tuple[Dimension, ...] = ()  #: by which they are parted

    @property
    def names(self) -> list[str]:
        column = self.numbers.column
        return sorted((column.texts[code] for code in column.used()), key=natural)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        return (caveat("one curve a setup", keys=tuple(known.key for known in self.conditions)),) * bool(
            self.conditions
        )


def parted(
    question: HistoryQuestion, placed: Numbers, conditions: Sequence[Dimension], labels: Sequence[str], moments: Moments
) -> Parted:
    """A curve for each setup where nobody asked by what; all runs together where that would be too many curves.

    What a history goes over parts it, too, where its values come and go again and again.
    """
    if question.by:
        return Parted(placed)
    differing = tuple(one for one in conditions if not goes_over(one.key) and is_mixed(placed, one))
    first = by_setup(placed, differing)
    taking_turns = interleaved(first.numbers, labels, moments, conditions)
    return by_setup(placed, needed(placed, differing, taking_turns)) if taking_turns else first


def by_setup(placed: Numbers, conditions: tuple[Dimension, ...]) -> Parted:
    """A curve for each of their values; one of all where there are too many to be told apart."""
    if not conditions:
        return Parted(placed)
    kinds = [placed.conditions_of(kind) for kind in placed.kinds.tolist()]
    parts = parting(kinds, conditions)
    names = encoded(name(one, parts) for one in kinds)
    if len(names.texts) > MOST_CURVES:
        return Parted(placed)
    column = names.of(np.searchsorted(placed.kinds, placed.kind))
    return Parted(replace(placed, column=column), conditions)


def needed(
    placed: Numbers, differing: tuple[Dimension, ...], taking_turns: tuple[Dimension, ...]
) -> tuple[Dimension, ...]:
    """Without those of which others part the runs as well: each port has one server."""
    kinds = [placed.conditions_of(kind) for kind in placed.kinds.tolist()]
    kept = [*differing, *taking_turns]
    for one in reversed(taking_turns):
        fewer = tuple(other for other in kept if other is not one)
        if fewer and len({name(kind, fewer) for kind in kinds}) == len({name(kind, tuple(kept)) for kind in kinds}):
            kept.remove(one)
    return tuple(kept)


def parting(kinds: Sequence[Conditions], conditions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """Those that name a curve: what counts as one by a rule is left out where the others part the runs as well."""
    for ruled in (one for one in conditions if one.counts_as):
        fewer = tuple(one for one in conditions if one is not ruled)
        if len({name(one, fewer) for one in kinds}) == len({name(one, conditions) for one in kinds}):
            conditions = fewer
    return conditions


def name(kind: Conditions, conditions: tuple[Dimension, ...]) -> str:
    """`lab, concurrency 50`"""
    values = [(known, kind.get(known.counts_as or known.key, MISSING)) for known in conditions]
    return ", ".join(f"{known.title.lower()} {text}" if known.kind == "number" else text for known, text in values)


def setup_of(kind: Conditions, conditions: tuple[Dimension, ...]) -> Setup:
    """What names its curve, in pairs; () where a rule lets some of it count as something else."""
    if any(known.counts_as for known in conditions):
        return ()
    return tuple((known.key, kind.get(known.key, MISSING)) for known in conditions)


def recorded_setups(setups: Sequence[Setup]) -> list[Setup]:
    """Each without what its runs do not record, where that is much and the rest tells it from all others."""
    made = []
    for place, own in enumerate(setups):
        short = tuple(pair for pair in own if pair[1] != MISSING)
        others = [other for index, other in enumerate(setups) if index != place]
        is_much = len(own) - len(short) > MOST_UNRECORDED
        is_enough = bool(short) and not any(set(short) <= set(other) for other in others)
        made.append(short if is_much and is_enough else own)
    return made


def marks(group: Group, labels: Sequence[str], conditions: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """What is another one from a run to the next; `labels` name the runs."""
    changes = [*changed(group, labels, conditions)]
    more = len(changes) - MOST_MARKS
    return (*changes[:MOST_MARKS], *((caveat("changed more often", changes=more),) if more > 0 else ()))


def recorded_between(before: Group, after: Group, conditions: Sequence[Dimension]) -> tuple[ConditionChange, ...]:
    """What the runs on one side of a place have otherwise than those on the other."""
    made = []
    for known in conditions:
        was, now = (
            sorted({one.conditions.get(known.key, MISSING) for one in side}, key=known.order)
            for side in (before, after)
        )
        if was != now:
            made.append(ConditionChange(known.key, ", ".join(was), ", ".join(now)))
    return tuple(made)


def lasting(changes: Sequence[ConditionChange], before: Group, after: Group) -> tuple[ConditionChange, ...]:
    """Without those that one of the levels took back: a single run of another kernel beside a step explains none."""
    return tuple(
        one
        for one in changes
        if has_rather(after, one.dimension, one.after, one.before)
        and has_rather(before, one.dimension, one.before, one.after)
    )


def has_rather(level: Group, dimension: str, value: str, other: str) -> bool:
    """Whether no more of its runs have the other value than the one; of several values at a place nothing is said."""
    counts = Counter(one.conditions.get(dimension, MISSING) for one in level)
    return value not in counts or counts[value] >= counts[other]


def changed(group: Group, labels: Sequence[str], conditions: Sequence[Dimension]) -> Iterator[Caveat]:
    for (before, after), label in zip(pairwise(group), labels[1:], strict=True):
        if before.conditions is after.conditions:
            continue
        for known in conditions:
            was, now = (one.conditions.get(known.key, MISSING) for one in (before, after))
            if was != now:
                yield caveat("changed from here on", dimension=known.key, before=was, after=now, label=label)
