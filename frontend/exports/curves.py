"""Charts of points and lines on paper: trials, intervals, fitted curves, bands, references, names at the lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from frontend.charts.model import Chart, Point, Series, Tick

MOST_CHARACTERS = 130  #: of names beside each other under one axis
MOST_TRIALS = 600  #: points of single runs in one chart
MARKERS = "os^DXvP*"  #: of the first, second, … group: colour is not the only difference
AGAIN = 3  #: markers further where the colours begin again

#: role -> how its line is drawn.
STYLES: dict[str, dict[str, Any]] = {
    "usl": {"linestyle": "-", "linewidth": 1.8},
    "amdahl": {"linestyle": "--", "linewidth": 1.3},
    "reference": {"linestyle": ":", "linewidth": 1.2},
    "level": {"linestyle": "-", "linewidth": 1.8, "alpha": 0.8},
    "pause": {"linestyle": (0, (1, 3)), "linewidth": 1.4, "alpha": 0.8},
    "knee": {"linestyle": "--", "linewidth": 1.0},
    "fall": {"linestyle": "-", "linewidth": 1.0},
}

LARGE, SMALL = 6.0, 3.5  #: points; of single runs in small charts


def curves(axes: Axes, chart: Chart, colours: Sequence[str], quiet: str, name: str) -> None:
    """Every series of the chart; only points are named in the legend."""
    below: dict[int, Series] = {}
    with_trials = sum(len(point.trials) for series in chart.series for point in series.points) <= MOST_TRIALS
    for place, series in enumerate(chart.series):
        colour = colours[series.group % len(colours)] if series.group >= 0 else quiet
        xs, ys = [point.x for point in series.points], [point.y for point in series.points]
        if series.role == "points":
            size = SMALL if chart.panel and not series.is_joined else LARGE
            points(axes, series, colour, f"line-{name}-{place}", size, with_trials=with_trials)
        elif series.role == "failing":
            crosses(axes, series, colour, LARGE)
        elif series.role == "low":
            below[series.group] = series
        elif series.role == "high":
            axes.fill_between(xs, below[series.group].values, ys, color=colour, alpha=0.15, linewidth=0)  # type: ignore[arg-type]
        elif series.role == "change":
            change(axes, series, colour)
        else:
            axes.plot(xs, ys, color=colour, **STYLES[series.role])  # type: ignore[arg-type]
    frame(axes, chart)
    for series in chart.series:
        if series.role == "pause":
            pause(axes, series)


def pause(axes: Axes, series: Series) -> None:
    """What stands above a stretch without runs, where it is wide enough for that."""
    before, after = series.points
    low, high = axes.get_xlim()
    spec = axes.get_subplotspec()
    room = MOST_CHARACTERS / (spec.get_gridspec().ncols if spec else 1) * (after.x - before.x) / (high - low)
    if before.y is not None and room > len(before.title):
        place = ((before.x + after.x) / 2, before.y)
        axes.annotate(before.title, place, (0, 3), "data", "offset points", ha="center", va="bottom", size=9)


def change(axes: Axes, series: Series, colour: str) -> None:
    """A band with its number at the top."""
    before, after = series.points
    axes.axvspan(before.x, after.x, color=colour, alpha=0.15, linewidth=0)
    place = ((before.x + after.x) / 2, 1.0)
    axes.annotate(
        before.text, place, (0, -2), ("data", "axes fraction"), "offset points", ha="center", va="top", size=9.5
    )


def frame(axes: Axes, chart: Chart) -> None:
    """Both axes: from where to where, and what stands under them."""
    axes.set_ylim(*limits(chart))
    axes.set_xlim(left=chart.x.least, right=chart.x.ceiling)
    axes.set_xlabel(f"{chart.x.title} (log)" if chart.x.is_log and chart.x.title else chart.x.title, size=9.5)
    logarithms(axes, chart)
    if chart.x.ticks:
        name_places(axes, chart.x.ticks)


def logarithms(axes: Axes, chart: Chart) -> None:
    """Axes that are asked for as such; they begin at the smallest that was measured, since 0 has none."""
    points = [point for series in chart.series if series.is_measured for point in series.points]
    xs, ys = [point.x for point in points], [point.y for point in points if point.y is not None]
    if chart.x.is_log and min(xs, default=0) > 0:
        axes.set_xscale("log")
        axes.set_xlim(*with_room(min(xs), max(xs)))
        axes.minorticks_off()
    if chart.y.is_log and min(ys, default=0) > 0:
        axes.set_yscale("log")
        axes.set_ylim(*with_room(min(ys), max(ys)))


def with_room(low: float, high: float) -> tuple[float, float]:
    """Of logarithms, a twentieth more at each end, so that no point lies on the edge."""
    room = max((high / low) ** 0.05, 1.06)
    return low / room, high * room


def limits(chart: Chart) -> tuple[float, float]:
    """From where the chart says, or 0, or what lies below it; to a little more than the most."""
    if chart.y.least is not None and chart.y.most:
        return chart.y.least, chart.y.most
    values = [
        value for series in chart.series for point in series.points for value in (point.y, point.high, *point.trials)
    ]
    low, high = (side(0.0, chart.y.most or 0.0, *(v for v in values if v is not None)) for side in (min, max))
    room = (high - low) * 0.12 or 1.0
    return (low - room if low < 0 else 0.0), chart.y.ceiling or high + room


def name_places(axes: Axes, ticks: Sequence[Tick]) -> None:
    """An axis whose places have names; some are left out where there are too many to read, or too near each other."""
    longest = max(len(tick.text) for tick in ticks)
    every = math.ceil(len(ticks) / max(1, MOST_CHARACTERS // (longest + 2)))
    kept = apart(axes, ticks[::every])
    axes.set_xticks([tick.x for tick in kept], [tick.text for tick in kept])


def apart(axes: Axes, ticks: Sequence[Tick]) -> list[Tick]:
    """Those whose names have room beside the one before them; of two the first."""
    spec, kept = axes.get_subplotspec(), list[Tick]()
    room = MOST_CHARACTERS // (spec.get_gridspec().ncols if spec else 1)
    xs = [*axes.get_xlim(), *(tick.x for tick in ticks)]  # to where it will reach with all of them
    ends = axes.transData.transform([(end, 1.0) for end in (min(xs), max(xs))])[:, 0]
    places = axes.transData.transform([(tick.x, 1.0) for tick in ticks])[:, 0]
    behind = -math.inf
    for tick, place in zip(ticks, ((places - ends[0]) / (ends[1] - ends[0]) * room).tolist(), strict=True):
        if place - len(tick.text) / 2 >= behind + 1:
            kept.append(tick)
            behind = place + len(tick.text) / 2
    return kept


def round_logarithms(axes: Axes) -> None:
    """1, 2 and 5 of each decade; where there is less than one, round numbers. Nothing between: matplotlib would write
    that in TeX."""
    low, high = axes.get_ylim()
    is_long = high >= 10 * low
    axes.yaxis.set_major_locator(
        LogLocator(10, (1.0, 2.0, 5.0)) if is_long else MaxNLocator(5, steps=[1, 2, 2.5, 5, 10])
    )
    axes.yaxis.set_minor_locator(NullLocator())


def points(axes: Axes, series: Series, colour: str, gid: str, size: float, *, with_trials: bool) -> None:
    """Published ones are hollow, and their line is dashed. Runs are faint; a bar is the interval of their median."""
    places = [place for place, point in enumerate(series.points) if not point.is_failing]
    style = ("--" if series.is_published else "-") if series.is_joined else "none"
    axes.plot(
        [point.x for point in series.points], [math.nan if point.y is None else point.y for point in series.points],
        linestyle=style, linewidth=1.6, color=colour,
        marker=marker(series.group), markersize=size, zorder=4, markevery=places,
        markerfacecolor="none" if series.is_published else colour, label=series.name, gid=gid,
    )  # fmt: skip
    if len(places) < len(series.points):
        crosses(axes, series, colour, size)
    if series.is_joined:
        gaps(axes, series, colour)
    there = [point for point in series.points if point.y is not None]
    intervals(axes, there, colour)
    if with_trials:
        trials = [(point.x, value) for point in there for value in point.trials]
        axes.plot(*zip(*trials, strict=True), "o", markersize=3, color=colour, alpha=0.4) if trials else None


def crosses(axes: Axes, series: Series, colour: str, size: float) -> None:
    """Where every request failed, or so many that the point counts in no line: its shape says so, its colour whose."""
    failing = [(point.x, point.y) for point in series.points if point.is_failing and point.y is not None]
    axes.plot(*zip(*failing, strict=True), "x", color=colour, markersize=size, markeredgewidth=2, zorder=5)


def gaps(axes: Axes, series: Series, colour: str) -> None:
    """Dotted across places at which others were measured and these were not."""
    places = [place for place, point in enumerate(series.points) if point.y is not None]
    for before, after in pairwise(places):
        if after > before + 1:
            ends = (series.points[before], series.points[after])
            axes.plot([end.x for end in ends], [cast(float, end.y) for end in ends], ":", linewidth=1.2, color=colour)


def marker(group: int) -> str:
    """Two groups of one colour have two."""
    return MARKERS[(group + AGAIN * (group // len(MARKERS))) % len(MARKERS)]


def intervals(axes: Axes, points: Sequence[Point], colour: str) -> None:
    for point in points:
        if point.low is not None and point.high is not None:
            axes.vlines(point.x, point.low, point.high, color=colour, linewidth=1.4, zorder=3)
