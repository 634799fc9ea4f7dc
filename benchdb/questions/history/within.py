"""Levels along versions -> which changes came in the course of time within one of them. Pure.

A level of one kernel whose runs are in part as those of the kernel before says nothing of the kernel alone: the same
as in a comparison of the two. Where they are not, a part of the step may be the kernel's: how far either end of the
level is from the other one is told. A level that changed in time without either is told as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import cast

import numpy as np

from benchdb.domain.caveats import Caveat, Parameter, Phrase, caveat, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.changes_within.caveats import MOVED, WITHIN, of_change_within
from benchdb.questions.comparison.judged import sittings_of
from benchdb.questions.comparison.two_groups import middle
from benchdb.questions.conditions import Group
from benchdb.questions.days import day_ends
from benchdb.questions.history.answer import Curve
from benchdb.questions.history.axis import Axis
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.questions.level_changes.strengths import Array
from benchdb.questions.level_changes.within_sides import (
    StepsWithin,
    TimedRuns,
    are_beside,
    change_within,
    changes_within,
    in_time,
    steps_within,
)
from benchdb.questions.numbers import Numbers

Sought = tuple[TimedRuns, list[int]]
MOVED_OR_DRIFTING = (*MOVED, "cannot be told from drift")  #: verdicts of changes that are asked about
ALONE = f"{WITHIN}, alone"  #: a level that no change is told with: both sides of it may have changed together


def with_changes_within(
    question: HistoryQuestion, numbers: Numbers, parts: Sequence[Group], axis: Axis, cells: Sequence[Cell]
) -> list[Cell]:
    """The levels of one curve, with a caveat where the change from the one before may rest on time alone, and on a
    level that changed in time where no change has one of it."""
    if question.x == "time":
        return list(cells)
    stretches = stretches_of(parts)
    sought = sought_levels(numbers, stretches)
    names = [name_of(part, axis) for part in parts]
    noted: list[list[Caveat]] = [[] for _ in cells]
    untold = {place for place, one in enumerate(sought) if one and one[1]}
    for place, cell in enumerate(cells[1:], 1):
        pairs = ((place, place - 1), (place - 1, place)) if cell.verdict in MOVED_OR_DRIFTING else ()
        for one, other in pairs:
            made = caveats_of(question, (names[one], names[other]), sought[one], numbers, stretches[other])
            noted[place] += made
            untold -= {one} if made else set()
    for place in untold:
        noted[place].append(in_time_alone(question, names[place], sought[place]))
    return [
        cell.but(caveats=(*cell.caveats, *several)) if several else cell
        for cell, several in zip(cells, noted, strict=True)
    ]


def stretches_of(parts: Sequence[Group]) -> list[slice]:
    """Where the numbers of each level stand."""
    return [slice(*pair) for pair in pairwise([0, *accumulate(map(len, parts))])]


def sought_levels(numbers: Numbers, parts: Sequence[slice]) -> list[Sought | None]:
    """The runs of each level in time, and where they changed."""
    sittings = sittings_of(numbers)
    timed = [in_time(numbers.values[own], numbers.starts[own], numbers.runs[own], sittings[own]) for own in parts]
    changes = iter(changes_within([one for one in timed if one]))
    return [(one, next(changes)) if one else None for one in timed]


def name_of(part: Group, axis: Axis) -> str:
    """Its version, or its first and its last one."""
    return " to ".join(dict.fromkeys((axis.label(part[0]), axis.label(part[-1]))))


def caveats_of(
    question: HistoryQuestion, names: tuple[str, str], sought: Sought | None, numbers: Numbers, other: slice
) -> tuple[Caveat, ...]:
    """That the first of two levels changed in time, and is in part as the other; or how far either end of it is."""
    if not sought or not sought[1]:
        return ()
    values, starts = numbers.values[other], numbers.starts[other]
    within, key = change_within(*sought, values, starts), axis_of(question.x)
    if within:
        return (of_change_within(question.metric, key, names, within),)
    if are_beside(*sought, values, starts) or not (level := float(np.median(values))) > 0:
        return ()
    steps = steps_within(*sought)
    return (
        caveat(
            f"{WITHIN}, in part",
            **of_steps(key, names[0], steps),
            other=(key, names[1]),
            first=(len(steps.first), from_level(steps.first, level)),
            last=(len(steps.last), from_level(steps.last, level)),
        ),
    )


def from_level(values: Array, level: float) -> tuple[float, float]:
    """(change, ratio)"""
    ratio = float(np.median(values)) / level
    return ratio - 1, ratio


def in_time_alone(question: HistoryQuestion, name: str, sought: Sought | None) -> Caveat:
    """Of a level that no change is told with."""
    steps = steps_within(*cast("Sought", sought))
    middles = [middle(question.metric, part.tolist()) for part in (steps.first, steps.last)]
    return caveat(ALONE, **of_steps(axis_of(question.x), name, steps), was=middles[0], now=middles[1])


def of_steps(key: str, name: str, steps: StepsWithin) -> dict[str, Parameter]:
    before, after = day_ends(steps.before, steps.after) or ("", "")
    return {"side": (key, name), "key": key, "before": before, "after": after, "changes": steps.changes}


def within_limit(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """What the headline says of it: of one level in words, of several how many."""
    every = [one for curve in curves for level in curve.levels for one in of_time(level.cell)]
    noted = list({(one["side"], one["before"], one["after"]): one for one in reversed(every)}.values())[::-1]
    if len(noted) > 1:
        kind = "levels changed within, alone" if all(one.kind == ALONE for one in noted) else "levels changed within"
        return (phrase(kind, levels=len(noted), key=noted[0]["key"]),)
    return tuple(phrase(f"{one.kind}, in one", **dict(one.parameters)) for one in noted)


def has_changes_within(curve: Curve) -> bool:
    """Whether a level of it changed in the course of time: then it is not without another change."""
    return any(of_time(level.cell) for level in curve.levels)


def of_time(cell: Cell) -> list[Caveat]:
    """Its caveats of a change within."""
    return [one for one in cell.caveats if one.kind.startswith(WITHIN)]
