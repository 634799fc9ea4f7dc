"""HistoryAnswer: what the page, the chart and the twins show of a HistorySpec. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import parse_qsl

from benchdb.comparison.answer import Cell, Difference
from benchdb.history.spec import HistorySpec


@dataclass(frozen=True, slots=True)
class Moment:
    """When a run was made."""

    at: datetime  #: UTC
    is_start: bool  #: its log or uploader says so; else it is when the run was stored


@dataclass(frozen=True, slots=True)
class Point:
    """The runs at one x: one run over time, all runs of a version."""

    x: float  #: seconds since 1970, or 1, 2, 3… for versions in their order
    label: str
    value: float  #: median, in the metric's base unit
    values: tuple[float, ...]
    runs: tuple[int, ...]
    is_published: bool


@dataclass(frozen=True, slots=True)
class Level:
    """The runs between two changes."""

    first: Point
    last: Point
    cell: Cell  #: set against the level before, if there is one

    @property
    def value(self) -> float:
        return self.cell.value or 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """Where one level ends and the next begins."""

    before: Level
    after: Level
    p: float
    q: float  #: adjusted for all parts of the curve

    @property
    def x(self) -> float:
        """Between the last of the one and the first of the other: where exactly, nobody measured."""
        return (self.before.last.x + self.after.first.x) / 2


@dataclass(frozen=True, slots=True)
class Curve:
    """One value of `by`: its points, its levels, and what changes between them."""

    name: str
    points: tuple[Point, ...]  #: in the order of x
    levels: tuple[Level, ...]  #: at least one
    changes: tuple[Change, ...]  #: one less than levels
    is_testable: bool  #: it has enough runs on both sides of some split
    notes: tuple[str, ...] = ()  #: what a reader of this curve must know

    @property
    def runs(self) -> int:
        return sum(len(point.runs) for point in self.points)


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    """Everything that is shown."""

    query: str  #: the canonical HistorySpec
    curves: tuple[Curve, ...]
    labels: tuple[str, ...]  #: of x = 1, 2, 3… for versions; () for time
    held_constant: tuple[tuple[str, str], ...]  #: (dimension key, the one value of all runs)
    unknown: tuple[str, ...]  #: conditions that no run records
    also_differs: tuple[Difference, ...]  #: conditions besides x and `by` in which curves differ
    along: tuple[tuple[str, tuple[str, ...]], ...]  #: (condition, its values) that changes along a curve
    caveats: tuple[str, ...]

    @property
    def spec(self) -> HistorySpec:
        return HistorySpec.from_query(parse_qsl(self.query))
