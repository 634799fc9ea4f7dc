"""A comparison of thousands of cells -> as many of its rows as a page has room for; exports have all. Pure."""

from __future__ import annotations

from dataclasses import replace

from benchdb.domain.dimensions import METRIC
from benchdb.questions.comparison.answer import Comparison, Row

MOST_CELLS, MOST_ROWS = 1_200, 100  #: of all tables of a page together


def within_page(comparison: Comparison) -> tuple[Comparison, int]:
    """(the comparison with the first rows of each of its tables, how many rows it has no room for)."""
    tables: dict[str, list[Row]] = {}
    for row in comparison.rows:
        tables.setdefault("" if comparison.question.rows == METRIC.key else row.metric, []).append(row)
    room = min(MOST_ROWS, MOST_CELLS // max(1, len(comparison.columns)))
    most = max(1, room // max(1, len(tables)))
    kept = tuple(row for rows in tables.values() for row in rows[:most])
    return replace(comparison, rows=kept), len(comparison.rows) - len(kept)
