"""A cell's change and its interval as pages, text and Markdown say them. Pure."""

from __future__ import annotations

from benchdb.questions.cells import Cell
from benchdb.wording import ratios, words


def change_words(cell: Cell) -> str:
    """`−2.4%`, `6.09×`, `5.10× less`; of coarse figures all that it may be: `21× to 24× less`; "" without one."""
    return "" if cell.change is None else ratios.change(cell.change, cell.ratio, cell.ratio_span)


def change_on_page(cell: Cell) -> str:
    """The same, but that coarse figures are equal where they are: `−29% to +40%` is what the log's steps leave open and
    nothing that was measured. Exports have it.
    """
    return words("same printed value") if cell.ratio_span and cell.change == 0 else change_words(cell)


def coarse_words(cell: Cell) -> str:
    """Why a change has no interval: `printed in steps of 1 ms`; "" of one that has."""
    if not cell.ratio_span:
        return ""
    return next((words("printed in steps", step=one["step"]) for one in cell.caveats if one.kind == "coarse"), "")


def interval_words(cell: Cell) -> str:
    """`−9.7% to −6.6%`, `2.2× to 2.4×`, `2.0× to 2.3× less`: the interval as its change is told; "" without one."""
    return ratios.interval(cell.interval, cell.ratio) if cell.interval and not cell.ratio_span else ""
