"""Levels along versions -> which changes came in the course of time within one of them. Pure.

A level of one kernel whose runs are in part as those of the kernel before says nothing of the kernel alone: the same
as in a comparison of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from benchdb.domain.caveats import Caveat, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.changes_within.caveats import MOVED, WITHIN, of_change_within
from benchdb.questions.comparison.judged import sittings_of
from benchdb.questions.conditions import Group
from benchdb.questions.history.answer import Curve
from benchdb.questions.history.axis import Axis
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.questions.level_changes.within_sides import TimedRuns, change_within, changes_within, in_time
from benchdb.questions.numbers import Numbers

Sought = tuple[TimedRuns, list[int]]


def with_changes_within(
    question: HistoryQuestion, numbers: Numbers, parts: Sequence[Group], axis: Axis, cells: Sequence[Cell]
) -> list[Cell]:
    """The levels of one curve, with a caveat where the change from the one before may rest on time alone."""
    if question.x == "time" or all(cell.verdict not in MOVED for cell in cells):
        return list(cells)
    stretches = stretches_of(parts)
    sought = sought_levels(numbers, stretches)
    names = [name_of(part, axis) for part in parts]
    made = [*cells[:1]]
    for place, cell in enumerate(cells[1:], 1):
        is_decided = cell.verdict in MOVED
        pairs = ((place, place - 1), (place - 1, place)) if is_decided else ()
        every = [
            caveats_of(question, (names[one], names[other]), sought[one], numbers, stretches[other])
            for one, other in pairs
        ]
        made.append(cell.but(caveats=(*cell.caveats, *(caveat for several in every for caveat in several))))
    return made


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
    """That the first of two levels changed in time, and is in part as the other."""
    within = sought and change_within(*sought, numbers.values[other], numbers.starts[other])
    return (of_change_within(question.metric, axis_of(question.x), names, within),) if within else ()


def within_limit(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """What the headline says of it: of one change in words, of several how many."""
    cells = [change.after.cell for curve in curves for change in curve.changes]
    noted = [several for cell in cells if (several := of_time(cell))]
    if len(noted) > 1:
        return (phrase("changed within some", cells=len(noted), key=dict(noted[0][0].parameters)["key"]),)
    return tuple(phrase(f"{one.kind}, in one", **dict(one.parameters)) for several in noted for one in several)


def of_time(cell: Cell) -> list[Caveat]:
    """Its caveats of a change within."""
    return [one for one in cell.caveats if one.kind.startswith(WITHIN)]
