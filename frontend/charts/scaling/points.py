"""The measured points of a curve, their runs and tooltips, and those that count in no line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchdb.domain.metrics import metric
from benchdb.domain.statistics.median_intervals import median_interval
from benchdb.domain.units import shown, times
from benchdb.questions.scaling.answer import Curve
from benchdb.questions.scaling.answer import Point as Measured
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.wording import words
from benchdb.wording.ratios import between
from frontend.charts.model import Point, Series, single_runs
from frontend.charts.scales import scale_of


def with_runs(question: ScalingQuestion, group: int, curve: Curve, factor: float, others: Sequence[Curve]) -> Series:
    """The points of one curve, their runs, and the intervals of medians; nothing where others alone were measured."""
    points = []
    for point, tooltip in zip(curve.points, tooltips(question, curve), strict=True):
        interval = median_interval(point.values) if question.aggregation == "median" else None
        low, high = (interval[0] * factor, interval[1] * factor) if interval else (None, None)
        trials = single_runs(point.values, factor)
        points.append(Point(point.n, point.value * factor, words=tooltip, low=low, high=high, trials=trials))
    drawn = measured(group, curve, points)
    return replace(drawn, points=with_holes(drawn.points, unmeasured(curve, others))) if drawn.is_joined else drawn


def unmeasured(curve: Curve, others: Sequence[Curve]) -> list[float]:
    """Where others were measured and this one was not, between its own points: its line is dotted there."""
    own, places = {point.n for point in curve.every_point}, {point.n for one in others for point in one.every_point}
    return [n for n in places - own if curve.first.n < n < curve.last.n]


def with_holes(points: Sequence[Point], places: Sequence[float]) -> tuple[Point, ...]:
    return tuple(sorted([*points, *(Point(n, None) for n in places)], key=lambda one: one.x))


def measured(group: int, curve: Curve, points: Sequence[Point]) -> Series:
    """A law, where there is one, is the line."""
    is_published = all(point.is_published for point in curve.points)
    points = [replace(point, is_failing=curve.serves_nothing) for point in points]
    return Series(curve.name, group, tuple(points), is_joined=not curve.laws, is_published=is_published)


def left_out(question: ScalingQuestion, group: int, curve: Curve, most: float) -> list[Series]:
    """The points that count in no line, since their requests failed: at the chart's edge where their figure lies beyond
    what was served, as their tooltips say."""
    factor, _ = scale_of(question.metric)
    failing = [(point, words(curve.failing_how)) for point in curve.failing]
    outweighed = [(one.point, words("failures of a point", share=one.point.errors)) for one in curve.outweighed]
    points = [
        Point(point.n, min(point.value * factor, most), words=f"{figure(question, point)}: {why}", is_failing=True)
        for point, why in sorted([*failing, *outweighed], key=lambda one: one[0].n)
    ]
    return [Series(curve.name, group, tuple(points), "failing", is_joined=False)] if points else []


def efficient(curve: Curve, point: Measured) -> Point:
    span = curve.gain_span(point)
    tooltip = between(*span) if span else f"{efficiency(point)} efficiency, {times(point.speedup)}"
    return Point(point.n, None if point.efficiency is None else 100 * point.efficiency, words=tooltip)


def tooltips(question: ScalingQuestion, curve: Curve) -> list[str]:
    """What is said of each point."""
    failing = f": {words(curve.failing_how)}" if curve.serves_nothing else ""
    return [f"{figure(question, point)}{failing}" for point in curve.points]


def figure(question: ScalingQuestion, point: Measured) -> str:
    return f"{shown(point.value, metric(question.metric).unit)}, {runs(point)}"


def runs(point: Measured) -> str:
    return "published" if point.is_published else f"{len(point.runs)} run" + "s" * (len(point.runs) > 1)


def efficiency(point: Measured) -> str:
    return "–" if point.efficiency is None else f"{100 * point.efficiency:.0f}%"
