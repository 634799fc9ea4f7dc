"""A run that lies far from all others of its side, where no difference can be told: it may be what hides one. Pure.

Welch's t is heard beside the ranks where runs are few, and one wild run blinds it: four runs and fifteen that lie
wholly apart are "no evidence" for the sixteenth. No verdict changes; who reads it learns which run to look at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.units import places as decimals
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.numbers.places import Places

FEWEST = 5  #: runs, below which nobody knows which of them is the odd one
FAR, TO_DEVIATION = 10.0, 1.4826  #: deviations of the others; one of a normal over its median distance from the median
LEAST = 0.1  #: of the middle: nearer ones hide little
MOST_SHARE = 0.1  #: of the runs: more are a second mode, or noise
AT_ONCE = 100_000  #: numbers that are looked at together


@dataclass(frozen=True, slots=True)
class FarRuns:
    """Of one cell."""

    count: int
    farthest: int  #: its place among the runs of the cell
    middle: float  #: of all runs, in the metric's base unit


def with_far_runs(rows: Sequence[Row], baseline: str, places: Places) -> tuple[Row, ...]:
    """The rows, with a caveat in each cell of what cannot be told that has such a run."""
    if not any(cell.is_open for row in rows for cell in row.cells.values()):
        return tuple(rows)
    far = far_runs(places)
    return tuple(
        noted(row, baseline, places, far) if any(cell.is_open for cell in row.cells.values()) else row for row in rows
    )


def noted(row: Row, baseline: str, places: Places, far: Mapping[int, FarRuns]) -> Row:
    cells = dict(row.cells)
    for name, cell in row.cells.items():
        of_cell = far.get(places.place[row.metric, row.key, name])
        if of_cell and not cell.step and (cell.is_open or name == baseline):
            cells[name] = cell.but(caveats=(*cell.caveats, far_run(row.metric, cell, of_cell)))
    return Row(row.metric, row.key, cells)


def far_run(metric: str, cell: Cell, far: FarRuns) -> Caveat:
    """How many, the farthest of them, and the middle of all."""
    farthest, run = float(cell.values[far.farthest]), int(cell.runs[far.farthest])
    ends = {"value": quantity(metric, farthest), "middle": quantity(metric, far.middle)}
    return caveat("far run", runs=far.count, of=cell.n, run=run, **ends)


def far_runs(places: Places) -> dict[int, FarRuns]:
    """Place -> its runs that lie far from all others, where there are few of them."""
    known: dict[int, FarRuns] = {}
    for some, values in places.by_size():
        size = values.shape[1]
        if size < FEWEST:
            continue
        step = max(1, AT_ONCE // size)
        for begin in range(0, len(some), step):
            some_places, some_values = some[begin : begin + step], values[begin : begin + step]
            middles = np.median(some_values, axis=1)
            apart = np.abs(some_values - middles[:, None])
            bounds = np.maximum(FAR * TO_DEVIATION * np.median(apart, axis=1), LEAST * np.abs(middles))
            counts, farthest = (apart > bounds[:, None]).sum(axis=1), apart.argmax(axis=1)
            for row in np.flatnonzero((counts > 0) & (counts <= max(1, int(MOST_SHARE * size)))).tolist():
                known[int(some_places[row])] = FarRuns(int(counts[row]), int(farthest[row]), float(middles[row]))
    return known


def quantity(metric: str, number: float) -> tuple[float, str, int]:
    value = float(f"{number:.3g}")
    return value, metric, decimals((value,))
