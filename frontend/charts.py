"""Comparison -> what Chart.js is given to draw. The browser computes nothing: each coordinate and word is made here."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from benchdb.comparison.answer import Cell, Comparison, Row
from benchdb.dimensions import MISSING, dimension
from benchdb.units import shown, signed_percent
from frontend.distribution import distribution, is_distribution
from frontend.stacks import is_stack, stack

MOST_CHARACTERS = 48  #: of labels beside each other; more would be slanted, so the bars lie down instead
LABEL_WIDTH = 24  #: characters; longer labels are broken into lines
MOST_ROWS = 60  #: bars; more are a table's business
SCALES = {"s": (1e3, "ms"), "fraction": (100.0, "%"), "B": (1 / 1024, "KiB"), "B/s": (1 / 1024, "KiB/s")}


def charts(comparison: Comparison) -> list[dict[str, Any]]:
    """One chart per metric, in the order asked for; one of all percentiles; none where there is nothing to draw."""
    if is_distribution(comparison):
        return [distribution(comparison, series, *SCALES["s"])]
    names = list(dict.fromkeys(row.metric for row in comparison.rows))
    grouped = {name: [row for row in comparison.rows if row.metric == name] for name in names}
    return [
        stack(comparison, rows, SCALES) if is_stack(comparison, rows) else chart(comparison, name, rows)
        for name, rows in grouped.items()
    ]


def chart(comparison: Comparison, name: str, rows: list[Row]) -> dict[str, Any]:
    """Lines over a numeric row dimension, else groups of bars; the trials are points on either."""
    known = rows[0].known_metric
    scale, unit = SCALES.get(known.unit, (1.0, "" if known.unit == "count" else known.unit))
    along = dimension(comparison.spec.rows)
    numbered = [row for row in rows if row.key != MISSING]
    numeric = along.kind == "number" and len(numbered) > 2 and not comparison.spec.split
    kept = (numbered if numeric else rows)[:MOST_ROWS]
    return {
        "kind": "lines" if numeric else "bars",
        "title": known.title,
        "unit": unit,
        "better": {"higher": "higher is better", "lower": "lower is better"}.get(known.better, ""),
        "x": comparison.along if comparison.spec.rows != "metric" else "",
        "labels": [row.label for row in kept],
        "ticks": [wrap(row.label, LABEL_WIDTH) or [""] for row in kept],
        "sideways": not numeric and sum(len(row.label) + 2 for row in kept) > MOST_CHARACTERS,
        "bars": len(kept) * len(comparison.columns),
        "positions": [float(row.key) for row in kept] if numeric else None,
        "most": max((cell.high * scale for row in kept for cell in row.cells.values()), default=0.0),
        "series": [series(comparison, column, kept, scale, comparison.places[name]) for column in comparison.columns],
        "summary": f"{known.title} by {along.title.lower()}, by {dimension(comparison.spec.cols).title.lower()}",
    }


def series(comparison: Comparison, column: str, rows: list[Row], scale: float, places: int) -> dict[str, Any]:
    cells, known = [row.cells.get(column) for row in rows], rows[0].known_metric
    return {
        "name": column,
        "values": [None if cell is None or cell.value is None else cell.value * scale for cell in cells],
        "texts": ["" if cell is None else shown(cell.value, known.unit, places) for cell in cells],
        "trials": [[value * scale for value in cell.values] if cell else [] for cell in cells],
        "words": [words(cell, row, places) for cell, row in zip(cells, rows, strict=True)],
        "published": all(cell.is_published for cell in cells if cell),
    }


def words(cell: Cell | None, row: Row, places: int) -> str:
    """What a tooltip says of one cell."""
    if cell is None:
        return "no runs"
    runs = "published" if cell.is_published else f"{cell.n} run" + ("s" if cell.n > 1 else "")
    parts = [shown(cell.value, row.known_metric.unit, places), runs]
    if cell.change is not None:
        parts.append(f"{signed_percent(cell.change)} against the baseline")
    return ", ".join(parts)
