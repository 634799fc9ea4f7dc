"""ScalingAnswer -> the tables of its page: every number that the charts draw, and the fits behind them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from benchdb.domain.digits import MOST_DECIMALS, ColumnUnit, column_unit
from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import decimals, signed_percent, times
from benchdb.questions.figures import of_runs
from benchdb.questions.replies.failures import NOISE
from benchdb.questions.rounding.spans import ratio_span
from benchdb.questions.scaling.answer import Curve, Fitted, Point, ScalingAnswer
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.questions.scaling.resample import Range
from benchdb.wording import figures, ratios, words
from benchdb.wording.grammar import inside, listed
from frontend.answers.shown_tables import Shown, ShownTable
from frontend.charts.multiples import MOST_LINES

FEW = 2  #: curves whose speed-up a phone has room for; the efficiency stands in a chart of its own
FITTED = 3  #: significant digits of what a law says


def tables(answer: ScalingAnswer) -> list[ShownTable]:
    if not answer.curves:
        return []
    if answer.question.is_load:
        return [knees(answer)]
    fitted = [law for curve in answer.curves for law in curve.laws]
    return [growth(answer), *([parameters(answer), residuals(answer)] if fitted else [])]


def growth(answer: ScalingAnswer) -> ShownTable:
    """Throughput, speed-up and efficiency at each N."""
    question = answer.question
    ns = sorted({point.n for curve in answer.curves for point in curve.every_point})
    points = {(curve.name, point.n): point for curve in answer.curves for point in curve.every_point}
    unit = unit_of(answer)
    rows = [
        (
            figures.load(question.x, n),
            tuple(cell for c in answer.curves for cell in three(unit, c, points.get((c.name, n)))),
        )
        for n in ns
    ]
    return ShownTable(
        words("table: growth"),
        (titled(question, unit), words("head: speed-up"), words("head: efficiency")) * len(answer.curves),
        dimension(question.x).title,
        tuple(rows),
        tuple((curve.name, 3) for curve in answer.curves),
        tuple(range(1, len(answer.curves) + 1)) if len(answer.curves) <= MOST_LINES else (),
        (words("head: efficiency"), *((words("head: speed-up"),) if len(answer.curves) > FEW else ())),
        (words("head: speed-up"),),
    )


def unit_of(answer: ScalingAnswer) -> ColumnUnit:
    """One unit for all that is measured."""
    return column_unit(
        metric(answer.question.metric), (point.value for curve in answer.curves for point in curve.points)
    )


def titled(question: ScalingQuestion, unit: ColumnUnit) -> str:
    title = metric(question.metric).title
    return f"{title}, {unit.name}" if unit.name else title


def three(unit: ColumnUnit, curve: Curve, point: Point | None) -> tuple[Shown | None, ...]:
    if point is None:
        return None, None, None
    ends = lowest_and_highest(unit, curve, point)
    value = Shown(
        written(unit, curve, point, point.value), how_it_fails(curve, point), point.runs, point.is_published, ends
    )
    if curve.serves_nothing or all(point.n != one.n for one in curve.points):
        return value, None, None
    share = "–" if point.efficiency is None else f"{100 * point.efficiency:.1f}"
    if span := curve.gain_span(point):
        shares = [100 * end * curve.first.n / point.n for end in span]
        return value, Shown(ranged(span, "×")), Shown("–" if point.efficiency is None else ranged(shares))
    return value, Shown(times(point.speedup)), Shown(share)


def how_it_fails(curve: Curve, point: Point) -> tuple[str, ...]:
    """That it answered errors alone, or how large a share of its requests failed."""
    if point.n in (one.n for one in curve.errors_alone):
        return (words(curve.failing_how),)
    return (words("so many failed", share=point.failed),) if NOISE < point.failed < math.inf else ()


def ranged(span: Sequence[float], unit: str = "") -> str:
    """`1.7× – 7.0×`; without its end where it has none."""
    return " – ".join(f"{ratios.two_digits(end)}{unit}" if math.isfinite(end) else "…" for end in span)


def written(unit: ColumnUnit, curve: Curve, point: Point, value: float) -> str:
    return of_runs.written(unit, curve.usual_values(point), value, is_published=point.is_published)


def lowest_and_highest(unit: ColumnUnit, curve: Curve, point: Point) -> str:
    """The lowest and the highest run, where there are several."""
    if len(point.values) < 2:
        return ""
    low, high = (written(unit, curve, point, end) for end in (min(point.values), max(point.values)))
    return f"{low} – {high}"


def with_ratio(answer: ScalingAnswer, table: ShownTable) -> ShownTable:
    """Of two curves, how many times the lower one's figure the higher one has at each N."""
    if len(answer.curves) != 2 or answer.question.is_load:
        return table
    low, high = sorted(answer.curves, key=lambda curve: curve.last.value)
    below, above = ({point.n: point for point in curve.points} for curve in (low, high))
    ns = sorted({point.n for curve in answer.curves for point in curve.every_point})
    ratios = [Shown(over(above[n], below[n])) if n in above and n in below and below[n].value else None for n in ns]
    return replace(
        table,
        heads=(*table.heads, low.name),
        rows=tuple((name, (*cells, ratio)) for (name, cells), ratio in zip(table.rows, ratios, strict=True)),
        spans=(*table.spans, (words("one curve over", name=high.name), 1)),
    )


def over(one: Point, other: Point) -> str:
    """How many times as high the one is; of coarse figures what that may be."""
    if one.is_coarse or other.is_coarse:
        return ranged(ratio_span(one, other), "×")
    return times(one.value / other.value)


def parameters(answer: ScalingAnswer) -> ShownTable:
    """What each law says of each curve, and how well it fits."""
    unit = unit_of(answer)
    rows = [
        (f"{curve.name}, {law.fit.known_law.short}", cells(answer.question, unit, curve, law))
        for curve in answer.curves
        for law in curve.laws
    ]
    heads = (
        words("head: alpha"),
        words("head: beta"),
        f"{words('head: gamma')}{unit.name and f', {unit.name}'}",
        words("head: peak"),
        words("head: speed-up at most"),
        "R²",
        "AICc",
    )
    return ShownTable(words("table: fits"), heads, words("head: curve and law"), tuple(rows))


def cells(question: ScalingQuestion, unit: ColumnUnit, curve: Curve, law: Fitted) -> tuple[Shown | None, ...]:
    fit, also = law.fit, law.uncertainty
    has_beta = fit.known_law.has_coherency
    gamma = f"{of_law(unit, also.gamma.low)} to {of_law(unit, also.gamma.high)}" if also.gamma else ""
    is_fixed = fit.fixed_at is not None
    fixed = words("fixed by a figure", n=fit.fixed_at or 0) if is_fixed else ""
    return (
        Shown(figures.parameter(fit.alpha), under(also.alpha)),
        Shown(figures.parameter(fit.beta), under(also.beta)) if has_beta else None,
        Shown(of_law(unit, fit.gamma), tuple(text for text in (fixed or gamma,) if text)),
        peak(question, curve, law) if has_beta else None,
        Shown(times(fit.most)) if fit.most else None,
        Shown("–" if fit.r_squared is None else f"{fit.r_squared:.4f}"),
        Shown(words("too few points") if fit.aicc is None else decimals(fit.aicc, 1)),
    )


def of_law(unit: ColumnUnit, value: float) -> str:
    return unit.digits(value, MOST_DECIMALS, -MOST_DECIMALS, FITTED)


def peak(question: ScalingQuestion, curve: Curve, law: Fitted) -> Shown:
    """The fitted peak where the points have one too; else what the law says alone."""
    fit, also = law.fit, law.uncertainty
    if fit.peak is None:
        return Shown(words("no peak within the range"))
    own = figures.load(question.x, round(fit.peak, 1))
    if curve.peak is None:
        return Shown(words("no peak in the points"), (words("peak of its law", peak=own),))
    return Shown(own, under(also.peak, 2 * fit.largest))


def under(ends: Range | None, furthest: float | None = None) -> tuple[str, ...]:
    return (figures.span(ends.low, ends.high, furthest),) if ends else ()


def residuals(answer: ScalingAnswer) -> ShownTable:
    """Measured against fitted, as a share of the measured."""
    question = answer.question
    pairs = [(curve, law) for curve in answer.curves for law in curve.laws]
    ns = sorted({point.n for curve in answer.curves for point in curve.points})
    rows = [(figures.load(question.x, n), tuple(residual(curve, law, n) for curve, law in pairs)) for n in ns]
    heads = tuple(law.fit.known_law.short for _, law in pairs)
    spans = tuple((curve.name, len(curve.laws)) for curve in answer.curves if curve.laws)
    return ShownTable(words("table: residuals"), heads, dimension(question.x).title, tuple(rows), spans)


def residual(curve: Curve, law: Fitted, n: float) -> Shown | None:
    for point, left in zip(curve.points, law.fit.residuals, strict=True):
        if point.n == n and point.value != left:
            return Shown(signed_percent(left / (point.value - left)))
    return None


def knees(answer: ScalingAnswer) -> ShownTable:
    """Where each curve bends and falls. What its loads are is in the head; one that does not fall says up to where."""
    unit, over = unit_of(answer), dimension(answer.question.x).title
    has_falls = any(curve.step or curve.drop for curve in answer.curves)
    rows = [(curve.name, knee_cells(answer.question, unit, curve, has_falls)) for curve in answer.curves]
    kept = (words("head: serves what is offered"),) if answer.question.x == "rate" else ()
    heads = (
        f"{words('head: highest')}{unit.name and f', {unit.name}'}",
        words("head: at a load", over=f"{inside(over)}{', /s' * (answer.question.x == 'rate')}"),
        *map(words, ("head: knee", "head: knee between", "head: holds up to", "head: lower at", "head: by")),
        *kept,
    )
    spare = (heads[1], *map(words, ("head: knee between", "head: lower at", "head: by")))
    return ShownTable(words("table: knees"), heads, dimension(answer.question.by).title, tuple(rows), spare=spare)


def knee_cells(question: ScalingQuestion, unit: ColumnUnit, curve: Curve, has_falls: bool) -> tuple[Shown | None, ...]:
    top, knee, until = curve.highest, curve.knee, curve.keeps_up_to
    near = listed((figures.number(knee.below), figures.number(knee.above))) if knee else ""
    return (
        Shown(written(unit, curve, top, top.value), (), top.runs, top.is_published),
        Shown(figures.number(top.n)),
        Shown(figures.number(knee.load)) if knee else None,
        Shown(near) if knee else None,
        *(fall_cells(curve) if has_falls else (None, None, None)),
        *((None if until is None else Shown(figures.number(until)),) if question.x == "rate" else ()),
    )


def fall_cells(curve: Curve) -> tuple[Shown, ...]:
    if curve.serves_nothing:
        return (Shown(""),) * 3
    if curve.drop and not curve.step:
        ends = map(figures.number, (curve.drop.high.n, curve.drop.low.n))
        return (*map(Shown, ends), Shown(ratios.change_alone(curve.drop.change)))
    if not curve.step:
        last = figures.number(curve.last.n)
        return Shown(last), Shown(words("not within the loads", last=last)), Shown("")
    ends = map(figures.number, (curve.step.holds, curve.step.fails))
    return (*map(Shown, ends), Shown(ratios.change_alone(curve.step.change)))
