"""Measurements of a report -> sentences about what contradicts itself in them. No number is changed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ingest.formats.kit.measured import Measured

PERCENTILE = "latency_p"
FALLING = "The percentiles fall although they can only rise."


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
