"""A change as a table on a page says it: how many times as much, or how many times less. Pure.

Exports and permalinks keep the ratio itself (`0.000937×`), which is part of their bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchdb.domain.units import times
from benchdb.questions.cells import Cell
from benchdb.wording.figures import FAR, change, two_digits


def change_words(cell: Cell) -> str:
    """`−2.4%`, `6.09×`, `5.1× less`; of coarse figures all that it may be: `21× to 24× less`."""
    if cell.ratio_span:
        return span_words(cell.ratio_span) or change(cell.change, cell.ratio, cell.ratio_span)
    if cell.ratio and 0 < cell.ratio <= 1 / FAR:
        return f"{times(1 / cell.ratio)} less"
    return change(cell.change, cell.ratio)


def span_words(span: Sequence[float | None]) -> str:
    """ "" where the ends do not both tell of less."""
    low, high = span
    if not low or not high or not math.isfinite(high) or high > 1 / FAR:
        return ""
    return f"{two_digits(1 / high)}× to {two_digits(1 / low)}× less"
