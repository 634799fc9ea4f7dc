"""In which steps the figures of a cell were printed. Pure.

ab prints latencies in whole milliseconds, siege in hundredths of a second, and papers print 0.1%.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from benchdb.domain.digits import column_unit, decimals_of
from benchdb.domain.metrics import metric
from benchdb.domain.setups.load_tools import FINE, PRINTED, Steps
from benchdb.questions.cells import Cell
from benchdb.questions.numbers import Numbers

TIMES = re.compile(r"(?:latency|connect_time|processing_time|first_byte_time)_(?:mean|min|max|median|p\d+)$", re.ASCII)
RATE = "requests_per_second"
COARSEST = Steps(*(max(steps) for steps in zip(*PRINTED.values(), strict=True)))
COARSE = 10  #: steps, below which a figure is coarse
FEW = 1_000  #: steps, from which on half of one is no more than a twentieth of a percent

Tools = Callable[[], Iterable[str]]  #: whose figures a cell has: looked up only where they could be rounded


def step_of(name: str, cell: Cell, tools: Tools, published: float) -> float:
    """In base units; 0 where none is known, or the figure has so many of it that they do not matter.

    `published`: that of the metric's published figures.
    """
    if cell.is_published:
        return published if has_fewer(cell, published, FEW) else 0.0
    kind = "times" if TIMES.match(name) else "rates" if name == RATE else ""
    if not kind or not has_fewer(cell, getattr(COARSEST, kind), FEW):
        return 0.0
    printed = [getattr(PRINTED.get(tool, FINE), kind) for tool in tools()]
    step = max(printed, default=0.0) if all(printed) else 0.0
    return step if has_fewer(cell, step, FEW) and not decimals_of(cell.values, step) else 0.0


def has_fewer(cell: Cell, step: float, steps: int) -> bool:
    """Whether a cell's figure has fewer than so many steps."""
    return bool(step) and cell.value is not None and 0 <= cell.value < steps * step * (1 - 1e-9)


def is_coarse(cell: Cell, step: float) -> bool:
    return has_fewer(cell, step, COARSE)


def tools_of(numbers: Numbers) -> set[str]:
    """Whose figures these are."""
    coded = numbers.condition("tool")
    return {coded.texts[code] for code in coded.codes[numbers.kind].tolist()}


def published_step(name: str, cells: Iterable[Cell]) -> float:
    """That of a metric's published figures: one of the last decimal that any of them has. Counts have none."""
    known = metric(name)
    values = [value for cell in cells if cell.is_published for value in cell.values]
    if not values or known.unit == "count":
        return 0.0
    unit = column_unit(known, values)
    return float(unit.factor * 10.0 ** -decimals_of(values, unit.factor))
