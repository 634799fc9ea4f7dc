"""A change as a table on a page says it: how many times as much, or how many times less. Pure.

Exports and permalinks keep the ratio itself (`0.000937×`), which is part of their bytes.
"""

from __future__ import annotations

from benchdb.domain.units import signed_percent, times
from benchdb.questions.cells import Cell
from benchdb.wording.figures import is_far, more_or_less


def change_words(cell: Cell) -> str:
    """`−2.4%`, `6.09×`, `5.1× less`; of coarse figures all that it may be: `21× to 24× less`."""
    return more_or_less(cell.change, cell.ratio, cell.ratio_span)


def interval_words(cell: Cell) -> str:
    """`−9.7% to −6.6%`, `2.2× to 2.4×`, `2.0× to 2.3× less`: the interval as its change is told; "" without one."""
    if not cell.interval or cell.ratio_span:
        return ""
    low, high = (1 + end for end in cell.interval)
    if is_far(cell.ratio) and low > 0 and (cell.ratio or 0) < 1:
        return f"{times(1 / high)} to {times(1 / low)} less"
    return f"{times(low)} to {times(high)}" if is_far(cell.ratio) else " to ".join(map(signed_percent, cell.interval))
