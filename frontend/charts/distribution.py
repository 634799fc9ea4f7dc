"""Latency percentiles as one curve for each column: where the tails part, and by how much.

The axis counts nines, -log10(1 - p): 90% at 1, 99% at 2, 99.9% at 3, so that the tail has as much room as the body.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from benchdb.domain.dimensions import METRIC, dimension
from benchdb.domain.metrics import PERCENTILE
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.question import MOST_METRICS, ComparisonQuestion
from benchdb.reads.metrics import metrics_among, metrics_of
from benchdb.wording import words
from benchdb.wording.grammar import inside
from frontend.charts.model import Axis, Chart, Series, Tick
from frontend.charts.scales import SCALES

FEWEST = 3  #: percentiles that make a curve
MOST_LINKS = 12
MOST_NAMED = 200  #: runs that a query names; the metrics of more are those of the setups that the filters let through
BEGINNING = "latency_p"


def share(name: str) -> float | None:
    """`latency_p99.9` -> 0.999; None for what is no percentile of the latency."""
    match = PERCENTILE.match(name)
    return float(match[2]) / 100 if match and match[1] == "latency" else None


def nines(of: float) -> float:
    return -math.log10(1 - of)


def is_distribution(comparison: Comparison) -> bool:
    """Whether the rows are percentiles of the latency, and enough of them."""
    shares = [share(name) for name in comparison.question.metrics]
    return comparison.question.rows == METRIC.key and None not in shares and len(comparison.rows) >= FEWEST


def distribution(comparison: Comparison, series: Callable[..., Series]) -> Chart:
    """One chart: a line for each column, made by `series` as those of other charts are."""
    scale = SCALES["s"]
    rows = sorted(comparison.rows, key=lambda row: share(row.metric) or 0.0)
    places = [round(nines(share(row.metric) or 0.0), 4) for row in rows]
    names = [f"{100 * (share(row.metric) or 0):.6g}%" for row in rows]
    return Chart(
        kind="lines",
        title=words("latency by percentile"),
        x=Axis(
            title=words("share that was faster"),
            least=min(0.0, *places),
            is_bent=True,
            ticks=tuple(Tick(place, (name,)) for place, name in zip(places, names, strict=True)),
        ),
        y=Axis(
            unit=scale.unit,
            most=max((cell.high * scale.factor for row in rows for cell in row.cells.values()), default=0.0),
        ),
        series=tuple(
            series(comparison, column, group, rows, places, scale) for group, column in enumerate(comparison.columns)
        ),
        better="lower is better",
        summary=words("latency by percentile by", key=comparison.question.cols),
    )


@dataclass(frozen=True, slots=True)
class Link:
    title: str
    path: str


def links(comparison: Comparison) -> list[Link]:
    """The distributions behind a comparison: one for each of its rows, so that no curve mixes two loads."""
    question = comparison.question
    if METRIC.key in (question.rows, question.cols) or not comparison.runs:
        return []
    names = percentiles(comparison)
    if len(names) < FEWEST:
        return []
    rows = list({row.key: row for row in comparison.rows}.values())[:MOST_LINKS]
    return [Link(titled(question, row, rows), of_row(question, row, names).path()) for row in rows]


def titled(question: ComparisonQuestion, row: Row, rows: Sequence[Row]) -> str:
    if len(rows) == 1:
        return "all percentiles"
    pairs = zip(question.row_keys, question.row_values(row.key), strict=True)
    return ", ".join(f"{inside(dimension(key).title)} {value}" for key, value in pairs)


def of_row(question: ComparisonQuestion, row: Row, names: Sequence[str]) -> ComparisonQuestion:
    narrowed = question
    for key, value in zip(question.row_keys, question.row_values(row.key), strict=True):
        narrowed = narrowed if key == "item" else narrowed.narrowed(key, value)
    return replace(narrowed, metrics=tuple(names), rows=METRIC.key, split="")


def percentiles(comparison: Comparison) -> list[str]:
    """Those that some of the runs have, in order; of very many the highest."""
    if len(comparison.runs) <= MOST_NAMED:
        measured = metrics_of(comparison.runs, BEGINNING)
    else:
        measured = set(metrics_among(comparison.question.where, BEGINNING))
    names = [name for name in measured if share(name) is not None]
    return sorted(names, key=lambda name: share(name) or 0.0)[-MOST_METRICS:]
