"""The trials of a setup on one line, with one of them marked. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from benchdb.domain.metrics import metric
from benchdb.domain.units import decimals, significant

LEFT, RIGHT = 40.0, 680.0  #: of the line, in a box of 720


@dataclass(frozen=True, slots=True)
class Dot:
    run: int
    x: float
    text: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class TrialStrip:
    """Where each trial lies between the lowest and the highest."""

    title: str  #: of the metric
    place: int  #: of the marked run, the highest being 1
    percent: str  #: from the median, without a sign
    dots: tuple[Dot, ...]  #: the marked one last, so that it is drawn above
    lowest: str
    highest: str
    counts: bool  #: whether the marked run does; else it is set against the others alone

    @property
    def own(self) -> Dot:
        return self.dots[-1]


def trial_strip(values: Mapping[int, float], run: int, metric_name: str, *, counts: bool = True) -> TrialStrip | None:
    """`values`: run -> its number. None where there is nothing to set this run against."""
    if run not in values or len(values) < 2:
        return None
    low, high = min(values.values()), max(values.values())
    middle = median(value for one, value in values.items() if counts or one != run)
    unit, span = metric(metric_name).unit, (high - low) or 1.0
    dots = [
        Dot(one, round(LEFT + (value - low) / span * (RIGHT - LEFT), 1), significant(value, unit, 4), one == run)
        for one, value in values.items()
    ]
    return TrialStrip(
        metric(metric_name).title,
        sum(value > values[run] for value in values.values()) + 1,
        decimals(100 * abs(values[run] / middle - 1), 1) if middle else "0",
        tuple(sorted(dots, key=lambda dot: dot.is_own)),
        significant(low, unit),
        significant(high, unit),
        counts,
    )
