"""What headlines say of one cell: its value and change as the table has them, and its verdict. Pure."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from benchdb.domain.units import places
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.limits import Compared
from benchdb.wording.figures import BELOW

ORDER = (
    "better", "worse", "differs", "equivalent", "no evidence", "cannot be told from drift", "too few runs",
    "not comparable",
)  # fmt: skip


NOTHING_LEFT = 0.005  #: ratio to the baseline below which a change is −100% as it is printed


def is_fine(cell: Cell) -> bool:
    """Whether its change is one figure: a side that is 0 lies 100% below, however coarse the log's figures are."""
    if cell.change is None or cell.ratio_span is None:
        return cell.change is not None
    return cell.ratio == 0 and cell.ratio_span[1] < NOTHING_LEFT


def moved(cell: Cell) -> tuple[Any, ...]:
    """(change, ratio), and what the ratio lies between where the figures are coarse."""
    if cell.ratio_span is None or is_fine(cell):
        return cell.change, cell.ratio
    least, most = cell.ratio_span
    return cell.change, cell.ratio, (least, most if math.isfinite(most) else None)


def quantity(comparison: Comparison, row: Row, cell: Cell) -> tuple[float | None, str, int]:
    """A cell's value as far as the table shows it, with its metric and decimals."""
    if cell.is_below_step and not cell.is_published:
        return cell.step, row.metric, BELOW
    value = comparison.figures[row.metric].rounded(cell, row.digits)
    return value, row.metric, places((value,))


def tally(compared: Compared) -> tuple[tuple[str, int], ...]:
    """How many cells got which verdict."""
    verdicts = Counter(str(cell.verdict) for _, _, cell in compared)
    return tuple((name, verdicts[name]) for name in ORDER if verdicts[name])
