"""How the values of a comparison are written: one unit a metric, as many digits as the runs deserve. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchdb.domain.digits import EXACT, MOST_DECIMALS, ColumnUnit, column_unit, decimals_of, decimals_of_each, deserved
from benchdb.domain.metrics import metric
from benchdb.questions.cells import Cell

Cells = Mapping[str, Cell]
MOST_SEEN = 1_000  #: runs of a cell whose decimals are looked at
MOST_TO_SHOW = 9  #: digits, for a change that fewer would hide
CALLED = ("better", "worse", "differs")  #: verdicts that say that there is a change
ASTRAY = 0.005  #: of a change by which two rounded values may misstate it
FEWEST_PLACES = -12  #: of decimals: none are asked for


@dataclass(frozen=True)
class Figures:
    """Of one metric."""

    unit: ColumnUnit
    printed: int  #: decimals of its published figures, in the unit
    cells: Sequence[Cell] = ()  #: all of them: their decimals are looked for together

    def text(self, cell: Cell, digits: int) -> str:
        """The cell's value without its unit: `310`, `41.0`; `< 1` where the tool printed less than its step."""
        return self.of(cell.value, cell, digits)

    def of(self, value: float | None, cell: Cell, digits: int) -> str:
        """A number of this cell: its value, the lowest or highest of its runs; `< 1` where less than its step."""
        if value is not None and 0 <= value < cell.step and not cell.is_published:
            return f"< {self.unit.exact(cell.step)}"
        if cell.is_published and cell.n == 1:
            return self.unit.digits(value, self.printed, self.printed, EXACT)
        if self.is_counted(cell):
            return self.unit.exact(value)
        return self.unit.digits(value, self.printed_decimals(cell, value), FEWEST_PLACES, digits)

    def span(self, cell: Cell, digits: int) -> str:
        """The lowest and the highest of its runs; "" where it has one."""
        if not cell.has_several:
            return ""
        if cell.n > MOST_SEEN or cell.low < cell.step:
            return " to ".join(self.of(end, cell, digits) for end in (cell.low, cell.high))
        most, _ = self.decimals(cell)  # both are values of its runs
        return " to ".join(self.unit.digits(end, most, FEWEST_PLACES, digits) for end in (cell.low, cell.high))

    def printed_decimals(self, cell: Cell, value: float | None) -> int:
        """Of its runs and of a number made of them."""
        of_runs, of_value = self.decimals(cell)
        return max(of_runs, of_value if value == cell.value else decimals_of([value or 0.0], self.unit.factor))

    def decimals(self, cell: Cell) -> tuple[int, int]:
        """(of its runs, of its value)"""
        return self._decimals.get(id(cell)) or decimals_of_cells([cell], self.unit.factor)[0]

    @cached_property
    def _decimals(self) -> dict[int, tuple[int, int]]:
        """By the identity of a cell."""
        every = decimals_of_cells(self.cells, self.unit.factor) if self.cells else []
        return {id(cell): own for cell, own in zip(self.cells, every, strict=True)}

    def rounded(self, cell: Cell, digits: int) -> float | None:
        """The value as far as it is shown, in base units."""
        if cell.value is None or (cell.is_published and cell.n == 1) or self.is_counted(cell):
            return cell.value
        return self.unit.rounded(cell.value, self.printed_decimals(cell, cell.value), FEWEST_PLACES, digits)

    def is_counted(self, cell: Cell) -> bool:
        """Whole things that were counted: no digit of them is false."""
        return not self.unit.name and self.unit.factor == 1 and cell.n == 1 and cell.value == int(cell.value or 0)


def decimals_of_cells(cells: Sequence[Cell], factor: float) -> list[tuple[int, int]]:
    """(of its runs, of its value) of each cell."""
    of_runs = decimals_of_each([cell.values[:MOST_SEEN] for cell in cells], factor)
    return [*zip(of_runs, decimals_of_each([[cell.value or 0.0] for cell in cells], factor), strict=True)]


def row_digits(cells: Cells) -> int:
    """Significant digits of all cells of a row: of the one that deserves the fewest; more where a change needs them."""
    fewest = min((deserved(cell.value, cell.cv, cell.n) for cell in cells.values()), default=3)
    return max((digits_to_show(cell, fewest) for cell in cells.values()), default=fewest)


def digits_to_show(cell: Cell, fewest: int) -> int:
    """As many as let a change be seen that is called one, and let no other seem much larger or smaller than it is."""
    if not cell.value or not cell.ratio or cell.change is None or cell.ratio_span:
        return fewest
    base = cell.value / cell.ratio
    if cell.verdict in CALLED:
        every = range(fewest, MOST_TO_SHOW)
        return next((digits for digits in every if seen_change(cell.value, base, digits)), MOST_TO_SHOW)
    astray = abs(seen_change(cell.value, base, fewest) - cell.change)
    return fewest + (astray > max(abs(cell.change) / 4, ASTRAY))


def seen_change(value: float, base: float, digits: int) -> float:
    """What a reader makes of the two as they are shown."""
    shown, of = (float(f"{number:.{digits}g}") for number in (value, base))
    return shown / of - 1


def figures_of(name: str, cells: Iterable[Cell]) -> Figures:
    """Of all cells of a metric."""
    every = list(cells)
    unit = column_unit(metric(name), (cell.value for cell in every))
    printed: Sequence[float] = [cell.values[0] for cell in every if cell.is_published and cell.n == 1]
    return Figures(unit, min(decimals_of(printed, unit.factor), MOST_DECIMALS) if printed else 0, every)
