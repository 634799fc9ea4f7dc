"""HistoryAnswer: what the page, the chart and the exports show of a HistoryQuestion. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from benchdb.domain.caveats import Caveat, Phrase
from benchdb.domain.dimensions import TUNING
from benchdb.questions.base import question_named
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import Difference
from benchdb.questions.gate import LikeRuns, Spread, conflicts
from benchdb.questions.history.beside.machine_notes import DatedNote
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.plain import LEFT_OUT
from benchdb.wording.values import named_value

#: What changes in the course of time, and why a history is looked at.
GOES_OVER = frozenset(
    ("kernel", "os", "kernel_series", "kernel_flavour", "kernel_patches", "server", "tool_version", "status")
)


def goes_over(key: str) -> bool:
    """Whether a history may go over changes of a dimension."""
    return key in GOES_OVER or key.startswith(TUNING)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a run was made."""

    time: datetime  #: UTC
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
class Place:
    """Where on x a run stands."""

    x: float
    label: str


#: Every request failed; every reply was a redirect or an error, and no more is on record; the runs were stopped;
#: they failed or were stopped.
OutageKind = Literal["failed", "redirects or errors", "stopped", "failed or stopped"]
Happened = OutageKind | Literal["unanswered"]
#: Notes of the first or last runs of a curve, too few to be a level and far from theirs.
FAR_ENDS = tuple(
    f"{which} runs {where}"
    for which in ("first", "last")
    for where in ("below", "above", "off nothing", "below, coarse", "above, coarse")
)
#: Notes of a curve without a change, whose last runs lie apart from those before all the same.
LAST_APART = ("last stretch below", "last stretch above")
HIDDEN = "changes without far runs"  #: a note of a curve whose far runs are why its other runs show no change
FEWEST_IN_A_ROW = 2  #: runs that measured nothing; one may be an accident


@dataclass(frozen=True, slots=True)
class ConditionChange:
    """A condition that is another one from one point to the next."""

    dimension: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """Where one level ends and the next begins."""

    before: Level
    after: Level
    p: float
    q: float  #: adjusted for all parts of the curve
    there: tuple[ConditionChange, ...] = ()  #: what became another from the last run before to the first one after
    is_noted: bool = field(default=False, metadata=LEFT_OUT)  #: somebody noted something of the machine there

    @property
    def apart(self) -> tuple[str, ...]:
        """In what the levels differ besides, wherever along them it changed."""
        here = {one.dimension for one in self.there}
        return tuple(one.dimension for one in self.after.cell.differs if one.dimension not in here)

    @property
    def x(self) -> float:
        """Between the last of the one and the first of the other: where exactly, nobody measured."""
        return (self.before.last.x + self.after.first.x) / 2


@dataclass(frozen=True, slots=True)
class Outage:
    """Runs in a row that measured nothing."""

    kind: OutageKind
    first: Place
    last: Place
    runs: tuple[int, ...]
    before: Place | None  #: the last run before that measured something
    last_run_before: int | None
    is_last: bool  #: no later run measured anything
    total: int  #: of all the curve's runs, with those that were stopped
    stopped: tuple[int, ...] = ()  #: of its runs; they are not among an answer's, as they count nowhere else
    there: tuple[ConditionChange, ...] = ()  #: what became another from the last run before to its first
    share: float = 0.0  #: of a run's requests, that failed at most, where some did
    is_unanswered: bool = False  #: those that were stopped had ended, and not one request was answered

    @property
    def how(self) -> Happened:
        """What happened, in words that are true of a tool that ran to its end."""
        if not self.is_unanswered:
            return self.kind
        return "unanswered" if self.kind == "stopped" else "failed"

    @property
    def goes_on(self) -> bool:
        """Whether it is worth the first word: it lasts, and is no accident."""
        return self.is_last and len(self.runs) >= FEWEST_IN_A_ROW


@dataclass(frozen=True, slots=True)
class Curve:
    """One value of `by`: its points, its levels, and what changes between them."""

    name: str
    points: tuple[Point, ...]  #: in the order of x
    levels: tuple[Level, ...]  #: at least one
    changes: tuple[Change, ...]  #: one less than levels
    is_testable: bool  #: it has enough runs on both sides of some split
    notes: tuple[Caveat, ...] = ()  #: what a reader of this curve must know
    setup: tuple[tuple[str, str], ...] = ()  #: (dimension key, value) of the conditions that part it from the others
    least_p: float = 0.0  #: that its runs could have, however large a change is; 0 where nothing bounds it
    outages: tuple[Outage, ...] = ()  #: in order; the runs of those that answered are points, and of no level
    nothing_served: OutageKind | None = None  #: how every request of all its runs failed; None where some did not
    is_followed: bool = False  #: runs of another setup took its place: an outage at its end goes on no more
    partly: Outage | None = None  #: the stretch of its levels with its last failures, where some requests failed
    lone: tuple[Outage, ...] = ()  #: runs stopped on one occasion: accidents, but where they come again and again
    partly_before: tuple[Outage, ...] = ()  #: earlier ones

    @property
    def title(self) -> str:
        """Its name in words: `keep-alive off, concurrency 1,024`."""
        return ", ".join(named_value(key, value) for key, value in self.setup) or self.name

    @property
    def runs(self) -> int:
        """How many are of its levels."""
        return sum(level.cell.n for level in self.levels)

    @property
    def runs_apart(self) -> int:
        """How many lie far from their level at its ends, too few for a change: nothing says that there is none."""
        return sum(dict(one.parameters)["runs"] for one in self.notes if one.kind in FAR_ENDS)

    @property
    def has_one_x(self) -> bool:
        """Whether all its runs are of one version: however many, they show no change from one to the next."""
        return len({point.x for point in self.points}) == 1

    @property
    def one_x_answers(self) -> bool:
        """Whether all its levels are of one version, and those of others answered nothing but errors."""
        answering = {point.x for point in self.points if not self.failing_runs.issuperset(point.runs)}
        return len(answering) == 1 and not self.has_one_x

    @property
    def is_unsettled(self) -> bool:
        """Whether no change is proven though its last runs lie apart from those before."""
        return any(one.kind in LAST_APART for one in self.notes)

    @property
    def is_in_line(self) -> bool:
        """Whether all its runs were asked for a change: there are enough, and none lies apart."""
        return self.is_testable and not self.runs_apart and not self.is_unsettled

    @property
    def failing_runs(self) -> frozenset[int]:
        """Those of points that are of no level: they answered nothing but errors."""
        return frozenset(run for one in self.outages for run in one.runs if run not in one.stopped)

    def is_failing(self, point: Point) -> bool:
        """Whether its figure says only how quickly errors came."""
        return bool(self.nothing_served) or not self.failing_runs.isdisjoint(point.runs)

    def how_failing(self, point: Point) -> str:
        """The kind of the phrase that says what its runs answered; "" where they served."""
        kinds = {one.kind for one in self.outages if not set(one.runs).isdisjoint(point.runs)} | {self.nothing_served}
        are_redirects = "redirects or errors" in kinds
        return ("every reply erred" if are_redirects else "every request failed") if self.is_failing(point) else ""


def numbered(curves: Iterable[Curve]) -> Iterator[tuple[Curve, int]]:
    """Each curve with the number of its first change: the changes of all are counted from 1, in chart and table."""
    first = 1
    for curve in curves:
        yield curve, first
        first += len(curve.changes)


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    """Everything that is shown."""

    query: str  #: the canonical HistoryQuestion
    curves: tuple[Curve, ...]
    labels: tuple[str, ...]  #: of x = 1, 2, 3… for versions; () for time
    held_constant: tuple[tuple[str, str], ...]  #: (dimension key, the one value of all runs)
    unknown: tuple[str, ...]  #: conditions that no run records
    also_differs: tuple[Difference, ...]  #: conditions besides x and `by` in which curves differ
    along: tuple[tuple[str, tuple[str, ...]], ...]  #: (condition, its values) that changes along a curve
    caveats: tuple[Caveat, ...]
    accepted: tuple[Difference, ...] = ()  #: that may be there on purpose
    groups: tuple[LikeRuns, ...] = ()  #: the largest, where conditions are in conflict
    headline: tuple[Phrase, ...] = ()
    spreads: tuple[Spread, ...] = ()  #: of the conditions in conflict
    successions: tuple[Phrase, ...] = ()  #: where the runs of one setup end and those of another begin
    machine_notes: tuple[DatedNote, ...] = field(default=(), metadata=LEFT_OUT)  #: that stood there when it was asked

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Conditions that no history goes over: that of another machine is another history. Nobody accepted them."""
        keys = conflicts((), (note for curve in self.curves for note in curve.notes))
        return tuple(key for key in keys if not goes_over(key))

    @property
    def runs(self) -> tuple[int, ...]:
        """Every run that it rests on, in order."""
        of_points = {run for curve in self.curves for point in curve.points for run in point.runs}
        return tuple(sorted(of_points.union(*(curve.failing_runs for curve in self.curves))))

    @property
    def question(self) -> HistoryQuestion:
        return question_named(HistoryQuestion, self.query)
