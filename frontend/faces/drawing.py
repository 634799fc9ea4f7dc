"""Document -> SVG and PNG by matplotlib: the layout of the browser's charts, and all that a reader must know beside it.

The same document is the same bytes, in any process. matplotlib's settings belong to the whole process, so they are made
here once and nowhere changed; pyplot, which keeps figures for ever, is not used. One drawing is made at a time.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from textwrap import wrap
from threading import Lock
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from benchdb.units import decimals
from frontend.faces.curves import curves, name_places
from frontend.faces.document import Document, numbers_in_words
from frontend.faces.svg import finished

SERIES = ("#1f5fbf", "#c2571a", "#2b8a57", "#8a4bb0", "#b3275e", "#5f6b78", "#9a7b00", "#128a9c")
TEXT, QUIET, LINE, GROUND = "#1a2027", "#5b6672", "#d9dde2", "#ffffff"
WIDTH, HEIGHT, DPI = 1200, 630, 100  #: pixels: what OpenGraph asks of a card
MOST_CHARTS = {"png": 4, "svg": 12}  #: more are the table's business; the drawing says so
MOST_LABELLED = 16  #: bars with their value written on them
MOST_NAMED = 10  #: series in the legend
MOST_TRIALS = 600  #: points of single runs in one chart
ROW_HEIGHT = 330  #: pixels, of each row of charts but the first in an SVG

mpl.rcParams.update(
    {
        "svg.hashsalt": "benchdb",
        "svg.fonttype": "none",
        "font.family": "DejaVu Sans",  # comes with matplotlib: the same everywhere
        "text.parse_math": False,  # a $ in a name is a $
        "text.usetex": False,
        "axes.edgecolor": QUIET,
        "axes.labelcolor": QUIET,
        "axes.titlecolor": TEXT,
        "xtick.color": QUIET,
        "ytick.color": QUIET,
        "text.color": TEXT,
        "grid.color": LINE,
        "legend.labelcolor": TEXT,
    }
)
ONE_AT_A_TIME = Lock()


def as_png(document: Document) -> bytes:
    """1200 by 630 pixels on white ground, for link previews."""
    told = {
        "Title": document.title,
        "Description": "\n".join((document.headline, *numbers_in_words(document, 200))),
        "Source": document.origin.url,
        "Software": None,
    }
    with ONE_AT_A_TIME:
        return saved(drawn(document, "png"), "png", told)


def as_svg(document: Document, *, is_bare: bool = False) -> bytes:
    """Text stays text; in a dark surrounding the colours change by themselves. A bare one is the charts alone."""
    with ONE_AT_A_TIME:
        figure = drawn(document, "svg", is_bare=is_bare)
        raw = saved(figure, "svg", {"Date": None, "Creator": None, "Format": None, "Type": None})
    told = "\n".join((document.headline, *numbers_in_words(document, 500)))
    return finished(raw.decode(), document.title, told).encode()


def saved(figure: Figure, form: str, metadata: Mapping[str, str | None]) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=form, metadata=dict(metadata), facecolor=GROUND)
    return out.getvalue()


def drawn(document: Document, form: str, *, is_bare: bool = False) -> Figure:
    """Title, headline, charts, and in the foot how the numbers were made and where they stand."""
    charts = document.charts[: MOST_CHARTS[form]]
    beside = len(charts) or 1 if len(charts) <= 3 else 2
    rows = math.ceil(len(charts) / beside) or 1
    height = HEIGHT if form == "png" else height_of(charts, rows)
    figure = Figure(figsize=(WIDTH / DPI, height / DPI), dpi=DPI, facecolor=GROUND)
    FigureCanvasAgg(figure)
    top = 10.0 if is_bare else header(figure, document, height)
    bottom = 10.0 if is_bare else footer(figure, document, height, len(document.charts) - len(charts))
    figure.set_layout_engine("constrained", rect=(0.015, bottom / height, 0.97, (height - top - bottom) / height))
    for at, chart in enumerate(charts):
        axes = figure.add_subplot(rows, beside, at + 1)
        plot(axes, chart, f"{at}", small=beside > 1)
        if at == min(beside, len(charts)) - 1:  # the others have the same colours
            legend(axes)
    return figure


def height_of(charts: tuple[Mapping[str, Any], ...], rows: int) -> float:
    """Pixels: more for every row of charts, and for bars that lie below each other."""
    bars = max((chart["bars"] for chart in charts if chart.get("sideways")), default=0)
    return HEIGHT + ROW_HEIGHT * (rows - 1) + max(0, 18 * (bars - 16)) * rows


def header(figure: Figure, document: Document, height: float) -> float:
    """Writes title and headline; pixels that they take."""
    y = 26.0
    for text, size, weight, most, lines, colour in (
        (document.title, 18, "bold", 76, 2, TEXT),
        (document.headline, 12.5, "normal", 118, 3, TEXT),
    ):
        for line in cut(text, most, lines):
            figure.text(0.02, 1 - y / height, line, size=size, weight=weight, color=colour, va="top")
            y += size * 1.95
    return y + 8


def footer(figure: Figure, document: Document, height: float, missing: int) -> float:
    """Writes what the numbers are and where they stand; pixels that it takes."""
    held = "; ".join(f"{title}: {value}" for title, value in document.facts)
    lines = [*cut(f"Held constant: {held}" if held else "", 160, 2), *cut(document.summary, 160, 1)]
    if missing:
        lines.append(f"{missing} more charts are not drawn here; the table has all.")
    lines += cut(document.origin.url, 150, 1)
    for at, line in enumerate(reversed(lines)):
        figure.text(0.02, (16 + 17 * at) / height, line, size=9.5, color=QUIET, va="bottom")
    return 26.0 + 17 * len(lines)


def cut(text: str, width: int, lines: int) -> list[str]:
    """`text` in at most so many lines; … where something is left out."""
    return wrap(text, width, max_lines=lines, placeholder=" …", break_long_words=True)


def plot(axes: Axes, chart: Mapping[str, Any], name: str, *, small: bool) -> None:
    """`name` begins the ids of what is drawn: of its lines and bars."""
    unit = ", ".join(filter(None, (chart["unit"], chart["better"])))
    axes.set_title(f"{chart['title']}{f' ({unit})' if unit else ''}", size=10.5, loc="left")
    if chart.get("kind") == "curves":
        curves(axes, chart, SERIES, name)
        if chart.get("ticks"):
            name_places(axes, chart["ticks"])
        else:
            axes.xaxis.set_major_formatter(FuncFormatter(tick))
    elif chart.get("kind") == "stacked":
        stacked(axes, chart, name)
    else:
        (lines if chart["positions"] else bars)(axes, chart, name)
    values = axes.xaxis if chart.get("sideways") else axes.yaxis
    values.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    values.set_major_formatter(FuncFormatter(tick))
    values.grid(visible=True, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8.5 if small else 9.5)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def legend(axes: Axes) -> None:
    handles, names = axes.get_legend_handles_labels()
    if len(names) < 2:
        return
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"and {len(names) - MOST_NAMED + 1} more"]
    axes.legend(
        handles[: len(names)], [shorter(name) for name in names], fontsize=9, frameon=False,
        loc="upper left", bbox_to_anchor=(1.0, 1.0),
    )  # fmt: skip


def tick(value: float, position: int | None) -> str:
    return decimals(value, 6) if abs(value) < 1e15 else f"{value:.3g}"


def shorter(name: str) -> str:
    return "\n".join(cut(name, 26, 3))


def limits(chart: Mapping[str, Any]) -> tuple[float, float]:
    """From 0, unless something lies below it, to a little more than the most."""
    parts = [part for each in chart["series"] for part in (each["values"], *each["trials"])]
    values = [value for part in parts for value in part if value is not None]
    low, high = min((*values, 0.0)), max((*values, chart["most"], 0.0))
    room = (high - low) * 0.12 or 1.0
    return (low - room if low < 0 else 0.0), high + room


def lines(axes: Axes, chart: Mapping[str, Any], name: str) -> None:
    for at, series in enumerate(chart["series"]):
        points = [(x, y) for x, y in zip(chart["positions"], series["values"], strict=True) if y is not None]
        style = "--" if series["published"] else "-"
        colour = SERIES[at % len(SERIES)]
        axes.plot(
            [x for x, _ in points], [y for _, y in points], style, color=colour, marker="o", markersize=5,
            linewidth=1.8, label=series["name"], gid=f"line-{name}-{at}",
        )  # fmt: skip
        trials(axes, chart, series, chart["positions"], colour)
    axes.set_xlabel(chart["x"], size=9.5)
    if chart.get("named"):
        axes.set_xticks(chart["positions"], chart["labels"])
    else:
        axes.xaxis.set_major_formatter(FuncFormatter(tick))
    axes.set_ylim(*limits(chart))
    axes.set_xlim(left=min(0.0, *chart["positions"]))


def bars(axes: Axes, chart: Mapping[str, Any], name: str) -> None:
    count = len(chart["series"])
    share = 0.8 if len(chart["labels"]) > 2 else 0.6
    width = share / max(count, 1)
    draw = axes.barh if chart["sideways"] else axes.bar
    for at, series in enumerate(chart["series"]):
        places = [index + (at - (count - 1) / 2) * width for index in range(len(chart["labels"]))]
        colour = SERIES[at % len(SERIES)]
        drawn_bars = draw(
            places, [value or 0.0 for value in series["values"]], width * 0.94, color=colour,
            alpha=0.6 if series["published"] else 0.85, label=series["name"],
        )  # fmt: skip
        for index, bar in enumerate(drawn_bars):
            bar.set_gid(f"bar-{name}-{at}-{index}")
        trials(axes, chart, series, places, colour)
        if count * len(chart["labels"]) <= MOST_LABELLED:
            axes.bar_label(drawn_bars, series["texts"], padding=3, fontsize=8.5, color=TEXT)
    (name_sideways if chart["sideways"] else name_upright)(axes, chart)


def stacked(axes: Axes, chart: Mapping[str, Any], name: str) -> None:
    """The parts of each bar on top of each other, the first at the bottom."""
    below = [0.0] * len(chart["labels"])
    for at, series in enumerate(chart["series"]):
        values = [value or 0.0 for value in series["values"]]
        places, colour = range(len(values)), SERIES[at % len(SERIES)]
        drawn_bars = axes.bar(places, values, 0.6, bottom=below, color=colour, label=series["name"], alpha=0.85)
        for index, bar in enumerate(drawn_bars):
            bar.set_gid(f"bar-{name}-{at}-{index}")
        below = [low + value for low, value in zip(below, values, strict=True)]
    name_upright(axes, chart)
    axes.set_ylim(0, chart["ceiling"] or max(below, default=0.0) * 1.08 or 1.0)


def name_upright(axes: Axes, chart: Mapping[str, Any]) -> None:
    named = chart["labels"] != [chart["title"]]  # the only bars of a metric stand under its title
    axes.set_xticks(range(len(chart["ticks"])), ["\n".join(told) if named else "" for told in chart["ticks"]])
    axes.set_xlim(-0.6, len(chart["ticks"]) - 0.4)
    axes.set_ylim(*limits(chart))
    axes.set_xlabel(chart["x"], size=9.5)


def name_sideways(axes: Axes, chart: Mapping[str, Any]) -> None:
    axes.set_yticks(range(len(chart["ticks"])), ["\n".join(told[:3]) for told in chart["ticks"]])
    axes.set_ylim(len(chart["ticks"]) - 0.4, -0.6)
    low, high = limits(chart)
    axes.set_xlim(low, high + (high - low) * 0.05)


def trials(
    axes: Axes, chart: Mapping[str, Any], series: Mapping[str, Any], places: Sequence[float], colour: str
) -> None:
    """Each run as a point, and a thin line from the lowest to the highest; nothing where there are too many to see."""
    several = [(place, values) for place, values in zip(places, series["trials"], strict=True) if len(values) > 1]
    if not several or sum(len(v) for each in chart["series"] for v in each["trials"]) > MOST_TRIALS:
        return
    along, values = zip(*((place, value) for place, group in several for value in group), strict=True)
    spans = ([p for p, _ in several], [min(v) for _, v in several], [max(v) for _, v in several])
    (axes.hlines if chart["sideways"] else axes.vlines)(*spans, color=TEXT, linewidth=1.0, zorder=3)
    points = (values, along) if chart["sideways"] else (along, values)
    axes.plot(*points, "o", markersize=4, markerfacecolor=GROUND, markeredgecolor=colour, zorder=4)
