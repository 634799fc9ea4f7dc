"""A run that lies far from all others of its side, where no difference can be told: it may be what hides one. Pure.

Welch's t is heard beside the ranks where runs are few, and one wild run blinds it: four runs and fifteen that lie
wholly apart are "no evidence" for the sixteenth. No verdict changes; who reads it learns which run to look at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import floats
from benchdb.domain.units import places as decimals
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row

FEWEST = 5  #: runs, below which nobody knows which of them is the odd one
FAR, TO_DEVIATION = 10.0, 1.4826  #: deviations of the others; one of a normal over its median distance from the median
LEAST = 0.1  #: of the middle: nearer ones hide little
MOST_SHARE = 0.1  #: of the runs: more are a second mode, or noise


def with_far_runs(rows: Sequence[Row], baseline: str) -> tuple[Row, ...]:
    """The rows, with a caveat in each cell of what cannot be told that has such a run."""
    return tuple(noted(row, baseline) if any(map(is_open, row.cells.values())) else row for row in rows)


def is_open(cell: Cell) -> bool:
    return cell.verdict == "no evidence"


def noted(row: Row, baseline: str) -> Row:
    cells = {
        name: cell.but(caveats=(*cell.caveats, *far_runs(row.metric, cell)))
        if is_open(cell) or name == baseline
        else cell
        for name, cell in row.cells.items()
    }
    return Row(row.metric, row.key, cells)


def far_runs(metric: str, cell: Cell) -> tuple[Caveat, ...]:
    """How many, the farthest of them, and the middle of all."""
    values = floats(cell.values)
    if len(values) < FEWEST or cell.step:
        return ()
    middle = float(np.median(values))
    apart = np.abs(values - middle)
    far = apart > max(FAR * TO_DEVIATION * float(np.median(apart)), LEAST * abs(middle))
    count = int(far.sum())
    if not 0 < count <= max(1, int(MOST_SHARE * len(values))):
        return ()
    farthest, run = float(values[apart.argmax()]), int(cell.runs[int(apart.argmax())])
    ends = {"value": quantity(metric, farthest), "middle": quantity(metric, middle)}
    return (caveat("far run", runs=count, of=len(values), run=run, **ends),)


def quantity(metric: str, number: float) -> tuple[float, str, int]:
    value = float(f"{number:.3g}")
    return value, metric, decimals((value,))
