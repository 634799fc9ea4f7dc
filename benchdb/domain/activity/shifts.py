"""A lasting change during the load: when a recorded series goes from one level to another, and stays there. Pure.

It describes and tests nothing. A change counts where it is plain: every sample before it lies on one side of every
sample behind it, at least as far away as either side is wide, and by a fifth at least. Noise around one level cannot
look like that; a slow rise does not, for its sides are as wide as what lies between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from benchdb.domain.activity.panels import Series
from benchdb.domain.activity.series import Floats, Window, inside

FEWEST = 3  #: samples on either side
FACTOR = 1.2  #: between the nearest samples of both sides


@dataclass(frozen=True, slots=True)
class Shift:
    name: str
    second: float  #: the end of the last sample before it
    before: float  #: median
    after: float

    @property
    def rises(self) -> bool:
        return self.after > self.before

    @property
    def ratio(self) -> float:
        """How many times the higher level is the lower one."""
        low, high = sorted((self.before, self.after))
        return high / low if low > 0 else np.inf


def shift(name: str, series: Series, load: tuple[float, float]) -> Shift | None:
    """The plainest change of level among the samples that lie in the load; None without one."""
    times, values = series
    kept = inside(times, Window(*load)) & np.isfinite(values)
    times, values = times[kept], values[kept]
    if len(values) < 2 * FEWEST:
        return None
    gaps = gaps_at(values)
    place = int(np.argmax(gaps))
    if gaps[place] <= 0:
        return None
    cut = place + FEWEST
    return Shift(name, float(times[cut - 1]), float(np.median(values[:cut])), float(np.median(values[cut:])))


def gaps_at(values: Floats) -> Floats:
    """How far apart both sides are with the first FEWEST, FEWEST + 1, … samples on one; 0 where that is not plain."""
    low, high = np.minimum.accumulate(values), np.maximum.accumulate(values)
    low_after, high_after = np.minimum.accumulate(values[::-1])[::-1], np.maximum.accumulate(values[::-1])[::-1]
    before, after = slice(FEWEST - 1, len(values) - FEWEST), slice(FEWEST, len(values) - FEWEST + 1)
    up, down = low_after[after] - high[before], low[before] - high_after[after]
    gap = np.maximum(up, down)
    nearest = np.where(up > down, high[before], high_after[after])
    wide = np.maximum(high[before] - low[before], high_after[after] - low_after[after])
    is_plain = (gap > 0) & (gap >= wide) & (gap >= (FACTOR - 1) * nearest)
    gaps: Floats = np.where(is_plain, gap, 0.0)
    return gaps


def together(shifts: Iterable[Shift], near: float) -> list[Shift]:
    """The largest change and those that came with it, no more than `near` seconds apart."""
    by_size = sorted(shifts, key=lambda one: -one.ratio)
    return [one for one in by_size if abs(one.second - by_size[0].second) <= near]
