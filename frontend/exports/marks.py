"""One Chart on matplotlib's axes: bars, stacks, and by `curves` whatever has points and lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from benchdb.domain.units import decimals
from benchdb.wording.grammar import inside
from frontend.charts.model import Chart, Series
from frontend.charts.palette import colours, series_colours
from frontend.exports.curves import MOST_TRIALS, curves, limits

MOST_LABELLED = 16  #: bars with their value written on them


def plot(axes: Axes, chart: Chart, name: str, *, small: bool) -> None:
    """`name` begins the ids of what is drawn: of its lines and bars."""
    is_said = chart.panel or inside(chart.title).startswith(chart.y.unit)
    unit = ", ".join(filter(None, ("" if is_said else chart.y.unit, chart.better, "log" * chart.y.is_log)))
    axes.set_title(f"{chart.title}{f' ({unit})' if unit else ''}", size=10.5, loc="left")
    if chart.panel and chart.is_unit_named:
        axes.set_ylabel(chart.y.unit, size=8.5)
    if chart.kind == "lines":
        axes.xaxis.set_major_formatter(FuncFormatter(tick))
        curves(axes, chart, series_colours(), colours()["ink-3"].light, name)
    else:
        (stacked if chart.kind == "stacked" else bars)(axes, chart, name)
    values = axes.xaxis if chart.is_sideways else axes.yaxis
    if not chart.y.is_log:
        values.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    values.set_major_formatter(FuncFormatter(tick))
    values.grid(visible=True, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8.5 if small else 9.5)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def tick(value: float, position: int | None) -> str:
    return decimals(value, 6) if abs(value) < 1e15 else f"{value:.3g}"


def colour_of(series: Series) -> str:
    return series_colours()[series.group % len(series_colours())]


def bars(axes: Axes, chart: Chart, name: str) -> None:
    count, places = len(chart.series), len(chart.x.ticks)
    width = (0.8 if places > 2 else 0.6) / max(count, 1)
    for place, series in enumerate(chart.series):
        along = [index + (place - (count - 1) / 2) * width for index in range(places)]
        rectangles = (axes.barh if chart.is_sideways else axes.bar)(
            along, [value or 0.0 for value in series.values], width * 0.94, color=colour_of(series),
            alpha=0.6 if series.is_published else 0.85, label=series.name,
        )  # fmt: skip
        for index, rectangle in enumerate(rectangles):
            rectangle.set_gid(f"bar-{name}-{place}-{index}")
        runs(axes, chart, series, along)
        if count * places <= MOST_LABELLED:
            texts = [point.text for point in series.points]
            axes.bar_label(rectangles, texts, padding=3, fontsize=8.5, color=colours()["ink"].light)
    (name_sideways if chart.is_sideways else name_upright)(axes, chart)


def stacked(axes: Axes, chart: Chart, name: str) -> None:
    """The parts of each bar on top of each other, the first at the bottom."""
    below = [0.0] * len(chart.x.ticks)
    for place, series in enumerate(chart.series):
        values = [value or 0.0 for value in series.values]
        rectangles = axes.bar(
            range(len(values)), values, 0.6, bottom=below, color=colour_of(series), label=series.name, alpha=0.85
        )
        for index, rectangle in enumerate(rectangles):
            rectangle.set_gid(f"bar-{name}-{place}-{index}")
        below = [low + value for low, value in zip(below, values, strict=True)]
    name_upright(axes, chart)
    axes.set_ylim(0, chart.y.ceiling or max(below, default=0.0) * 1.08 or 1.0)


def name_upright(axes: Axes, chart: Chart) -> None:
    named = chart.labels != [chart.title]  # the only bars of a metric stand under its title
    texts = ["\n".join(tick.lines) if named else "" for tick in chart.x.ticks]
    axes.set_xticks(range(len(texts)), texts)
    axes.set_xlim(-0.6, len(texts) - 0.4)
    axes.set_ylim(*limits(chart))
    axes.set_xlabel(chart.x.title, size=9.5)


def name_sideways(axes: Axes, chart: Chart) -> None:
    axes.set_yticks(range(len(chart.x.ticks)), ["\n".join(tick.lines[:3]) for tick in chart.x.ticks])
    axes.set_ylim(len(chart.x.ticks) - 0.4, -0.6)
    low, high = limits(chart)
    axes.set_xlim(low, high + (high - low) * 0.05)


def runs(axes: Axes, chart: Chart, series: Series, along: Sequence[float]) -> None:
    """Each run as a point and the median's interval as a line; nothing where there are too many to see."""
    if sum(len(point.trials) for one in chart.series for point in one.points) > MOST_TRIALS:
        return
    ink, ground = colours()["ink"].light, colours()["lift"].light
    marks: dict[str, Any] = {"markersize": 4, "markerfacecolor": ground, "markeredgecolor": colour_of(series)}
    for place, point in zip(along, series.points, strict=True):
        if point.low is not None and point.high is not None:
            (axes.hlines if chart.is_sideways else axes.vlines)(
                place, point.low, point.high, color=ink, linewidth=1.4, zorder=3
            )
        beside = [place] * len(point.trials)
        if point.trials:
            xs, ys = (point.trials, beside) if chart.is_sideways else (beside, point.trials)
            axes.plot(xs, ys, "o", zorder=4, **marks)
