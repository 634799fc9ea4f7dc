"""ScalingAnswer -> its charts: points, fitted curves, bands, references. All computed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.statistics.median_intervals import median_interval
from benchdb.domain.units import decimals, shown, times
from benchdb.questions.comparison.answer import Row
from benchdb.questions.replies.failures import answers_errors_alone
from benchdb.questions.scaling.answer import Curve, Fitted, ScalingAnswer
from benchdb.questions.scaling.answer import Point as Measured
from benchdb.questions.scaling.bands import grid
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.wording import words
from benchdb.wording.figures import between
from benchdb.wording.grammar import inside
from frontend.charts.comparison import FAR, is_flat, of_metric
from frontend.charts.model import BETTER, Axis, Chart, Point, Role, Series, Tick, single_runs
from frontend.charts.multiples import small_charts
from frontend.charts.scales import scale_of

ROOM = 1.25  #: the y axis ends this far above what was measured, so that a linear reference does not squash it
MOST_TICKS = 12  #: where more loads were measured, round numbers stand on the axis


def curve_charts(answer: ScalingAnswer) -> list[Chart]:
    """The charts of a page, that which answers it first; small ones of many curves; none without a point."""
    if not answer.curves:
        return []
    if answer.question.is_load:
        return [*parts(answer, load_chart(answer)), *beneath(answer)]
    second = [efficiency_chart(answer)] if any(grows(curve) for curve in answer.curves) else []
    return [small for whole in (growth_chart(answer), *second) for small in parts(answer, whole)]


def parts(answer: ScalingAnswer, whole: Chart) -> list[Chart]:
    return small_charts(whole, answer.comparison.baseline, dimension(answer.question.by).title)


def grows(curve: Curve) -> bool:
    """Whether there is a second point to set against the first."""
    return len(curve.points) > 1 and curve.first.speedup is not None


def framed(answer: ScalingAnswer, title: str, unit: str, most: float, series: Sequence[Series], key: str) -> Chart:
    question = answer.question
    over = dimension(question.x).title
    has_crosses = any(point.is_failing for one in series for point in one.points)
    crosses = key_of_crosses(answer.curves) if has_crosses else ""
    return Chart(
        kind="lines",
        title=title,
        x=Axis(title=over, least=0.0, ticks=measured_places(answer), is_log=is_far(answer)),
        y=Axis(unit=unit, least=0.0, most=most),
        series=tuple(series),
        better=BETTER.get(metric(question.metric).better, ""),
        key=" ".join(filter(None, (key, crosses))),
        summary=words("chart over", title=title, over=inside(over), by=question.by),
    )


def key_of_crosses(curves: Sequence[Curve]) -> str:
    """What they mean in these curves, which have some."""
    return words("key of outweighed points" if any(curve.outweighed for curve in curves) else "key of failing points")


def measured_places(answer: ScalingAnswer) -> tuple[Tick, ...]:
    """Where something was measured; () where that is too often to be written."""
    places = sorted({point.n for curve in answer.curves for point in curve.every_point})
    return tuple(Tick(n, (decimals(n, 6),)) for n in places) if len(places) <= MOST_TICKS else ()


def is_far(answer: ScalingAnswer) -> bool:
    """Whether the places span so much that the smallest would lie on each other."""
    places = [point.n for curve in answer.curves for point in curve.every_point]
    return min(places) > 0 and max(places) / min(places) > FAR


def highest(answer: ScalingAnswer, factor: float) -> float:
    return factor * max(float(np.max(point.values)) for c in answer.curves for point in c.points)


def with_runs(question: ScalingQuestion, group: int, curve: Curve, factor: float) -> Series:
    """The points of one curve, their runs, and the intervals of medians."""
    points = []
    for point, tooltip in zip(curve.points, tooltips(question, curve), strict=True):
        interval = median_interval(point.values) if question.aggregation == "median" else None
        low, high = (interval[0] * factor, interval[1] * factor) if interval else (None, None)
        trials = single_runs(point.values, factor)
        points.append(Point(point.n, point.value * factor, words=tooltip, low=low, high=high, trials=trials))
    return measured(group, curve, points)


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


def drawn(group: int, curve: Curve, role: Role, places: Iterable[tuple[float, float]]) -> Series:
    return Series(curve.name, group, tuple(Point(float(x), float(y)) for x, y in places), role)


def smooth(group: int, curve: Curve, role: Role, places: Iterable[tuple[float, float]]) -> Series:
    """What bends slowly: every second place and the last, four digits of each. Two charts of it were 4 kB of a page."""
    kept = list(places)
    return drawn(group, curve, role, [(four(x), four(y)) for x, y in [*kept[:-1:2], *kept[-1:]]])


def four(value: float) -> float:
    return float(f"{value:.4g}")


def growth_chart(answer: ScalingAnswer) -> Chart:
    """Throughput over N with both laws, their bands and the linear reference."""
    question = answer.question
    factor, unit = scale_of(question.metric)
    most = ROOM * highest(answer, factor)
    steepest = max(answer.curves, key=lambda curve: curve.first.value / curve.first.n)
    series: list[Series] = []
    for group, curve in enumerate(answer.curves):
        points = with_runs(question, group, curve, factor)
        line = linear(group, curve, factor, most)
        name = words("linear") if curve is steepest else ""  # the others lie close beneath it
        series += [points, *left_out(question, group, curve, most)]
        series += [*laws(group, curve, factor), replace(line, law=name)]
    has_band = any(one.role == "low" for one in series)
    key = " ".join(map(words, ("key of laws", *(["key of a band"] if has_band else []))))
    return framed(answer, metric(question.metric).title, unit, most, series, key)


def efficiency_chart(answer: ScalingAnswer) -> Chart:
    """Speed-up for each CPU over N: each curve against its own first point, which has 100%."""
    curves = [(group, curve) for group, curve in enumerate(answer.curves) if grows(curve)]
    shares = [point.efficiency or 0.0 for _, curve in curves for point in curve.points]
    most = 100 * max(1.0, *shares)
    series: list[Series] = []
    for group, curve in curves:
        series.append(measured(group, curve, [efficient(curve, point) for point in curve.points]))
        if curve.first.value:
            series += efficient_laws(group, curve)
    first, last = min(curve.first.n for _, curve in curves), max(curve.last.n for _, curve in curves)
    series.append(drawn(-1, curves[0][1], "reference", [(first, 100.0), (last, 100.0)]))
    return framed(answer, words("chart of efficiency"), "%", 1.05 * most, series, words("key of efficiency"))


def efficient(curve: Curve, point: Measured) -> Point:
    span = curve.gain_span(point)
    tooltip = between(*span) if span else f"{efficiency(point)} efficiency, {times(point.speedup)}"
    return Point(point.n, None if point.efficiency is None else 100 * point.efficiency, words=tooltip)


def efficient_laws(group: int, curve: Curve) -> list[Series]:
    """The fitted curves for each CPU, as a share of the first point's throughput for each."""
    series, base = [], curve.first.value / curve.first.n
    for fitted in curve.laws:
        ns = grid(fitted.fit, curve.first.n)
        role: Role = "usl" if fitted.fit.known_law.has_coherency else "amdahl"
        line = smooth(group, curve, role, zip(ns, 100 * fitted.fit.throughput_at(ns) / ns / base, strict=True))
        series.append(replace(line, law=fitted.fit.known_law.short))
    return series


def laws(group: int, curve: Curve, factor: float) -> list[Series]:
    """The fitted curves, with the band of the Universal Scalability Law's where runs repeat."""
    series = []
    for fitted in curve.laws:
        ns = grid(fitted.fit, curve.first.n)
        role: Role = "usl" if fitted.fit.known_law.has_coherency else "amdahl"
        line = smooth(group, curve, role, zip(ns, fitted.fit.throughput_at(ns) * factor, strict=True))
        series.append(replace(line, law=fitted.fit.known_law.short))
        if role == "usl":
            series += band(group, curve, fitted, ns, factor)
    return series


def band(group: int, curve: Curve, fitted: Fitted, ns: Any, factor: float) -> list[Series]:
    ranges = fitted.uncertainty.band
    if len(ranges) != len(ns):
        return []
    low = smooth(group, curve, "low", ((n, one.low * factor) for n, one in zip(ns, ranges, strict=True)))
    high = smooth(group, curve, "high", ((n, one.high * factor) for n, one in zip(ns, ranges, strict=True)))
    return [low, high]


def linear(group: int, curve: Curve, factor: float, most: float) -> Series:
    """The first point's throughput times N, as far as the axis goes."""
    slope = curve.first.value * factor / curve.first.n
    end = min(curve.last.n, most / slope) if slope else curve.last.n
    return drawn(group, curve, "reference", [(curve.first.n, curve.first.n * slope), (end, end * slope)])


def load_chart(answer: ScalingAnswer) -> Chart:
    """Throughput over load, what was offered, and where each curve bends and falls."""
    question = answer.question
    factor, unit = scale_of(question.metric)
    most = 1.05 * highest(answer, factor)
    series: list[Series] = []
    for group, curve in enumerate(answer.curves):
        points = with_runs(question, group, curve, factor)
        series += [points, *left_out(question, group, curve, most)]
        series += [*uprights(group, curve, most), *offered(group, curve, factor, most)]
    return framed(answer, metric(question.metric).title, unit, most, series, load_key(answer))


def load_key(answer: ScalingAnswer) -> str:
    """What the marks mean that are there."""
    kinds = {"knee": "key of a knee", "step": "key of a fall", "offered": "key of the offered"}
    return " ".join(words(kind) for name, kind in kinds.items() if any(getattr(curve, name) for curve in answer.curves))


def uprights(group: int, curve: Curve, most: float) -> list[Series]:
    knee = [drawn(group, curve, "knee", [(curve.knee.load, 0), (curve.knee.load, most)])] if curve.knee else []
    fall = [drawn(group, curve, "fall", [(curve.step.holds, 0), (curve.step.holds, most)])] if curve.step else []
    return [*knee, *fall]


def offered(group: int, curve: Curve, factor: float, most: float) -> list[Series]:
    """What was offered at each load, as far as the axis goes."""
    if curve.offered is None:
        return []
    slope = curve.offered * factor
    end = min(curve.last.n, most / slope)
    return [drawn(group, curve, "reference", [(0.0, 0.0), (end, end * slope)])]


def beneath(answer: ScalingAnswer) -> list[Chart]:
    """Latency and errors over the same loads; not what is 0 at each of them, which a sentence says. How long errors
    took is no point, as how many came a second is none above.
    """
    comparison = answer.comparison
    names = [name for name in comparison.question.metrics if name != answer.question.metric]
    served = [one for row in comparison.rows if (one := without_errors_alone(row)).cells]
    rows = {name: [row for row in served if row.metric == name] for name in names}
    return [one for name, own in rows.items() if not is_flat(own) for one in of_metric(comparison, name, own)]


def without_errors_alone(row: Row) -> Row:
    served = {name: cell for name, cell in row.cells.items() if not answers_errors_alone(row.metric, cell.failed)}
    return replace(row, cells=served)


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
