"""Figures that were printed in steps hardly smaller than themselves: said, with what their ratio may be. Pure.

ab prints latencies in whole milliseconds, siege in hundredths of a second, and papers print 0.1%: 1 against 2 of such a
step may be a ratio of 1 to 5. What a tool prints as 0 is anything below a step: there is no verdict on it against
another figure of at most one step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.digits import column_unit, decimals_of
from benchdb.domain.metrics import metric
from benchdb.domain.setups.load_tools import FINE, PRINTED, Steps
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.numbers import Places

TIMES = re.compile(r"(?:latency|connect_time|processing_time|first_byte_time)_(?:mean|min|max|median|p\d+)$", re.ASCII)
RATE = "requests_per_second"
COARSEST = Steps(*(max(steps) for steps in zip(*PRINTED.values(), strict=True)))
STEPS = 10  #: of which a figure needs as many to be no coarse one


def with_steps(rows: Sequence[Row], baseline: str, places: Places) -> tuple[Row, ...]:
    """The rows, with a caveat in each cell whose figures are coarse, and in each whose ratio then is."""
    steps = dict(published_steps(rows))
    return tuple(with_row_steps(row, baseline, places, steps.get(row.metric, 0.0)) for row in rows)


def with_row_steps(row: Row, baseline: str, places: Places, published: float) -> Row:
    steps = {column: step_of(row, column, places, published) for column in row.cells}
    if not any(steps.values()):
        return row
    base = row.cells.get(baseline)
    made = {}
    for column, cell in row.cells.items():
        own = coarse(row.metric, steps[column]) if is_coarse(cell, steps[column]) else ()
        if base is not None and cell.ratio is not None and (own or is_coarse(base, steps[baseline])):
            own = (*own, ratio_caveat(cell, steps[column], base, steps[baseline]))
        one = cell.but(caveats=(*cell.caveats, *own)) if own else cell
        made[column] = without_noughts(one, base, max(steps[column], steps.get(baseline, 0.0)))
    return Row(row.metric, row.key, made)


def without_noughts(cell: Cell, base: Cell | None, step: float) -> Cell:
    """Without what a printed 0 does not say: how it scatters, and that it is less than a figure of one step."""
    if not step or cell.is_published or cell.value is None:
        return cell
    one = cell.but(cv=None) if cell.value < step else cell
    if base is None or base.value is None or cell.verdict is None or cell.verdict == "not comparable":
        return one
    is_told = min(cell.value, base.value) >= step or abs(cell.value - base.value) > step
    return one if is_told else one.but(verdict="no evidence", interval=None, difference=None)


def coarse(name: str, step: float) -> tuple[Caveat, ...]:
    return (caveat("coarse", step=(step, name)),)


def is_coarse(cell: Cell, step: float) -> bool:
    return bool(step) and cell.value is not None and 0 <= cell.value < STEPS * step * (1 - 1e-9)


def ratio_caveat(cell: Cell, step: float, base: Cell, base_step: float) -> Caveat:
    """What the ratio lies between, each figure being half a step up or down; None = it has no end."""
    value, other = float(cell.value or 0), float(base.value or 0)
    low = max(value - step / 2, 0) / (other + base_step / 2)
    least = other - base_step / 2
    high = (value + step / 2) / least if least > 1e-9 * base_step else None
    return caveat("coarse ratio", span=(low, high))


def step_of(row: Row, column: str, places: Places, published: float) -> float:
    """In base units; 0 where none is known."""
    cell = row.cells[column]
    if cell.is_published:
        return published
    kind = "times" if TIMES.match(row.metric) else "rates" if row.metric == RATE else ""
    if not kind or not is_coarse(cell, getattr(COARSEST, kind)):
        return 0.0
    own = tools(places, places.place[row.metric, row.key, column])
    printed = [getattr(PRINTED.get(tool, FINE), kind) for tool in own]
    step = max(printed) if all(printed) else 0.0
    return step if is_coarse(cell, step) and not decimals_of(cell.values, step) else 0.0


def tools(places: Places, place: int) -> set[str]:
    coded = places.numbers.condition("tool")
    return {coded.texts[code] for code in np.unique(coded.codes[places.numbers.kind[places.slice(place)]])}


def published_steps(rows: Sequence[Row]) -> Iterable[tuple[str, float]]:
    """The step of each metric's published figures: one of the last decimal that any of them has. Counts have none."""
    for name in {row.metric for row in rows}:
        known = metric(name)
        cells = [cell for row in rows if row.metric == name for cell in row.cells.values() if cell.is_published]
        values = [value for cell in cells for value in cell.values]
        if values and known.unit != "count":
            unit = column_unit(known, values)
            yield name, unit.factor * 10.0 ** -decimals_of(values, unit.factor)
