"""ScalingAnswer -> the tables of its page: every number that the charts draw, and the fits behind them."""

from __future__ import annotations

from dataclasses import dataclass

from benchdb.dimensions import dimension
from benchdb.metrics import metric
from benchdb.scaling import words
from benchdb.scaling.answer import Curve, Fitted, Point, ScalingAnswer
from benchdb.scaling.resample import Range
from benchdb.scaling.spec import ScalingSpec
from benchdb.units import decimals, signed_percent


@dataclass(frozen=True, slots=True)
class Shown:
    """One cell: what it says, what stands small beneath it."""

    text: str
    under: tuple[str, ...] = ()
    runs: tuple[int, ...] = ()  #: where they can be seen
    is_published: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    heads: tuple[str, ...]  #: of the columns after the first
    first: str  #: head of the first column
    rows: tuple[tuple[str, tuple[Shown | None, ...]], ...]
    spans: tuple[tuple[str, int], ...] = ()  #: groups of columns above the heads: (title, how many)


def tables(answer: ScalingAnswer) -> list[Table]:
    if not answer.curves:
        return []
    if answer.spec.is_load:
        return [knees(answer)]
    fitted = [law for curve in answer.curves for law in curve.laws]
    return [growth(answer), *([parameters(answer), residuals(answer)] if fitted else [])]


def growth(answer: ScalingAnswer) -> Table:
    """Throughput, speed-up and efficiency at each N."""
    spec = answer.spec
    ns = sorted({point.n for curve in answer.curves for point in curve.points})
    at = {(curve.name, point.n): point for curve in answer.curves for point in curve.points}
    rows = [
        (words.load(spec, n), tuple(cell for c in answer.curves for cell in three(spec, at.get((c.name, n)))))
        for n in ns
    ]
    return Table(
        "Speed-up and efficiency",
        (metric(spec.metric).title, "Speed-up", "Efficiency") * len(answer.curves),
        dimension(spec.x).title,
        tuple(rows),
        tuple((curve.name, 3) for curve in answer.curves),
    )


def three(spec: ScalingSpec, point: Point | None) -> tuple[Shown | None, ...]:
    if point is None:
        return None, None, None
    value = Shown(words.quantity(spec, point.value), spread(spec, point), point.runs, point.is_published)
    share = "–" if point.efficiency is None else f"{100 * point.efficiency:.1f}%"
    return value, Shown(words.gain(point.speedup)), Shown(share)


def spread(spec: ScalingSpec, point: Point) -> tuple[str, ...]:
    if len(point.values) < 2:
        return ()
    return (f"{words.quantity(spec, min(point.values))} – {words.quantity(spec, max(point.values))}",)


def parameters(answer: ScalingAnswer) -> Table:
    """What each law says of each curve, and how well it fits."""
    rows = [
        (f"{curve.name}, {law.fit.known_law.short}", cells(answer.spec, law))
        for curve in answer.curves
        for law in curve.laws
    ]
    heads = ("α, contention", "β, coherency", "γ, at N = 1", "Peak", "Speed-up at most", "R²", "AICc")
    return Table("Fits", heads, "Curve and law", tuple(rows))


def cells(spec: ScalingSpec, law: Fitted) -> tuple[Shown | None, ...]:
    fit, also = law.fit, law.uncertainty
    has_beta = fit.known_law.has_coherency
    gamma = f"{words.quantity(spec, also.gamma.low)} to {words.quantity(spec, also.gamma.high)}" if also.gamma else ""
    is_fixed = fit.fixed_at is not None
    fixed = f"fixed by the figure at N = {words.number(fit.fixed_at or 0)}" if is_fixed else ""
    peak = words.load(spec, round(fit.peak, 1)) if fit.peak else "none within twice the measured range"
    return (
        Shown(words.parameter(fit.alpha), under(also.alpha)),
        Shown(words.parameter(fit.beta), under(also.beta)) if has_beta else None,
        Shown(words.quantity(spec, fit.gamma), tuple(text for text in (fixed or gamma,) if text)),
        Shown(peak, under(also.peak, 2 * fit.largest)) if has_beta else None,
        Shown(words.gain(fit.most)) if fit.most else None,
        Shown("–" if fit.r_squared is None else f"{fit.r_squared:.4f}"),
        Shown("too few points" if fit.aicc is None else decimals(fit.aicc, 1)),
    )


def under(found: Range | None, furthest: float | None = None) -> tuple[str, ...]:
    text = words.span(found, furthest)
    return (text,) if text else ()


def residuals(answer: ScalingAnswer) -> Table:
    """Measured against fitted, as a share of the measured."""
    spec = answer.spec
    pairs = [(curve, law) for curve in answer.curves for law in curve.laws]
    ns = sorted({point.n for curve in answer.curves for point in curve.points})
    rows = [(words.load(spec, n), tuple(residual(curve, law, n) for curve, law in pairs)) for n in ns]
    heads = tuple(law.fit.known_law.short for _, law in pairs)
    spans = tuple((curve.name, len(curve.laws)) for curve in answer.curves if curve.laws)
    return Table("Residuals: measured over fitted", heads, dimension(spec.x).title, tuple(rows), spans)


def residual(curve: Curve, law: Fitted, n: float) -> Shown | None:
    for point, left in zip(curve.points, law.fit.residuals, strict=True):
        if point.n == n and point.value != left:
            return Shown(signed_percent(left / (point.value - left)))
    return None


def knees(answer: ScalingAnswer) -> Table:
    """Where each curve bends and falls."""
    rows = [(curve.name, knee_cells(answer.spec, curve)) for curve in answer.curves]
    kept = ("Serves what is offered",) if answer.spec.x == "rate" else ()
    heads = ("Highest", "Knee", "Holds up to", "Lower at", "By", *kept)
    return Table("Knees", heads, dimension(answer.spec.by).title, tuple(rows))


def knee_cells(spec: ScalingSpec, curve: Curve) -> tuple[Shown | None, ...]:
    top, knee, fall = curve.highest, curve.knee, curve.fall
    near = between(words.number(knee.below), words.number(knee.above)) if knee else ()
    until = curve.keeps_up_to
    return (
        Shown(words.quantity(spec, top.value), (f"at {words.load(spec, top.n)}",), top.runs, top.is_published),
        Shown(words.load(spec, knee.load), near) if knee else None,
        Shown(words.load(spec, fall.holds)) if fall else None,
        Shown(words.load(spec, fall.fails)) if fall else None,
        Shown(signed_percent(fall.change)) if fall else None,
        *((None if until is None else Shown(f"up to {words.load(spec, until)}"),) if spec.x == "rate" else ()),
    )


def between(low: str, high: str) -> tuple[str, ...]:
    return (f"measured next to it: {low} and {high}",)
