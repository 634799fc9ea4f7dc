"""A Comparison of one side -> its least and its greatest figure. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.figures import quantity
from benchdb.wording import figures


def one_side(comparison: Comparison) -> tuple[Phrase, ...]:
    """The ends of the only side, where it has several, and where they are; one figure where all are printed alike.

    A row of runs that do not record their place is the end of nothing.
    """
    (column,), question = comparison.columns, comparison.question
    known = [(row, cell) for row in comparison.rows if (cell := row.cells.get(column)) and cell.value is not None]
    given = {"metric": question.metrics[0], "name": (question.cols, column)}
    if len(known) == 1 and question.rows != "item":
        row, cell = known[0]
        return (phrase("one side of one row", **given, value=quantity(comparison, row, cell), runs=cell.n),)
    if len(known) < 2 or question.rows in ("metric", "item"):
        return ()
    if are_alike(comparison, known):
        return (phrase("one side, alike in rows", **given, value=quantity(comparison, *known[0]), rows=len(known)),)
    placed = [(row, cell) for row, cell in known if MISSING not in question.row_values(row.key)]
    if len(placed) < 2 or are_alike(comparison, placed):
        return ()
    least, most = (end(placed, key=lambda pair: pair[1].value or 0.0) for end in (min, max))
    ends = {"least": quantity(comparison, *least), "most": quantity(comparison, *most)}
    places = {"least_at": place(comparison, least[0]), "most_at": place(comparison, most[0])}
    return (phrase("one side at rows", **given, **ends, **places),)


def are_alike(comparison: Comparison, known: list[tuple[Row, Cell]]) -> bool:
    """Whether a reader sees the same figure in each of these rows."""
    return len({figures.quantity(*quantity(comparison, row, cell)) for row, cell in known}) == 1


def place(comparison: Comparison, row: Row) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What the row is, by the dimensions that make it."""
    question = comparison.question
    return tuple((key, (value,)) for key, value in zip(question.row_keys, question.row_values(row.key), strict=True))
