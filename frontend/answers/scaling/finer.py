"""A load curve of ab -> the same with the mean that ab prints with all its digits, where the other is in whole ms.

On its page alone: exports and permalinks keep the mean that the curve was asked with.
"""

from __future__ import annotations

from dataclasses import replace

from benchdb.domain.dimensions import ITEM
from benchdb.domain.metrics import MEAN_TIME
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.kinds import ask
from benchdb.questions.scaling.answer import ScalingAnswer

COARSE = "latency_mean"


def with_finer_mean(answer: ScalingAnswer) -> ScalingAnswer:
    """The answer itself where its mean has digits enough, or not all of the runs have the other one."""
    question, own = answer.question, answer.comparison
    coarse = counts(own, COARSE)
    is_of_ab = ("tool", "ab") in own.held_constant
    if not question.is_load or question.metric == COARSE or not (is_of_ab and is_coarse(own)) or answer.conflicts:
        return answer
    name, item = MEAN_TIME
    other: Comparison = ask(question.with_(metric=name).narrowed(ITEM.key, item).comparison())
    if counts(other, name) != coarse:
        return answer
    finer = {row.key: row for row in other.rows}
    metrics = tuple(name if one == COARSE else one for one in own.question.metrics)
    rows = tuple(finer[row.key] if row.metric == COARSE else row for row in own.rows)
    return replace(answer, comparison=replace(own, query=own.question.with_(metrics=metrics).to_query(), rows=rows))


def counts(comparison: Comparison, name: str) -> dict[tuple[str, str], int]:
    """(row, column) -> how many runs a metric is known of."""
    return {
        (row.key, column): cell.n for row in comparison.rows if row.metric == name for column, cell in row.cells.items()
    }


def is_coarse(comparison: Comparison) -> bool:
    return any(cell.step for row in comparison.rows if row.metric == COARSE for cell in row.cells.values())
