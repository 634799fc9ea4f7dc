"""A cell and its baseline, with the steps in which both were printed -> what their ratio may be, and what that forbids.

1 against 2 of a step may be a ratio of 1 to 5. A range that holds no change at all forbids better and worse, whatever a
test says of figures as they were printed: wrk's 3.29 ms and ab's 3 may be the same. Two sides are the same within a
margin only where all of the range is. What a tool prints as 0 is anything below a step: there is no verdict on it
against another figure of at most one step. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from benchdb.domain.caveats import caveat
from benchdb.domain.statistics import Interval
from benchdb.questions.cells import BEYOND_MARGIN, NO_CHANGE, Cell
from benchdb.questions.numbers import Numbers
from benchdb.questions.rounding.steps import is_coarse, published_step, step_of, tools_of

NEARLY = 1e-9  #: of a ratio: ends that differ by less are one
DIFFERENT = ("better", "worse", "differs")


class Rounded(Protocol):
    """A figure, and the step in which it was printed; 0 = finer."""

    @property
    def value(self) -> float: ...

    @property
    def step(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Printed:
    """A cell, and the step in which its figures were printed."""

    cell: Cell
    step: float

    @property
    def value(self) -> float:
        return float(self.cell.value or 0.0)

    @property
    def is_coarse(self) -> bool:
        return is_coarse(self.cell, self.step)


def ratio_span(one: Rounded, base: Rounded) -> tuple[float, float]:
    """What the ratio lies between, each figure being half a step up or down; infinite where the baseline may be 0."""
    low = max(one.value - one.step / 2, 0) / (base.value + base.step / 2)
    least = base.value - base.step / 2
    return low, (one.value + one.step / 2) / least if least > 1e-9 * base.step else math.inf


def over_nought(difference: Interval | None, one: Rounded, base: Rounded) -> Interval | None:
    """The interval of a difference to a printed 0, no narrower than rounding leaves it: of 2 ms 1.0 to 2.5."""
    if difference is None:
        return None
    low, high = (max(figure.value - figure.step / 2, 0) for figure in (one, base))
    least, most = low - (base.value + base.step / 2), one.value + one.step / 2 - high
    return min(difference[0], least), max(difference[1], most)


def span_ends(span: tuple[float, float]) -> tuple[float, float | None]:
    """As sentences take them: None = no end."""
    return span[0], span[1] if math.isfinite(span[1]) else None


def rounded(name: str, one: Printed, base: Printed | None, margin: float = 0.0) -> Cell:
    """The cell with what its steps leave open; `margin` is the one of equivalence, a fraction."""
    cell, coarse = one.cell, one.is_coarse
    own = [caveat("coarse", step=(one.step, name))] if coarse else []
    span = None
    if base is not None and cell.ratio is not None and (one.step or base.step):
        span = ratio_span(one, base)
        if coarse or base.is_coarse:
            own.append(caveat("coarse ratio", span=span_ends(span)))
    cell = cell.but(caveats=(*cell.caveats, *own), resolution=one.step)
    if base is not None and cell.ratio is None and (one.step or base.step):
        cell = cell.but(difference=over_nought(cell.difference, one, base))
    cell = without_noughts(cell, base, max(one.step, base.step if base else 0.0))
    return within(cell, span, margin) if span else cell


def without_noughts(cell: Cell, base: Printed | None, step: float) -> Cell:
    """Without what a printed 0 does not say: how it scatters, and that it is less than a figure of one step."""
    if not step or cell.is_published or cell.value is None:
        return cell
    one = cell.but(cv=None) if cell.value < step else cell
    if base is None or base.cell.value is None or cell.verdict is None or cell.verdict == "not comparable":
        return one
    is_more = min(cell.value, base.value) >= step or abs(cell.value - base.value) > step
    return one if is_more else taken_back(one).but(interval=None, difference=None)


def taken_back(cell: Cell, *, may_be_none: bool = True, may_be_more: bool = True) -> Cell:
    """Without a verdict that its figures do not allow: they `may_be_none` apart, or `may_be_more` than the margin."""
    if cell.verdict in DIFFERENT and may_be_none:
        return cell.but(verdict="no evidence", caveats=(*cell.caveats, caveat(NO_CHANGE)))
    if cell.verdict == "equivalent" and may_be_more:
        return cell.but(verdict="no evidence", caveats=(*cell.caveats, caveat(BEYOND_MARGIN)))
    return cell


def within(cell: Cell, span: tuple[float, float], margin: float) -> Cell:
    """With an interval no narrower than the range, and no verdict that the range does not allow."""
    one = cell.but(rounding=span, interval=hull(cell.interval, span))
    low, high = span
    return taken_back(
        one,
        may_be_none=low < 1 - NEARLY and high > 1 + NEARLY,
        may_be_more=not (1 - margin - NEARLY <= low and high <= 1 + margin + NEARLY),
    )


def hull(interval: Interval | None, span: tuple[float, float]) -> Interval | None:
    """All that the change may be; None where that has no end."""
    if interval is None or not math.isfinite(span[1]):
        return None
    return min(interval[0], near(span[0])), max(interval[1], near(span[1]))


def near(ratio: float) -> float:
    """The change that a ratio is: none, where it is 1 but for how numbers are kept."""
    return 0.0 if abs(ratio - 1) < NEARLY else ratio - 1


def in_turn(name: str, cells: Sequence[Cell], parts: Sequence[Numbers]) -> list[Cell]:
    """Each cell against the one before it; `parts` are the numbers of each."""
    published = published_step(name, cells)
    every = [
        Printed(cell, step_of(name, cell, partial(tools_of, own), published))
        for cell, own in zip(cells, parts, strict=True)
    ]
    if not any(one.step for one in every):
        return [*cells]
    return [rounded(name, one, before) for one, before in zip(every, [None, *every], strict=False)]
