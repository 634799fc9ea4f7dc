"""Export -> SVG and PNG by matplotlib: the layout of the browser's charts, and all that a reader must know beside it.

The same export is the same bytes, in any process. matplotlib's settings belong to the whole process, so they are made
here once and nowhere changed; pyplot, which keeps figures for ever, is not used. One drawing is made at a time.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Literal

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchdb.wording import words
from frontend.answers.export import Export, numbers_in_words
from frontend.charts.model import Chart
from frontend.charts.palette import colours
from frontend.exports.card import HEIGHT, WIDTH
from frontend.exports.curves import round_logarithms
from frontend.exports.marks import cut, plot
from frontend.exports.svg import finished

TEXT, QUIET, LINE, GROUND = (colours()[token].light for token in ("ink", "ink-3", "rule", "lift"))
DPI = 100
MOST_CHARTS = {"png": 4, "svg": 12}  #: more are the table's business; the drawing says so
MOST_PANELS = 12  #: small charts on one scale, four beside each other
MOST_NAMED = 10  #: series in the legend
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
# A letter that the font lacks is a box in the picture, and its text in the SVG: nothing that a log of the site is for.
warnings.filterwarnings("ignore", "Glyph .* missing from font")
ONE_AT_A_TIME = Lock()


def as_png(document: Export) -> bytes:
    """1200 by 630 pixels on white ground, for link previews."""
    metadata = {
        "Title": document.title,
        "Description": "\n".join((document.headline, document.summary, *numbers_in_words(document, 200))),
        "Source": document.origin.url,
        "Software": None,
    }
    with ONE_AT_A_TIME:
        return saved(drawn(document, "png"), "png", metadata)


def as_svg(document: Export, *, is_bare: bool = False) -> bytes:
    """Text stays text; in a dark surrounding the colours change by themselves. A bare one is the charts alone."""
    with ONE_AT_A_TIME:
        figure = drawn(document, "svg", is_bare=is_bare)
        raw = saved(figure, "svg", {"Date": None, "Creator": None, "Format": None, "Type": None})
    description = "\n".join((document.headline, document.summary, *numbers_in_words(document, 500)))
    return finished(raw.decode(), document.title, description).encode()


def saved(figure: Figure, form: str, metadata: Mapping[str, str | None]) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=form, metadata=dict(metadata), facecolor=GROUND)
    return out.getvalue()


def drawn(document: Export, form: str, *, is_bare: bool = False) -> Figure:
    """Title, headline, charts, and in the foot how the numbers were made and where they stand."""
    has_panels = all(chart.panel for chart in document.charts)
    charts = of_one_kind(document.charts)[: MOST_PANELS if has_panels else MOST_CHARTS[form]]
    beside = len(charts) or 1 if len(charts) <= 3 else 4 if has_panels else 2
    rows = math.ceil(len(charts) / beside) or 1
    height = HEIGHT if form == "png" else height_of(charts, rows)
    figure = Figure(figsize=(WIDTH / DPI, height / DPI), dpi=DPI, facecolor=GROUND)
    FigureCanvasAgg(figure)
    top = 10.0 if is_bare else header(figure, document, height)
    bottom = 10.0 if is_bare else footer(figure, document, height, len(document.charts) - len(charts))
    figure.set_layout_engine("constrained", rect=(0.015, bottom / height, 0.97, (height - top - bottom) / height))
    if not charts:
        sentence = (
            words("nothing drawn")
            if document.tables and any(table.lines for table in document.tables)
            else words("no runs to draw")
        )
        figure.text(0.5, 0.5, sentence, size=16, color=QUIET, ha="center", va="center")
    for place, chart in enumerate(charts):
        axes = figure.add_subplot(rows, beside, place + 1)
        plot(axes, chart, f"{place}", beside)
        if place == min(beside, len(charts)) - 1:  # the others have the same colours
            legend(axes)
    if has_panels and charts:
        share_and_name_once(figure.axes, charts, beside)
        if charts[0].is_unit_named:
            figure.supylabel(charts[0].y.unit, size=9.5, color=QUIET)
    for axes in figure.axes:
        if axes.get_yscale() == "log":
            round_logarithms(axes)
        show_whole_marks(axes)
    return figure


def share_and_name_once(every: Sequence[Axes], charts: Sequence[Chart], beside: int) -> None:
    """Small charts of one kind reach equally far where they do on the page. On one scale the numbers stand at the left
    of a row, and what lies along at the foot of a column."""
    if len({chart.x for chart in charts}) == 1 and share(every, "x"):
        for axes in every[:-beside]:
            axes.tick_params(axis="x", labelbottom=False)
            axes.set_xlabel("")
    if len({chart.y for chart in charts}) == 1 and share(every, "y"):
        for place, axes in enumerate(every):
            if place % beside:
                axes.tick_params(axis="y", labelleft=False)


def share(every: Sequence[Axes], side: Literal["x", "y"]) -> bool:
    """Whether they do now; not where 0 keeps one from the others' logarithms."""
    if len({getattr(axes, f"get_{side}scale")() for axes in every}) != 1:
        return False
    lows, highs = zip(*(getattr(axes, f"get_{side}lim")() for axes in every), strict=True)
    for axes in every:
        getattr(axes, f"set_{side}lim")(min(lows), max(highs))
    return True


def show_whole_marks(axes: Axes) -> None:
    """A point on an axis is not cut in half by it."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    for line in axes.lines:
        xs, ys = (np.asarray(values, float) for values in line.get_data())
        is_inside = (left <= xs) & (xs <= right) & (low <= ys) & (ys <= high)
        if line.get_marker() not in {"None", ""} and np.all(is_inside | np.isnan(ys)):
            line.set_clip_on(False)


def of_one_kind(charts: tuple[Chart, ...]) -> tuple[Chart, ...]:
    """All; of small ones the first kind, since nothing but their common heading says what they are of."""
    if not charts or not charts[0].panel:
        return charts
    return tuple(chart for chart in charts if chart.panel == charts[0].panel)


def height_of(charts: tuple[Chart, ...], rows: int) -> float:
    """Pixels: more for every row of charts, and for bars that lie below each other."""
    bars = max((chart.bars for chart in charts if chart.is_sideways), default=0)
    return HEIGHT + ROW_HEIGHT * (rows - 1) + max(0, 18 * (bars - 16)) * rows


def header(figure: Figure, document: Export, height: float) -> float:
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


def footer(figure: Figure, document: Export, height: float, missing: int) -> float:
    """Writes what the numbers are and where they stand; pixels that it takes."""
    held = "; ".join(f"{title}: {value}" for title, value in document.facts)
    lines = [*cut(f"Held constant: {held}" if held else "", 160, 2), *cut(document.summary, 160, 1)]
    lines += cut(key_of(document.charts[0]) if document.charts else "", 160, 2)
    if missing:
        lines.append(words("charts not drawn", charts=missing))
    lines += cut(document.origin.url, 150, 1)
    for place, line in enumerate(reversed(lines)):
        figure.text(0.02, (16 + 17 * place) / height, line, size=9.5, color=QUIET, va="bottom")
    return 26.0 + 17 * len(lines)


def key_of(chart: Chart) -> str:
    """What its marks stand for, and those of the small charts beside it."""
    return chart.panel or chart.key


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


def shorter(name: str) -> str:
    return "\n".join(cut(name, 26, 3))
