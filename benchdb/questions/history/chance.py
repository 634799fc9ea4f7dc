"""How many random orders, or random signs, part numbers as strongly as the one found. Pure.

Counting stops as soon as there are more than anybody asks about: most parts hold no change, and some dozens of orders
show it. Of each order it is first asked whether it could be as strong at all: that is one polynomial in the running
sums of its ranks and of their squares, from below 1e-6 of the strength looked for. What is left is computed to the
digit by `strengths`, so that the screen never changes a count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics.ranks import ranks as ranks_of
from benchdb.questions.effort import go_on
from benchdb.questions.history.strengths import BORROWED, Array, Ints, strengths

ORDERS = 4999  #: random ones; p is at least 1 / (ORDERS + 1)
AT_FIRST = 64  #: of them
AT_ONCE = 16_000  #: numbers at one go: what a processor keeps close
SLACK = 1e-6  #: of the strength looked for, by which the screen is too kind
NOISE = 1e-12  #: of the screen's terms, likewise

Draws = Callable[[int], Array]  #: how many -> ranks[draw, place]; each call draws on


def share_by_orders(part: Array, allowed: Ints, seed: Sequence[int], most: float) -> float:
    """The share of orders whose strongest split is at least as strong as the part's own (Phipson and Smyth 2010: + 1).

    Exact up to `most`; else some number between `most` and the exact one. The ranks are shuffled from their sorted
    order: read backwards, the same numbers have the same share.
    """
    ranks = ranks_of(part)
    rising, random = np.sort(ranks), np.random.default_rng([*seed])

    def shuffled(count: int) -> Array:
        return random.permuted(np.tile(rising, (count, 1)), axis=-1)

    return share(shuffled, allowed, ranks, most)


def share_by_signs(part: Array, allowed: Ints, seed: Sequence[int], most: float) -> float:
    """The share of random signs whose strongest split is at least as strong (a wild bootstrap: Wu 1986).

    Exact up to `most`, as above. Every number keeps its place and its distance from the median of all; on which side
    it lies is drawn. The signs are drawn in the order of the numbers: read backwards, they have the same share.
    """
    apart = part - np.median(part)
    ranked, random = SignedRanks(apart, np.argsort(part)), np.random.default_rng([*seed])

    def signed(count: int) -> Array:
        return ranked.of(random.integers(0, 2, (count, len(part))) == 0)

    return share(signed, allowed, ranks_of(apart), most)


def share(draws: Draws, allowed: Ints, ranks: Array, most: float) -> float:
    screen = Screen(allowed, len(ranks), float(strengths(ranks, allowed).max()))
    as_strong, total = 0, ORDERS + 1
    for count in sizes(len(ranks)):
        go_on()
        as_strong += screen.as_strong(draws(count))
        if (1 + as_strong) / total > most:
            break
    return (1 + as_strong) / total


def sizes(length: int) -> Iterator[int]:
    """How many are drawn at a time: few at first, then twice as many each time."""
    left, size, largest = ORDERS, AT_FIRST, max(1, AT_ONCE // length)
    while left:
        size = min(size, largest, left)
        yield size
        left, size = left - size, 2 * size


class Screen:
    """Which rows of ranks have a split that is as strong as `strength`.

    Where a split's sides have a and b ranks, a ranks' sum is A and that of their squares Q, both from the mean, and
    all squares are S, its squared strength times its squared error is what `strengths` says: A²n²/(ab)², and the error
    (Q - A²/a)e + (S - Q - A²/b)f with e and f of a and b alone. So it is as strong as t where
    A²(n²/(ab)² + t²(e/a + f/b)) + Qt²(f - e) - St²f is not below nothing.
    """

    def __init__(self, allowed: Ints, length: int, strength: float) -> None:
        self.allowed, self.strength, self.mean = allowed, strength, (length + 1) / 2
        squared = (strength * (1 - SLACK) - SLACK) ** 2 if strength > SLACK else 0.0
        a, b = allowed.astype(float), length - allowed.astype(float)
        own, others = 1 / ((a - 1 + BORROWED) * a), 1 / ((b - 1 + BORROWED) * b)
        lent = BORROWED / (length - 2) * (own + others)
        ahead, behind = squared * (own + lent), squared * (others + lent)
        leading = length**2 / (a * b) ** 2 + ahead / a + behind / b
        self.of_squares = (behind - ahead) / leading
        self.of_all = (NOISE * (ahead + behind) - behind) / leading
        low, high = int(allowed[0]), int(allowed[-1])
        is_whole = high - low + 1 == len(allowed)
        self.ends: slice | Ints = slice(low - 1, high) if is_whole else allowed - 1

    def as_strong(self, ranks: Array) -> int:
        """How many rows are; no row is changed."""
        left = ranks[self.could_be(ranks - self.mean)]
        return int(np.count_nonzero(strengths(left, self.allowed).max(axis=-1) >= self.strength)) if len(left) else 0

    def could_be(self, ranks: Array) -> NDArray[np.bool_]:
        """Of ranks from their mean."""
        sums = np.cumsum(ranks, axis=-1)[:, self.ends]
        squares = np.cumsum(np.square(ranks, out=ranks), axis=-1)
        excess = squares[:, self.ends] * self.of_squares
        excess += np.square(sums, out=sums)
        excess += self.of_all * squares[:, -1:]
        return np.asarray(excess.max(axis=-1) >= 0)


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

    def of(self, is_minus: NDArray[np.bool_]) -> Array:
        """ranks[draw, place] of signs[draw, number] in the order in which they are drawn."""
        is_negative = is_minus[:, self.drawn] ^ self.is_turned
        is_negative[:, self.is_nothing] = False
        counted = np.zeros((len(is_negative), is_negative.shape[1] + 1))
        np.cumsum(is_negative, axis=-1, out=counted[:, 1:])
        before, within = (
            (counted[:, self.begin], counted[:, self.end]) if self.has_ties else (counted[:, :-1], counted[:, 1:])
        )
        ranks = is_negative * (0.5 - self.when_positive)
        ranks += self.when_positive
        ranks += counted[:, -1:]
        ranks -= (before + within) / 2
        return np.asarray(ranks[:, self.places])
