"""HistoryAnswer -> the chart of its page: runs, the level of each stretch, a numbered band where it changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.statistics.median_intervals import median_interval
from benchdb.domain.units import shown, significant
from benchdb.questions.cells import Cell
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, Level, numbered
from benchdb.questions.history.answer import Point as Measured
from benchdb.questions.history.beside.pauses import long_pauses, parts
from benchdb.questions.history.one_change import is_drift
from benchdb.questions.history.question import axis_title
from benchdb.questions.history.verdicts import why_unproven
from benchdb.questions.replies.along import is_turned
from benchdb.wording import inside, ratios, words
from frontend.charts.model import BETTER, Axis, Chart, Point, Role, Series, Tick
from frontend.charts.moments import round_ticks
from frontend.charts.scales import scale_of

SIGNS = {"better": "▲", "worse": "▼", "q2": "◆"}  #: of a change, by its tone
DATES = 6  #: on the axis
ROOM = 0.15  #: of the measured range, left free above and below
FLAT = 0.5  #: a lowest run above this share of the highest is drawn on an axis that does not begin at 0
WIDE = 0.35  #: of the way to the next version, by which a level is drawn beyond its own
COMMIT, SHORT_COMMIT = re.compile(r"[0-9a-f]{12,64}"), 10  #: as git names them, whole; letters of one beneath a chart
ASIDE, LEAST_ASIDE = 0.03, 1.0  #: beside the runs: of the time that they span, and seconds
FORMS = ((86_400, "%-d %b %Y"), (60, "%-d %b %H:%M"), (0, "%H:%M:%S"))  #: (seconds between ticks, how they are named)

Placed = tuple[int, tuple[Curve, int]]  #: (group, (curve, number of its first change))


def history_charts(answer: HistoryAnswer) -> list[Chart]:
    """One chart; of several curves a small one each, as no change of one belongs to another; none without a run."""
    curves = list(enumerate(numbered(answer.curves)))
    if len(curves) < 2:
        return [chart_of(answer, curves)] if curves else []
    return [panel(answer, curve) for curve in curves]


def chart_of(answer: HistoryAnswer, curves: Sequence[Placed]) -> Chart:
    known, scale = metric(answer.question.metric), scale_of(answer.question.metric)
    limits = value_limits([value * scale.factor for _, (curve, _) in curves for value in judged_values(curve)])
    over = axis_title(answer.question.x)
    by = f", by {inside(dimension(answer.question.by).title)}" if answer.question.by else ""
    return Chart(
        kind="lines",
        title=known.title,
        x=axis(answer, over),
        y=Axis(unit=scale.unit, least=limits[0], most=limits[1]),
        series=tuple(
            series
            for group, (curve, first) in curves
            for series in drawn(answer, group, curve, scale.factor, limits, first)
        ),
        better=BETTER.get(known.better, ""),
        key=key([curve for _, (curve, _) in curves], is_cut=limits[0] != 0, are_dated=not answer.labels),
        summary=f"{known.title} over {inside(over)}{by}",
    )


def judged_values(curve: Curve) -> list[float]:
    """Of the runs that answered something, where there are any: how quickly errors came sets no axis."""
    good = [point for point in curve.points if not curve.is_failing(point)]
    return [value for point in good or curve.points for value in point.values]


def key(curves: Sequence[Curve], *, is_cut: bool, are_dated: bool) -> str:
    """What the marks stand for."""
    kinds = ["key of levels"]
    kinds += ["key of changes"] if any(curve.changes for curve in curves) else []
    kinds += ["key of pauses"] if are_dated and any(map(long_pauses, curves)) else []
    kinds += ["key of failing points"] if any(curve.nothing_served or curve.failing_runs for curve in curves) else []
    kinds += ["key of a cut axis"] if is_cut else []
    return " ".join(map(words, kinds))


def panel(answer: HistoryAnswer, placed: Placed) -> Chart:
    """One curve, on its own vertical axis: beside one of ten times its level it would be flat."""
    _, (curve, first) = placed
    whole = chart_of(answer, [(0, (curve, first))])
    better = f" ({whole.better})" if whole.better else ""
    over, marks = inside(whole.x.title), key(answer.curves, is_cut=False, are_dated=not answer.labels)
    title = words("curves on their own axes", title=f"{whole.title}{better}", over=over, key=marks)
    aside, tone = last_change(answer, curve, first) if curve.changes else ("", "")
    small = replace(whole, title=curve.title, panel=title, better="", key="", summary=f"{whole.summary}: {curve.title}")
    return replace(small, aside=aside, tone=tone)


def last_change(answer: HistoryAnswer, curve: Curve, first: int) -> tuple[str, str]:
    """`▼ −8.8%, change 3`, and its tone."""
    cell = curve.changes[-1].after.cell
    tone = tone_of(answer.question.metric, cell)
    moved = (
        f"{SIGNS[tone]} {ratios.change(cell.change, cell.ratio, cell.ratio_span)}, " if cell.change is not None else ""
    )
    return f"{moved}change {first + len(curve.changes) - 1}", tone


def with_last_level(answer: HistoryAnswer, chart: Chart) -> Chart:
    """The chart of one curve, with its last level named where it ends: `last: 1,800`; not beside an outage."""
    last = next((one for one in reversed(chart.series) if one.role == "level"), None)
    is_over = any(outage.goes_on for curve in answer.curves for outage in curve.outages)
    if len(answer.curves) != 1 or last is None or answer.labels or is_over:
        return chart
    *others, level = answer.curves[0].levels
    value = significant(level.value, metric(answer.question.metric).unit)
    text = f"last: {value}" if others else value
    named = replace(last, points=(*last.points[:-1], replace(last.points[-1], text=text)))
    return replace(chart, series=tuple(named if one is last else one for one in chart.series))


def value_limits(values: list[float]) -> tuple[float, float]:
    """The y axis: from 0, unless what is measured would be a thin band far above it."""
    low, high = min(values), max(values)
    room = ROOM * (high - low)
    return (max(0.0, low - room) if 0 < FLAT * high < low < high else min(0.0, low), high + room or 1.0)


def axis(answer: HistoryAnswer, title: str) -> Axis:
    """Versions have a place each, at 1, 2, 3, …; dates stand where they are."""
    if answer.labels:
        ticks = tuple(Tick(place + 1.0, (short(label),)) for place, label in enumerate(answer.labels))
        return Axis(
            title=title, least=0.5, most=len(answer.labels) + 0.5, ceiling=len(answer.labels) + 0.5, ticks=ticks
        )
    xs = [point.x for curve in answer.curves for point in curve.points]
    room = max(ASIDE * (max(xs) - min(xs)), LEAST_ASIDE)
    first, last = min(xs) - room, max(xs) + room
    form = next(form for least, form in FORMS if last - first > (DATES - 1) * least)
    moments = [min(xs) + (max(xs) - min(xs)) * step / (DATES - 1) for step in range(DATES)]
    names: dict[str, float] = {}
    for x in moments:
        names.setdefault(datetime.fromtimestamp(x, UTC).strftime(form), x)
    ends = tuple(Tick(x, (name,)) for name, x in names.items())
    return Axis(title=title, least=first, most=last, ceiling=last, ticks=round_ticks(first, last) or ends)


def short(label: str) -> str:
    """A commit's whole name is wider than a small chart."""
    return label[:SHORT_COMMIT] if COMMIT.fullmatch(label) else label


def drawn(
    answer: HistoryAnswer, group: int, curve: Curve, factor: float, limits: tuple[float, float], first: int
) -> list[Series]:
    """The runs of one curve, its levels and its changes; `first` is the number of its first change."""
    known = metric(answer.question.metric)
    name = curve.title or known.title
    points = tuple(
        Point(
            x=point.x,
            y=min(max(point.value * factor, limits[0]), limits[1]) if fails else point.value * factor,
            words=tooltip(point, shown(point.value, known.unit), curve.how_failing(point)),
            title=point.label,
            trials=tuple(value * factor for value in point.values) if answer.labels else (),
            is_failing=fails,
        )
        for point in curve.points
        for fails in [curve.is_failing(point)]
    )
    is_published = all(point.is_published for point in curve.points)
    aside = WIDE if answer.labels else 0.0
    pauses = [] if answer.labels else long_pauses(curve)
    levels = [part for level in curve.levels for part in step(group, name, level, (aside, pauses), factor)]
    bands = [band(answer, (group, name), change, limits, first + place) for place, change in enumerate(curve.changes)]
    return [Series(name, group, points, is_joined=False, is_published=is_published), *levels, *bands]


def step(
    group: int, name: str, level: Level, along: tuple[float, list[tuple[float, float]]], factor: float
) -> list[Series]:
    """A level: its interval, where its runs are enough for one, and its median, dotted where nobody measured."""
    aside, pauses = along
    ends, interval = (level.first.x - aside, level.last.x + aside), median_interval(level.cell.values)
    edges: tuple[tuple[Role, float], ...] = (("low", interval[0]), ("high", interval[1])) if interval else ()
    return [
        *(line(group, name, role, [(x, value * factor) for x in ends]) for role, value in edges),
        *(
            part(line(group, name, "level", [(x, level.value * factor) for x in (first, last)]), is_pause=is_pause)
            for first, last, is_pause in ([(*ends, False)] if aside else parts(level, pauses))
        ),
    ]


def part(level: Series, *, is_pause: bool) -> Series:
    """A part of a level's line; where nobody measured along it, it says so."""
    if not is_pause:
        return level
    first, last = level.points
    return replace(level, role="pause", points=(replace(first, title=words("no runs there")), last))


def band(
    answer: HistoryAnswer, of: tuple[int, str], change: Change, limits: tuple[float, float], number: int
) -> Series:
    """From the last run before to the first one after: where between them, nobody measured."""
    ends = (change.before.last.x, change.after.first.x)
    points = tuple(Point(float(x), float(y)) for x, y in zip(ends, limits, strict=True))
    group, name = of
    after = change.after.cell
    moved = ratios.change(after.change, after.ratio, after.ratio_span)
    return Series(
        name,
        group,
        (replace(points[0], text=str(number), title=moved), points[1]),
        "change",
        tone=tone_of(answer.question.metric, after),
    )


def tone_of(name: str, after: Cell) -> str:
    """Of a change, in the table and in the chart; q2 where it is neither, is not comparable, or may be drift."""
    better = metric(name).better
    is_doubted = after.verdict == "not comparable" or is_turned(after) or is_drift(after) or bool(why_unproven(after))
    if not after.change or better == "neither" or is_doubted:
        return "q2"
    return "better" if (after.change > 0) == (better == "higher") else "worse"


def line(group: int, name: str, role: Role, places: Iterable[tuple[float, float]]) -> Series:
    return Series(name, group, tuple(Point(float(x), float(y)) for x, y in places), role)


def tooltip(point: Measured, value: str, failing: str = "") -> str:
    """What a tooltip says of a point; `failing`: the kind of the phrase of runs that answered nothing but errors."""
    if failing:
        return f"{tooltip(point, value)}: {words(failing)}"
    if len(point.runs) == 1:
        return f"{value}, {'published' if point.is_published else f'run {point.runs[0]}'}"
    return f"{value}, {len(point.runs)} runs"
