"""A few cells -> what each has come to, with its place. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.figures import moved, quantity, tally
from benchdb.questions.comparison.headline.limits import Compared, Place
from benchdb.wording.values import shown_value

FEW = 4  #: cells that one line can name


def has_few_cells(compared: Compared) -> bool:
    """Of one metric, some of them comparable, with ratios that can be told."""
    metrics, verdicts = {row.metric for row, _, _ in compared}, {cell.verdict for _, _, cell in compared}
    is_fine = all(cell.ratio_span is None for _, _, cell in compared)
    return len(compared) <= FEW and len(metrics) == 1 and is_fine and verdicts != {"not comparable"}


def by_cell(comparison: Comparison, compared: Compared) -> Phrase:
    """`build 42: −0.1% (cannot tell); build 43: −5.5% (worse)`; a verdict that all share is said once."""
    (row, column, _), cols = compared[0], comparison.question.cols
    is_alike = len({cell.verdict for _, _, cell in compared}) == 1
    keys = varying(comparison, [row for row, _, _ in compared])
    changes = tuple(
        placed(comparison, keys, place, changed(comparison, place[0], place[2], is_alike), is_first=not index)
        for index, place in enumerate(compared)
    )
    given = {"metric": row.metric, "changes": changes, "baseline": comparison.baseline, "verdicts": tally(compared)}
    alike = ", alike" if is_alike else ""
    if is_of_two(comparison):
        return phrase(f"few cells of one column{alike}", name=(cols, column), **given)
    return phrase(f"few cells of some columns{alike}", cols=cols, **given)


def is_of_two(comparison: Comparison) -> bool:
    return len(comparison.columns) == 2


def changed(comparison: Comparison, row: Row, cell: Cell, is_alike: bool) -> Phrase:
    """With its verdict, where that is not the same for all."""
    if cell.verdict == "not comparable":
        return phrase("cell apart")
    if cell.change is None:
        base = row.cells[comparison.baseline]
        change = phrase("from zero to", base=quantity(comparison, row, base), value=quantity(comparison, row, cell))
    else:
        change = phrase("a change", moved=(cell.verdict, (moved(cell), moved(cell))))
    verdict = (cell.verdict, comparison.question.equivalence_margin)
    return change if is_alike else phrase("judged", change=change, verdict=verdict)


def placed(comparison: Comparison, keys: Sequence[str], place: Place, change: Phrase, *, is_first: bool) -> Phrase:
    """The change, behind what tells its place from the others'; the first one says of what that is a value."""
    question, (row, column, _) = comparison.question, place
    places = [] if is_of_two(comparison) else [phrase("of a column", name=(question.cols, column))]
    places += [
        phrase("of a row", rows=(key, (shown_value(key, value),), is_first))
        for key, value in zip(question.row_keys, question.row_values(row.key), strict=True)
        if key in keys
    ]
    return phrase("at a place", places=tuple(places), change=change)


def varying(comparison: Comparison, rows: list[Row]) -> tuple[str, ...]:
    """The dimensions of rows in which some of these differ."""
    question = comparison.question
    values = zip(*(question.row_values(row.key) for row in rows), strict=True)
    return tuple(key for key, own in zip(question.row_keys, values, strict=True) if len(set(own)) > 1)
