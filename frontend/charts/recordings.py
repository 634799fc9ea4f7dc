"""Recordings -> charts of them: small multiples over one axis of seconds since the load began.

The server chooses scale, words and points: of long series the lowest and highest value of each stretch of time, so that
no peak is lost; of stacked ones the mean, so that the parts still add up. A shorter view shows more detail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from benchdb.domain.activity.coverage import coverage
from benchdb.domain.activity.curves import Curve, curves, is_sampled, is_still
from benchdb.domain.activity.panels import PANELS, Panel, Series, busy_cpus, cut, drawn, resampled
from benchdb.domain.activity.series import (
    Summary,
    Window,
    holes,
    inside,
    means,
    min_max,
    summary,
    usual_step,
    with_holes,
)
from benchdb.domain.activity.view import View
from benchdb.reads.recordings import HostSide
from benchdb.wording import words
from frontend.charts.model import serialised

POINTS = 700  #: of a line, at most
STACKED_POINTS = 350
HEAT_COLUMNS = 240
LEAST_NAMED = 1.0  #: per cent: a thinner part of a stack has no name at its end
BYTES = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))


@dataclass(frozen=True, slots=True)
class DrawnTrace:
    """One line, or one part of a stack."""

    name: str
    colour: int  #: place in the palette
    dashed: bool
    mean: str  #: inside the window, in the chart's unit; "" where nothing was sampled
    label: str  #: at its end: its name with its mean; "" of what is idle, and of a part too thin to be seen
    points: list[list[float | None]]  #: [seconds, value]; null where nothing was measured


@dataclass(frozen=True, slots=True)
class TraceChart:
    """What the canvas of one panel is drawn from. All panels of a page have one span."""

    title: str
    unit: str
    stacked: bool
    span: tuple[float, float]  #: seconds since the load began
    window: tuple[float, float] | None  #: of the load
    most: float | None  #: where the axis ends, whatever lies beyond
    highest: float
    series: tuple[DrawnTrace, ...]
    summary: str

    @property
    def data(self) -> Any:
        """For JSON."""
        return serialised(self)


@dataclass(frozen=True, slots=True)
class HeatRow:
    name: str
    cells: list[int]  #: whole percents; -1 where nothing was recorded


@dataclass(frozen=True, slots=True)
class HeatChart:
    """Each CPU's busy share over time."""

    title: str
    span: tuple[float, float]
    window: tuple[float, float] | None
    rows: tuple[HeatRow, ...]
    summary: str

    @property
    def data(self) -> Any:
        """For JSON."""
        return serialised(self)


@dataclass(frozen=True, slots=True)
class PanelFigure:
    """One panel: for the canvas, and as a table."""

    title: str
    chart: TraceChart
    rows: list[tuple[str, Summary | None]]  #: (series, what it says inside the window)
    unit: str  #: base unit of the rows
    still: str = ""  #: which lines stay at 0, and are not drawn

    @property
    def is_drawn(self) -> bool:
        """Something was sampled in the stretch of time that is shown."""
        return bool(self.chart.series)


class DrawnLine(NamedTuple):
    """A series, and how it is drawn."""

    name: str
    series: Series
    dashed: bool
    title: str = ""  #: of several that lie on each other


def panels(side: HostSide, view: View, other: HostSide | None = None) -> list[PanelFigure]:
    """Every panel of which something was recorded. `other`: another run's side, laid over with its start at 0 too."""
    figures = []
    for panel in PANELS:
        own = drawn(panel, side.loaded)
        if own:
            lines = laid_over(panel, side, own, other) if other else [DrawnLine(*named, dashed=False) for named in own]
            figures.append(figure(panel, side, view, lines, other))
    return figures


def laid_over(panel: Panel, side: HostSide, own: list[tuple[str, Series]], other: HostSide) -> list[DrawnLine]:
    """Both runs' lines, each called by its run. What is idle is left out: it says again what the others say."""
    lines = [DrawnLine(f"run {side.run.pk}: {name}", series, dashed=False) for name, series in own]
    lines += [
        DrawnLine(f"run {other.run.pk}: {name}", series, dashed=True) for name, series in drawn(panel, other.loaded)
    ]
    return [line for line in lines if not (panel.stacked and line.name.endswith("idle"))]


def figure(panel: Panel, side: HostSide, view: View, lines: list[DrawnLine], other: HostSide | None) -> PanelFigure:
    is_stacked = panel.stacked and not other
    rows = [(line.name, in_window(line.series, other if line.dashed and other else side)) for line in lines]
    pieces = [line._replace(series=cut(line.series, view.start, view.end)) for line in lines if reaches(line, view)]
    pieces = [piece for piece in pieces if is_sampled(piece.series)]
    shown, still = (pieces, ()) if panel.stacked else moving(pieces) if other else told_apart(pieces)
    factor, unit = scale(panel.unit, [piece.series for piece in pieces])
    own, means_of = sum(not piece.dashed for piece in shown), dict(rows)
    chart = TraceChart(
        title=panel.title,
        unit=unit,
        stacked=is_stacked,
        span=(view.start, view.end),
        window=side.window,
        most=100.0 if panel.unit == "fraction" and is_stacked else None,
        highest=max((highest(piece.series) * factor for piece in pieces), default=0.0),
        series=tuple(
            # another run's line has the colour of this run's, and is dashed
            trace(piece, place % own, mean(means_of[piece.name], factor), factor, is_stacked, len(shown) == 1)
            for place, piece in enumerate(shown)
        ),
        summary=f"{panel.title} over {view.end - view.start:.6g} seconds",
    )
    return PanelFigure(panel.title, chart, rows, panel.unit, words("stays at 0", names=still) if still else "")


def reaches(line: DrawnLine, view: View) -> bool:
    """Whether it was recorded in any part of what is shown: what lies beside that says nothing of it."""
    times = line.series[0]
    return len(times) > 0 and bool(times[0] <= view.end and times[-1] >= view.start)


def told_apart(pieces: list[DrawnLine]) -> tuple[list[DrawnLine], tuple[str, ...]]:
    """The curves that can be told apart, and the names of those that stay at 0."""
    known = curves([(piece.name, piece.series) for piece in pieces])
    return [DrawnLine(one.names[0], one.series, False, title_of(one)) for one in known.drawn], known.still


def moving(pieces: list[DrawnLine]) -> tuple[list[DrawnLine], tuple[str, ...]]:
    """Of two runs: what stays at 0 in both of them is not drawn."""
    moves = {own_name(piece) for piece in pieces if not is_still(piece.series)}
    names = dict.fromkeys(own_name(piece) for piece in pieces)
    kept = [piece for piece in pieces if own_name(piece) in moves]
    return (kept, tuple(name for name in names if name not in moves)) if kept else (pieces, ())


def own_name(line: DrawnLine) -> str:
    """Without its run."""
    return line.name.rpartition(": ")[2]


def title_of(curve: Curve) -> str:
    return curve.title if len(curve.names) > 1 else ""


def trace(line: DrawnLine, colour: int, mean: str, factor: float, is_stacked: bool, is_only: bool) -> DrawnTrace:
    kept = points(line.series, factor, is_stacked)
    return DrawnTrace(line.title or line.name, colour, line.dashed, mean, label(line, mean, is_stacked, is_only), kept)


def label(line: DrawnLine, mean: str, is_stacked: bool, is_only: bool) -> str:
    """The only line of a panel has the panel's name, and needs none."""
    if line.name == "idle" or (is_stacked and mean and float(mean) < LEAST_NAMED):
        return ""
    if not mean:
        return line.title or line.name
    return f"{line.title or ('mean' if is_only else line.name)} {mean}"


def mean(row: Summary | None, factor: float) -> str:
    """Three digits, as on the rest of the page."""
    return f"{float(f'{row.mean * factor:.3g}'):,.10g}" if row else ""


def highest(series: Series) -> float:
    """Also of the neighbours beyond the edges, to which lines are drawn."""
    values = series[1][np.isfinite(series[1])]
    return float(values.max()) if len(values) else 0.0


def points(series: Series, factor: float, is_stacked: bool) -> list[list[float | None]]:
    """[[seconds, value], …]; null where nothing was measured."""
    series = held(series) if len(series[0]) == 2 else series
    kept = means(*series, STACKED_POINTS) if is_stacked else min_max(*series, POINTS)
    times, values = with_holes(*kept, holes(series[0]))
    return [
        [round(float(t), 3), round(float(v) * factor, 4) if np.isfinite(v) else None]
        for t, v in zip(times, values, strict=True)
    ]


def held(series: Series) -> Series:
    """Two samples are no ramp: each is the mean of the time before it, so the second has held since the first."""
    times, values = series
    return np.array([times[0], times[0] + 0.001, times[1]]), values[[0, 1, 1]]


def in_window(series: Series, side: HostSide | None) -> Summary | None:
    """What a series says inside its run's window; of all of it where there is none. None where it covers too little."""
    if side is None:
        return None
    times, values = series
    part = Window(*side.counted) if side.counted else Window(side.span[0] - 1e9, side.span[1])
    numbers = summary(values[inside(times, part)])
    if numbers is None or side.window is None:
        return numbers
    counted = Window(*side.window).settled
    covered = coverage(numbers.samples, usual_step(times), counted.end - counted.start)
    return numbers if covered.is_enough else None


def scale(unit: str, series: Sequence[Series]) -> tuple[float, str]:
    """(factor, name) of the unit that a panel is shown in."""
    if unit == "fraction":
        return 100.0, "%"
    if unit in ("B", "B/s"):
        most = max((float(np.nanmax(values)) for _, values in series if np.isfinite(values).any()), default=0.0)
        size, name = next((pair for pair in BYTES if most >= pair[0]), BYTES[-1])
        return 1 / size, name + ("/s" if unit == "B/s" else "")
    return 1.0, "" if unit == "count" else unit


def heat(side: HostSide, view: View) -> HeatChart | None:
    """Each CPU's busy share over time. None for a single CPU."""
    cpus = busy_cpus(side.loaded)
    if len(cpus) < 2:
        return None
    steps = (view.end - view.start) / max(usual_step(cpus[0][1][0]), 1e-9)
    columns = max(1, min(HEAT_COLUMNS, int(steps)))
    busy = resampled(cpus, view.start, view.end, columns)
    if not any(np.isfinite(shares).any() for _, shares in busy):
        return None
    return HeatChart(
        title=words("busy share of each CPU"),
        span=(view.start, view.end),
        window=side.window,
        rows=tuple(
            HeatRow(name, [round(100 * float(share)) if np.isfinite(share) else -1 for share in shares])
            for name, shares in busy
        ),
        summary=words("busy share over time", cpus=len(cpus)),
    )


def cpu_table(side: HostSide) -> list[tuple[str, Summary | None]]:
    """(CPU, what its busy share was inside the window)."""
    return [(name, in_window(series, side)) for name, series in busy_cpus(side.loaded)]


def clock(side: HostSide, second: float) -> str:
    """What the host's clock showed `at` seconds after the load began."""
    moment = datetime.fromtimestamp(side.clock + second, UTC)
    return f"{moment:%H:%M:%S}" if side.clock < 86_400 else f"{moment:%Y-%m-%d %H:%M:%S}"
