"""A level that comes and is gone again within a part: how strongly it stands out, how likely by chance. Pure.

One split of such a part has a mixture on one side, and may be no change at all. So runs within are set against all runs
around them (an epidemic change: Levin and Kline 1985; circular binary segmentation: Olshen et al. 2004), by the same
strength of ranks as a split, and over the same random orders. It is a second look at the same runs, and pays for it:
its p counts WEIGHT times. Runs that resemble their neighbours wander off and come back: the difference must also stand
beside as much of that as there may well be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE, welch
from benchdb.domain.statistics.ranks import ranks as ranks_of
from benchdb.questions.history.level_changes import rarity
from benchdb.questions.history.level_changes.chance import Counting, Ranks, Screen, orders
from benchdb.questions.history.level_changes.resemblance import MOST_RESEMBLANCE, RESEMBLANCE, share_by_steps
from benchdb.questions.history.level_changes.split_strength import Part, candidates
from benchdb.questions.history.level_changes.strengths import DIGITS, TINY, Array, Ints, of_sums
from benchdb.questions.history.level_changes.unequal_noise import welch_p

WEIGHT = 20.0  #: times that its p counts: at most 0.25% of histories without a change get one by this search
MOST_PAIRS = 800  #: of a beginning and an end, up to which all are tried; of more, lengths and beginnings in steps
LONGER = 1.25  #: each length over the one before it
IN_LENGTH = 6  #: beginnings to try within a length
FAR, TO_DEVIATION = 4.0, 1.4826  #: deviations, beyond which a run counts as that far; one of a normal over its median
TRIED = 50  #: of the stretches that stand out most
NEARER = 0.9  #: of a split's distances from the medians: a passing level explains the runs better than it


class Passing:
    """The stretch within a part that stands out most. `begin` and `end` count from the part's first number."""

    def __init__(self, values: Array, begins: Ints, ends: Ints, seed: Sequence[int]) -> None:
        self.values, self.begins, self.ends, self.seed = values, begins, ends, seed
        self.ranks = ranks_of(values)
        self.strengths = stretch_strengths(self.ranks[None, :], begins, ends)[0]
        self.begin, self.end = self.place()

    def place(self) -> tuple[int, int]:
        """Of the stretches that stand out most, where the numbers are nearest to the medians of within and around.

        Ranks alone would take some runs too many, if these are the nearest to the other side.
        """
        strongest = np.argsort(-self.strengths, kind="stable")[:TRIED]
        tried = [(int(self.begins[one]), int(self.ends[one]), -float(self.strengths[one])) for one in strongest]
        begin, end, _ = min(tried, key=lambda one: (apart(self.from_there(one[0]), one[1] - one[0]), one[2]))
        return begin, end

    @property
    def turned(self) -> Array:
        """The stretch is then one side of a split."""
        return self.from_there(self.begin)

    def from_there(self, begin: int) -> Array:
        """The numbers round in a circle."""
        return np.concatenate([self.values[begin:], self.values[:begin]])

    def explains_more(self, first: int) -> bool:
        """Than a split behind the first so many does."""
        return apart(self.turned, self.end - self.begin) < NEARER * apart(self.values, first)

    def p(self, most: float, *, is_verdict: bool = False) -> float:
        """Exact up to `most`, else more than that; so where runs that resemble their neighbours may be as far off."""
        if self.p_beside_neighbours > SIGNIFICANCE:
            return 1.0
        p = self.orders.share(most, is_verdict=is_verdict)
        return p if p > most or not self.is_noise_unlike else max(p, self.p_beside_noise)

    @cached_property
    def orders(self) -> Counting:
        rising, random = np.sort(self.ranks), np.random.default_rng([*self.seed])

        def shuffled(count: int) -> Ranks:
            return orders(rising, count, random)

        return Counting(shuffled, PassingScreen(self), may_be_a_wonder=True)

    @cached_property
    def _as_split(self) -> Part:
        return Part(self.turned, candidates(np.arange(len(self.values), dtype=float)), self.end - self.begin, self.seed)

    @cached_property
    def is_noise_unlike(self) -> bool:
        return self._as_split.is_noise_unlike

    @cached_property
    def p_beside_neighbours(self) -> float:
        """Of the levels' difference, for the best of all stretches, where each run holds a share of the one before.

        The share is as high as it may well be (one-sided 90%), and not below what the steps from run to run say.
        """
        is_within = np.zeros(len(self.values), bool)
        is_within[self.begin : self.end] = True
        known = clipped(logarithms(self.values), is_within)
        within, around = (welch.means(known[None, side]) for side in (is_within, ~is_within))
        apart = known - np.where(is_within, within.centre, around.centre)
        share = float(apart[1:] @ apart[:-1]) / max(float(apart @ apart), TINY)
        share = max(max(share, 0.0) + RESEMBLANCE / math.sqrt(len(known)), share_by_steps(known))
        share = min(share, MOST_RESEMBLANCE)
        many = (1 + share) / (1 - share)  #: runs that are worth one that resembles no other
        sides = (welch.Means(side.centre, side.squared * many, side.numbers) for side in (within, around))
        return len(self.begins) * float(welch.p_values(*sides)[0])

    @cached_property
    def p_beside_noise(self) -> float:
        return welch_p(self.turned, self.end - self.begin, len(self.begins))


def passing(values: Array, places: Array, seed: Sequence[int]) -> Passing | None:
    """None where no stretch within has enough runs on either side of it, or all are equal."""
    begins, ends = pairs(candidates(places), len(values))
    if not len(begins) or values.min() == values.max():
        return None
    return Passing(values, begins, ends, seed)


def pairs(allowed: Ints, count: int) -> tuple[Ints, Ints]:
    """Where a stretch may begin and end: everywhere in a short part, in steps of its length in a long one."""
    begins, ends = (grid.ravel() for grid in np.meshgrid(allowed, allowed, indexing="ij"))
    long_enough = ends - begins >= FEWEST
    begins, ends = begins[long_enough], ends[long_enough]
    if len(begins) <= MOST_PAIRS:
        return begins, ends
    steps = np.unique(np.geomspace(FEWEST, count, 1 + math.ceil(math.log(count / FEWEST, LONGER))).astype(np.int64))
    lengths = ends - begins
    chosen = np.isin(lengths, steps) & (begins % np.maximum(lengths // IN_LENGTH, 1) == 0)
    return begins[chosen], ends[chosen]


def apart(values: Array, first: int) -> float:
    """The distances of the numbers from the medians of their sides."""
    return float(sum(np.abs(side - np.median(side)).sum() for side in (values[:first], values[first:])))


def logarithms(values: Array) -> Array:
    """Because changes are ratios; as they are where some value has none."""
    return np.log(values) if values.min() > 0 else values


def clipped(values: Array, is_within: NDArray[np.bool_]) -> Array:
    """Each number no farther from the median of its side than FAR deviations."""
    medians = np.where(is_within, np.median(values[is_within]), np.median(values[~is_within]))
    far = FAR * TO_DEVIATION * float(np.median(np.abs(values - medians)))
    return np.clip(values, medians - far, medians + far) if far else values


def stretch_strengths(ranks: Array, begins: Ints, ends: Ints) -> Array:
    """Of ranks[draw, place]: how strongly each stretch differs from what is around it."""
    sums, squares = (running(numbers) for numbers in (ranks, ranks**2))
    within, squares_within = (total[:, ends] - total[:, begins] for total in (sums, squares))
    gap, error = of_sums(within, squares_within, sums[:, -1:], squares[:, -1:], ends - begins, ranks.shape[1])
    return np.asarray(np.round(gap / np.sqrt(np.maximum(error, TINY)), DIGITS))


def running(numbers: Array) -> Array:
    return np.concatenate([np.zeros((len(numbers), 1)), np.cumsum(numbers, axis=1)], axis=1)


class PassingScreen(Screen):
    """Which draws have a stretch that stands out as strongly. Sums that are too near the mean are not looked at."""

    def __init__(self, of: Passing) -> None:
        sizes, self.counts = np.unique(of.ends - of.begins, return_counts=True)
        super().__init__(sizes, of.ranks, float(of.strengths.max()))
        self.begins, self.stops = of.begins, of.ends
        lengths = of.ends - of.begins
        self.near = (self.least * (1 - 1e-6))[np.searchsorted(sizes, lengths)]
        self.means = lengths * self.mean

    @property
    def is_wonder(self) -> bool:
        """As of a split, for every place where a stretch of a length may begin."""
        bound = rarity.most_orders(self.allowed, self.length, self.least)
        return bound + math.log(int(self.counts.max())) < -rarity.SURE

    def as_strong(self, ranks: Ranks) -> int:
        """Of ranks[draw, place]."""
        sums = running(ranks)
        far = np.abs(sums[:, self.stops] - sums[:, self.begins] - self.means) >= self.near
        left = ranks[far.any(axis=1)]
        if not len(left):
            return 0
        return int(np.count_nonzero(stretch_strengths(left, self.begins, self.stops).max(axis=1) >= self.strength))
