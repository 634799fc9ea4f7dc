"""A chart of many lines -> several small ones on one scale, or the same turned round: a line for each row. Pure."""

from __future__ import annotations

from dataclasses import replace

from benchdb.wording import words
from benchdb.wording.grammar import inside
from frontend.charts.model import Axis, Chart, Point, Series, Tick

MOST_LINES = 4  #: in one chart
MOST_PANELS = 12  #: with more columns they stand along the axis


def multiples(chart: Chart, baseline: int, along: str, gain: str = "") -> list[Chart]:
    """One chart where lines can be told apart; a small one for each column; or one with the columns along.

    `gain`: where better lies, higher or lower.
    """
    if chart.kind != "lines" or len(chart.series) <= MOST_LINES:
        return [chart]
    if len(chart.series) > MOST_PANELS:
        return [turned(chart, along)]
    base = chart.series[baseline]
    dashed = replace(base, group=-1, role="reference", points=tuple(map(bare, measured(base))))
    others = [series for place, series in enumerate(chart.series) if place != baseline]
    names = {"title": chart.title, "over": inside(chart.x.title), "along": inside(along), "base": base.name}
    title = words("small charts, tinted" if gain else "small charts", **names)
    return [replace(panel(chart, series, dashed, title), gain=gain) for series in others]


def measured(series: Series) -> list[Point]:
    return [point for point in series.points if point.y is not None]


def bare(point: Point) -> Point:
    return Point(point.x, point.y)


def panel(chart: Chart, series: Series, base: Series, title: str) -> Chart:
    summary = words("chart against", title=chart.title, over=inside(chart.x.title), name=series.name, base=base.name)
    mine = replace(series, group=0)
    return replace(chart, title=series.name, series=(mine, base), summary=summary, better="", panel=title)


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
