"""Many cells -> the middle of their changes, and how many got which verdict. Pure."""

from __future__ import annotations

from typing import Any

from benchdb.domain.caveats import Parameter, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.figures import is_fine, moved, tally
from benchdb.questions.comparison.headline.limits import Compared
from benchdb.wording.values import shown_value


def many_from_zero(comparison: Comparison, compared: Compared) -> Phrase:
    """What is set against a baseline of 0, over which there is no relative change."""
    return without_changes("from zero", comparison, compared)


def many_cells(comparison: Comparison, compared: Compared) -> Phrase:
    """The middle one of the changes and their range, and how many cells got which verdict."""
    comparable = [cell for _, _, cell in compared if cell.verdict != "not comparable"]
    if not comparable:
        return without_changes("many cells apart", comparison, compared)
    changes = sorted(
        filter(is_fine, comparable),
        key=lambda cell: cell.change or 0.0,
    )
    if not changes:
        return without_changes("many coarse cells", comparison, compared)
    metrics, columns = sorted({row.metric for row, _, _ in compared}), {column for _, column, _ in compared}
    given: dict[str, Parameter] = {"metric": metrics[0], "metrics": len(metrics)}
    size = "many metrics" if len(metrics) > 1 else "many cells" if len(changes) > 2 else "two cells"
    if len(columns) == 1:
        given["name"] = (comparison.question.cols, *columns)
    ends: dict[str, Parameter] = {}
    if len(metrics) == 1 and len(changes) > 2:
        name_ends = ends_of if len(columns) == 1 else side_ends_of
        ends = name_ends(comparison, compared, changes)
    return phrase(
        f"{size} of {'one column' if len(columns) == 1 else 'some columns'}{', named' if ends else ''}",
        **ends,
        **given,
        middle=middle_of(changes),
        least=moved(changes[0]),
        most=moved(changes[-1]),
        cols=comparison.question.cols,
        baseline=comparison.baseline,
        total=len(compared),
        verdicts=tally(compared),
    )


def ends_of(comparison: Comparison, compared: Compared, changes: list[Cell]) -> dict[str, Parameter]:
    """The rows of the least and the greatest change; none where rows are metrics or items, or of two conditions."""
    question = comparison.question
    if question.rows in ("metric", "item") or question.split:
        return {}
    places = {id(cell): shown_value(question.rows, row.key) for row, _, cell in compared}
    least, most = places[id(changes[0])], places[id(changes[-1])]
    return {"least_at": (question.rows, (least,), True), "most_at": (question.rows, (most,), False)}


def side_ends_of(comparison: Comparison, compared: Compared, changes: list[Cell]) -> dict[str, Parameter]:
    """The sides of the least and the greatest change, where each side has one; of more rows the table has them."""
    sides, key = {id(cell): column for _, column, cell in compared}, comparison.question.cols
    if len(set(sides.values())) < len(compared):
        return {}
    return {"least_of": (key, sides[id(changes[0])]), "most_of": (key, sides[id(changes[-1])])}


def without_changes(kind: str, comparison: Comparison, compared: Compared) -> Phrase:
    """Where no change can be told: nothing compares, or no ratio is fine enough."""
    metrics = tuple(dict.fromkeys(row.metric for row, _, _ in compared))
    return phrase(
        kind, metrics=metrics, cols=comparison.question.cols, baseline=comparison.baseline, verdicts=tally(compared)
    )


def middle_of(changes: list[Cell]) -> tuple[Any, ...]:
    """The median of sorted changes; of an even number the mean of the middle two."""
    low, high = changes[(len(changes) - 1) // 2], changes[len(changes) // 2]
    if low is high:
        return moved(low)
    return (((low.change or 0.0) + (high.change or 0.0)) / 2, None)
