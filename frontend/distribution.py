"""Latency percentiles as one curve for each column: where the tails part, and by how much.

The axis counts nines, -log10(1 - p): 90% at 1, 99% at 2, 99.9% at 3, so that the tail has as much room as the body.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchdb.comparison.answer import Comparison, Row
from benchdb.comparison.spec import MOST_METRICS, Spec
from benchdb.dimensions import METRIC, dimension
from benchdb.metrics import PERCENTILE
from benchdb.models import Measurement

FEWEST = 3  #: percentiles that make a curve
MOST_LINKS = 12


def share(name: str) -> float | None:
    """`latency_p99.9` -> 0.999; None for what is no percentile of the latency."""
    match = PERCENTILE.match(name)
    return float(match[2]) / 100 if match and match[1] == "latency" else None


def nines(of: float) -> float:
    return -math.log10(1 - of)


def is_distribution(comparison: Comparison) -> bool:
    """Whether the rows are percentiles of the latency, and enough of them."""
    shares = [share(name) for name in comparison.spec.metrics]
    return comparison.spec.rows == METRIC.key and None not in shares and len(comparison.rows) >= FEWEST


def distribution(
    comparison: Comparison, series: Callable[..., dict[str, Any]], scale: float, unit: str
) -> dict[str, Any]:
    """One chart: a line for each column, made by `series` as those of other charts are."""
    rows = sorted(comparison.rows, key=lambda row: share(row.metric) or 0.0)
    places = max(comparison.places[row.metric] for row in rows)
    return {
        "kind": "lines",
        "title": "Latency by percentile",
        "unit": unit,
        "better": "lower is better",
        "x": "Share of requests that were faster",
        "labels": [f"{100 * (share(row.metric) or 0):.6g}%" for row in rows],
        "ticks": [[f"{100 * (share(row.metric) or 0):.6g}%"] for row in rows],
        "named": True,
        "sideways": False,
        "bars": len(rows) * len(comparison.columns),
        "positions": [round(nines(share(row.metric) or 0.0), 4) for row in rows],
        "most": max((cell.high * scale for row in rows for cell in row.cells.values()), default=0.0),
        "series": [series(comparison, column, rows, scale, places) for column in comparison.columns],
        "summary": f"Latency by percentile, by {dimension(comparison.spec.cols).title.lower()}",
    }


@dataclass(frozen=True, slots=True)
class Link:
    title: str
    path: str


def links(comparison: Comparison) -> list[Link]:
    """The distributions behind a comparison: one for each of its rows, so that no curve mixes two loads."""
    spec = comparison.spec
    if METRIC.key in (spec.rows, spec.cols) or not comparison.runs:
        return []
    names = percentiles(comparison.runs)
    if len(names) < FEWEST:
        return []
    rows = list({row.key: row for row in comparison.rows}.values())[:MOST_LINKS]
    return [Link(titled(spec, row, rows), of_row(spec, row, names).path()) for row in rows]


def titled(spec: Spec, row: Row, rows: Sequence[Row]) -> str:
    if len(rows) == 1:
        return "all percentiles"
    pairs = zip(spec.row_keys, spec.row_values(row.key), strict=True)
    return ", ".join(f"{dimension(key).title.lower()} {value}" for key, value in pairs)


def of_row(spec: Spec, row: Row, names: Sequence[str]) -> Spec:
    narrowed = spec
    for key, value in zip(spec.row_keys, spec.row_values(row.key), strict=True):
        narrowed = narrowed if key == "item" else narrowed.narrowed(key, value)
    return replace(narrowed, metrics=tuple(names), rows=METRIC.key, split="")


def percentiles(runs: Sequence[int]) -> list[str]:
    """Those that some of the runs have, in order; of very many the highest."""
    found = Measurement.objects.filter(run__in=runs, metric__startswith="latency_p", item="").order_by()
    names = [name for name in found.values_list("metric", flat=True).distinct() if share(name) is not None]
    return sorted(names, key=lambda name: share(name) or 0.0)[-MOST_METRICS:]
