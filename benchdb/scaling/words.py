"""Numbers of a scaling page as words, alike wherever they stand. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.metrics import metric
from benchdb.scaling.resample import Basis, Range
from benchdb.scaling.spec import ScalingSpec
from benchdb.units import decimals, shown, signed_percent, times

#: x -> (after one number, after any other number)
UNITS = {"cpus": ("CPU", "CPUs"), "concurrency": ("in flight", "in flight"), "rate": ("/s offered", "/s offered")}
BASES: dict[Basis, str] = {
    "bootstrap": "95% interval by bootstrap over the runs",
    "leave-one-out": "range when any one point is left out",
    "none": "",
}


def load(spec: ScalingSpec, n: float) -> str:
    """`8 CPUs`, `170 in flight`, `300/s offered`."""
    one, many = UNITS[spec.x]
    gap = "" if spec.x == "rate" else " "
    return f"{number(n)}{gap}{one if n == 1 else many}"


def number(n: float) -> str:
    """An N: whole where it is whole, else with one decimal."""
    return decimals(n, 1)


def quantity(spec: ScalingSpec, value: float | None) -> str:
    return shown(value, metric(spec.metric).unit)


def parameter(value: float) -> str:
    """alpha or beta with three significant digits: 0.0500, 0.000104, 2.30e-06."""
    return "0" if not value else f"{value:#.3g}"


def span(found: Range | None, furthest: float | None = None) -> str:
    """`0.12 to 0.31`; an end beyond `furthest` is only said to be beyond it. "" for no range."""
    if found is None:
        return ""
    if furthest is None:
        return f"{parameter(found.low)} to {parameter(found.high)}"
    low, high = (number(end) if end <= furthest else f"beyond {number(furthest)}" for end in (found.low, found.high))
    return f"{low} to {high}" if low != high else low


def fall(change: float) -> str:
    """A negative change as what is lost: -0.573 -> `57.3%`."""
    return signed_percent(change).lstrip("−+")


def gain(ratio: float | None) -> str:
    return times(ratio)


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
