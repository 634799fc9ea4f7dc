"""ScalingAnswer -> its charts: throughput over N, its efficiency, and what came of each load. All computed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.questions.comparison.answer import Row
from benchdb.questions.replies.failures import answers_errors_alone
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.wording import words
from frontend.charts.comparison import is_flat, of_metric
from frontend.charts.model import Chart, Series
from frontend.charts.multiples import small_charts
from frontend.charts.scales import scale_of
from frontend.charts.scaling.frame import framed, highest
from frontend.charts.scaling.lines import drawn, efficient_laws, laws, linear, offered, uprights
from frontend.charts.scaling.points import efficient, left_out, measured, with_runs

ROOM = 1.25  #: the y axis ends this far above what was measured, so that a linear reference does not squash it


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


def growth_chart(answer: ScalingAnswer) -> Chart:
    """Throughput over N with both laws, their bands and the linear reference."""
    question = answer.question
    factor, unit = scale_of(question.metric)
    most = ROOM * highest(answer, factor)
    steepest = max(answer.curves, key=lambda curve: curve.first.value / curve.first.n)
    series: list[Series] = []
    for group, curve in enumerate(answer.curves):
        points = with_runs(question, group, curve, factor, answer.curves)
        line = linear(group, curve, factor, most)
        name = words("linear") if curve is steepest else ""  # the others lie close beneath it
        series += [points, *left_out(question, group, curve, most)]
        series += [*laws(group, curve, factor, most), replace(line, law=name)]
    has_band = any(one.role == "low" for one in series)
    keys = ("key of laws", *(["key of a band"] if has_band else []), *(["key of holes"] if has_holes(series) else []))
    key = " ".join(map(words, keys))
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


def load_chart(answer: ScalingAnswer) -> Chart:
    """Throughput over load, what was offered, and where each curve bends and falls."""
    question = answer.question
    factor, unit = scale_of(question.metric)
    most = 1.05 * highest(answer, factor)
    series: list[Series] = []
    for group, curve in enumerate(answer.curves):
        points = with_runs(question, group, curve, factor, answer.curves)
        series += [points, *left_out(question, group, curve, most)]
        series += [*uprights(group, curve, most), *offered(group, curve, factor, most)]
    key = " ".join(filter(None, (load_key(answer), words("key of holes") if has_holes(series) else "")))
    return framed(answer, metric(question.metric).title, unit, most, series, key)


def load_key(answer: ScalingAnswer) -> str:
    """What the marks mean that are there."""
    kinds = {"knee": "key of a knee", "step": "key of a fall", "offered": "key of the offered"}
    return " ".join(words(kind) for name, kind in kinds.items() if any(getattr(curve, name) for curve in answer.curves))


def has_holes(series: Sequence[Series]) -> bool:
    return any(point.y is None for one in series if one.role == "points" for point in one.points)


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
