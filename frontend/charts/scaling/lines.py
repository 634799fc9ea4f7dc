"""What is drawn beside the measured points: fitted laws with their bands, references, knees and falls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from benchdb.questions.scaling.answer import Curve, Fitted
from benchdb.questions.scaling.bands import grid
from frontend.charts.model import Point, Role, Series

VISIBLE = 0.03  #: of the axis: of a band that is narrower the line, of 2 pixels, leaves nothing to be seen on a phone


def drawn(group: int, curve: Curve, role: Role, places: Iterable[tuple[float, float]]) -> Series:
    return Series(curve.name, group, tuple(Point(float(x), float(y)) for x, y in places), role)


def smooth(group: int, curve: Curve, role: Role, places: Iterable[tuple[float, float]]) -> Series:
    """What bends slowly: every third place and the last, four digits of each. Two charts of it were 4 kB of a page."""
    kept = list(places)
    return drawn(group, curve, role, [(four(x), four(y)) for x, y in [*kept[:-1:3], *kept[-1:]]])


def four(value: float) -> float:
    return float(f"{value:.4g}")


def laws(group: int, curve: Curve, factor: float, most: float) -> list[Series]:
    """The fitted curves, with the band of the Universal Scalability Law's where runs repeat and it can be seen."""
    series = []
    for fitted in curve.laws:
        ns = grid(fitted.fit, curve.first.n)
        role: Role = "usl" if fitted.fit.known_law.has_coherency else "amdahl"
        line = smooth(group, curve, role, zip(ns, fitted.fit.throughput_at(ns) * factor, strict=True))
        series.append(replace(line, law=fitted.fit.known_law.short))
        if role == "usl":
            series += band(group, curve, fitted, ns, factor, VISIBLE * most)
    return series


def efficient_laws(group: int, curve: Curve) -> list[Series]:
    """The fitted curves for each CPU, as a share of the first point's throughput for each."""
    series, base = [], curve.first.value / curve.first.n
    for fitted in curve.laws:
        ns = grid(fitted.fit, curve.first.n)
        role: Role = "usl" if fitted.fit.known_law.has_coherency else "amdahl"
        line = smooth(group, curve, role, zip(ns, 100 * fitted.fit.throughput_at(ns) / ns / base, strict=True))
        series.append(replace(line, law=fitted.fit.known_law.short))
    return series


def band(group: int, curve: Curve, fitted: Fitted, ns: Any, factor: float, least: float) -> list[Series]:
    """Its two edges; none where it is nowhere `least` wide, for then the line hides it."""
    ranges = fitted.uncertainty.band
    if len(ranges) != len(ns) or max((one.high - one.low) * factor for one in ranges) < least:
        return []
    low = smooth(group, curve, "low", ((n, one.low * factor) for n, one in zip(ns, ranges, strict=True)))
    high = smooth(group, curve, "high", ((n, one.high * factor) for n, one in zip(ns, ranges, strict=True)))
    return [low, high]


def linear(group: int, curve: Curve, factor: float, most: float) -> Series:
    """The first point's throughput times N, as far as the axis goes."""
    slope = curve.first.value * factor / curve.first.n
    end = min(curve.last.n, most / slope) if slope else curve.last.n
    return drawn(group, curve, "reference", [(curve.first.n, curve.first.n * slope), (end, end * slope)])


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
