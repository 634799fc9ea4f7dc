"""Throughput over load -> where it bends, and where it falls. Pure.

The knee is Kneedle's (Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a Kneedle in a Haystack"): with load and
throughput scaled to 0..1, the point that lies highest above the diagonal. It is sought up to the load of the highest
throughput held, so that a collapse further on does not pull it there.
The fall is the single step down that leaves the least squares (Hinkley 1970), sought from the knee on.
Both are measured loads: between two of them nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from cachetools import LRUCache

from benchdb.domain.columns import Ints
from benchdb.domain.statistics.aggregations import Aggregation
from benchdb.questions.scaling.fit import Pair
from benchdb.questions.scaling.laws import Array
from benchdb.questions.scaling.measured_shape import FLAT
from benchdb.questions.scaling.resample import Basis, Drawn, Range, Sample, basis, digest, resampled, spread

NONE = -1  #: no point
FEWEST = 4  #: loads, below which nothing is said of a knee
FALL = 0.1  #: a step down by less than this share is no fall
SENSITIVITY = 0.5  #: Kneedle's S; a smaller one finds a knee among fewer points, a larger one is more cautious


@dataclass(frozen=True, slots=True)
class Knee:
    """The load from which more load brings less than before."""

    load: float
    below: float  #: the measured load before it
    above: float  #: the one after it; itself where it is the last
    how: Basis = "none"
    within: Range | None = None  #: over the resamples
    share: float | None = None  #: of the resamples that have a knee at all


@dataclass(frozen=True, slots=True)
class Fall:
    """A step down: the last load that holds, and the next one, which does not."""

    holds: float
    fails: float
    change: float  #: of throughput from the one to the other; negative
    how: Basis = "none"
    within: Range | None = None  #: from the lowest holding to the highest failing load over the resamples
    share: float | None = None  #: of the resamples that fall at all


def kneedles(x: Array, ys: Array) -> Ints:
    """Which point is the knee of each rising, flattening curve ys[curve, point]; NONE where it does not flatten.

    Nor where it has not risen up to there: noise bends a flat curve, too.
    """
    count = len(x)
    low, high = ys.min(axis=1), ys.max(axis=1)
    if count < 3:
        return np.full(len(ys), NONE)
    with np.errstate(divide="ignore", invalid="ignore"):
        above = (ys - low[:, None]) / (high - low)[:, None] - (x - x[0]) / (x[-1] - x[0])
    highest = np.argmax(above, axis=1)
    top = above[np.arange(len(ys)), highest]
    threshold = top - SENSITIVITY * float(np.mean(np.diff(x))) / (x[-1] - x[0])
    is_beyond = np.arange(count) >= highest[:, None]
    drops = ((above < threshold[:, None]) & is_beyond).any(axis=1)
    rises = ys[:, 0] < (1 - FLAT) * ys[np.arange(len(ys)), highest]
    flattens = rises & (highest > 0) & (highest < count - 1) & (top > 0) & drops
    return np.where(flattens, highest, NONE)


def steps_down(ys: Array) -> Ints:
    """After which point each curve steps down; NONE where it does not, or by less than FALL."""
    falls, count = np.full(len(ys), NONE), ys.shape[1]
    if count < 2:
        return falls
    sides = ((ys[:, :step], ys[:, step:]) for step in range(1, count))
    squares = [one.var(axis=1) * one.shape[1] + other.var(axis=1) * other.shape[1] for one, other in sides]
    steps = np.argmin(squares, axis=0) + 1
    for step, rows in alike(steps):
        some = ys[rows]
        before, after = some[:, :step].mean(axis=1), some[:, step:].mean(axis=1)
        is_fall = (after < (1 - FALL) * before) & (some[:, step] < some[:, step - 1])
        falls[rows[is_fall]] = step - 1
    return falls


def shapes(x: Array, ys: Array) -> tuple[Ints, Ints]:
    """(which point is the knee, after which one throughput falls) of each curve ys[curve, point]; NONE: there is none.

    Those that are done rising at the same point, and those that are sought from the same one, are sought together.
    """
    knees, falls = np.full(len(ys), NONE), np.full(len(ys), NONE)
    if len(x) < FEWEST:
        return knees, falls
    rises = held(ys)
    for rise, rows in alike(rises):
        knees[rows] = kneedles(x[: rise + 1], ys[rows][:, : rise + 1])
    begins = np.where(knees == NONE, np.minimum(rises, np.argmax(ys, axis=1)), knees)
    for begin, rows in alike(begins):
        steps = steps_down(ys[rows][:, begin:])
        falls[rows] = np.where(steps == NONE, NONE, begin + steps)
    return knees, falls


def alike(numbers: Ints) -> Iterator[tuple[int, Ints]]:
    """(a number, where it stands) of each."""
    return ((number, np.flatnonzero(numbers == number)) for number in np.unique(numbers).tolist())


def held(ys: Array) -> Ints:
    """The last point of each curve that is within FALL of its highest throughput: it is done rising there."""
    is_high = ys >= (1 - FALL) * ys.max(axis=1, keepdims=True)
    return np.asarray(ys.shape[1] - 1 - np.argmax(is_high[:, ::-1], axis=1))


Placed = tuple[Knee | None, Fall | None]


CURVES = 1_000  #: that are remembered, by digest of the runs: pages ask for the same ones again and again
REMEMBERED, REMEMBERING = LRUCache[bytes, Placed](CURVES), Lock()


def knees_and_falls(curves: Sequence[Sequence[Sample]], aggregation: Aggregation) -> list[Placed]:
    """Of each curve; those that nobody has asked for lately are sought together."""
    keys = [digest(samples, aggregation) for samples in curves]
    with REMEMBERING:
        made = {key: placed for key in keys if (placed := REMEMBERED.get(key)) is not None}
    fresh = {key: samples for key, samples in zip(keys, curves, strict=True) if key not in made}
    made |= zip(fresh, placed_anew([*fresh.values()], aggregation), strict=True)
    with REMEMBERING:
        REMEMBERED.update(made)
    return [made[key] for key in keys]


def placed_anew(curves: Sequence[Sequence[Sample]], aggregation: Aggregation) -> list[Placed]:
    """Of each curve; those that were measured at the same loads together."""
    points = [sorted((sample.n, float(aggregation.of(sample.values))) for sample in samples) for samples in curves]
    bases = [basis(samples, FEWEST) for samples in curves]
    enough = [index for index, own in enumerate(points) if len(own) >= FEWEST]
    drawn = [[measured(points[index]), *resampled(curves[index], aggregation, bases[index])] for index in enough]
    made = list[Placed]([(None, None)] * len(curves))
    for index, (own, *others) in zip(enough, shaped(drawn), strict=True):
        elsewhere, knee, fall = Elsewhere.of(others), int(own.knees[0]), int(own.falls[0])
        made[index] = (
            None if knee == NONE else located(points[index], knee, bases[index], elsewhere),
            None if fall == NONE else fallen(points[index], fall, bases[index], elsewhere),
        )
    return made


def measured(points: Sequence[Pair]) -> Drawn:
    n, y = np.array(points, float).T
    return Drawn(n, y[None])


@dataclass(frozen=True, slots=True)
class Shaped:
    """Curves over the same loads, with their knees and falls."""

    n: Array
    knees: Ints
    falls: Ints


def shaped(drawn: Sequence[Sequence[Drawn]]) -> list[list[Shaped]]:
    """The same lists, with the shapes of their curves: all curves over the same loads are looked at together."""
    alike: dict[bytes, list[Drawn]] = {}
    for curves in (curves for group in drawn for curves in group):
        alike.setdefault(curves.n.tobytes(), []).append(curves)
    made: dict[int, Shaped] = {}
    for members in alike.values():
        knees, falls = shapes(members[0].n, np.concatenate([curves.ys for curves in members]))
        ends = np.cumsum([len(curves.ys) for curves in members])[:-1]
        for curves, *own in zip(members, np.split(knees, ends), np.split(falls, ends), strict=True):
            made[id(curves)] = Shaped(curves.n, *own)
    return [[made[id(curves)] for curves in group] for group in drawn]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where other samples put knees and falls."""

    total: int  #: of the curves
    knees: Sequence[float]  #: loads
    holds: Sequence[float]
    fails: Sequence[float]

    @classmethod
    def of(cls, drawn: Sequence[Shaped]) -> Elsewhere:
        knees, holds, fails = list[float](), list[float](), list[float]()
        for curves in drawn:
            bends, last = curves.knees, curves.falls
            knees += curves.n[bends[bends != NONE]].tolist()
            holds += curves.n[last[last != NONE]].tolist()
            fails += curves.n[last[last != NONE] + 1].tolist()
        return cls(sum(len(curves.knees) for curves in drawn), knees, holds, fails)

    def share(self, loads: Sequence[float]) -> float | None:
        return len(loads) / self.total if self.total else None


def located(points: Sequence[Pair], index: int, how: Basis, elsewhere: Elsewhere) -> Knee:
    loads = [load for load, _ in points]
    return Knee(
        load=loads[index],
        below=loads[index - 1],
        above=loads[min(index + 1, len(loads) - 1)],
        how=how,
        within=spread(elsewhere.knees, how),
        share=elsewhere.share(elsewhere.knees),
    )


def fallen(points: Sequence[Pair], index: int, how: Basis, elsewhere: Elsewhere) -> Fall:
    low, high = spread(elsewhere.holds, how), spread(elsewhere.fails, how)
    return Fall(
        holds=points[index][0],
        fails=points[index + 1][0],
        change=points[index + 1][1] / points[index][1] - 1,
        how=how,
        within=Range(low.low, high.high) if low and high else None,
        share=elsewhere.share(elsewhere.holds),
    )
