"""A run's latencies on one line, as its key figures show them: the body, the tail, the mean. Pure; without a script.

Places are shares of the width, so that the drawing fits any and its words are never stretched. The line is logarithmic
where the longest is so far out that nothing else could be seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from benchdb.domain.units import shown, significant
from frontend.charts.distribution import share

END = 96.0  #: per cent of the width at which the longest stands
FAR = 30  #: times the median; what lies farther out needs a logarithmic line
STEPS = (1, 2, 5, 10)
MOST_TICKS = 5
BODY = (0.5, 0.99)  #: the shares of requests that its ends stand for


@dataclass(frozen=True, slots=True)
class LatencyLine:
    begin: float  #: of the body, in per cent of the width
    end: float
    longest: float
    mean: float | None
    ticks: tuple[tuple[float, str], ...]
    words: str  #: `p50 2.1 ms · p99 14 ms · longest 230 ms`
    is_log: bool


@dataclass(frozen=True, slots=True)
class Scale:
    least: float  #: seconds at the left; 0 of a linear one
    most: float

    def place(self, seconds: float) -> float:
        if not self.least:
            return round(END * seconds / self.most, 2)
        part = math.log(max(seconds, self.least) / self.least) / math.log(self.most / self.least)
        return round(END * part, 2)

    def ticks(self) -> list[float]:
        """Round moments from one end to the other."""
        if self.least:
            decades = range(round(math.log10(self.least)), math.floor(math.log10(self.most)) + 1)
            every = -(-len(decades) // MOST_TICKS)
            return [10.0**power for power in decades[::every]]
        size = 10.0 ** math.floor(math.log10(self.most))
        step = next(part for ten in (size / 10, size) for part in (ten * one for one in STEPS) if self.fits(part))
        return [step * place for place in range(math.floor(self.most / step + 1e-9) + 1)]

    def fits(self, step: float) -> bool:
        return self.most / step + 1 <= MOST_TICKS + 1


def latency_line(values: Mapping[str, float], mean: float | None, resolution: float) -> LatencyLine | None:
    """`values`: metric -> seconds. None without a middle, a tail and a longest that is above nothing.

    `resolution`: what the tool prints as 0 lies below it, and another number up to half of it below or above.
    """
    parts = percentiles(values)
    low, tails = parts.get(BODY[0]), [part for part in parts if BODY[0] < part <= BODY[1]]
    longest = values.get("latency_max", parts.get(1.0))
    if low is None or not tails or not longest:
        return None
    tail = max(tails)
    high = max(parts[tail], min(parts[tail] + resolution / 2, longest), resolution)
    most = max(longest, high, mean or 0.0)
    begin = low - resolution / 2 if low >= resolution else 0.0
    is_log = most > FAR * max(low, resolution) > 0
    least = begin or max(low, resolution)
    scale = Scale(10.0 ** math.floor(math.log10(least) + 1e-9) if is_log else 0.0, most)
    named = ((f"p{100 * BODY[0]:g}", low), (f"p{100 * tail:g}", parts[tail]), ("longest", longest))
    return LatencyLine(
        scale.place(begin),
        scale.place(high),
        scale.place(longest),
        None if mean is None else scale.place(mean),
        tuple((scale.place(tick), shown(tick, "s") if tick else "0") for tick in scale.ticks()),
        " · ".join(f"{name} {duration(seconds, resolution)}" for name, seconds in named),
        is_log,
    )


def percentiles(values: Mapping[str, float]) -> dict[float, float]:
    """Share of requests that were faster -> seconds."""
    parts = {part: seconds for name, seconds in values.items() if (part := share(name)) is not None}
    return ({BODY[0]: values["latency_median"]} if "latency_median" in values else {}) | parts


def duration(seconds: float, resolution: float) -> str:
    below = resolution and seconds < resolution
    return f"< {shown(resolution, 's')}" if below else significant(seconds, "s")
