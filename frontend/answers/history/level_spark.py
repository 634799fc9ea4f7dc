"""The curves of a history, small and without axes: runs are dots, a level is a line, a change an upright. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.questions.history.answer import Curve
from frontend.charts.history import tone_of

WIDTH, HEIGHT, EDGE = 184.0, 26.0, 3.0  #: in its own units
MOST_DOTS = 90  #: of a curve; of more runs every second, third … is drawn


@dataclass(frozen=True, slots=True)
class SmallCurve:
    is_newest: bool  #: of several, the one that was measured last
    dots: str  #: of an SVG path, as are the next ones
    levels: str


@dataclass(frozen=True, slots=True)
class Upright:
    """Where a level changes."""

    path: str
    tone: str


@dataclass(frozen=True, slots=True)
class LevelSpark:
    curves: tuple[SmallCurve, ...] = ()
    changes: tuple[Upright, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """What is measured -> where it stands in the drawing."""

    first: float
    over: float
    low: float
    up: float

    def x(self, moment: float) -> float:
        return round(EDGE + (moment - self.first) / self.over * (WIDTH - 2 * EDGE), 1)

    def y(self, value: float) -> float:
        return round(HEIGHT - EDGE - (value - self.low) / self.up * (HEIGHT - 2 * EDGE), 1)


def level_spark(curves: Sequence[Curve], metric: str, *, has_levels: bool = True) -> LevelSpark:
    """All curves on one scale of their own, which need not begin at zero; the newest lies above the others."""
    if not curves:
        return LevelSpark()
    box, newest = box_of(curves), newest_of(curves)
    rising = sorted(curves, key=lambda curve: curve is newest)
    return LevelSpark(
        tuple(small_curve(curve, box, is_newest=curve is newest, has_levels=has_levels) for curve in rising),
        tuple(
            Upright(f"M{box.x(change.x)} 0V{HEIGHT:g}", tone_of(metric, change.after.cell))
            for curve in curves
            for change in curve.changes
            if has_levels
        ),
    )


def newest_of(curves: Sequence[Curve]) -> Curve:
    """The one that was measured last."""
    return max(curves, key=lambda curve: curve.points[-1].x)


def box_of(curves: Sequence[Curve]) -> Box:
    points = [point for curve in curves for point in curve.points]
    xs, values = [point.x for point in points], [point.value for point in points]
    return Box(min(xs), (max(xs) - min(xs)) or 1.0, min(values), (max(values) - min(values)) or 1.0)


def small_curve(curve: Curve, box: Box, *, is_newest: bool, has_levels: bool) -> SmallCurve:
    points = curve.points[:: -(-len(curve.points) // MOST_DOTS)]
    levels = curve.levels if has_levels else ()
    return SmallCurve(
        is_newest=is_newest,
        dots="".join(f"M{box.x(point.x)} {box.y(point.value)}h0" for point in points),
        levels="".join(f"M{box.x(one.first.x)} {box.y(one.value)}H{box.x(one.last.x)}" for one in levels),
    )
