"""ScalingAnswer: what the page, the charts and the exports show of a ScalingQuestion. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchdb.domain.caveats import Caveat, Phrase
from benchdb.domain.columns import Column
from benchdb.questions.base import question_named
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.beneath import OverComparison
from benchdb.questions.conditions import Difference
from benchdb.questions.gate import Spread, conflicts
from benchdb.questions.rounding.spans import ratio_span
from benchdb.questions.rounding.steps import COARSE
from benchdb.questions.scaling.bands import Uncertainty
from benchdb.questions.scaling.contrasts import Contrasts, contrasts
from benchdb.questions.scaling.far.runs import ENOUGH, Far, far_runs, tested
from benchdb.questions.scaling.fit import VISIBLE, Fit, Pair
from benchdb.questions.scaling.knee import FALL, Fall, Knee
from benchdb.questions.scaling.measured_shape import (
    FALLS,
    FLAT,
    Shape,
    plateau,
    shown_shape,
    superlinear,
    supported_peak,
)
from benchdb.questions.scaling.question import ScalingQuestion


@dataclass(frozen=True, slots=True)
class Point:
    """The runs at one N of a curve."""

    n: float
    value: float  #: by the protocol, in the metric's base unit
    values: Sequence[float]  #: one per run
    runs: Sequence[int]
    speedup: float | None  #: over the smallest N; None where that is 0
    efficiency: float | None  #: speed-up over the growth of N itself; None for a load
    is_published: bool
    step: float = 0.0  #: in which its figures were printed, in the base unit; 0 = too fine to matter
    speedup_between: tuple[float, float] | None = None  #: what rounding leaves open of the speed-up
    failed: float = 0.0  #: share of its requests that failed; inf = some, and nobody knows of how many
    failed_in_rate: float | None = None  #: of the requests in its figure, where others failed beside these; None = all

    @property
    def errors(self) -> float:
        """The share of the requests in its figure that failed; inf = some, and nobody knows of how many."""
        return self.failed if self.failed_in_rate is None else self.failed_in_rate

    @property
    def served(self) -> float:
        """What is left of its figure without what failed in it."""
        return self.value * (1 - self.errors)

    @property
    def is_coarse(self) -> bool:
        """Whether its figure is a few steps of what was printed."""
        return bool(self.step) and 0 <= self.value < COARSE * self.step * (1 - 1e-9)


@dataclass(frozen=True, slots=True)
class Drop:
    """What a curve loses along its loads, whether it recovers or not."""

    high: Point  #: the highest until there
    low: Point

    @property
    def change(self) -> float:
        """Below 0: a fraction of the higher one."""
        return self.low.value / self.high.value - 1

    @property
    def span(self) -> tuple[float, float] | None:
        """What the ratio may be, where one of them is coarse."""
        return ratio_span(self.low, self.high) if self.low.is_coarse or self.high.is_coarse else None


@dataclass(frozen=True, slots=True)
class Outweighed:
    """A point of which so many requests failed that it served no more than another one, as its figure would say."""

    point: Point
    most_at: float  #: the nearest N at which no less was served with fewer failures, and which its figure hides


@dataclass(frozen=True, slots=True)
class Fitted:
    """A law on a curve, with how far its parameters could lie elsewhere."""

    fit: Fit
    uncertainty: Uncertainty


@dataclass(frozen=True)
class Curve:
    """One value of `by`: its points, and what they say. Without slots, so that what its runs show is tested once."""

    name: str
    points: tuple[Point, ...]  #: in the order of N
    amdahl: Fitted | None = None
    usl: Fitted | None = None
    preferred: str = ""  #: the law that the data prefer, "" where they cannot tell
    knee: Knee | None = None
    fall: Fall | None = None
    offered: float | None = None  #: requests offered for each unit of x, of a rate sweep
    keeps_up_to: float | None = None  #: the highest offered rate that is still served, of a rate sweep
    idle: tuple[tuple[float, float], ...] = ()  #: (N, share of the CPUs that was idle), where somebody recorded it
    notes: tuple[Caveat, ...] = ()  #: what a reader of this curve must know
    failing: tuple[Point, ...] = ()  #: measured, but none of `points`: they say how quickly errors came
    outweighed: tuple[Outweighed, ...] = ()  #: measured, but none of `points` either
    failing_how: str = ""  #: the kind of the phrase that says how
    fails_at: tuple[float, ...] = ()  #: the N of `points` at which some requests failed
    has_machines: bool = False  #: whether its points are of several machines, accepted or not
    serves_nothing: bool = False  #: whether every request of all `points` failed: they say how quickly errors came

    @property
    def every_point(self) -> tuple[Point, ...]:
        """With those that say how quickly errors came, in the order of N."""
        others = (*self.failing, *(one.point for one in self.outweighed))
        return tuple(sorted((*self.points, *others), key=lambda point: point.n))

    @property
    def errors_alone(self) -> tuple[Point, ...]:
        """The points at which every request failed, in the order of N."""
        return self.points if self.serves_nothing else self.failing

    @property
    def fails_beyond(self) -> bool:
        """Whether a point behind the last good one served nothing, or less by FALL than was served before."""
        most = (1 - FALL) * max(point.served for point in self.points)
        lost = [*self.failing, *(one.point for one in self.outweighed if one.point.served <= most)]
        return any(point.n > self.last.n for point in lost)

    @property
    def laws(self) -> tuple[Fitted, ...]:
        return tuple(law for law in (self.usl, self.amdahl) if law)

    @property
    def pairs(self) -> list[Pair]:
        return [(point.n, point.value) for point in self.points]

    @cached_property
    def shape(self) -> Shape:
        """What the points show, before any law; where runs repeat, what these show."""
        return shown_shape(self.pairs, self.contrasts)

    @cached_property
    def contrasts(self) -> Contrasts:
        """Which points the runs show to differ; without those far from the others of their point."""
        hiding = [place for place in self.far if len(self.points[place].values) < ENOUGH]
        return contrasts(tested([point.values for point in self.points], self.far), hiding)

    @cached_property
    def far(self) -> Far:
        """The runs far from the others of their point."""
        return far_runs([point.values for point in self.points], [point.step for point in self.points])

    def usual_values(self, point: Point) -> Sequence[float]:
        """The runs of a point without those far from the others: by these its figure has its digits."""
        far = self.far.get(self.points.index(point), ()) if point in self.points else ()
        return [value for place, value in enumerate(point.values) if place not in far] if far else point.values

    @property
    def falls(self) -> bool:
        """Whether it ends lower than it was, as Amdahl's law cannot."""
        return self.shape in FALLS

    @property
    def superlinear(self) -> Pair | None:
        """(N, efficiency) of what gains the most over linear growth; None where nothing does, or on another machine."""
        return None if self.has_machines else superlinear(self.pairs, self.contrasts, self.fails_at)

    @property
    def peak(self) -> float | None:
        """The fitted peak, where the points have one too."""
        return supported_peak(self.usl.fit, self.shape) if self.usl else None

    @property
    def is_coarse(self) -> bool:
        """Whether some figure is a few steps of what was printed."""
        return any(point.is_coarse for point in self.points)

    def gain_span(self, point: Point) -> tuple[float, float] | None:
        """What the speed-up of a point may be, where its figure or the first is coarse."""
        return point.speedup_between if point.is_coarse or self.first.is_coarse else None

    @property
    def first(self) -> Point:
        return self.points[0]

    @property
    def last(self) -> Point:
        return self.points[-1]

    @property
    def highest(self) -> Point:
        return max(self.points, key=lambda point: point.value)

    @property
    def top(self) -> tuple[float, float]:
        """The first and the last N, around the highest point, between which every point is as high as one could see."""
        lowest, place = (1 - VISIBLE) * self.highest.value, self.points.index(self.highest)
        begin = end = place
        while begin and self.points[begin - 1].value >= lowest:
            begin -= 1
        while end + 1 < len(self.points) and self.points[end + 1].value >= lowest:
            end += 1
        return self.points[begin].n, self.points[end].n

    @property
    def shows_last_lower(self) -> bool:
        """Whether the last point is lower than the highest, and runs that repeat show it."""
        shown, last = self.contrasts, len(self.points) - 1
        return not shown.can_tell or shown.is_higher(self.points.index(self.highest), last)

    @property
    def step(self) -> Fall | None:
        """The fall where it is one step: nothing much was lost until there, and at least FALL there."""
        if self.fall is None:
            return None
        until = [point.value for point in self.points if point.n <= self.fall.holds]
        return self.fall if self.fall.change <= -FALL and until[-1] >= (1 - FALL) * max(until) else None

    @cached_property
    def drop(self) -> Drop | None:
        """Where the most is lost, of at least FALL; None where runs repeat, and do not show it, and of errors."""
        if self.serves_nothing:
            return None
        before = ((max(self.points[:place], key=lambda one: one.value), place) for place in range(1, len(self.points)))
        drops = [Drop(high, self.points[place]) for high, place in before if high.value > 0]
        largest = min(drops, key=lambda one: one.change, default=None)
        if largest is None or largest.change > -FALL:
            return None
        shown, places = self.contrasts, (self.points.index(largest.high), self.points.index(largest.low))
        return largest if not shown.can_tell or shown.is_higher(*places) else None

    @property
    def holds_to(self) -> float | None:
        """The last load before it loses FALL, or every request fails; None where neither happens."""
        if self.step or self.drop:
            return self.step.holds if self.step else self.drop.high.n if self.drop else None
        return self.last.n if self.fails_beyond else None

    @cached_property
    def shown_top(self) -> tuple[float, float]:
        """The first and the last N, around the highest point, between which the runs show no difference to it."""
        begin, end = plateau(self.pairs, self.contrasts)
        return self.points[begin].n, self.points[end].n

    @property
    def saturated(self) -> Point | None:
        """The point from which on it is level: the runs show none lower than the highest, and all are within FLAT."""
        low, high = self.shown_top
        level = [point for point in self.points if point.n >= low]
        is_level = self.shape == "levels off" and high == self.last.n and not self.is_coarse
        return level[0] if is_level and min(one.value for one in level) >= (1 - FLAT) * self.highest.value else None


@dataclass(frozen=True, slots=True)
class ScalingAnswer(OverComparison):
    """Everything that is shown."""

    query: str  #: the canonical ScalingQuestion
    curves: tuple[Curve, ...]
    comparison: Comparison  #: the same runs, x by `by`, with the metrics beneath; what is held constant
    also_differs: tuple[Difference, ...]  #: conditions besides x and `by` in which curves differ
    along: tuple[tuple[str, tuple[str, ...]], ...]  #: (condition, its values) that changes along a curve
    caveats: tuple[Caveat, ...]
    accepted: tuple[Difference, ...] = ()  #: that may be there on purpose
    headline: tuple[Phrase, ...] = ()
    spreads: tuple[Spread, ...] = ()  #: of the conditions in conflict
    unserved: Sequence[int] = ()  #: runs that answered nothing but errors, and are in no figure: the answer counts them

    @property
    def runs(self) -> Sequence[int]:
        """Those of the figures, and those of which it says why they are in none."""
        own = self.comparison.runs
        return Column(np.union1d(np.asarray(own), np.asarray(self.unserved))) if len(self.unserved) else own

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Conditions that differ at the same x, and that nobody accepted."""
        return conflicts(self.also_differs, (note for curve in self.curves for note in curve.notes))

    @property
    def question(self) -> ScalingQuestion:
        return question_named(ScalingQuestion, self.query)
