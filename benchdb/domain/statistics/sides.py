"""The two sides of a comparison, with what is known of the time at which their runs were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.metrics import Better

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Side:
    """The runs of one cell, in the order of their trials."""

    values: Sequence[float]
    sittings: Sequence[float | None] = ()  #: the number of each run's sitting; nan or None, or () = unknown
    starts: Sequence[float | None] = ()  #: seconds, of each run; nan or None, or () = unknown

    durations: Sequence[float] = ()  #: seconds, of each run; nan = unknown, () = of none known

    @cached_property
    def numbers(self) -> Floats:
        """The values as an array."""
        return np.asarray(self.values, float)

    @cached_property
    def times(self) -> Floats:
        """The starts as an array."""
        return np.asarray(self.starts, float)

    @cached_property
    def lasted(self) -> Floats:
        """The durations as an array."""
        return np.asarray(self.durations, float) if len(self.durations) else np.full(len(self.values), np.nan)

    @cached_property
    def lowest(self) -> float:
        return float(np.min(self.numbers))

    @cached_property
    def knows_sittings(self) -> bool:
        return is_known(np.asarray(self.sittings, float), len(self.values))

    @cached_property
    def knows_starts(self) -> bool:
        return is_known(self.times, len(self.values))

    @property
    def assumes_sittings(self) -> bool:
        """Whether its sittings go by what the runs came in, as not every start is known."""
        return self.knows_sittings and not self.knows_starts

    @cached_property
    def _sorted(self) -> tuple[Floats, Ints, Floats]:
        """(the sittings, where the values of each begin, the values: rising within each)"""
        sittings = np.asarray(self.sittings, float)
        order = np.lexsort((self.numbers, sittings))
        rising = sittings[order]
        begins = np.flatnonzero(np.append(True, rising[1:] != rising[:-1])) if len(rising) else order
        return rising[begins], begins, self.numbers[order]

    @cached_property
    def own_sittings(self) -> frozenset[float]:
        return frozenset(self._sorted[0].tolist())

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
        _, begins, values = self._sorted
        counts = np.diff(begins, append=len(values))
        low, high = values[begins + (counts - 1) // 2], values[begins + counts // 2]
        return np.where(counts % 2 == 1, low, (low + high) / 2)

    @cached_property
    def logarithms_of_sittings(self) -> Floats:
        """Those of the medians, which must be positive."""
        return np.log(self.medians_of_sittings)


def is_known(column: Floats, runs: int) -> bool:
    return len(column) == runs and not np.isnan(column).any()


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
        return self.here.lowest > 0 and self.there.lowest > 0

    def centres(self) -> tuple[Floats, Floats]:
        """Each side's sittings, each as the median of its runs; logarithms where all values are positive."""
        if self.is_positive:
            return self.here.logarithms_of_sittings, self.there.logarithms_of_sittings
        return self.here.medians_of_sittings, self.there.medians_of_sittings
