"""How many random orders, or random signs, part numbers as strongly as the one found. Pure.

Counting stops as soon as there are more than anybody asks about, or would be but for a wonder (`rarity`): most parts
hold no change, and some dozens of orders show it. Where no order could be as strong but for a wonder, none is drawn. Of
each order it is first asked whether it could be as strong at all: whether some running sum of its ranks is far enough
from the mean, and then one polynomial in these and in the sums of their squares, from below 1e-6 of the strength looked
for. What is left is computed to the digit by `strengths`, so that the screen never changes a count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics.ranks import ranks as ranks_of
from benchdb.questions.effort import go_on
from benchdb.questions.level_changes import rarity
from benchdb.questions.level_changes.strengths import BORROWED, Array, Ints, strengths

ORDERS = 4999  #: random ones; p is at least 1 / (ORDERS + 1)
FLOOR = 1 / (ORDERS + 1)
QUIET_Q = 0.002  #: adjusted p that a quiet watch asks for, which FLOOR is above beside ten other curves
AT_FIRST = 64  #: of them; then twice as many each time
AT_ONCE = 64_000  #: numbers at one go: what a processor keeps close
SLACK = 1e-6  #: of the strength looked for, by which the screen is too kind
IN_STEP = 2048  #: numbers of one addition, that the time to call it is no part of
LONG = 300  #: ranks, from which one order after the other is shuffled more quickly than all by one call
HALVED = 300  #: ranks, up to which sums of their squares are exact in 32 bits
NOISE = {np.float32: 1e-6, np.float64: 1e-12}  #: of the screen's terms, likewise

Ranks = NDArray[Any]  #: [place, draw]: draws beside each other, so that sums go in step
Draws = Callable[[int], Ranks]  #: how many -> their ranks; each call draws on


def by_orders(part: Array, allowed: Ints, seed: Sequence[int]) -> Counting:
    """Of random orders of the part, those whose strongest split is at least as strong as the part's own.

    The ranks are shuffled from their sorted order: read backwards, the same numbers have the same share.
    """
    ranks = ranks_of(part)
    rising, random = np.sort(ranks), np.random.default_rng([*seed])

    def shuffled(count: int) -> Ranks:
        return orders(rising, count, random).T.astype(screen.kind, order="C")

    screen = Screen(allowed, ranks)
    return Counting(shuffled, screen, may_be_a_wonder=True)


def orders(rising: Array, count: int, random: np.random.Generator) -> Array:
    """So many random ones, [draw, place]; both ways draw the same."""
    tiled = np.tile(rising, (count, 1))
    if len(rising) < LONG:
        return random.permuted(tiled, axis=-1)
    for row in tiled:
        random.shuffle(row)
    return tiled


def by_signs(part: Array, allowed: Ints, seed: Sequence[int]) -> Counting:
    """Of random signs, those whose strongest split is at least as strong (a wild bootstrap: Wu 1986).

    Every number keeps its place and its distance from the median of all; on which side it lies is drawn. The signs are
    drawn in the order of the numbers: read backwards, they have the same share.
    """
    apart = part - np.median(part)
    ranked, random = SignedRanks(apart, np.argsort(part)), np.random.default_rng([*seed])

    def signed(count: int) -> Ranks:
        return ranked.of(random.integers(0, 2, (count, len(part))) == 0, screen.kind)

    screen = Screen(allowed, ranks_of(apart))
    return Counting(signed, screen)


class Counting:
    """How many of ORDERS draws are as strong, drawn as far as somebody asks; who asks for more goes on from there."""

    def __init__(self, draws: Draws, screen: Screen, *, may_be_a_wonder: bool = False) -> None:
        self.draws, self.screen = draws, screen
        self.as_strong = self.drawn = 0
        self.is_wonder = may_be_a_wonder and screen.is_wonder
        if self.is_wonder:
            self.drawn = ORDERS

    def share(self, most: float, *, is_verdict: bool = False) -> float:
        """The share of draws, this one among them (Phipson and Smyth 2010: + 1).

        Exact up to `most`; else some number between `most` and the exact one. With `is_verdict` it is enough that it is
        on the right side of `most`.
        """
        bearable, size = fewer_than(most), AT_FIRST
        while self.drawn < ORDERS and self.as_strong <= bearable:
            if rarity.is_more(self.as_strong, self.drawn, bearable, ORDERS):
                return (2 + bearable) / (ORDERS + 1)
            if is_verdict and rarity.is_no_more(self.as_strong, self.drawn, bearable, ORDERS):
                break
            self.draw(min(size, ORDERS - self.drawn, max(1, AT_ONCE // self.screen.length)))
            size *= 2
        return (1 + self.as_strong) / (ORDERS + 1)

    def share_of(self, draws: int) -> float:
        """The share of so many draws, more than ORDERS, of one that has not drawn yet."""
        while self.drawn < draws and not self.is_wonder:
            self.draw(min(draws - self.drawn, max(1, AT_ONCE // self.screen.length)))
        return (1 + self.as_strong) / (draws + 1)

    def draw(self, count: int) -> None:
        go_on()
        self.as_strong += self.screen.as_strong(self.draws(count))
        self.drawn += count


def fewer_than(most: float) -> int:
    """The highest count whose share is at most `most`; -1 where even none would be more."""
    count = min(ORDERS, int(most * (ORDERS + 1)))
    while count >= 0 and (1 + count) / (ORDERS + 1) > most:
        count -= 1
    return count


class Screen:
    """Which rows of ranks have a split that is as strong as `strength`.

    Where a split's sides have a and b ranks, a ranks' sum is A and that of their squares Q, both from the mean, and
    all squares are S, its squared strength times its squared error is what `strengths` says: A²n²/(ab)², and the error
    (Q - A²/a)e + (S - Q - A²/b)f with e and f of a and b alone. So it is as strong as t where
    A²(n²/(ab)² + t²(e/a + f/b)) + Qt²(f - e) - St²f is not below nothing.
    """

    def __init__(self, allowed: Ints, ranks: Array) -> None:
        self.length = length = len(ranks)
        self.allowed, self.strength, self.mean = allowed, float(strengths(ranks, allowed).max()), (length + 1) / 2
        self.all_squares, strength = float(((ranks - self.mean) ** 2).sum()), self.strength
        squared = (strength * (1 - SLACK) - SLACK) ** 2 if strength > SLACK else 0.0
        self.kind: type[np.float32 | np.float64] = np.float32 if length <= HALVED else np.float64
        a, b = allowed.astype(float), length - allowed.astype(float)
        own, others = 1 / ((a - 1 + BORROWED) * a), 1 / ((b - 1 + BORROWED) * b)
        lent = BORROWED / (length - 2) * (own + others)
        ahead, behind = squared * (own + lent), squared * (others + lent)
        leading = length**2 / (a * b) ** 2 + ahead / a + behind / b
        self.of_squares = ((behind - ahead) / leading)[:, None].astype(self.kind)
        self.of_all = ((NOISE[self.kind] * (ahead + behind) - behind) / leading)[:, None].astype(self.kind)
        # With the smaller of both factors for all squares within the sides, a sum alone says how strong it is at most.
        within, between = np.minimum(ahead, behind), length / (a * b)
        self.least = np.sqrt(within * self.all_squares / (between**2 + within * between))
        self.near_least = (self.least * (1 - SLACK))[:, None].astype(self.kind)
        low, high = int(allowed[0]), int(allowed[-1])
        is_whole = high - low + 1 == len(allowed)
        self.ends: slice | Ints = slice(low - 1, high) if is_whole else allowed - 1

    @property
    def is_wonder(self) -> bool:
        """Whether chance alone would not draw one such order in ORDERS."""
        return rarity.most_orders(self.allowed, self.length, self.least) < -rarity.SURE

    def as_strong(self, ranks: Ranks) -> int:
        """How many draws are; none is changed."""
        left = ranks[:, self.could_be(ranks - self.kind(self.mean))].T.astype(float)
        return int(np.count_nonzero(strengths(left, self.allowed).max(axis=-1) >= self.strength)) if len(left) else 0

    def could_be(self, ranks: Ranks) -> NDArray[np.intp]:
        """Which of these draws, whose ranks are from their mean."""
        sums = running_sums(ranks)[self.ends]
        np.abs(sums, out=sums)
        if not len(some := np.flatnonzero((sums >= self.near_least).any(axis=0))):
            return some
        sums, squares = sums[:, some], running_sums(np.square(ranks[:, some]))
        excess = squares[self.ends] * self.of_squares
        excess += np.square(sums, out=sums)
        excess += self.of_all * squares[-1]
        return some[excess.max(axis=0) >= 0]


def running_sums(ranks: Ranks) -> Ranks:
    """Over the places, of all draws in step: quicker than NumPy's own, which goes through one draw after the other.

    Of few draws several stretches of places are summed up in step, and then each begins where the one before it ends:
    halves of whole numbers, whose sums are exact in any order.
    """
    places, draws = ranks.shape
    stretches = min(IN_STEP // max(draws, 1), math.isqrt(places)) or 1
    whole = places - places % stretches
    sums = np.empty_like(ranks)
    parts, made = (columns[:whole].reshape(stretches, whole // stretches, draws) for columns in (ranks, sums))
    made[:, 0] = parts[:, 0]
    for place in range(1, parts.shape[1]):
        np.add(made[:, place - 1], parts[:, place], out=made[:, place])
    for before, own in pairwise(made):
        own += before[-1]
    for place in range(whole, places):
        np.add(sums[place - 1], ranks[place], out=sums[place])
    return sums


class SignedRanks:
    """Ranks of the same distances from nothing with other signs, by counting: nothing is sorted again.

    In the order of the distances, a negative number comes after all negative ones that are farther away, and a positive
    one after all negative ones, and after the positive ones that are nearer; equal ones share the mean of their ranks.
    """

    def __init__(self, apart: Array, drawn: Ints) -> None:
        """`drawn` says of each sign drawn which number it is for."""
        far = np.abs(apart)
        rising = np.argsort(far, kind="stable")
        self.places = np.argsort(rising, kind="stable")  #: of each number, in the order of the distances
        self.drawn = np.argsort(drawn, kind="stable")[rising]  #: of each distance, among the signs drawn
        self.is_turned, self.is_nothing = apart[rising] < 0, far[rising] == 0
        _, group, counts = np.unique(far[rising], return_inverse=True, return_counts=True)
        ends = np.cumsum(counts)
        self.has_ties = len(counts) < len(far)
        self.begin, self.end = (ends - counts)[group], ends[group]
        self.when_positive = self.begin + (counts[group] + 1) / 2

    def of(self, is_minus: NDArray[np.bool_], kind: type[np.float32 | np.float64] = np.float64) -> Ranks:
        """ranks[place, draw] of signs[draw, number] in the order in which they are drawn."""
        is_negative = np.ascontiguousarray(is_minus.T)[self.drawn] ^ self.is_turned[:, None]
        is_negative[self.is_nothing] = False
        negative: Ranks = is_negative.astype(kind)
        counted = running_sums(negative)
        total = counted[-1].copy()
        when_positive: Ranks = self.when_positive[:, None].astype(kind)
        if self.has_ties:
            counted = np.concatenate([np.zeros_like(counted[:1]), counted])
            between = (counted[self.begin] + counted[self.end]) / 2
        else:
            between = counted - negative / 2
        ranks: Ranks = negative * (0.5 - when_positive)
        ranks += when_positive + total
        ranks -= between
        return np.asarray(ranks[self.places])
