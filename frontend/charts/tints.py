"""Where a small chart may be tinted between its line and the baseline's: as far as the table has verdicts. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.comparison.judged import DECIDED

Stretch = tuple[float, float]  #: along the axis

UNJUDGED = ("not comparable", "too few runs")


def tints(rows: Sequence[Row], places: Sequence[float], column: str, baseline: str) -> tuple[Stretch, ...]:
    """From one place to the next, where both lines have a point at either end and none between, both ends were judged,
    and one of them was told apart. What is drawn between other points is no measurement.
    """
    some = [
        (place, row.cells.get(column) if baseline in row.cells else None)
        for row, place in zip(rows, places, strict=True)
        if column in row.cells or baseline in row.cells
    ]
    ends = sorted(some, key=lambda end: end[0])
    return tuple((one[0], other[0]) for one, other in pairwise(ends) if are_judged(one[1], other[1]))


def are_judged(one: Cell | None, other: Cell | None) -> bool:
    verdicts = [cell.verdict for cell in (one, other) if cell and cell.verdict and cell.verdict not in UNJUDGED]
    return len(verdicts) == 2 and any(verdict in DECIDED for verdict in verdicts)
