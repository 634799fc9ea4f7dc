"""The runs of a row's sides as dots on one scale, with a tick at each side's value. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchdb.questions.cells import Cell

WIDTH, EDGE = 300, 4  #: of a drawing, in its own units; dots stay so far inside


@dataclass(frozen=True, slots=True)
class RunDots:
    """One side's."""

    path: str  #: a point for each place at which runs stand; several runs may share it
    tick: float | None  #: where its value stands
    series: int  #: whose colour it has in the chart


@dataclass(frozen=True, slots=True)
class Scale:
    """From the lowest to the highest run of all sides."""

    low: float
    high: float

    def place(self, value: float) -> int:
        share = (value - self.low) / (self.high - self.low)
        return round(EDGE + (WIDTH - 2 * EDGE) * share)


def scale_of(cells: Iterable[Cell]) -> Scale | None:
    """None where there is nothing to see: no two runs, or all alike."""
    every = [cell for cell in cells if len(cell.values)]
    if sum(cell.n for cell in every) == len(every) or any(cell.is_below_step for cell in every):
        return None
    low, high = min(cell.low for cell in every), max(cell.high for cell in every)
    return Scale(low, high) if high > low else None


def run_dots(cell: Cell, scale: Scale, series: int) -> RunDots:
    places: Sequence[int] = sorted({scale.place(float(value)) for value in cell.values})
    is_inside = cell.value is not None and scale.low <= cell.value <= scale.high
    tick = scale.place(cell.value) if is_inside and cell.value is not None else None
    return RunDots("".join(f"M{x} 8h0" for x in places), tick, series)
