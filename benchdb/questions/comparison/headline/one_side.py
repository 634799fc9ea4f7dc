"""A Comparison of one side -> its figure; of several its least and its greatest. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.figures import quantity
from benchdb.wording import figures
from benchdb.wording.grammar import inside

LOADS = ("concurrency", "rate")
ONE_WORD = ("median", "mean")  #: protocols that a word says


def one_side(comparison: Comparison) -> tuple[Phrase, ...]:
    """The ends of the only side, where it has several, and where they are; one figure where all are printed alike.

    A row of runs that do not record their place is the end of nothing.
    """
    (column,), question = comparison.columns, comparison.question
    known = [(row, cell) for row in comparison.rows if (cell := row.cells.get(column)) and cell.value is not None]
    given = {"metric": question.metrics[0], "name": (question.cols, column)}
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


def one_figure(comparison: Comparison) -> tuple[Phrase, ...]:
    """What was measured, where that is one cell: `Requests per second of nginx 1.22.1 on web8, at concurrency 64`.

    Of several metrics the first one.
    """
    known = [(row, name, cell) for row in comparison.rows for name, cell in row.cells.items() if cell.value is not None]
    is_one = len(known) == 1 or (known and comparison.question.rows == "metric" and not comparison.question.split)
    if not is_one or len(comparison.columns) > 1 or comparison.question.rows == "item":
        return ()
    row, column, cell = known[0]
    of, figure = subject(comparison, row, column), figure_of(comparison, row, cell)
    return (phrase("one side of one row", metric=row.metric, of=of, figure=figure),)


def figure_of(comparison: Comparison, row: Row, cell: Cell) -> Phrase:
    """`22,700/s, median of 8 runs (22,400 to 23,100)`"""
    given = {"value": quantity(comparison, row, cell), "runs": cell.n}
    if cell.n == 1:
        return phrase("figure of one run", value=given["value"])
    how = comparison.question.aggregation
    between = comparison.figures[row.metric].span(cell, row.digits)
    if how in ONE_WORD:
        return phrase("figure in a word", **given, how=how, between=between)
    return phrase("figure by a protocol", **given, how=inside(AGGREGATIONS[how].title), between=between)


def subject(comparison: Comparison, row: Row, column: str) -> tuple[Phrase, ...]:
    """The server on its machine, the side, and the load, each where it is on record and of all runs."""
    held = {**dict(comparison.held_constant), comparison.question.cols: column, **dict(place_of(comparison, row))}
    held = {key: value for key, value in held.items() if value != MISSING}
    both = {key: held[key] for key in ("server", "machine") if key in held}
    load = [(key, (held[key],)) for key in LOADS if key in held][:1]
    names: list[tuple[str, str]] = [] if len(both) == 2 else [*both.items()]
    if column != MISSING and comparison.question.cols not in (*both, *LOADS):
        names.append((comparison.question.cols, column))
    on_machine = [phrase("server on machine", **both)] if len(both) == 2 else []
    sides = [phrase("of a side", name=pair) for pair in names]
    return (*on_machine, *sides, *(phrase("at a load", load=(one,)) for one in load))


def place_of(comparison: Comparison, row: Row) -> tuple[tuple[str, str], ...]:
    question = comparison.question
    is_metric = question.rows in ("metric", "item")
    return () if is_metric else tuple(zip(question.row_keys, question.row_values(row.key), strict=True))


def are_alike(comparison: Comparison, known: list[tuple[Row, Cell]]) -> bool:
    """Whether a reader sees the same figure in each of these rows."""
    return len({figures.quantity(*quantity(comparison, row, cell)) for row, cell in known}) == 1


def place(comparison: Comparison, row: Row) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What the row is, by the dimensions that make it."""
    question = comparison.question
    return tuple((key, (value,)) for key, value in zip(question.row_keys, question.row_values(row.key), strict=True))
