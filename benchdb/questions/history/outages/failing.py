"""Runs of a curve whose every request failed: they are of no level, and where they stand in a row is an outage. Pure.

How quickly a server answers errors is nothing that a history compares. A curve of which no run answered anything else
has nothing but that, and is shown as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from benchdb.domain.dimensions import Dimension
from benchdb.questions.conditions import Group, Observation
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, ConditionChange, Outage, OutageKind, Place, Point
from benchdb.questions.history.axis import Axis, ends_of, points
from benchdb.questions.history.setups import lasting, recorded_between
from benchdb.questions.replies.counted import NOT_2XX
from benchdb.questions.replies.failures import answers_errors_alone

Stretch = list[Group]  #: places in a row, each with its runs


def answering(group: Group) -> list[int]:
    """Where in the curve its levels' runs are: all of them, where none answered anything but errors."""
    kept = [place for place, one in enumerate(group) if not fails(one)]
    return kept or list(range(len(group)))


def fails(one: Observation) -> bool:
    return answers_errors_alone(one.metric, one.failed)


def with_failing(shown: Sequence[Point], group: Group, axis: Axis) -> tuple[Point, ...]:
    """The points of a curve, and those of places where every run fails."""
    failing = [one for same in places_of(group, axis) if all(map(fails, same)) for one in same]
    return tuple(sorted((*shown, *points(failing, axis)), key=lambda point: (point.x, point.runs)))


def failing_stretches(group: Group, axis: Axis, conditions: Sequence[Dimension] = ()) -> tuple[Outage, ...]:
    """Of one curve, in its order, with those of the conditions that became others there; () where nothing else was
    ever answered."""
    if all(map(fails, group)):
        return ()
    every, made, before = places_of(group, axis), list[Outage](), list[Observation]()
    rows = [list(same) for _, same in groupby(every, lambda same: (sort_of(same), id(same) if is_mixed(same) else 0))]
    for place, stretch in enumerate(rows):
        failing = [one for same in stretch for one in same if fails(one)]
        if failing:
            is_last = place == len(rows) - 1 and not is_mixed(stretch[0])
            one = outage(failing, before, axis, is_last=is_last, total=len(group))
            made.append(replace(one, there=began_with(before, failing, axis, conditions)))
        before = [one for same in stretch for one in same if not fails(one)] or before
    return tuple(made)


def began_with(
    before: Group, failing: Group, axis: Axis, conditions: Sequence[Dimension]
) -> tuple[ConditionChange, ...]:
    """What is another one since the last run that answered; of a single run nobody knows whether it lasts."""
    if not before or len(failing) < FEWEST_IN_A_ROW:
        return ()
    return lasting(recorded_between(*ends_of((before, failing), axis), conditions), before, failing)


def nothing_served(group: Group) -> OutageKind | None:
    """How every request of all these runs failed; None where some did not."""
    return kind_of(group) if group and all(map(fails, group)) else None


def kind_of(failing: Group) -> OutageKind:
    return "redirects or errors" if any(map(may_redirect, failing)) else "failed"


def places_of(group: Group, axis: Axis) -> Stretch:
    """A run over time, all runs of a version else."""
    return [list(same) for _, same in groupby(group, axis.place)]


def sort_of(same: Group) -> str:
    """What makes places in a row one stretch."""
    if not all(map(fails, same)):
        return "mixed" if is_mixed(same) else "answering"
    return "failing"


def is_mixed(same: Group) -> bool:
    """Whether some runs of a version failed, and others did not."""
    return any(map(fails, same)) and not all(map(fails, same))


def may_redirect(one: Observation) -> bool:
    """Whether all that is known of what failed is that it was no 2xx."""
    return one.beside.get(NOT_2XX, 0.0) >= (one.failed or 0.0)


def outage(failing: Group, before: Group, axis: Axis, *, is_last: bool, total: int) -> Outage:
    return Outage(
        kind=kind_of(failing),
        first=place(failing[0], axis),
        last=place(failing[-1], axis),
        runs=tuple(one.run for one in failing),
        before=place(before[-1], axis) if before else None,
        last_run_before=before[-1].run if before else None,
        is_last=is_last,
        total=total,
    )


def place(one: Observation, axis: Axis) -> Place:
    return Place(axis.x(one), axis.label(one))
