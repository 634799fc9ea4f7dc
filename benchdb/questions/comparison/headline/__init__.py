"""A Comparison -> the phrases of the line that answers its question, on its page and in every export. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.by_cell import by_cell, has_few_cells
from benchdb.questions.comparison.headline.by_end import by_end, has_ends, trend_of
from benchdb.questions.comparison.headline.by_metric import are_metrics, by_metric
from benchdb.questions.comparison.headline.by_row import (
    by_column,
    by_row,
    counted_by_column,
    has_few_columns,
    has_few_rows,
    has_some_columns,
)
from benchdb.questions.comparison.headline.by_side import by_side, has_furthest
from benchdb.questions.comparison.headline.counted import many_cells, many_from_zero
from benchdb.questions.comparison.headline.failing import failing_beside, failure_limit, nothing_served
from benchdb.questions.comparison.headline.limits import Compared, limits, unserved_limit
from benchdb.questions.comparison.headline.one_pair import is_portrait, one_pair, portrait
from benchdb.questions.comparison.headline.one_side import one_figure, one_side
from benchdb.questions.comparison.headline.upstream import upstream_limit


def headline(comparison: Comparison, *, are_metrics_pooled: bool = False) -> tuple[Phrase, ...]:
    """Who is how much better than the baseline, and whether the runs can show it; () where there is one side only.

    Permalinks of the first format keep a line in which metrics are pooled, and what is comparable beside what is not.
    """
    compared = compared_cells(comparison)
    if not compared:
        return uncompared(comparison) or (() if are_metrics_pooled else one_figure(comparison))
    if gate := not_comparable(comparison, compared, is_of_all=are_metrics_pooled):
        gone = () if are_metrics_pooled else nothing_served(comparison, compared)
        return (*gone, gate, *failing_beside(comparison, compared), *unserved_limit(comparison))
    by_each = not are_metrics_pooled and len(compared) > 1 and are_metrics(comparison, compared)
    answer = by_metric(comparison, compared) if by_each else answered(comparison, compared, are_metrics_pooled)
    failing = failure_limit(comparison, compared, is_first_format=are_metrics_pooled)
    return (
        answer,
        *failing,  # first of all that stands behind it
        *unserved_limit(comparison),
        *upstream_limit(comparison, compared),
        *limits(comparison, compared),
    )


def compared_cells(comparison: Comparison) -> Compared:
    """The cells that stand beside their baseline, and have a number there."""
    return [
        (row, column, cell)
        for row in comparison.rows
        for column in comparison.columns
        if (cell := row.cells.get(column)) and cell.verdict and cell.value is not None
        if row.cells[comparison.baseline].value is not None
    ]


def answered(comparison: Comparison, compared: Compared, is_first_format: bool = False) -> Phrase:
    """The answer: of few cells each, of rows what those of each verdict have in common, of many sides those
    that went furthest, or where load decides, their ends.

    Many rows of two sides have a middle; permalinks of the first format keep that of many sides.
    """
    if len(compared) == 1:
        return one_pair(comparison, *compared[0])
    if all(cell.change is None for _, _, cell in compared):
        return many_from_zero(comparison, compared)
    if is_portrait(comparison, compared):
        return portrait(comparison, compared)
    if has_few_rows(comparison, compared):
        return by_row(comparison, compared)
    if has_few_columns(comparison, compared) and not has_few_cells(compared):
        return by_column(comparison, compared)
    if has_some_columns(comparison, compared) and not has_few_cells(compared):
        return counted_by_column(comparison, compared)
    if has_few_cells(compared):
        return by_cell(comparison, compared)
    if is_first_format or not has_ends(comparison, compared):
        return many_cells(comparison, compared)
    is_by_side = not trend_of(comparison, compared) and has_furthest(comparison, compared)
    return (by_side if is_by_side else by_end)(comparison, compared)


def uncompared(comparison: Comparison) -> tuple[Phrase, ...]:
    """Why nothing is compared: there are several sides, or one that pools unlike runs; () where cells are compared."""
    if len(comparison.columns) < 2 and (keys := comparison.conflicts):
        return (phrase("would mix", keys=keys),)
    if len(comparison.columns) == 1 and len(comparison.question.metrics) == 1:
        return one_side(comparison)
    if len(comparison.columns) < 2 or any(cell.verdict for row in comparison.rows for cell in row.cells.values()):
        return ()
    if all(len(row.cells) < 2 for row in comparison.rows):
        return (phrase("no row compares"),)
    if any(comparison.baseline in row.cells and len(row.cells) > 1 for row in comparison.rows):
        return ()
    return (phrase("no row has the baseline", baseline=(comparison.question.cols, comparison.baseline)),)


def not_comparable(comparison: Comparison, compared: Compared, *, is_of_all: bool = False) -> Phrase | None:
    """The gate that a page puts before its answer, in every export: sides differ, or pool what nobody asked to pool.

    A page asks about one condition in one row as about all of them, so no middle of the other rows is told before.
    `is_of_all`: only where nothing is comparable.
    """
    keys, apart = comparison.conflicts, sum(cell.verdict == "not comparable" for _, _, cell in compared)
    if not keys or (is_of_all and apart < len(compared)):
        return None
    places = {"cells": apart_by_condition(compared), "total": len(compared)} if apart < len(compared) else {}
    in_some = " in some" if places.get("cells") else ""
    if is_mixed(comparison, compared):
        return phrase(f"would mix{in_some}", keys=keys, **(places if in_some else {}))
    return phrase(f"not comparable{in_some}", keys=keys, count=len(keys), **(places if in_some else {}))


def apart_by_condition(compared: Compared) -> int:
    return sum(bool(cell.differs or cell.mixes) for _, _, cell in compared)


def is_mixed(comparison: Comparison, compared: Compared) -> bool:
    """Whether some cell pools what its sides share; one that stands beside no baseline cannot do anything else."""
    if any(cell.mixes and not cell.differs for _, _, cell in compared):
        return True
    return comparison.mixes and not any(cell.differs for _, _, cell in compared)
