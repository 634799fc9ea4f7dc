"""The parts of a whole (locks, kernel functions, statuses) over another dimension -> stacked bars for Chart.js."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchdb.comparison.answer import Cell, Comparison, Row
from benchdb.dimensions import dimension
from benchdb.units import shown

#: Metrics whose items add up: shares of one whole, times of one request, counts of one run.
ADDITIVE = ("lock_wait_share", "function_share", "lock_wait_per_request", "responses")
MOST_PARTS = 7  #: drawn each by itself; the colours are eight, and the last is for the rest
ROUNDING = 1.01  #: shares that were rounded add up to a little more than a whole, which needs no axis up to 110%
REST = "all smaller ones"

Parts = dict[str, dict[str, Cell]]  #: item -> bar -> cell


def is_stack(comparison: Comparison, rows: Sequence[Row]) -> bool:
    """Whether several parts of a whole are laid out over another dimension."""
    spec = comparison.spec
    if (
        spec.split
        or rows[0].metric not in ADDITIVE
        or "item" not in (spec.rows, spec.cols)
        or "metric" in (spec.rows, spec.cols)
    ):
        return False
    return len(parts(comparison, rows)) > 1


def parts(comparison: Comparison, rows: Sequence[Row]) -> Parts:
    """The cells by item, then by the other dimension, whichever of the two is across."""
    found: Parts = {}
    for row in rows:
        for column, cell in row.cells.items():
            item, bar = (row.key, column) if comparison.spec.rows == "item" else (column, row.key)
            found.setdefault(item, {})[bar] = cell
    return found


def stack(comparison: Comparison, rows: Sequence[Row], scales: Mapping[str, tuple[float, str]]) -> dict[str, Any]:
    """One bar for each value of the other dimension, one part for each item, the largest at the bottom."""
    known = rows[0].known_metric
    scale, unit = scales.get(known.unit, (1.0, known.unit))
    found = parts(comparison, rows)
    across = comparison.spec.cols if comparison.spec.rows == "item" else comparison.spec.rows
    bars = sorted({bar for cells in found.values() for bar in cells}, key=dimension(across).order)
    by_size = sorted(found, key=lambda item: (-sum(value(cell) for cell in found[item].values()), item))
    series = [part(item, found[item], bars, scale, known.unit) for item in by_size[:MOST_PARTS]]
    if rest := by_size[MOST_PARTS:]:
        series.append(remainder([found[item] for item in rest], bars, scale, known.unit))
    totals = [sum(each["values"][at] or 0.0 for each in series) for at in range(len(bars))]
    return {
        "kind": "stacked",
        "title": known.title,
        "unit": unit,
        "better": {"higher": "higher is better", "lower": "lower is better"}.get(known.better, ""),
        "x": dimension(across).title,
        "labels": bars,
        "ticks": [[bar] for bar in bars],
        "sideways": False,
        "bars": len(bars),
        "positions": None,
        "most": max(totals, default=0.0),
        "ceiling": scale if known.unit == "fraction" and max(totals, default=0.0) <= ROUNDING * scale else None,
        "series": series,
        "summary": f"{known.title} by item, over {dimension(across).title.lower()}",
    }


def value(cell: Cell) -> float:
    return cell.value or 0.0


def part(item: str, cells: Mapping[str, Cell], bars: Sequence[str], scale: float, unit: Any) -> dict[str, Any]:
    there = [cells.get(bar) for bar in bars]
    values = [None if cell is None or cell.value is None else cell.value for cell in there]
    return {
        "name": item,
        "values": [None if each is None else each * scale for each in values],
        "texts": ["" if each is None else shown(each, unit) for each in values],
        "trials": [[] for _ in bars],
        "words": ["not measured" if each is None else shown(each, unit) for each in values],
        "published": all(cell.is_published for cell in cells.values()),
    }


def remainder(rest: Sequence[Mapping[str, Cell]], bars: Sequence[str], scale: float, unit: Any) -> dict[str, Any]:
    """What is too small to be drawn by itself, as one part; the table has each."""
    sums = [sum(value(cells[bar]) for cells in rest if bar in cells) for bar in bars]
    words = [f"{shown(each, unit)}, {len(rest)} items" for each in sums]
    return {
        "name": REST,
        "values": [each * scale for each in sums],
        "texts": [shown(each, unit) for each in sums],
        "trials": [[] for _ in bars],
        "words": words,
        "published": all(cell.is_published for cells in rest for cell in cells.values()),
    }
