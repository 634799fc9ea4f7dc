"""A chart of many lines -> several small ones on one scale, or the same turned round: a line for each row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from benchdb.wording import words
from benchdb.wording.grammar import inside
from frontend.charts.model import Axis, Chart, Point, Series, Tick
from frontend.charts.tints import Stretch

MOST_LINES = 4  #: in one chart
BASELINE = "baseline"  #: what stands at the right of its title
MOST_PANELS = 12  #: with more columns they stand along the axis


def multiples(
    chart: Chart,
    baseline: int,
    along: str,
    gain: str = "",
    asides: Mapping[str, str] | None = None,
    judged: Mapping[str, tuple[Stretch, ...]] | None = None,
) -> list[Chart]:
    """One chart where lines can be told apart; a small one for each column; or one with the columns along.

    `gain`: where better lies, higher or lower; `asides`: what each column comes to; `judged`: where it may be tinted.
    """
    if chart.kind != "lines" or len(chart.series) <= MOST_LINES:
        return [chart]
    if len(chart.series) > MOST_PANELS:
        return [turned(chart, along)]
    base, over = chart.series[baseline], named_axis(chart)
    names = {"title": chart.title, "over": over, "along": inside(along), "base": base.name}
    title = words("small charts, tinted" if gain else "small charts", **names)
    return on_one_scale(
        [
            of_baseline(chart, base, title)
            if series is base
            else replace(
                against(chart, series, base, title),
                gain=gain,
                judged=(judged or {}).get(series.name, ()),
                aside=(asides or {}).get(series.name, ""),
            )
            for series in chart.series
        ]
    )


def small_charts(chart: Chart, baseline: str, along: str) -> list[Chart]:
    """The same of curves that have more than points: a law, a knee, what was offered. All on the axes of the whole."""
    groups = list(dict.fromkeys(one.group for one in chart.series if one.role == "points"))
    if not MOST_LINES < len(groups) <= MOST_PANELS:
        return [chart]
    base = next((one for one in chart.series if one.role == "points" and one.name == baseline), chart.series[0])
    names = {"title": chart.title, "over": named_axis(chart), "along": inside(along), "base": base.name}
    title = " ".join(filter(None, (words("small charts", **names), chart.key)))
    shared = tuple(one for one in chart.series if one.group < 0)
    panels = []
    for group in groups:
        own = tuple(replace(one, group=0) for one in chart.series if one.group == group)
        points = next(one for one in own if one.role == "points")
        beside = () if group == base.group else (dashed(base),)
        small = framed(chart, points.name, title, (*own, *shared, *beside))
        panels.append(replace(small, aside=BASELINE) if group == base.group else small)
    return on_one_scale(panels)


def on_one_scale(charts: Sequence[Chart]) -> list[Chart]:
    """The same, whose logarithmic axes begin at the least of all, as those from 0 do anyhow."""
    points = [point for chart in charts for series in chart.series if series.is_measured for point in series.points]
    along = least_above_0(point.x for point in points)
    value = least_above_0(end for point in points for end in (point.y, point.low) if end is not None)
    return [replace(one, x=replace(one.x, smallest=along), y=replace(one.y, smallest=value)) for one in charts]


def least_above_0(values: Iterable[float]) -> float | None:
    return min((value for value in values if value > 0), default=None)


def named_axis(chart: Chart) -> str:
    """Small charts have no room for it: their common heading has."""
    return f"{inside(chart.x.title)} (log)" if chart.x.is_log else inside(chart.x.title)


def framed(chart: Chart, name: str, title: str, series: tuple[Series, ...], summary: str = "") -> Chart:
    """One part of a chart, on the axes of the whole."""
    summary = summary or f"{chart.summary}: {name}"
    return replace(chart, title=name, series=series, summary=summary, better="", key="", panel=title)


def dashed(base: Series) -> Series:
    return replace(base, group=-1, role="reference", points=tuple(map(bare, measured(base))))


def measured(series: Series) -> list[Point]:
    return [point for point in series.points if point.y is not None]


def bare(point: Point) -> Point:
    return Point(point.x, point.y)


def of_baseline(chart: Chart, base: Series, title: str) -> Chart:
    """What the others are set against, in its place among them."""
    return replace(framed(chart, base.name, title, (replace(base, group=-1),)), aside=BASELINE)


def against(chart: Chart, series: Series, base: Series, title: str) -> Chart:
    summary = words("chart against", title=chart.title, over=inside(chart.x.title), name=series.name, base=base.name)
    return framed(chart, series.name, title, (replace(series, group=0), dashed(base)), summary)


def turned(chart: Chart, along: str) -> Chart:
    """A line for each row, over the columns."""
    ticks = tuple(Tick(float(place), (series.name,)) for place, series in enumerate(chart.series))
    lines = tuple(
        Series(
            name=f"{chart.x.title} {tick.text}",
            group=row,
            points=tuple(
                replace(series.points[row], x=float(place), title=series.name, trials=())
                for place, series in enumerate(chart.series)
            ),
        )
        for row, tick in enumerate(chart.x.ticks)
    )
    summary = words("chart of lines", title=chart.title, over=inside(along), along=inside(chart.x.title))
    most = len(ticks) - 0.5
    axis = Axis(title=along, least=-0.5, most=most, ceiling=most, ticks=ticks)
    return replace(chart, x=axis, series=lines, summary=summary)
