"""ScalingAnswer -> its charts: points, fitted curves, bands, references. All computed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.statistics.median_intervals import median_interval
from benchdb.domain.units import decimals, shown, times
from benchdb.questions.scaling.answer import Curve, Fitted, ScalingAnswer
from benchdb.questions.scaling.answer import Point as Measured
from benchdb.questions.scaling.bands import grid
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.wording import words
from benchdb.wording.figures import load
from benchdb.wording.grammar import inside
from frontend.charts.comparison import chart, is_flat
from frontend.charts.model import BETTER, Axis, Chart, Point, Role, Series, Tick, single_runs
from frontend.charts.scales import scale_of

ROOM = 1.25  #: the y axis ends this far above what was measured, so that a linear reference does not squash it
MOST_TICKS = 12  #: where more loads were measured, round numbers stand on the axis


def curve_charts(answer: ScalingAnswer) -> list[Chart]:
    """The charts of a page, the one that answers it first; none without a point."""
    if not answer.curves:
        return []
    if answer.question.is_load:
        return [load_chart(answer), *beneath(answer)]
    return [growth_chart(answer), *([speedup_chart(answer)] if any(grows(curve) for curve in answer.curves) else [])]


def grows(curve: Curve) -> bool:
    """Whether there is a second point to set against the first."""
    return len(curve.points) > 1 and curve.first.speedup is not None


def framed(answer: ScalingAnswer, title: str, unit: str, most: float, series: Sequence[Series], key: str) -> Chart:
    question = answer.question
    over = dimension(question.x).title
    return Chart(
        kind="lines",
        title=title,
        x=Axis(title=over, least=0.0, ticks=measured_places(answer)),
        y=Axis(unit=unit, least=0.0, most=most),
        series=tuple(series),
        better=BETTER.get(metric(question.metric).better, ""),
        key=key,
        summary=words("chart over", title=title, over=inside(over), by=question.by),
    )


def measured_places(answer: ScalingAnswer) -> tuple[Tick, ...]:
    """Where something was measured; () where that is too often to be written."""
    places = sorted({point.n for curve in answer.curves for point in curve.points})
    return tuple(Tick(n, (decimals(n, 6),)) for n in places) if len(places) <= MOST_TICKS else ()


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
    return Series(curve.name, group, tuple(points), is_joined=not curve.laws, is_published=is_published)


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
    series: list[Series] = []
    for group, curve in enumerate(answer.curves):
        points = with_runs(question, group, curve, factor)
        series += [points, *laws(group, curve, factor), linear(group, curve, factor, most)]
    has_band = any(one.role == "low" for one in series)
    key = " ".join(map(words, ("key of laws", *(["key of a band"] if has_band else []))))
    return framed(answer, metric(question.metric).title, unit, most, series, key)


def speedup_chart(answer: ScalingAnswer) -> Chart:
    """Speed-up over N, each curve against its own first point."""
    curves = [(group, curve) for group, curve in enumerate(answer.curves) if grows(curve)]
    most = ROOM * max((point.speedup or 0.0) for _, curve in curves for point in curve.points)
    series: list[Series] = []
    for group, curve in curves:
        series.append(measured(group, curve, [speedup(point) for point in curve.points]))
        if curve.first.value:
            series += laws(group, curve, 1 / curve.first.value, bands=False)
    widest = max((curve for _, curve in curves), key=lambda curve: curve.last.n / curve.first.n)
    end = min(widest.last.n, most * widest.first.n)
    series.append(drawn(-1, widest, "reference", [(widest.first.n, 1.0), (end, end / widest.first.n)]))
    firsts = {curve.first.n for _, curve in curves}
    against = load(answer.question.x, firsts.pop()) if len(firsts) == 1 else "the smallest N"
    return framed(answer, f"Speed-up against {against}", "×", most, series, words("key of laws"))


def speedup(point: Measured) -> Point:
    tooltip = f"{times(point.speedup)}, {efficiency(point)} efficiency"
    return Point(point.n, point.speedup or 0.0, words=tooltip)


def laws(group: int, curve: Curve, factor: float, *, bands: bool = True) -> list[Series]:
    """The fitted curves, with the band of the Universal Scalability Law's where runs repeat."""
    series = []
    for fitted in curve.laws:
        ns = grid(fitted.fit, curve.first.n)
        role: Role = "usl" if fitted.fit.known_law.has_coherency else "amdahl"
        series.append(smooth(group, curve, role, zip(ns, fitted.fit.throughput_at(ns) * factor, strict=True)))
        if role == "usl" and bands:
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
        series += [points, *uprights(group, curve, most), *offered(group, curve, factor, most)]
    return framed(answer, metric(question.metric).title, unit, most, series, load_key(answer))


def load_key(answer: ScalingAnswer) -> str:
    """What the marks mean that are there."""
    kinds = {"knee": "key of a knee", "fall": "key of a fall", "offered": "key of the offered"}
    return " ".join(words(kind) for name, kind in kinds.items() if any(getattr(curve, name) for curve in answer.curves))


def uprights(group: int, curve: Curve, most: float) -> list[Series]:
    knee = [drawn(group, curve, "knee", [(curve.knee.load, 0), (curve.knee.load, most)])] if curve.knee else []
    fall = [drawn(group, curve, "fall", [(curve.fall.holds, 0), (curve.fall.holds, most)])] if curve.fall else []
    return [*knee, *fall]


def offered(group: int, curve: Curve, factor: float, most: float) -> list[Series]:
    """What was offered at each load, as far as the axis goes."""
    if curve.offered is None:
        return []
    slope = curve.offered * factor
    end = min(curve.last.n, most / slope)
    return [drawn(group, curve, "reference", [(0.0, 0.0), (end, end * slope)])]


def beneath(answer: ScalingAnswer) -> list[Chart]:
    """Latency and errors over the same loads; not what is 0 at each of them, which a sentence says."""
    comparison = answer.comparison
    names = [name for name in comparison.question.metrics if name != answer.question.metric]
    rows = {name: [row for row in comparison.rows if row.metric == name] for name in names}
    return [chart(comparison, name, own) for name, own in rows.items() if not is_flat(own)]


def tooltips(question: ScalingQuestion, curve: Curve) -> list[str]:
    """What is said of each point."""
    unit = metric(question.metric).unit
    return [f"{shown(point.value, unit)}, {runs(point)}" for point in curve.points]


def runs(point: Measured) -> str:
    return "published" if point.is_published else f"{len(point.runs)} run" + "s" * (len(point.runs) > 1)


def efficiency(point: Measured) -> str:
    return "–" if point.efficiency is None else f"{100 * point.efficiency:.0f}%"
