"""One series, in parts: its window, its summary, its picture. Pure.

A sample of sysstat at time t is the mean of (t - step, t]; so the samples of a window are those whose whole interval
lies in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RAMP_UP = 0.1  #: of the load window; what is measured while the load still rises is left out
LONGEST_RAMP_UP = 30.0  #: seconds
GAP = 3.0  #: times the usual step between two samples: more is a hole that no line crosses


@dataclass(frozen=True, slots=True)
class Window:
    """The time a run was under load, in seconds since the epoch."""

    start: float
    end: float

    @property
    def settled(self) -> Window:
        """The window without the ramp-up."""
        return Window(self.start + min(RAMP_UP * (self.end - self.start), LONGEST_RAMP_UP), self.end)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the samples of a window say."""

    mean: float
    median: float
    mad: float  #: median absolute deviation from the median
    low: float
    high: float
    samples: int


def usual_step(times: Floats) -> float:
    """Median distance of the samples in seconds; 0 for fewer than two."""
    return float(np.median(np.diff(times))) if len(times) > 1 else 0.0


def inside(times: Floats, window: Window) -> NDArray[np.bool_]:
    """Which samples lie in `window` with their whole interval."""
    steps = np.diff(times, prepend=times[0] - usual_step(times)) if len(times) else times
    whole: NDArray[np.bool_] = (times - steps >= window.start - 1e-6) & (times <= window.end + 1e-6)
    return whole


def summary(values: Floats) -> Summary | None:
    """Of the values that are numbers; None if there are none."""
    values = values[np.isfinite(values)]
    if not len(values):
        return None
    median = float(np.median(values))
    return Summary(
        mean=float(values.mean()),
        median=median,
        mad=float(np.median(np.abs(values - median))),
        low=float(values.min()),
        high=float(values.max()),
        samples=len(values),
    )


def min_max(times: Floats, values: Floats, most: int) -> tuple[Floats, Floats]:
    """At most about `most` points that look the same: of each stretch of time its lowest and highest value, in order.

    No peak is lost, which a mean would do. A stretch without a number stays a hole (NaN).
    """
    if len(times) <= most:
        return times, values
    kept = []
    for piece in stretches(times, max(most // 2, 1)):
        part = values[piece]
        numbers = np.flatnonzero(np.isfinite(part))
        if not len(numbers):
            kept.append(piece.start)
            continue
        low, high = numbers[np.argmin(part[numbers])], numbers[np.argmax(part[numbers])]
        kept += sorted({piece.start + int(low), piece.start + int(high)})
    return times[kept], values[kept]


def means(times: Floats, values: Floats, most: int) -> tuple[Floats, Floats]:
    """At most `most` points: the mean of each stretch of time, at its end. Means of parts add up to the whole's."""
    if len(times) <= most:
        return times, values
    pieces = stretches(times, most)
    with np.errstate(invalid="ignore"):
        averages = [np.nanmean(values[piece]) if np.isfinite(values[piece]).any() else np.nan for piece in pieces]
    return times[[piece.stop - 1 for piece in pieces]], np.array(averages)


def stretches(times: Floats, count: int) -> list[slice]:
    """The samples in at most `count` stretches of equal time; empty ones are left out."""
    bounds = np.searchsorted(times, np.linspace(times[0], times[-1], count + 1)[1:-1], side="right")
    edges = [0, *bounds.tolist(), len(times)]
    return [slice(a, b) for a, b in pairwise(edges) if b > a]


def holes(times: Floats) -> Floats:
    """The moments at which the recording stops for longer than GAP usual steps."""
    step = usual_step(times)
    wide = np.flatnonzero(np.diff(times) > max(GAP * step, 1e-9))
    moments: Floats = times[wide] + step
    return moments if step else times[:0]


def with_holes(times: Floats, values: Floats, moments: Floats) -> tuple[Floats, Floats]:
    """NaN put in at each moment of `at`, so that no line is drawn across a hole."""
    places = np.searchsorted(times, moments)
    return np.insert(times, places, moments), np.insert(values, places, np.nan)
