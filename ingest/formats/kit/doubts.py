"""Measurements of a report -> sentences about what contradicts itself in them. No number is changed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.formats.kit.measured import Measured
from ingest.records import Problem, Record, RunRecord

PERCENTILE = "latency_p"
FALLING = "The percentiles fall although they can only rise."
NEGATIVE = "A negative number is printed for {}: a counter overflowed or a clock went back. It stays as printed."


def falls(values: Iterable[float]) -> bool:
    return any(after < before for before, after in pairwise(values))


def falling(measured: Measured) -> str:
    """A sentence if a percentile is below the one before it, or above the maximum."""
    served = sorted(
        [
            (float(name[9:]), number.value)
            for (name, item), number in measured.by_name.items()
            if name[:9] == PERCENTILE and not item
        ]
    )
    if falls(seconds for _, seconds in served):
        return FALLING
    longest = measured.value("latency_max")
    return FALLING if served and longest is not None and served[-1][1] > longest * 1.01 + 1e-4 else ""


def unordered(measured: Measured, name: str) -> str:
    """A sentence if the mean is not between the minimum and the maximum."""
    low, mean, high = measured.value(f"{name}_min"), measured.value(f"{name}_mean"), measured.value(f"{name}_max")
    if mean is None:
        return ""
    is_above = low is None or low <= mean * 1.01 + 1e-4
    is_below = high is None or mean <= high * 1.01 + 1e-4
    words = name.replace("_", " ")
    return "" if is_above and is_below else f"The mean of {words} is not between its minimum and maximum."


def too_wide(measured: Measured, name: str) -> str:
    """A sentence if the deviation is larger than everything lies apart, as it is where one lost its decimal point."""
    low, high, deviation = (measured.value(f"{name}_{part}") for part in ("min", "max", "stddev"))
    if low is None or high is None or deviation is None or not 0 <= high - low < deviation / 1.01 - 1e-4:
        return ""
    return f"The deviation of {name.replace('_', ' ')} is larger than from its minimum to its maximum."


def contradicted(done: float, duration: float, slack: float, rate: float, rate_slack: float) -> str:
    """A sentence if `done` requests in `duration` ± `slack` seconds are not `rate` ± `rate_slack` per second."""
    if not agrees(done, duration, slack, rate, rate_slack):
        return f"{done:,.0f} requests in {duration:g} s are {done / duration:.2f} per second, but {rate:g} are printed."
    return ""


def agrees(done: float, duration: float, slack: float, rate: float, rate_slack: float) -> bool:
    """Requests over time is the rate, as far as the printed digits can tell."""
    if duration <= 0:
        return True
    fastest = done / (duration - slack) if duration > slack else float("inf")
    return done / (duration + slack) - rate_slack <= rate <= fastest + rate_slack


def check(measured: Measured, names: Sequence[str] = ("latency",)) -> None:
    """The doubts that every tool's numbers can raise."""
    measured.doubt(falling(measured))
    for name in names:
        measured.doubt(unordered(measured, name))
        measured.doubt(too_wide(measured, name))


def as_far_as_possible(entry: Record | Problem) -> Record | Problem:
    """A run of any tool with a caveat for what cannot be negative and is; anything else as it is."""
    if not isinstance(entry, RunRecord) or not any(number.value < 0 for number in entry.measurements):
        return entry
    names = sorted({number.metric for number in entry.measurements if number.value < 0})
    return replace(entry, caveats=(*entry.caveats, NEGATIVE.format(", ".join(names))))
