"""Comparisons, as a kind of question."""

from benchdb.questions.comparison import format_1
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kind import Figure, Kind

FORMATS = {1: (format_1.to_json, format_1.from_json)}


def figures(answer: Comparison) -> dict[str, Figure]:
    """Every cell."""
    named: dict[str, Figure] = {}
    for row in answer.rows:
        for column, cell in row.cells.items():
            place = column if row.key == row.metric else f"{row.key}, {column}"
            where = f"{row.known_metric.title} at {place}"
            named[where] = Figure(row.metric, cell.value, cell.verdict or "", cell.runs)
    return named


KIND = Kind(1, ComparisonQuestion, Comparison, fetch_comparison, figures, formats=FORMATS)
