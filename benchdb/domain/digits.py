"""Values that stand in one column -> one unit, and as many digits as they deserve. Pure.

A value has three significant digits; two where the runs spread by a fifth and more, four or five where three runs and
more lie close together, down to the first digit of their standard deviation. None has more decimals than its runs were
printed with. A published figure is shown as it was printed. The part that opens has one digit more; what a value shows
when it is pointed at, and the exports for programs, have all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.columns import floats
from benchdb.domain.metrics import Metric, Unit
from benchdb.domain.units import BYTES, TIMES, base_of, decimals, scale_of

USUAL = 3  #: significant digits
MOST = 5  #: significant digits
WIDE = 0.2  #: a coefficient of variation from which on a value has one digit less
FEWEST_RUNS = 3  #: whose spread says something about digits
MOST_DECIMALS = 9  #: that are looked for
MOST_LOOKED_AT = 10_000  #: runs of a cell whose decimals are looked for
#: Metrics whose titles say their unit.
TITLED = frozenset({"requests_per_second", "requests_per_second_offered", "connection_rate", "session_rate"})
EXACT = 12  #: significant digits of what is shown in full


@dataclass(frozen=True, slots=True)
class ColumnUnit:
    """What a column counts in."""

    factor: float  #: a value in base units over it is what is shown
    name: str  #: for the head of the column: "ms", "KiB/s", "%"; "" where the metric's title says it, or there is none

    def exact(self, value: float | None, fewest: int = 0) -> str:
        """All digits, and zeros up to so many decimals: as a tool prints 9,510.50."""
        if value is None or not math.isfinite(value):
            return "–"
        text = plain(value / self.factor, EXACT)
        whole, _, part = text.partition(".")
        return text if len(part) >= fewest or "e" in text else f"{whole}.{part:0<{fewest}}"

    def digits(self, value: float | None, most: int, fewest: int, digits: int) -> str:
        """`value` with so many significant digits; at most `most` decimals, and at least `fewest`."""
        if value is None or not math.isfinite(value):
            return "–"
        shown = value / self.factor
        if not shown:
            return f"{0:.{max(0, fewest)}f}"
        places = places_of(shown, most, fewest, digits)
        if places is None:
            return plain(shown, digits)
        return f"{round(shown, places):,.{max(0, places)}f}".replace("-", "−")

    def rounded(self, value: float, most: int, fewest: int, digits: int) -> float:
        """The number that `digits` shows, in base units."""
        shown = value / self.factor
        places = places_of(shown, most, fewest, digits) if shown else 0
        number = float(f"{shown:.{digits}g}") if places is None else round(shown, places)
        return float(f"{number * self.factor:.{EXACT}g}")


def places_of(shown: float, most: int, fewest: int, digits: int) -> int | None:
    """Decimals of a number with so many significant digits; None where it is shown as a power of ten."""
    wanted = digits - 1 - math.floor(math.log10(abs(shown)))
    if not -15 < wanted < 15:
        return None
    if abs(round(shown, wanted)) >= 10 ** (digits - wanted):  # 0.9996 is 1.00, not 1.000
        wanted -= 1
    return max(min(wanted, most), fewest)


def plain(value: float, digits: int) -> str:
    """With thousands separators; as a power of ten where it is too large or too small for them."""
    if value and not 1e-6 <= abs(value) < 1e15:
        return f"{value:.{digits}g}".replace("-", "−")
    places = digits - 1 - math.floor(math.log10(abs(value))) if value else 0
    return decimals(round(value, places), max(0, places))


def column_unit(known: Metric, values: Iterable[float | None]) -> ColumnUnit:
    """Of a metric's values: the prefix of the middle one."""
    sizes = sorted(abs(value) for value in values if value is not None and value and math.isfinite(value))
    middle = sizes[len(sizes) // 2] if sizes else 0.0
    if known.unit in ("s", "B", "B/s"):
        scales = TIMES if known.unit == "s" else BYTES
        factor, name = scale_of(middle, scales) if middle else base_of(scales)
        return ColumnUnit(factor, name + ("/s" if known.unit == "B/s" else ""))
    factor = 0.01 if known.unit == "fraction" else 1.0
    return ColumnUnit(factor, unit_name(known))


def unit_name(known: Metric) -> str:
    names: dict[Unit, str] = {"fraction": "%", "ratio": "×", "1/s": "per second"}
    return "" if known.name in TITLED else names.get(known.unit, "")


def deserved(value: float | None, cv: float | None, runs: int) -> int:
    """How many significant digits the spread of so many runs leaves."""
    if not value or not cv or runs < FEWEST_RUNS or not math.isfinite(value * cv):
        return USUAL
    if cv >= WIDE:
        return USUAL - 1
    size, deviation = (math.floor(math.log10(abs(number))) for number in (value, value * cv))
    return min(max(size - deviation + 1, USUAL), MOST)


def decimals_of(values: Sequence[float], factor: float) -> int:
    """The most decimals that any of these has in a unit; MOST_DECIMALS where they do not end before."""
    return decimals_of_each([values[:MOST_LOOKED_AT]], factor)[0] if len(values) else 0


def decimals_of_each(lists: Sequence[Sequence[float]], factor: float) -> list[int]:
    """The same of many lists, each of some values."""
    shown = np.concatenate([*map(floats, lists)]) / factor
    most, left = np.zeros(len(shown), int), np.flatnonzero(np.isfinite(shown))
    for places in range(MOST_DECIMALS):
        some = shown[left]
        left = left[np.abs(some - np.round(some, places)) > 1e-11 * np.maximum(np.abs(some), 1.0)]
        if not len(left):
            break
        most[left] = places + 1
    counts = np.array([len(values) for values in lists])
    return np.maximum.reduceat(most, np.cumsum(counts) - counts).tolist()
