"""The two sides of a comparison, with what is known of the time at which their runs were made."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from benchdb.domain.metrics import Better


@dataclass(frozen=True, slots=True)
class Side:
    """The runs of one cell, in the order of their trials."""

    values: tuple[float, ...]
    sittings: tuple[int | None, ...] = ()  #: the sitting of each run; () = unknown
    starts: tuple[float | None, ...] = ()  #: seconds, of each run; () = unknown

    @property
    def knows_sittings(self) -> bool:
        return len(self.sittings) == len(self.values) and None not in self.sittings

    @property
    def knows_starts(self) -> bool:
        return len(self.starts) == len(self.values) and None not in self.starts

    @property
    def by_sitting(self) -> dict[int | None, list[float]]:
        groups: dict[int | None, list[float]] = defaultdict(list)
        for value, sitting in zip(self.values, self.sittings, strict=True):
            groups[sitting].append(value)
        return groups


@dataclass(frozen=True, slots=True)
class SittingNoise:
    """How far apart a machine's sittings lie, in general: from setups that were measured in several."""

    deviation: float  #: standard deviation of the sittings' centres, as a share of their value
    freedom: int  #: sittings beyond the first of each setup


@dataclass(frozen=True, slots=True)
class Contrast:
    """One cell against its baseline: all that a verdict is made from."""

    here: Side
    there: Side
    better: Better = "neither"
    is_comparable: bool = True
    margin: float = 0.0  #: within which both count as the same, a fraction; 0 = not asked
    noise: SittingNoise | None = None  #: of the machine, for this metric

    @property
    def pair(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return self.here.values, self.there.values

    @property
    def is_positive(self) -> bool:
        return min(*self.here.values, *self.there.values) > 0

    def centres(self) -> tuple[list[float], list[float]]:
        """Each side's sittings, each as the median of its runs; logarithms where all values are positive."""
        here, there = (
            [float(np.median(values)) for values in side.by_sitting.values()] for side in (self.here, self.there)
        )
        return ([*np.log(here)], [*np.log(there)]) if self.is_positive else (here, there)
