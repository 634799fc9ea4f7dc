"""Numbers -> ScalingAnswer. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import once
from benchdb.domain.columns import Column, Mask, among, how_many_more
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.metrics import metric
from benchdb.questions.acceptance.classes import let_pass_in_curves, united
from benchdb.questions.base import BadQuestion
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import compared_conditions, merged_mixtures, values_of, without_accepted
from benchdb.questions.curves import (
    MOST_CURVES,
    accepted_along,
    along,
    also_differs,
    curves_first,
    grown,
    kinds_and_rows,
    unlike_mixes,
)
from benchdb.questions.gate import spreads
from benchdb.questions.log_caveats import log_caveats
from benchdb.questions.numbers import Numbered, Numbers, numbers_of
from benchdb.questions.numbers.freed import free
from benchdb.questions.replies.failures import NOISE, REDIRECTS, answers_errors_alone
from benchdb.questions.replies.unserved import Unserved, without_unserved
from benchdb.questions.rounding.spans import Printed, ratio_span
from benchdb.questions.scaling.answer import Curve, Fitted, Outweighed, Point, ScalingAnswer
from benchdb.questions.scaling.bands import uncertainty
from benchdb.questions.scaling.caveats import (
    caveats,
    first_points,
    notes,
)
from benchdb.questions.scaling.failing.notes import failing_points, nowhere_served, unserved_runs
from benchdb.questions.scaling.failing.outweighed import outweighed
from benchdb.questions.scaling.far.notes import group_notes
from benchdb.questions.scaling.fit import Fit, Pair, fit, preferred
from benchdb.questions.scaling.headline import headline
from benchdb.questions.scaling.headline.full_cpus import full_notes
from benchdb.questions.scaling.knee import Fall, Knee, knees_and_falls
from benchdb.questions.scaling.laws import AMDAHL, USL, Law
from benchdb.questions.scaling.question import ERRORS, IDLE, LATENCIES, OFFERED, ScalingQuestion
from benchdb.questions.scaling.resample import Range, Sample
from benchdb.questions.unfinished import counted

SERVED = 0.95  #: of the offered rate; less is not keeping up


def analyse(question: ScalingQuestion, group: Numbered) -> ScalingAnswer:
    """The answer to `question`. BadQuestion where it has more curves than anybody can tell apart."""
    counting = counted(question, group)
    every_placed = counting.numbers.taken(~counting.numbers.having("row", MISSING))
    placed, unserved = without_unserved(every_placed)
    names = placed.column.of(placed.having("metric", question.metric)).used()
    if len(names) > MOST_CURVES:
        raise BadQuestion("too many curves", curves=len(names), most=MOST_CURVES)
    metrics = beneath(question, placed)
    comparison = tabulate(question.at_moment(None).comparison(metrics), placed.taken(of_metrics(placed, metrics)))
    free(len(placed))
    every = curves(question, comparison, placed, unserved)
    free(len(placed))
    own = placed.taken(placed.having("metric", question.metric))  # not before: of all runs it takes 60 MB
    conditions, accepted = without_accepted(compared_conditions(question.laid_out, own), question.accepted)
    groups = grown(own, comparison.columns)
    unplaced = left_out(counting.numbers, every_placed, metrics)
    answer = ScalingAnswer(
        query=question.to_query(),
        curves=every,
        comparison=replace(comparison, groups=curves_first(comparison.groups, numbers_of(own))),
        also_differs=also_differs(groups, conditions),
        along=along(groups, conditions),
        caveats=(
            *counting.caveats,
            *caveats(question, comparison, unplaced),
            *first_points(question, every),
            *accepted_along(groups, accepted),
            *unlike_mixes(groups, accepted),
            *united((*comparison.caveats, *let_pass_in_curves(groups, conditions, own.rules))),
        ),
        accepted=also_differs(groups, accepted),
        unserved=runs_of(unserved, metrics),
    )
    return replace(answer, headline=headline(answer), spreads=spreads(own, comparison.columns, answer.conflicts))


def runs_of(unserved: Unserved, metrics: Sequence[str]) -> Column[int]:
    """Those of the metrics that are shown, each once and rising."""
    shown = [runs for (name, _, _), runs in unserved.items() if name in metrics]
    return Column(np.unique(np.concatenate(shown))) if shown else Column(np.empty(0, np.int64))


def left_out(numbers: Numbers, placed: Numbers, metrics: Sequence[str]) -> int:
    """How many runs with these metrics are not placed."""
    return 0 if placed is numbers else how_many_more(numbers.runs[of_metrics(numbers, metrics)], placed.runs)


def of_metrics(numbers: Numbers, metrics: Sequence[str]) -> Mask:
    return numbers.metric.where(metrics.__contains__)


def beneath(question: ScalingQuestion, numbers: Numbers) -> tuple[str, ...]:
    """The metrics to show: the one asked for, the latency that most runs have, errors where there are any at all."""
    counts = {name: int(numbers.having("metric", name).sum()) for name in question.metrics}
    names = (question.metric, shown_latency(counts), ERRORS)
    return tuple(dict.fromkeys(name for name in names if counts.get(name) or name == question.metric))


def shown_latency(counts: Mapping[str, float]) -> str:
    """The one that most runs have, by the numbers of each metric; of equally many, the likeliest."""
    return max(LATENCIES, key=lambda name: counts.get(name, 0))


def curves(question: ScalingQuestion, comparison: Comparison, placed: Numbers, unserved: Unserved) -> tuple[Curve, ...]:
    """Those that have a point, with what can be said of each."""
    bare = [one for name in comparison.columns if (one := bare_curve(question, comparison, name, placed))]
    shown = with_knees(question, bare) if question.is_load else [with_laws(question, one) for one in bare]
    return tuple(with_notes(question, comparison, one, placed, unserved) for one in shown)


def bare_curve(question: ScalingQuestion, comparison: Comparison, name: str, placed: Numbers) -> Curve | None:
    """The points of one curve, those of errors where it has no others; None where it has none."""
    cells = cells_of(question, comparison, name)
    measured = {n: cell for n, cell in cells.items() if cell.value is not None}
    good = {n: cell for n, cell in measured.items() if not answers_errors_alone(question.metric, cell.failed)}
    points = speedups(question, good or measured)
    if not points:
        return None
    counted_out = outweighed(Curve(name, points, serves_nothing=not good)) if has_laws(question) else {}
    if counted_out:
        points = speedups(question, {n: cell for n, cell in good.items() if n not in counted_out})
    failing = {n: cell for n, cell in measured.items() if good and n > 0 and n not in good}
    own = placed.having("column", name)  # taken with the metric only: of all runs a curve takes 60 MB
    sent, recorded = (placed.taken(own & placed.having("metric", other)) for other in (OFFERED, IDLE))
    return Curve(
        name,
        points,
        offered=offered(question, sent),
        idle=idle(points, recorded) if question.metric != IDLE else (),
        failing=tuple(point_of(n, cell) for n, cell in sorted(failing.items())),
        outweighed=tuple(Outweighed(point_of(n, good[n]), most) for n, most in sorted(counted_out.items())),
        failing_how=how_failing((failing if good else measured).values()),
        has_machines=has_machines(kinds_and_rows(placed, own & placed.having("metric", question.metric))),
        serves_nothing=not good,
    )


def has_machines(numbers: Numbers) -> bool:
    return len(set(values_of(numbers, dimension("machine"))) - {MISSING}) > 1


def point_of(n: float, cell: Cell, speedup: float | None = None, efficiency: float | None = None) -> Point:
    given = (n, cell.value or 0.0, cell.values, cell.runs, speedup, efficiency, cell.is_published, cell.resolution)
    return Point(*given, failed=cell.failed or 0.0, failed_in_rate=cell.failed_in_rate)


def how_failing(cells: Collection[Cell]) -> str:
    """The kind of the phrase that says how; "" where nothing did."""
    are_redirects = all(any(one.kind == REDIRECTS for one in cell.caveats) for cell in cells)
    return ("every reply erred" if are_redirects else "every request failed") if cells else ""


def with_notes(
    question: ScalingQuestion, comparison: Comparison, curve: Curve, placed: Numbers, unserved: Unserved
) -> Curve:
    """The curve with what a reader of it must know."""
    cells = cells_of(question, comparison, curve.name)
    mixed = merged_mixtures(caveat for cell in cells.values() for caveat in cell.caveats)
    failed = [(point.n, point.failed) for point in curve.points if point.failed > NOISE]
    measured = placed.having("column", curve.name) & placed.having("metric", question.metric)
    spoken = among(placed.runs, np.array(sorted(placed.caveats), np.int64))
    logs = log_caveats(placed.taken(measured & spoken).log_caveats(), int(np.count_nonzero(measured)))
    curve = replace(curve, fails_at=tuple(n for n, _ in failed))
    failing = failing_points(question.x, failed, curve)
    lost = {float(row): len(runs) for (name, row, column), runs in unserved.items()
            if (name, column) == (question.metric, curve.name)}  # fmt: skip
    failing += unserved_runs(question.x, lost, cells)
    groups = group_notes(cells.values())
    of_points = {point.n: cells[point.n] for point in curve.points}
    made = [nowhere_served(curve)] if curve.serves_nothing else [*failing, *groups, *notes(question, curve)]
    return replace(curve, notes=once((*made, *mixed, *full_notes(question.x, of_points, logs))))


def cells_of(question: ScalingQuestion, comparison: Comparison, name: str) -> dict[float, Cell]:
    """N -> the cell of a curve."""
    rows = [row for row in comparison.rows if row.metric == question.metric and name in row.cells]
    return {float(row.key): row.cells[name] for row in rows}


def idle(points: Sequence[Point], recorded: Numbers) -> tuple[tuple[float, float], ...]:
    """(N, median share of the CPUs that was idle) of the points whose runs were recorded."""
    shares = dict(zip(recorded.runs.tolist(), recorded.values.tolist(), strict=True))
    known = [(point.n, [shares[run] for run in point.runs if run in shares]) for point in points]
    return tuple((n, statistics.AGGREGATIONS["median"].of(values)) for n, values in known if values)


def speedups(question: ScalingQuestion, cells: Mapping[float, Cell]) -> tuple[Point, ...]:
    """The points with their speed-up: of a rate X(N)/X(N0), of a time its inverse; efficiency is that over N/N0."""
    points = []
    ns = sorted(n for n in cells if n > 0)
    is_time = metric(question.metric).better == "lower"
    for n in ns:
        value, base = cells[n].value or 0.0, cells[ns[0]].value or 0.0
        ratio = statistics.ratio(base, value) if is_time else statistics.ratio(value, base)
        efficiency = None if ratio is None or question.is_load else ratio * ns[0] / n
        span = gain_span(question, cells[n], cells[ns[0]])
        points.append(replace(point_of(n, cells[n], ratio, efficiency), speedup_between=span))
    return tuple(points)


def gain_span(question: ScalingQuestion, cell: Cell, first: Cell) -> tuple[float, float] | None:
    """What rounding leaves open of a speed-up; None where that is nothing. A ratio is 1 at its reference, exactly."""
    known = metric(question.metric)
    is_reference = known.unit == "ratio" and first.value == 1
    pair = Printed(cell, cell.resolution), Printed(first, 0.0 if is_reference else first.resolution)
    if cell is first or not any(one.step for one in pair):
        return None
    return ratio_span(*(pair[::-1] if known.better == "lower" else pair))


def samples(points: Sequence[Point]) -> list[Sample]:
    return [Sample(point.n, point.values, point.runs) for point in points]


def has_laws(question: ScalingQuestion) -> bool:
    """Whether the metric is a throughput or a ratio of two: what the laws are about."""
    known = metric(question.metric)
    return known.better == "higher" and known.unit in ("1/s", "B/s", "ratio")


def fixed(question: ScalingQuestion, points: Sequence[Point]) -> Pair | None:
    """A point that the curve must hit, so that gamma is not free.

    A published ratio is 1 at its reference by definition, so that point is no measurement; a speed-up whose reference
    is not among the points is against one CPU.
    """
    if metric(question.metric).unit == "ratio":
        reference = next((point.n for point in points if math.isclose(point.value, 1.0, rel_tol=1e-9)), None)
        if reference is not None or question.metric == "speedup":
            return reference or 1.0, 1.0
    return (points[0].n, points[0].value) if question.gamma == "measured" else None


def with_laws(question: ScalingQuestion, bare: Curve) -> Curve:
    """The curve with both laws."""
    if bare.serves_nothing or not has_laws(question):
        return bare
    held = fixed(question, bare.points)
    amdahl, usl = (fitted(question, law, bare, held) for law in (AMDAHL, USL))
    return replace(bare, amdahl=amdahl, usl=usl, preferred=preferred(fit_of(amdahl), fit_of(usl), falls=bare.falls))


def fit_of(law: Fitted | None) -> Fit | None:
    return law.fit if law else None


def fitted(question: ScalingQuestion, law: Law, bare: Curve, held: Pair | None) -> Fitted | None:
    aggregation = statistics.AGGREGATIONS[question.aggregation]
    runs = [(point.n, point.values) for point in bare.points]
    one = fit(law, [(point.n, point.value) for point in bare.points], held, runs)
    return Fitted(one, uncertainty(one, samples(bare.points), aggregation, held)) if one else None


def with_knees(question: ScalingQuestion, bare: Sequence[Curve]) -> list[Curve]:
    """The curves with their knees and their falls; how far each keeps up with an offered rate."""
    if metric(question.metric).better != "higher":
        return [*bare]
    aggregation = statistics.AGGREGATIONS[question.aggregation]
    serving = [one for one in bare if not one.serves_nothing]
    both = knees_and_falls([samples(one.points) for one in serving], aggregation)
    made = {
        one.name: replace(one, **shown(one, knee, fall), keeps_up_to=kept_up(one))
        for one, (knee, fall) in zip(serving, both, strict=True)
    }
    return [made.get(one.name, one) for one in bare]


def shown(bare: Curve, knee: Knee | None, fall: Fall | None) -> dict[str, Any]:
    """The knee, where a load at which it may lie is shown to be higher than the first; the fall that the runs show.

    Both as measured where nothing can be tested.
    """
    tested, places = bare.contrasts, {point.n: place for place, point in enumerate(bare.points)}
    if tested.can_tell:
        knee = knee if knee and any(tested.is_higher(places[n], 0) for n in may_lie(knee, bare)) else None
        fall = fall if fall and tested.is_higher(places[fall.holds], places[fall.fails]) else None
    return {"knee": knee, "fall": fall}


def may_lie(knee: Knee, bare: Curve) -> list[float]:
    """The measured loads within the interval of a knee."""
    span = knee.within or Range(knee.load, knee.load)
    return [point.n for point in bare.points if span.low <= point.n <= span.high]


def kept_up(bare: Curve) -> float | None:
    """The load up to which at least SERVED of the offered rate is served; None where none is, or nothing is offered."""
    last = None
    for point in bare.points:
        errors = (*bare.failing, *(one.point for one in bare.outweighed))
        if bare.offered is None or any(one.n < point.n for one in errors):
            break
        if point.value < SERVED * bare.offered * point.n:
            break
        last = point.n
    return last


def offered(question: ScalingQuestion, sent: Numbers) -> float | None:
    """Requests offered for each unit of x: 1, or the requests of a connection where x counts connections.

    What a generator sent falls behind what it was told to send as soon as the server does, so it is no measure of what
    was offered; but at the lowest loads it shows how many requests each connection makes.
    """
    if question.x != "rate" or question.metric != "requests_per_second":
        return None
    loads = np.array([float(text) if text != MISSING else 0.0 for text in sent.row.texts])[sent.row.codes]
    shares = (sent.values[loads > 0] / loads[loads > 0]).tolist()
    return float(max(1, round(max(shares, default=1.0))))
