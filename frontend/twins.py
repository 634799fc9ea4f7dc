"""Comparison -> its numbers as plain data in base units, for programs. It says nothing that the page does not."""

from __future__ import annotations

from typing import Any

from benchdb.comparison.answer import Cell, Comparison, Difference
from benchdb.comparison.headline import headline
from benchdb.metrics import metric
from frontend.faces.document import Records

CSV_COLUMNS = (
    "metric", "unit", "row", "column", "value", "n", "spread", "low", "high", "ratio", "change", "verdict",
    "provenance", "runs", "interval_low", "interval_high", "p", "q", "delta", "runs_needed", "also_differs", "caveats",
)  # fmt: skip


def document(comparison: Comparison) -> dict[str, Any]:
    """Values in base units; a cell with no runs is not there."""
    spec = comparison.spec
    metrics = [metric(name) for name in spec.metrics]
    return {
        "query": comparison.query,
        "headline": headline(comparison),
        "metrics": [{"name": m.name, "title": m.title, "unit": m.unit, "better": m.better} for m in metrics],
        "row_dimension": spec.rows,
        "split_dimension": spec.split or None,
        "column_dimension": spec.cols,
        "columns": list(comparison.columns),
        "baseline": comparison.baseline,
        "protocol": spec.protocol,
        "rows": [
            {
                "metric": row.metric,
                "unit": row.known_metric.unit,
                "row": row.key,
                "cells": [cell_document(column, cell) for column, cell in row.cells.items()],
            }
            for row in comparison.rows
        ],
        "held_constant": dict(comparison.held_constant),
        "not_recorded": list(comparison.unknown),
        "also_differs": [difference_document(each) for each in comparison.also_differs],
        "caveats": list(comparison.caveats),
        "runs": list(comparison.runs),
    }


def cell_document(column: str, cell: Cell) -> dict[str, Any]:
    return {
        "column": column,
        "value": cell.value,
        "n": cell.n,
        "spread": cell.spread,
        "low": cell.low,
        "high": cell.high,
        "ratio": cell.ratio,
        "change": cell.change,
        "verdict": cell.verdict,
        "interval": list(cell.interval) if cell.interval else None,
        "p": cell.p,
        "q": cell.q,
        "delta": cell.delta,
        "runs_needed": cell.needed,
        "provenance": "published" if cell.is_published else "measured",
        "values": list(cell.values),
        "runs": list(cell.runs),
        "also_differs": [difference_document(each) for each in cell.differs],
        "caveats": list(cell.caveats),
    }


def difference_document(difference: Difference) -> dict[str, Any]:
    return {"dimension": difference.dimension, "baseline": list(difference.baseline), "here": list(difference.here)}


def records(comparison: Comparison) -> Records:
    """One line per cell."""
    lines = []
    for row in comparison.rows:
        for column, cell in row.cells.items():
            told = cell_document(column, cell) | {"metric": row.metric, "unit": row.known_metric.unit, "row": row.key}
            told["runs"] = " ".join(map(str, cell.runs))
            told["interval_low"], told["interval_high"] = cell.interval or (None, None)
            told["also_differs"] = "; ".join(map(str, cell.differs))
            told["caveats"] = " ".join(cell.caveats)
            lines.append(tuple(told[name] for name in CSV_COLUMNS))
    return Records(CSV_COLUMNS, tuple(lines))
