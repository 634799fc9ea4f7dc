"""Two sides and one figure, or a few metrics of them -> the line that says them all. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.figures import moved, quantity, tally
from benchdb.questions.comparison.headline.limits import FAILING, ON_ONE_SIDE, Compared, unserved_kind
from benchdb.questions.replies import at_once
from benchdb.questions.replies.failures import IN_BOTH, LOST, LOST_THERE, are_redirects

FEW = 4  #: metrics that one line can name


def one_pair(comparison: Comparison, row: Row, column: str, cell: Cell) -> Phrase:
    """Both figures and the verdict; their ratio where there is one, and the sides can be compared."""
    base, cols = row.cells[comparison.baseline], comparison.question.cols
    return phrase(
        "one pair" if cell.change is not None and cell.verdict != "not comparable" else "one pair from zero",
        metric=row.metric,
        name=(cols, column),
        value=quantity(comparison, row, cell),
        base_name=(cols, comparison.baseline),
        base_value=quantity(comparison, row, base),
        moved=moved(cell),
        n=cell.n,
        base_n=base.n,
        verdict=reason(cell, base, comparison.question.equivalence_margin),
    )


def reason(cell: Cell, base: Cell, margin: float) -> str:
    """The verdict with the margin that was asked for, in percent; or what stands against one besides conditions."""
    if cell.verdict == "equivalent":
        return f"equivalent within {margin:g}%"
    kinds = {one.kind for one in cell.caveats}
    if cell.verdict == "no evidence":
        if "as offered" in kinds:
            return "as offered"
        if cell.rounding_forbids:
            return f"rounded within {margin:g}%" if margin else "rounded"
        is_same = cell.low == cell.high == base.low == base.high and not cell.ratio_span
        return "all equal" if is_same else f"no evidence within {margin:g}%" if margin else "no evidence"
    if not cell.differs and (unserved := unserved_kind(cell)):
        return unserved
    if not cell.differs and (alone := [kind for kind in ON_ONE_SIDE if kind in kinds]):
        return alone[0]
    if kinds & FAILING and not cell.differs:
        return "more redirects or errors" if are_redirects((cell, base)) else "more failures"
    if not cell.differs and (lost := [kind for kind in (LOST, LOST_THERE) if kind in kinds]):
        return lost[0]
    if IN_BOTH in kinds and not cell.differs:
        return IN_BOTH
    if at_once.ON_ONE_SIDE in kinds and not cell.differs:
        return at_once.ON_ONE_SIDE
    if "another document" in kinds:
        return "another document"
    return "varies on one side" if "vary on one side" in kinds else str(cell.verdict)


def is_portrait(comparison: Comparison, compared: Compared) -> bool:
    """Whether a few metrics of one side stand against those of one other."""
    is_one_side = len({column for _, column, _ in compared}) == 1
    return (
        comparison.question.rows == "metric" and is_one_side and 0 < len(changed_metrics(comparison, compared)) <= FEW
    )


def changed_metrics(comparison: Comparison, compared: Compared) -> Compared:
    """What has changed, or might have; where there was nothing and is nothing, the verdict says it."""
    return [
        (row, column, cell)
        for row, column, cell in compared
        if cell.verdict != "not comparable" and (cell.value or row.cells[comparison.baseline].value)
    ]


def portrait(comparison: Comparison, compared: Compared) -> Phrase:
    column = compared[0][1]
    return phrase(
        "metrics in short",
        name=(comparison.question.cols, column),
        baseline=comparison.baseline,
        changes=tuple(metric_changed(comparison, row, cell) for row, _, cell in changed_metrics(comparison, compared)),
        verdicts=tally(compared),
    )


def metric_changed(comparison: Comparison, row: Row, cell: Cell) -> Phrase:
    if cell.change is not None:
        return phrase("one metric changed", metric=row.metric, moved=moved(cell))
    base = quantity(comparison, row, row.cells[comparison.baseline])
    return phrase("one metric from zero", metric=row.metric, base=base, value=quantity(comparison, row, cell))
