"""Recordings -> what Chart.js is given to draw of them: small multiples over one axis of seconds since the load began.

The server chooses scale, words and points: of long series the lowest and highest value of each stretch of time, so that
no peak is lost; of stacked ones the mean, so that the parts still add up. A shorter view shows more detail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from benchdb.recordings.panels import PANELS, Panel, Series, busy_cpus, cut, drawn, resampled
from benchdb.recordings.series import Summary, Window, holes, inside, means, min_max, summary, usual_step, with_holes
from frontend.pages.traces import Side, View

POINTS = 700  #: of a line, at most
STACKED_POINTS = 350
HEAT_COLUMNS = 240
BYTES = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))


@dataclass(frozen=True, slots=True)
class Drawn:
    """One panel: for the canvas, and as a table."""

    title: str
    chart: dict[str, Any]
    rows: list[tuple[str, Summary | None]]  #: (series, what it says inside the window)
    unit: str  #: base unit of the rows


def panels(side: Side, view: View, other: Side | None = None) -> list[Drawn]:
    """Every panel of which something was recorded. `other`: another run's side, laid over with its start at 0 too."""
    found = []
    for panel in PANELS:
        own = drawn(panel, side.loaded)
        if own:
            found.append(picture(panel, side, view, own, drawn(panel, other.loaded) if other else [], other))
    return found


def picture(
    panel: Panel,
    side: Side,
    view: View,
    own: list[tuple[str, Series]],
    others: list[tuple[str, Series]],
    other: Side | None,
) -> Drawn:
    is_stacked = panel.stacked and not other
    named = [(name if not other else f"run {side.run.pk}: {name}", series, False) for name, series in own]
    named += [(f"run {other.run.pk}: {name}", series, True) for name, series in others if other]
    if panel.stacked and other:
        named = [each for each in named if not each[0].endswith("idle")]
        own = [each for each in own if each[0] != "idle"]
    pieces = [(name, cut(series, view.start, view.end), dashed) for name, series, dashed in named]
    factor, unit = scale(panel.unit, [series for _, series, _ in pieces])
    chart = {
        "title": panel.title,
        "unit": unit,
        "stacked": is_stacked,
        "span": [view.start, view.end],
        "window": side.window,
        "most": 100.0 if panel.unit == "fraction" and is_stacked else None,
        "highest": max((highest(series) * factor for _, series, _ in pieces), default=0.0),
        "series": [
            {
                "name": name,
                "colour": place % len(own),  # another run's line has the colour of this run's, and is dashed
                "dashed": dashed,
                "points": points(series, factor, is_stacked),
            }
            for place, (name, series, dashed) in enumerate(pieces)
        ],
        "summary": f"{panel.title} over {view.end - view.start:.6g} seconds",
    }
    rows = [(name, in_window(series, side if not dashed else other)) for name, series, dashed in named]
    return Drawn(panel.title, chart, rows, panel.unit)


def highest(series: Series) -> float:
    """Also of the neighbours beyond the edges, to which lines are drawn."""
    values = series[1][np.isfinite(series[1])]
    return float(values.max()) if len(values) else 0.0


def points(series: Series, factor: float, is_stacked: bool) -> list[list[float | None]]:
    """[[seconds, value], …]; null where nothing was measured."""
    kept = means(*series, STACKED_POINTS) if is_stacked else min_max(*series, POINTS)
    times, values = with_holes(*kept, holes(series[0]))
    return [
        [round(float(t), 3), round(float(v) * factor, 4) if np.isfinite(v) else None]
        for t, v in zip(times, values, strict=True)
    ]


def in_window(series: Series, side: Side | None) -> Summary | None:
    """What a series says inside its run's window; of all of it where there is none."""
    if side is None:
        return None
    times, values = series
    part = Window(*side.counted) if side.counted else Window(side.span[0] - 1e9, side.span[1])
    return summary(values[inside(times, part)])


def scale(unit: str, series: Sequence[Series]) -> tuple[float, str]:
    """(factor, name) of the unit that a panel is shown in."""
    if unit == "fraction":
        return 100.0, "%"
    if unit in ("B", "B/s"):
        most = max((float(np.nanmax(values)) for _, values in series if np.isfinite(values).any()), default=0.0)
        size, name = next((pair for pair in BYTES if most >= pair[0]), BYTES[-1])
        return 1 / size, name + ("/s" if unit == "B/s" else "")
    return 1.0, "" if unit == "count" else unit


def heat(side: Side, view: View) -> dict[str, Any] | None:
    """Each CPU's busy share over time, in whole percents; -1 where nothing was recorded. None for a single CPU."""
    cpus = busy_cpus(side.loaded)
    if len(cpus) < 2:
        return None
    steps = (view.end - view.start) / max(usual_step(cpus[0][1][0]), 1e-9)
    columns = max(1, min(HEAT_COLUMNS, int(steps)))
    rows = resampled(cpus, view.start, view.end, columns)
    return {
        "title": "Busy share of each CPU",
        "span": [view.start, view.end],
        "rows": [
            {"name": name, "cells": [round(100 * float(v)) if np.isfinite(v) else -1 for v in values]}
            for name, values in rows
        ],
        "summary": f"Busy share of {len(cpus)} CPUs over time",
    }


def cpu_table(side: Side) -> list[tuple[str, Summary | None]]:
    """(CPU, what its busy share was inside the window)."""
    return [(name, in_window(series, side)) for name, series in busy_cpus(side.loaded)]


def clock(side: Side, at: float) -> str:
    """What the host's clock showed `at` seconds after the load began."""
    moment = datetime.fromtimestamp(side.clock + at, UTC)
    return f"{moment:%H:%M:%S}" if side.clock < 86_400 else f"{moment:%Y-%m-%d %H:%M:%S}"
