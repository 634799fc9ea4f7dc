"""One Chart on matplotlib's axes: bars, stacks, and by `curves` whatever has points and lines."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from benchdb.domain.units import decimals
from benchdb.wording.grammar import inside
from frontend.charts.model import Chart, Series
from frontend.charts.palette import colours, series_colours
from frontend.exports.curves import MOST_TRIALS, curves, limits

MOST_LABELLED = 16  #: bars with their value written on them
TITLE = 120  #: characters of titles beside each other
HATCHES = ("", "///", "...")  #: of the first eight groups, the next eight, …: they have the same colours


def plot(axes: Axes, chart: Chart, name: str, beside: int) -> None:
    """`name` begins the ids of what is drawn: of its lines and bars; so many charts stand `beside` each other."""
    is_said = chart.panel or inside(chart.title).startswith(chart.y.unit)
    unit = ", ".join(filter(None, ("" if is_said else chart.y.unit, chart.better, "log" * chart.y.is_log)))
    title = f"{chart.title}{f' ({unit})' if unit else ''}"
    axes.set_title("\n".join(cut(title, TITLE // beside, 2)), size=10.5, loc="left")
    if chart.kind == "lines":
        axes.xaxis.set_major_formatter(FuncFormatter(tick))
        curves(axes, chart, series_colours(), colours()["ink-3"].light, name)
    else:
        (stacked if chart.kind == "stacked" else bars)(axes, chart, name)
    amounts = axes.xaxis if chart.is_sideways else axes.yaxis
    if not chart.y.is_log:
        amounts.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    amounts.set_major_formatter(FuncFormatter(tick))
    amounts.grid(visible=True, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8.5 if beside > 1 else 9.5)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def cut(text: str, width: int, lines: int) -> list[str]:
    """`text` in at most so many lines; … where something is left out."""
    return wrap(text, width, max_lines=lines, placeholder=" …", break_long_words=True)


def tick(value: float, position: int | None) -> str:
    return decimals(value, 6) if abs(value) < 1e15 else f"{value:.3g}"


def colour_of(series: Series) -> str:
    return series_colours()[series.group % len(series_colours())]


def fill_of(series: Series) -> dict[str, Any]:
    """Its colour, and where that is another's, too, a hatch in the colour of the ground."""
    hatch = HATCHES[series.group // len(series_colours()) % len(HATCHES)]
    return {"color": colour_of(series)} | ({"hatch": hatch, "edgecolor": colours()["lift"].light} if hatch else {})


def bars(axes: Axes, chart: Chart, name: str) -> None:
    count, places = len(chart.series), len(chart.x.ticks)
    width = (0.8 if places > 2 else 0.6) / max(count, 1)
    for place, series in enumerate(chart.series):
        along = [index + (place - (count - 1) / 2) * width for index in range(places)]
        rectangles = (axes.barh if chart.is_sideways else axes.bar)(
            along, [value or 0.0 for value in series.values], width * 0.94, **fill_of(series),
            alpha=0.6 if series.is_published else 0.85, label=series.name,
        )  # fmt: skip
        for index, rectangle in enumerate(rectangles):
            rectangle.set_gid(f"bar-{name}-{place}-{index}")
        runs(axes, chart, series, along)
        if count * places <= MOST_LABELLED:
            write_values(axes, chart, series, along)
    (name_sideways if chart.is_sideways else name_upright)(axes, chart)


def write_values(axes: Axes, chart: Chart, series: Series, along: Sequence[float]) -> None:
    """Each bar's value at its end, or behind the farthest of its runs."""
    for place, point in zip(along, series.points, strict=True):
        end = max(point.y or 0.0, point.high or 0.0, *point.trials, 0.0)
        sideways: dict[str, Any] = {"xy": (end, place), "xytext": (5, 0), "ha": "left", "va": "center"}
        upright: dict[str, Any] = {"xy": (place, end), "xytext": (0, 4), "ha": "center", "va": "bottom"}
        axes.annotate(
            point.text, **(sideways if chart.is_sideways else upright), textcoords="offset points", fontsize=8.5,
            color=colours()["ink"].light,
        )  # fmt: skip


def stacked(axes: Axes, chart: Chart, name: str) -> None:
    """The parts of each bar one after the other, the first at the axis."""
    below = [0.0] * len(chart.x.ticks)
    for place, series in enumerate(chart.series):
        values = [value or 0.0 for value in series.values]
        looks: dict[str, Any] = {**fill_of(series), "label": series.name, "alpha": 0.85}
        if chart.is_sideways:
            rectangles = axes.barh(range(len(values)), values, 0.6, left=below, **looks)
        else:
            rectangles = axes.bar(range(len(values)), values, 0.6, bottom=below, **looks)
        for index, rectangle in enumerate(rectangles):
            rectangle.set_gid(f"bar-{name}-{place}-{index}")
        below = [low + value for low, value in zip(below, values, strict=True)]
    (name_sideways if chart.is_sideways else name_upright)(axes, chart)
    most = chart.y.ceiling or max(below, default=0.0) * 1.08 or 1.0
    (axes.set_xlim if chart.is_sideways else axes.set_ylim)(0, most)


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
