"""ScalingAnswer -> what Chart.js is given to draw: points, fitted curves, bands, references. All computed here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from benchdb.dimensions import dimension
from benchdb.metrics import metric
from benchdb.scaling import words
from benchdb.scaling.answer import Curve, Fitted, Point, ScalingAnswer
from benchdb.scaling.bands import grid
from benchdb.scaling.spec import ScalingSpec
from benchdb.units import shown
from frontend.charts import SCALES, chart

BETTER = {"higher": "higher is better", "lower": "lower is better"}
Series = dict[str, Any]
ROOM = 1.25  #: the y axis ends this far above what was measured, so that a linear reference does not squash it

CPU_KEY = "Solid: Universal Scalability Law. Dashed: Amdahl's law. Dotted: linear."
BAND_KEY = " Shaded: 95% band over the runs."
LOAD_KEY = "Dashed upright: the knee. Solid upright: the last load that holds."
OFFERED_KEY = " Dotted: offered."


def curve_charts(answer: ScalingAnswer) -> list[dict[str, Any]]:
    """The charts of a page, the one that answers it first; none without a point."""
    if not answer.curves:
        return []
    if answer.spec.is_load:
        return [load_chart(answer), *beneath(answer)]
    return [growth_chart(answer), *([speedup_chart(answer)] if any(grows(curve) for curve in answer.curves) else [])]


def grows(curve: Curve) -> bool:
    """Whether there is a second point to set against the first."""
    return len(curve.points) > 1 and curve.first.speedup is not None


def scale_of(spec: ScalingSpec) -> tuple[float, str]:
    unit = metric(spec.metric).unit
    return SCALES.get(unit, (1.0, "" if unit == "count" else unit))


def framed(answer: ScalingAnswer, title: str, unit: str, most: float, series: list[Series], key: str) -> dict[str, Any]:
    spec = answer.spec
    return {
        "kind": "curves",
        "title": title,
        "unit": unit,
        "x": dimension(spec.x).title,
        "better": BETTER.get(metric(spec.metric).better, ""),
        "most": most,
        "labels": [curve.name for curve in answer.curves],
        "series": series,
        "key": key,
        "summary": f"{title} over {dimension(spec.x).title.lower()}, by {dimension(spec.by).title.lower()}",
    }


def measured(at: int, curve: Curve, y: Callable[[Point], float], told: Sequence[str], *, joined: bool) -> Series:
    """The points of one curve."""
    return {
        "group": at,
        "name": curve.name,
        "role": "points",
        "line": joined,
        "published": all(point.is_published for point in curve.points),
        "data": [{"x": point.n, "y": y(point)} for point in curve.points],
        "words": list(told),
    }


def drawn(at: int, curve: Curve, role: str, data: Iterable[tuple[float, float]]) -> Series:
    return {"group": at, "name": curve.name, "role": role, "data": [{"x": float(x), "y": float(y)} for x, y in data]}


def growth_chart(answer: ScalingAnswer) -> dict[str, Any]:
    """Throughput over N with both laws, their bands and the linear reference."""
    spec = answer.spec
    scale, unit = scale_of(spec)
    most = ROOM * scale * max(max(point.values, default=point.value) for c in answer.curves for point in c.points)
    series: list[Series] = []
    for at, curve in enumerate(answer.curves):
        points = measured(at, curve, lambda point: point.value * scale, tips(spec, curve), joined=not curve.laws)
        points["trials"] = [[value * scale for value in point.values] for point in curve.points]
        series += [points, *laws(at, curve, scale), linear(at, curve, scale, most)]
    return framed(
        answer,
        metric(spec.metric).title,
        unit,
        most,
        series,
        CPU_KEY + BAND_KEY * any(each["role"] == "low" for each in series),
    )


def speedup_chart(answer: ScalingAnswer) -> dict[str, Any]:
    """Speed-up over N, each curve against its own first point."""
    curves = [(at, curve) for at, curve in enumerate(answer.curves) if grows(curve)]
    most = ROOM * max((point.speedup or 0.0) for _, curve in curves for point in curve.points)
    series: list[Series] = []
    for at, curve in curves:
        told = [f"{words.gain(point.speedup)}, {efficiency(point)} efficiency" for point in curve.points]
        series.append(measured(at, curve, lambda point: point.speedup or 0.0, told, joined=not curve.laws))
        if curve.first.value:
            series += laws(at, curve, 1 / curve.first.value, bands=False)
    widest = max((curve for _, curve in curves), key=lambda curve: curve.last.n / curve.first.n)
    end = min(widest.last.n, most * widest.first.n)
    series.append(drawn(-1, widest, "reference", [(widest.first.n, 1.0), (end, end / widest.first.n)]))
    return framed(answer, "Speed-up against the smallest N", "×", most, series, CPU_KEY)


def laws(at: int, curve: Curve, scale: float, *, bands: bool = True) -> list[Series]:
    """The fitted curves, with the band of the Universal Scalability Law's where runs repeat."""
    series = []
    for fitted in curve.laws:
        ns = grid(fitted.fit, curve.first.n)
        role = "usl" if fitted.fit.known_law.has_coherency else "amdahl"
        series.append(drawn(at, curve, role, zip(ns, fitted.fit.at(ns) * scale, strict=True)))
        if role == "usl" and bands:
            series += band(at, curve, fitted, ns, scale)
    return series


def band(at: int, curve: Curve, fitted: Fitted, ns: Any, scale: float) -> list[Series]:
    ranges = fitted.uncertainty.band
    if len(ranges) != len(ns):
        return []
    low = drawn(at, curve, "low", ((n, each.low * scale) for n, each in zip(ns, ranges, strict=True)))
    high = drawn(at, curve, "high", ((n, each.high * scale) for n, each in zip(ns, ranges, strict=True)))
    return [low, high]


def linear(at: int, curve: Curve, scale: float, most: float) -> Series:
    """The first point's throughput times N, as far as the axis goes."""
    slope = curve.first.value * scale / curve.first.n
    end = min(curve.last.n, most / slope) if slope else curve.last.n
    return drawn(at, curve, "reference", [(curve.first.n, curve.first.n * slope), (end, end * slope)])


def load_chart(answer: ScalingAnswer) -> dict[str, Any]:
    """Throughput over load, what was offered, and where each curve bends and falls."""
    spec = answer.spec
    scale, unit = scale_of(spec)
    most = 1.05 * scale * max(max(point.values, default=point.value) for c in answer.curves for point in c.points)
    offered = any(curve.offered for curve in answer.curves)
    series: list[Series] = []
    for at, curve in enumerate(answer.curves):
        points = measured(at, curve, lambda point: point.value * scale, tips(spec, curve), joined=True)
        points["trials"] = [[value * scale for value in point.values] for point in curve.points]
        series += [points, *uprights(at, curve, most), *asked(at, curve, scale, most)]
    return framed(answer, metric(spec.metric).title, unit, most, series, LOAD_KEY + OFFERED_KEY * offered)


def uprights(at: int, curve: Curve, most: float) -> list[Series]:
    knee = [drawn(at, curve, "knee", [(curve.knee.load, 0), (curve.knee.load, most)])] if curve.knee else []
    fall = [drawn(at, curve, "fall", [(curve.fall.holds, 0), (curve.fall.holds, most)])] if curve.fall else []
    return [*knee, *fall]


def asked(at: int, curve: Curve, scale: float, most: float) -> list[Series]:
    """What was offered at each load, as far as the axis goes."""
    if curve.offered is None:
        return []
    slope = curve.offered * scale
    end = min(curve.last.n, most / slope)
    return [drawn(at, curve, "reference", [(0.0, 0.0), (end, end * slope)])]


def beneath(answer: ScalingAnswer) -> list[dict[str, Any]]:
    """Latency and errors over the same loads."""
    comparison = answer.comparison
    names = [name for name in comparison.spec.metrics if name != answer.spec.metric]
    return [chart(comparison, name, [row for row in comparison.rows if row.metric == name]) for name in names]


def tips(spec: ScalingSpec, curve: Curve) -> list[str]:
    """What a tooltip says of each point."""
    unit = metric(spec.metric).unit
    return [f"{shown(point.value, unit)}, {runs(point)}" for point in curve.points]


def runs(point: Point) -> str:
    return "published" if point.is_published else f"{len(point.runs)} run" + "s" * (len(point.runs) > 1)


def efficiency(point: Point) -> str:
    return "–" if point.efficiency is None else f"{100 * point.efficiency:.0f}%"
