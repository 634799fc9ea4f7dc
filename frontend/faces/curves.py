"""The charts of the scaling lab, on paper: points, fitted curves, bands, references, as frontend/curves.py has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

MOST_CHARACTERS = 130  #: of names beside each other under one axis

#: role -> how its line is drawn; the roles are those of frontend/curves.py.
STYLES: dict[str, dict[str, Any]] = {
    "usl": {"linestyle": "-", "linewidth": 1.8},
    "amdahl": {"linestyle": "--", "linewidth": 1.3},
    "reference": {"linestyle": ":", "linewidth": 1.2},
    "knee": {"linestyle": "--", "linewidth": 1.0},
    "fall": {"linestyle": "-", "linewidth": 1.0},
}


def curves(axes: Axes, chart: Mapping[str, Any], colours: tuple[str, ...], name: str) -> None:
    """Every series of the chart; only points are named in the legend."""
    bands: dict[int, list[tuple[float, float]]] = {}
    for at, series in enumerate(chart["series"]):
        colour = colours[series["group"] % len(colours)] if series["group"] >= 0 else colours[5]
        data = [(point["x"], point["y"]) for point in series["data"]]
        xs, ys = [x for x, _ in data], [y for _, y in data]
        role = series["role"]
        if role == "points":
            points(axes, series, xs, ys, colour, f"line-{name}-{at}")
        elif role == "low":
            bands[series["group"]] = data
        elif role == "high":
            low = bands[series["group"]]
            axes.fill_between(xs, [y for _, y in low], ys, color=colour, alpha=0.15, linewidth=0)
        else:
            axes.plot(xs, ys, color=colour, **STYLES[role])
    axes.set_ylim(chart.get("least", 0), chart["most"] or None)
    axes.set_xlim(chart.get("from", 0), chart.get("to"))
    axes.set_xlabel(chart["x"], size=9.5)


def name_places(axes: Axes, ticks: Sequence[Mapping[str, Any]]) -> None:
    """An axis whose places have names: dates, versions; some are left out where there are too many to read."""
    longest = max(len(tick["text"]) for tick in ticks)
    every = math.ceil(len(ticks) / max(1, MOST_CHARACTERS // (longest + 2)))
    kept = ticks[::every]
    axes.set_xticks([tick["x"] for tick in kept], [tick["text"] for tick in kept])


def points(axes: Axes, series: Mapping[str, Any], xs: list[float], ys: list[float], colour: str, gid: str) -> None:
    style = "-" if series["line"] else "none"
    face = "none" if series["published"] else colour
    axes.plot(
        xs, ys, linestyle=style, marker="o", markersize=6, color=colour, markerfacecolor=face, linewidth=1.6,
        label=series["name"], gid=gid,
    )  # fmt: skip
    for x, values in zip(xs, series.get("trials", ()), strict=False):
        if len(values) > 1:
            axes.plot([x] * len(values), values, "o", markersize=3, color=colour, alpha=0.6)
