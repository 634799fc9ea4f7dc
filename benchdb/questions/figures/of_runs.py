"""A number made of some runs -> as many digits as they deserve, in tables and in sentences. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from benchdb.domain.digits import EXACT, USUAL, ColumnUnit, column_unit, decimals_of, deserved
from benchdb.domain.metrics import metric
from benchdb.domain.units import places
from benchdb.questions.figures.of_metric import FEWEST_PLACES


def written(unit: ColumnUnit, values: Sequence[float], value: float, *, is_published: bool) -> str:
    """A published figure as it was printed, others with as many digits as their runs deserve."""
    if is_published and len(values) == 1:
        return unit.exact(value)
    most = decimals_of([*values, value], unit.factor)
    digits = deserved(value, spread(values), len(values))
    return unit.digits(value, most, FEWEST_PLACES if digits < USUAL else -most, digits)


def spread(values: Sequence[float]) -> float | None:
    """The coefficient of variation."""
    return stdev(values) / abs(mean) if len(values) > 1 and (mean := fmean(values)) else None


def quantity(name: str, values: Sequence[float], value: float, *, is_published: bool) -> tuple[float, str, int]:
    """The value as a sentence has it, with its metric and decimals: of several runs three digits at most, where a table
    may have one more; a single figure as it is there."""
    unit = column_unit(metric(name), [value])
    text = written(unit, values, value, is_published=is_published)
    digits = USUAL if len(values) > 1 else EXACT
    shown = float(f"{float(f'{number(text):.{digits}g}') * unit.factor:.{EXACT}g}")
    return shown, name, places((shown,))


def number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))
