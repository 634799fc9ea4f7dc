"""Where runs stand along x of a history, and the points and levels that they make there. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby, takewhile

from benchdb.domain import statistics
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import Group, Observation
from benchdb.questions.history.answer import Level, Moment, Point
from benchdb.questions.level_changes.change_points import Series

MINUTES = len("2024-05-01 12:30")
Moments = Mapping[int, Moment]


@dataclass(frozen=True, slots=True)
class Axis:
    """Where a run stands along x."""

    labels: tuple[str, ...]  #: of versions, in their order; () for time
    moments: Moments
    places: Mapping[str, float] = field(init=False, compare=False)  #: of labels, from 1 on

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {label: float(place) for place, label in enumerate(self.labels, 1)})

    def x(self, one: Observation) -> float:
        return self.places[one.row] if self.labels else self.moments[one.run].time.timestamp()

    def label(self, one: Observation) -> str:
        return one.row if self.labels else self.moments[one.run].time.isoformat(" ")[:MINUTES]

    def place(self, one: Observation) -> str:
        """What runs share that are one point: a version; over time each is its own."""
        return one.row if self.labels else str(one.run)

    def sorting(self, one: Observation) -> tuple[float, datetime, int]:
        return self.x(one), self.moments[one.run].time, one.run

    def series(self, group: Group) -> Series:
        return Series([one.value for one in group], [self.x(one) for one in group], [one.run for one in group])


def level(part: Group, one: Cell, axis: Axis) -> Level:
    return Level(point(beginning(part, axis), axis), point(beginning(part[::-1], axis)[::-1], axis), one)


def ends_of(pair: tuple[Group, Group], axis: Axis) -> tuple[Group, Group]:
    """The runs of the last point of the one level, and of the first point of the next."""
    return beginning(pair[0][::-1], axis), beginning(pair[1], axis)


def beginning(part: Group, axis: Axis) -> Group:
    """The runs that share the place of the first."""
    first = axis.place(part[0])
    return list(takewhile(lambda one: axis.place(one) == first, part))


def points(group: Group, axis: Axis) -> tuple[Point, ...]:
    """One for each run over time, one for each version else."""
    return tuple(point(list(same), axis) for _, same in groupby(group, axis.place))


def point(here: Group, axis: Axis) -> Point:
    values = tuple(one.value for one in here)
    return Point(
        x=axis.x(here[0]),
        label=axis.label(here[0]),
        value=statistics.AGGREGATIONS["median"].of(values) if len(values) > 1 else values[0],
        values=values,
        runs=tuple(one.run for one in here),
        is_published=all(one.is_published for one in here),
    )
