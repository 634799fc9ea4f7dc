"""History, as a kind of question."""

from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.beside.noted import fetch_noted_history
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


def turns(answer: HistoryAnswer) -> dict[tuple[str, str], Phrase]:
    """Where each curve goes from one level to another."""
    return {
        (curve.name, "level"): changes_of([level.first.label for level in curve.levels[1:]]) for curve in answer.curves
    }


def changes_of(labels: Sequence[str]) -> Phrase:
    if not labels:
        return phrase("no change of level there")
    return phrase("changes of level at", count=len(labels), labels=tuple(labels))


KIND = Kind(3, HistoryQuestion, HistoryAnswer, fetch_noted_history, figures, turns)
