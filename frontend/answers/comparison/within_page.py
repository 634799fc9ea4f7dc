"""A comparison of thousands of cells -> as many of its rows as a page has room for; exports have all. Pure."""

from __future__ import annotations

from dataclasses import replace

from benchdb.questions.comparison.answer import Comparison

MOST_CELLS, MOST_ROWS = 1_200, 100  #: of all tables of a page together


def within_page(comparison: Comparison) -> tuple[Comparison, int]:
    """(the comparison with the first rows of each metric, how many rows it has no room for)."""
    metrics = len({row.metric for row in comparison.rows}) if comparison.question.rows != "metric" else 1
    most = max(1, min(MOST_ROWS, MOST_CELLS // max(1, len(comparison.columns))) // max(1, metrics))
    if len(comparison.rows) <= most:
        return comparison, 0
    seen: dict[str, int] = {}
    kept = []
    for row in comparison.rows:
        name = row.metric if metrics > 1 else ""
        seen[name] = seen.get(name, 0) + 1
        if seen[name] <= most:
            kept.append(row)
    return replace(comparison, rows=tuple(kept)), len(comparison.rows) - len(kept)
