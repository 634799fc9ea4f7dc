"""Comparison -> the same numbers for programs: JSON and CSV. A twin says nothing that the page does not."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, JsonResponse

from benchdb.comparison.answer import Cell, Comparison, Difference
from benchdb.comparison.headline import headline
from benchdb.metrics import metric

CSV_COLUMNS = (
    "metric", "unit", "row", "column", "value", "n", "spread", "low", "high", "ratio", "change", "verdict",
    "provenance", "runs",
)  # fmt: skip
FORMULA_SIGNS = ("=", "+", "-", "@", "\t")


def as_json(comparison: Comparison, **more: Any) -> HttpResponse:
    """Values in base units; a cell with no runs is not there."""
    return JsonResponse(document(comparison) | more, json_dumps_params={"ensure_ascii": False})


def document(comparison: Comparison) -> dict[str, Any]:
    spec = comparison.spec
    metrics = [metric(name) for name in spec.metrics]
    return {
        "query": comparison.query,
        "headline": headline(comparison),
        "metrics": [{"name": m.name, "title": m.title, "unit": m.unit, "better": m.better} for m in metrics],
        "row_dimension": spec.rows,
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


def as_csv(comparison: Comparison, **more: Any) -> HttpResponse:
    """One line per cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for row in comparison.rows:
        for column, cell in row.cells.items():
            told = cell_document(column, cell) | {"metric": row.metric, "unit": row.known_metric.unit, "row": row.key}
            told["runs"] = " ".join(map(str, cell.runs))
            writer.writerow([plain(told[name]) for name in CSV_COLUMNS])
    answer = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="comparison.csv"'
    return answer


def plain(value: Any) -> Any:
    """A name that a spreadsheet would run as a formula is quoted with an apostrophe; numbers are left alone."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value


TWINS: dict[str, Callable[..., HttpResponse]] = {"json": as_json, "csv": as_csv}
