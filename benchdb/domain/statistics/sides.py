"""The two sides of a comparison, with what is known of the time at which their runs were made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.columns import fingerprint, floats
from benchdb.domain.metrics import Better

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

AT_ONCE = 4_000  #: numbers that are sorted at one go


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
        return floats(self.values)

    @cached_property
    def times(self) -> Floats:
        """The starts as an array."""
        return floats(self.starts)

    @cached_property
    def lasted(self) -> Floats:
        """The durations as an array."""
        return floats(self.durations) if len(self.durations) else np.full(len(self.values), np.nan)

    @cached_property
    def digest(self) -> bytes:
        """Of all that is known of its runs."""
        times = {"sittings": floats(self.sittings), "starts": self.times, "durations": floats(self.durations)}
        return fingerprint([("values", self.numbers), *times.items()])

    @cached_property
    def lowest(self) -> float:
        return float(np.min(self.numbers))

    @cached_property
    def knows_sittings(self) -> bool:
        return is_known(floats(self.sittings), len(self.values))

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
        sittings = floats(self.sittings)
        order = np.lexsort((self.numbers, sittings))
        rising = sittings[order]
        begins = np.flatnonzero(np.append(True, rising[1:] != rising[:-1])) if len(rising) else order
        return rising[begins], begins, self.numbers[order]

    @cached_property
    def own_sittings(self) -> Floats:
        """Each once, rising."""
        return self._sorted[0]

    @cached_property
    def by_sitting(self) -> dict[float, Floats]:
        """Sitting -> the values of its runs."""
        sittings, values = np.array(self.sittings, float), np.array(self.values, float)
        order = np.argsort(sittings, kind="stable")
        sittings, values = sittings[order], values[order]
        begins = np.flatnonzero(np.append(True, sittings[1:] != sittings[:-1])) if len(sittings) else order
        ends = zip(begins.tolist(), [*begins[1:].tolist(), len(values)], strict=True)
        return dict(zip(sittings[begins].tolist(), (values[low:high] for low, high in ends), strict=True))

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

    @cached_property
    def centre(self) -> Centre:
        """Of its sittings' medians."""
        return centre_of(self.medians_of_sittings)

    @cached_property
    def centre_of_logarithms(self) -> Centre:
        return centre_of(self.logarithms_of_sittings)


@dataclass(frozen=True, slots=True)
class Centre:
    """Of a side's sittings, each as one number."""

    mean: float
    squares: float  #: the sum of the squared distances from it
    sittings: int


def centre_of(numbers: Floats) -> Centre:
    return Centre(float(np.mean(numbers)), float(np.var(numbers)) * len(numbers), len(numbers))


def compute_together(sides: Iterable[Side]) -> None:
    """Fill in what is computed once of each side, of all at once: as quick for a thousand small sides as for a few."""
    known = [side for side in {id(side): side for side in sides}.values() if len(side.sittings) == len(side.values)]
    some, numbers = list[Side](), 0
    for side in known:
        if len(side.values) and "knows_sittings" not in side.__dict__:
            some, numbers = [*some, side], numbers + len(side.values)
        if numbers >= AT_ONCE:
            compute_some(some)
            some, numbers = [], 0
    if some:
        compute_some(some)


def compute_some(fresh: Sequence[Side]) -> None:
    """Of as many sides as a processor keeps close."""
    counts = np.array([len(side.values) for side in fresh])
    owner, begins = np.repeat(np.arange(len(fresh)), counts), np.cumsum(counts) - counts
    values = np.concatenate([side.numbers for side in fresh])
    sittings = np.concatenate([floats(side.sittings) for side in fresh])
    is_known = ~np.logical_or.reduceat(np.isnan(sittings), begins)
    lowest = np.minimum.reduceat(values, begins)
    for side, least, is_so in zip(fresh, lowest.tolist(), is_known.tolist(), strict=True):
        side.__dict__.update(lowest=least, knows_sittings=is_so)
    look_for_starts([side for side in fresh if len(side.starts) == len(side.values)])
    some = is_known[owner]
    compute_centres(fresh, owner[some], sittings[some], values[some])


def look_for_starts(sides: Sequence[Side]) -> None:
    if not sides:
        return
    counts = np.array([len(side.starts) for side in sides])
    is_unknown = np.isnan(np.concatenate([side.times for side in sides]))
    some_unknown = np.logical_or.reduceat(is_unknown, np.cumsum(counts) - counts)
    for side, is_so in zip(sides, (~some_unknown).tolist(), strict=True):
        side.__dict__["knows_starts"] = is_so


def compute_centres(sides: Sequence[Side], owner: Ints, sittings: Floats, values: Floats) -> None:
    """The sittings' medians of the sides that own some values, and what is asked of these."""
    if not len(values):
        return
    order = np.lexsort((values, sittings, owner))
    owner, sittings, values = owner[order], sittings[order], values[order]
    is_first = np.append(True, (sittings[1:] != sittings[:-1]) | (owner[1:] != owner[:-1]))
    begins = np.flatnonzero(is_first)
    runs = np.diff(begins, append=len(values))
    low, high = values[begins + (runs - 1) // 2], values[begins + runs // 2]
    medians, numbers = np.where(runs % 2 == 1, low, (low + high) / 2), sittings[begins]
    ends = np.searchsorted(owner[begins], np.arange(len(sides) + 1))
    own = {place: slice(ends[place], ends[place + 1]) for place in np.unique(owner).tolist()}
    for place, part in own.items():
        sides[place].__dict__.update(own_sittings=numbers[part], medians_of_sittings=medians[part])
    fill_centres([sides[place] for place in own], "medians_of_sittings", "centre")
    positive = [sides[place] for place in own if sides[place].lowest > 0]
    fill_centres(positive, "logarithms_of_sittings", "centre_of_logarithms")


def fill_centres(sides: Sequence[Side], of: str, name: str) -> None:
    """Those of equally many sittings together."""
    alike: dict[int, list[tuple[Side, Floats]]] = {}
    for side in sides:
        numbers = getattr(side, of)
        alike.setdefault(len(numbers), []).append((side, numbers))
    for count, members in alike.items():
        rows = np.stack([numbers for _, numbers in members])
        pairs = zip(rows.mean(axis=1).tolist(), (rows.var(axis=1) * count).tolist(), strict=True)
        for (side, _), (mean, squares) in zip(members, pairs, strict=True):
            side.__dict__[name] = Centre(mean, squares, count)


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
    delta: float | None = None  #: Cliff's, where it is known already

    @property
    def digest(self) -> bytes:
        """Of all that its judgement depends on, but for whom it is judged with."""
        sides = self.here.digest, self.there.digest
        return fingerprint((), (*sides, self.better, self.is_comparable, self.margin, self.noise, self.delta))

    @property
    def pair(self) -> tuple[Sequence[float], Sequence[float]]:
        return self.here.values, self.there.values

    @property
    def is_positive(self) -> bool:
        return self.here.lowest > 0 and self.there.lowest > 0

    @property
    def is_all_equal(self) -> bool:
        """Whether every run of both sides is the same number."""
        here, there = self.here.numbers, self.there.numbers
        return bool((here == here[0]).all() and (there == here[0]).all())

    @property
    def is_in_blocks(self) -> bool:
        """Whether every run of one side is known to have begun before every run of the other."""
        here, there = self.here, self.there
        if not (here.knows_starts and there.knows_starts):
            return False
        return bool(here.times.max() < there.times.min() or there.times.max() < here.times.min())

    def centres(self) -> tuple[Floats, Floats]:
        """Each side's sittings, each as the median of its runs; logarithms where all values are positive."""
        if self.is_positive:
            return self.here.logarithms_of_sittings, self.there.logarithms_of_sittings
        return self.here.medians_of_sittings, self.there.medians_of_sittings

    def sides_centres(self) -> tuple[Centre, Centre]:
        """What these come to, each side's."""
        if self.is_positive:
            return self.here.centre_of_logarithms, self.there.centre_of_logarithms
        return self.here.centre, self.there.centre
