"""The two sides of a comparison, with what is known of the time at which their runs were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.metrics import Better

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Side:
    """The runs of one cell, in the order of their trials."""

    values: Sequence[float]
    sittings: Sequence[float | None] = ()  #: the number of each run's sitting; nan or None, or () = unknown
    starts: Sequence[float | None] = ()  #: seconds, of each run; nan or None, or () = unknown

    @cached_property
    def knows_sittings(self) -> bool:
        return is_known(self.sittings, len(self.values))

    @cached_property
    def knows_starts(self) -> bool:
        return is_known(self.starts, len(self.values))

    @cached_property
    def own_sittings(self) -> frozenset[float]:
        return frozenset(np.unique(np.array(self.sittings, float)).tolist())

    @property
    def by_sitting(self) -> dict[float, Floats]:
        """Sitting -> the values of its runs."""
        sittings, values = np.array(self.sittings, float), np.array(self.values, float)
        order = np.argsort(sittings, kind="stable")
        numbers, begins = np.unique(sittings[order], return_index=True)
        return dict(zip(numbers.tolist(), np.split(values[order], begins[1:]), strict=True))

    @cached_property
    def medians_of_sittings(self) -> Floats:
        """The median of each sitting's runs, in the order of the sittings: of all at once, however many there are."""
        sittings, values = np.array(self.sittings, float), np.array(self.values, float)
        order = np.lexsort((values, sittings))
        _, begins, counts = np.unique(sittings[order], return_index=True, return_counts=True)
        low, high = values[order[begins + (counts - 1) // 2]], values[order[begins + counts // 2]]
        return np.where(counts % 2 == 1, low, (low + high) / 2)


def is_known(column: Sequence[float | None], runs: int) -> bool:
    return len(column) == runs and not np.isnan(np.array(column, float)).any()


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
    def pair(self) -> tuple[Sequence[float], Sequence[float]]:
        return self.here.values, self.there.values

    @property
    def is_positive(self) -> bool:
        return bool(np.min(self.here.values) > 0 and np.min(self.there.values) > 0)

    def centres(self) -> tuple[list[float], list[float]]:
        """Each side's sittings, each as the median of its runs; logarithms where all values are positive."""
        here, there = (side.medians_of_sittings for side in (self.here, self.there))
        return ([*np.log(here)], [*np.log(there)]) if self.is_positive else (here.tolist(), there.tolist())
