"""Observations -> ScalingAnswer. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from benchdb import stats
from benchdb.comparison.alike import told_once
from benchdb.comparison.answer import Cell, Comparison, Difference
from benchdb.comparison.spec import BadSpec
from benchdb.comparison.tabulate import Group, Observation, compared_conditions, differences, tabulate, union, values_of
from benchdb.dimensions import MISSING, Dimension
from benchdb.metrics import metric
from benchdb.scaling.answer import Curve, Fitted, Point, ScalingAnswer
from benchdb.scaling.bands import uncertainty
from benchdb.scaling.fit import Fit, Pair, fit, preferred
from benchdb.scaling.knee import found
from benchdb.scaling.laws import AMDAHL, USL, Law
from benchdb.scaling.notes import caveats, notes
from benchdb.scaling.resample import Sample
from benchdb.scaling.spec import ERRORS, LATENCIES, OFFERED, ScalingSpec

MOST_CURVES = 12
SERVED = 0.95  #: of the offered rate; less is not keeping up


def analyse(spec: ScalingSpec, observations: Sequence[Observation]) -> ScalingAnswer:
    """The answer to `spec`. BadSpec where it has more curves than anybody can tell apart."""
    placed = [each for each in observations if each.row != MISSING]
    own = [each for each in placed if each.metric == spec.metric]
    names = {each.column for each in own}
    if len(names) > MOST_CURVES:
        raise BadSpec(f"{len(names)} curves are more than anybody can tell apart ({MOST_CURVES}): filter")
    sent = [each for each in placed if each.metric == OFFERED]
    metrics = beneath(spec, placed)
    asked = spec.comparison(metrics)
    shown = tabulate(asked, [each for each in placed if each.metric in metrics])
    curves = tuple(found_curve for name in shown.columns if (found_curve := curve(spec, shown, name, sent)))
    conditions = compared_conditions(asked, own)
    groups = grown(own, shown.columns)
    return ScalingAnswer(
        query=spec.to_query(),
        curves=curves,
        comparison=shown,
        also_differs=also_differs(groups, conditions),
        along=along(groups, conditions),
        caveats=caveats(spec, shown, len({each.run for each in observations} - {each.run for each in placed})),
    )


def beneath(spec: ScalingSpec, observations: Sequence[Observation]) -> tuple[str, ...]:
    """The metrics to show: the one asked for, the latency that most runs have, errors where there are any at all."""
    counts = {name: sum(each.metric == name for each in observations) for name in spec.metrics}
    latency = max(LATENCIES, key=lambda name: counts.get(name, 0))
    names = (spec.metric, latency, ERRORS)
    return tuple(dict.fromkeys(name for name in names if counts.get(name) or name == spec.metric))


def curve(spec: ScalingSpec, shown: Comparison, name: str, sent: Sequence[Observation]) -> Curve | None:
    """One curve with what can be said of it; None where it has no point."""
    cells = {float(row.key): row.cells[name] for row in shown.rows if row.metric == spec.metric and name in row.cells}
    points = speedups(spec, {n: cell for n, cell in cells.items() if cell.value is not None})
    if not points:
        return None
    bare = Curve(name, points, offered=offered(spec, sent, name))
    judged = load(spec, bare) if spec.is_load else scaled(spec, bare)
    mixed = told_once(f"{text.rstrip('.')}." for cell in cells.values() for text in cell.caveats)
    return replace(judged, notes=tuple(dict.fromkeys((*notes(spec, judged), *mixed))))


def speedups(spec: ScalingSpec, cells: Mapping[float, Cell]) -> tuple[Point, ...]:
    """The points with their speed-up: of a rate X(N)/X(N0), of a time its inverse; efficiency is that over N/N0."""
    points = []
    ns = sorted(n for n in cells if n > 0)
    is_time = metric(spec.metric).better == "lower"
    for n in ns:
        value, base = cells[n].value or 0.0, cells[ns[0]].value or 0.0
        ratio = stats.ratio(base, value) if is_time else stats.ratio(value, base)
        efficiency = None if ratio is None or spec.is_load else ratio * ns[0] / n
        cell = cells[n]
        points.append(Point(n, value, cell.values, cell.runs, ratio, efficiency, cell.is_published))
    return tuple(points)


def samples(points: Sequence[Point]) -> list[Sample]:
    return [Sample(point.n, point.values, point.runs) for point in points]


def has_laws(spec: ScalingSpec) -> bool:
    """Whether the metric is a throughput or a ratio of two: what the laws are about."""
    known = metric(spec.metric)
    return known.better == "higher" and known.unit in ("1/s", "B/s", "ratio")


def fixed(spec: ScalingSpec, points: Sequence[Point]) -> Pair | None:
    """A point that the curve must hit, so that gamma is not free.

    A published ratio is 1 at its reference by definition, so that point is no measurement; a speed-up whose reference
    is not among the points is against one CPU.
    """
    if metric(spec.metric).unit == "ratio":
        reference = next((point.n for point in points if math.isclose(point.value, 1.0, rel_tol=1e-9)), None)
        if reference is not None or spec.metric == "speedup":
            return reference or 1.0, 1.0
    return (points[0].n, points[0].value) if spec.gamma == "measured" else None


def scaled(spec: ScalingSpec, bare: Curve) -> Curve:
    """The curve with both laws."""
    if not has_laws(spec):
        return bare
    held = fixed(spec, bare.points)
    amdahl, usl = (fitted(spec, law, bare, held) for law in (AMDAHL, USL))
    return replace(bare, amdahl=amdahl, usl=usl, preferred=preferred(fit_of(amdahl), fit_of(usl)))


def fit_of(each: Fitted | None) -> Fit | None:
    return each.fit if each else None


def fitted(spec: ScalingSpec, law: Law, bare: Curve, held: Pair | None) -> Fitted | None:
    protocol = stats.PROTOCOLS[spec.protocol].of
    runs = [(point.n, value) for point in bare.points for value in point.values]
    one = fit(law, [(point.n, point.value) for point in bare.points], held, runs)
    return Fitted(one, uncertainty(one, samples(bare.points), protocol, held)) if one else None


def load(spec: ScalingSpec, bare: Curve) -> Curve:
    """The curve with its knee and its fall; how far it keeps up with an offered rate."""
    if metric(spec.metric).better != "higher":
        return bare
    knee, fall = found(samples(bare.points), stats.PROTOCOLS[spec.protocol].of)
    return replace(bare, knee=knee, fall=fall, keeps_up_to=kept_up(bare))


def kept_up(bare: Curve) -> float | None:
    """The load up to which at least SERVED of the offered rate is served; None where none is, or nothing is offered."""
    last = None
    for point in bare.points:
        if bare.offered is None or point.value < SERVED * bare.offered * point.n:
            break
        last = point.n
    return last


def offered(spec: ScalingSpec, sent: Sequence[Observation], name: str) -> float | None:
    """Requests offered for each unit of x: 1, or the requests of a connection where x counts connections.

    What a generator sent falls behind what it was told to send as soon as the server does, so it is no measure of what
    was offered; but at the lowest loads it shows how many requests each connection makes.
    """
    if spec.x != "rate" or spec.metric != "requests_per_second":
        return None
    shares = [each.value / float(each.row) for each in sent if each.column == name and float(each.row) > 0]
    return float(max(1, round(max(shares, default=1.0))))


def grown(own: Sequence[Observation], columns: Sequence[str]) -> list[list[Observation]]:
    """The observations of each curve that has more than one x: only those are set against each other."""
    groups = [[each for each in own if each.column == name] for name in columns]
    return [group for group in groups if len({each.row for each in group}) > 1]


def also_differs(groups: Sequence[Group], conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """Conditions in which a curve differs from the first: at the same x, or as a whole where each has one value."""
    return union(part for group in groups[1:] for part in between(groups[0], group, conditions))


def between(one: Group, other: Group, conditions: Sequence[Dimension]) -> Iterator[tuple[Difference, ...]]:
    whole = differences(one, other, conditions)
    yield tuple(each for each in whole if len(each.baseline) == len(each.here) == 1)
    for x in sorted({each.row for each in one} & {each.row for each in other}):
        yield differences(
            [each for each in one if each.row == x], [each for each in other if each.row == x], conditions
        )


def along(groups: Sequence[Group], conditions: Sequence[Dimension]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Conditions that change along some curve, besides x itself."""
    changing = [each for each in conditions if any(len(values_of(group, each)) > 1 for group in groups)]
    together = [each for group in groups for each in group]
    return tuple((each.key, values_of(together, each)) for each in changing)
