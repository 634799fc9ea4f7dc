"""The runs of a row's sides as dots on one scale, with a tick at each side's value. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchdb.questions.cells import Cell

WIDTH, EDGE = 300, 4  #: of a drawing, in its own units; dots stay so far inside


@dataclass(frozen=True, slots=True)
class RunDots:
    """One side's."""

    path: str  #: a point for each place at which runs stand; several runs may share it
    tick: float | None  #: where its value stands
    series: int  #: whose colour it has in the chart


@dataclass(frozen=True, slots=True)
class DotScale:
    """From the lowest to the highest run of all sides."""

    low: float
    high: float

    def places(self, values: Any) -> list[int]:
        """Of all values, each once, from the left: a side may have a million runs."""
        shares = (np.asarray(values, np.float64) - self.low) / (self.high - self.low)
        return [int(place) for place in np.unique(np.rint(EDGE + (WIDTH - 2 * EDGE) * shares))]


def dot_scale(cells: Iterable[Cell]) -> DotScale | None:
    """None where there is nothing to see: no two runs, or all alike."""
    every = [cell for cell in cells if len(cell.values)]
    if sum(cell.n for cell in every) == len(every) or any(cell.is_below_step for cell in every):
        return None
    low, high = min(cell.low for cell in every), max(cell.high for cell in every)
    return DotScale(low, high) if high > low else None


def run_dots(cell: Cell, scale: DotScale, series: int) -> RunDots:
    is_inside = cell.value is not None and scale.low <= cell.value <= scale.high
    tick = scale.places([cell.value])[0] if is_inside else None
    return RunDots("".join(f"M{x} 8h0" for x in scale.places(cell.values)), tick, series)
