"""A Comparison -> the phrases of the line that answers its question. Pure."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from benchdb.domain.caveats import Caveat, Parameter, Phrase, phrase
from benchdb.domain.units import places
from benchdb.questions.acceptance.classes import named
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.judged import DECIDED
from benchdb.wording.figures import BELOW

ORDER = (
    "better", "worse", "differs", "equivalent", "no evidence", "cannot be told from drift", "too few runs",
    "not comparable",
)  # fmt: skip

FAILING = {"better by failing", "baseline fails more"}  #: what failures say against a verdict
FEW = 4  #: metrics that one line can name

Compared = list[tuple[Row, str, Cell]]


def headline(comparison: Comparison) -> tuple[Phrase, ...]:
    """Who is how much better than the baseline, and whether the runs can show it; () where there is one side only."""
    compared = [(row, column, row.cells[column]) for row in comparison.rows for column in others(comparison, row)]
    if not compared:
        return from_zero(comparison) or uncompared(comparison)
    if gate := not_comparable(comparison, compared):
        return (gate,)
    limits = (
        *failure_limit(comparison, compared),
        *sitting_limit(compared),
        *reply_limit(compared),
        *named(comparison.accepted, comparison.caveats),
    )
    if len(compared) == 1:
        return (one_pair(comparison, *compared[0]), *limits)
    if is_portrait(comparison, compared) and any(cell.verdict != "not comparable" for _, _, cell in compared):
        return (portrait(comparison, compared), *limits)
    return (many_cells(comparison, compared), *limits)


def failure_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """How many requests failed where that stands against a verdict; of how many is not always on record."""
    apart = [(row, cell) for row, _, cell in compared if is_apart_by_failing(cell)]
    shares = [one.failed or 0.0 for row, cell in apart for one in (cell, row.cells[comparison.baseline])]
    if not apart or not math.isfinite(max(shares)):
        return ()
    return (phrase("failed in one" if len(apart) == 1 else "failed at most", share=max(shares)),)


def is_apart_by_failing(cell: Cell) -> bool:
    return cell.verdict == "not comparable" and any(one.kind in FAILING for one in cell.caveats)


def uncompared(comparison: Comparison) -> tuple[Phrase, ...]:
    """Why nothing is compared, where there are several sides; () where cells stand beside their baseline."""
    if len(comparison.columns) < 2 or any(cell.verdict for row in comparison.rows for cell in row.cells.values()):
        return ()
    if all(len(row.cells) < 2 for row in comparison.rows):
        return (phrase("no row compares"),)
    if any(comparison.baseline in row.cells and len(row.cells) > 1 for row in comparison.rows):
        return ()
    return (phrase("no row has the baseline", baseline=(comparison.question.cols, comparison.baseline)),)


def sitting_limit(compared: Compared) -> tuple[Phrase, ...]:
    """The limit of verdicts that rest on one sitting of each side."""
    decided = [cell for _, _, cell in compared if cell.verdict in DECIDED]
    limited = sum(cell.has_one_sitting_a_side for cell in decided)
    if not limited:
        return ()
    return (phrase("one sitting a side") if limited == len(decided) else phrase("one sitting in some", cells=limited),)


def reply_limit(compared: Compared) -> tuple[Phrase, ...]:
    """That the sides of a verdict did not answer with the same."""
    doubts = [one for _, _, cell in compared if cell.verdict in DECIDED for one in cell.caveats if is_of_size(one)]
    if not doubts:
        return ()
    is_same = all(dict(one.parameters) == dict(doubts[0].parameters) for one in doubts)
    sizes = dict(doubts[0].parameters)
    return (phrase("replies differ", **sizes) if is_same else phrase("some replies differ", cells=len(doubts)),)


def is_of_size(one: Caveat) -> bool:
    return one.kind == "other replies"


def not_comparable(comparison: Comparison, compared: Compared) -> Phrase | None:
    """What stands before an answer of which nothing is comparable: sides differ, or pool what nobody asked to pool."""
    keys = comparison.conflicts
    if not keys or any(cell.verdict != "not comparable" for _, _, cell in compared):
        return None
    if any(cell.mixes and not cell.differs for _, _, cell in compared):
        return phrase("would mix", keys=keys)
    return phrase("not comparable", keys=keys, count=len(keys))


def others(comparison: Comparison, row: Row) -> list[str]:
    """The columns that a row compares with its baseline."""
    return [column for column in comparison.columns if column in row.cells and row.cells[column].change is not None]


def from_zero(comparison: Comparison) -> tuple[Phrase, ...]:
    """What is set against a baseline of 0, over which there is no relative change."""
    compared = [
        (row, column, cell)
        for row in comparison.rows
        for column, cell in row.cells.items()
        if cell.verdict and cell.value is not None and row.cells[comparison.baseline].value == 0
    ]
    if not compared:
        return ()
    limits = (*sitting_limit(compared), *named(comparison.accepted, comparison.caveats))
    if len(compared) == 1:
        return (one_pair(comparison, *compared[0]), *limits)
    metrics = tuple(dict.fromkeys(row.metric for row, _, _ in compared))
    sides = {"cols": comparison.question.cols, "baseline": comparison.baseline}
    return (phrase("from zero", metrics=metrics, **sides, verdicts=tally(compared)), *limits)


def moved(cell: Cell) -> tuple[Any, ...]:
    """(change, ratio), and what the ratio lies between where the figures are coarse."""
    if cell.ratio_span is None:
        return cell.change, cell.ratio
    least, most = cell.ratio_span
    return cell.change, cell.ratio, (least, most if math.isfinite(most) else None)


def quantity(comparison: Comparison, row: Row, cell: Cell) -> tuple[float | None, str, int]:
    """A cell's value as far as the table shows it, with its metric and decimals."""
    if cell.is_below_step and not cell.is_published:
        return cell.step, row.metric, BELOW
    value = comparison.figures[row.metric].rounded(cell, row.digits)
    return value, row.metric, places((value,))


def one_pair(comparison: Comparison, row: Row, column: str, cell: Cell) -> Phrase:
    base, cols = row.cells[comparison.baseline], comparison.question.cols
    return phrase(
        "one pair" if cell.change is not None else "one pair from zero",
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
        is_same = cell.low == cell.high == base.low == base.high
        return "all equal" if is_same else f"no evidence within {margin:g}%" if margin else "no evidence"
    if kinds & FAILING and not cell.differs:
        return "more failures"
    return "varies on one side" if "vary on one side" in kinds else str(cell.verdict)


def is_portrait(comparison: Comparison, compared: Compared) -> bool:
    """Whether a few metrics of one side stand against those of one other."""
    is_one_side = len({column for _, column, _ in compared}) == 1
    return comparison.question.rows == "metric" and is_one_side and len(compared) <= FEW


def portrait(comparison: Comparison, compared: Compared) -> Phrase:
    return phrase(
        "a few metrics of one pair",
        column=compared[0][1],
        baseline=comparison.baseline,
        changes=tuple(
            phrase("one metric changed", metric=row.metric, moved=moved(cell))
            for row, _, cell in compared
            if cell.verdict != "not comparable"
        ),
        total=len(compared),
        verdicts=tally(compared),
    )


def tally(compared: Compared) -> tuple[tuple[str, int], ...]:
    """How many cells got which verdict."""
    verdicts = Counter(str(cell.verdict) for _, _, cell in compared)
    return tuple((name, verdicts[name]) for name in ORDER if verdicts[name])


def many_cells(comparison: Comparison, compared: Compared) -> Phrase:
    """The middle one of the changes and their range, and how many cells got which verdict."""
    comparable = [cell for _, _, cell in compared if cell.verdict != "not comparable"]
    if not comparable:
        return without_changes("many cells apart", comparison, compared)
    changes = sorted((cell for cell in comparable if cell.ratio_span is None), key=lambda cell: cell.change or 0.0)
    if not changes:
        return without_changes("many coarse cells", comparison, compared)
    metrics, columns = sorted({row.metric for row, _, _ in compared}), {column for _, column, _ in compared}
    given: dict[str, Parameter] = {"metric": metrics[0], "metrics": len(metrics)}
    size = "many metrics" if len(metrics) > 1 else "many cells" if len(changes) > 2 else "two cells"
    if len(columns) == 1:
        given["name"] = (comparison.question.cols, *columns)
    return phrase(
        f"{size} of {'one column' if len(columns) == 1 else 'some columns'}",
        **given,
        middle=middle_of(changes),
        least=moved(changes[0]),
        most=moved(changes[-1]),
        cols=comparison.question.cols,
        baseline=comparison.baseline,
        total=len(compared),
        verdicts=tally(compared),
    )


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
