"""History, as a kind of question."""

from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.fetch import fetch_history
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.kind import Figure, Kind


def figures(answer: HistoryAnswer) -> dict[str, Figure]:
    """Every level, then every point."""
    metric, named = answer.question.metric, {}
    for curve in answer.curves:
        of = f"{curve.name}, " if curve.name else ""
        for level in curve.levels:
            where = f"{of}level from {level.first.label} to {level.last.label}"
            named[where] = Figure(metric, level.cell.value, level.cell.verdict or "", level.cell.runs)
        for point in curve.points:
            named[f"{of}{point.label}"] = Figure(metric, point.value, runs=point.runs, is_single=not answer.labels)
    return named


KIND = Kind(3, HistoryQuestion, HistoryAnswer, fetch_history, figures)
