"""How likely chance alone splits numbers as strongly as the strongest split found. Pure.

Its p is the share of random orders of the same numbers whose strongest split is as strong. Where the noise changes
along the numbers, orders are not alike: then the difference of levels must stand beside its sides' own noise, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from threading import Lock

import numpy as np
from cachetools import LRUCache, cached

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE
from benchdb.questions.level_changes.chance import Counting, by_orders, by_signs
from benchdb.questions.level_changes.strengths import Array, Ints
from benchdb.questions.level_changes.unequal_noise import distances, welch_p

FEWEST_FOR_NOISE = 12  #: numbers, below which nobody can tell whether their noise changes
FEWEST_FOR_SIGNS = 12  #: numbers of a side, below which chance gives all of them one sign too easily
PARTS = 50_000  #: whose p is remembered, some hundred bytes each
UNLIKE_NOISE = 0.2  #: p of a change of noise, from which on orders are no longer taken for alike


def places_between(places: Array) -> Ints:
    """How many numbers stand before each end of an x."""
    return np.flatnonzero(np.diff(places)) + 1


def candidates(places: Array) -> Ints:
    """Where a part can be split: between places, with enough numbers on each side."""
    between = places_between(places)
    return between[(between >= FEWEST) & (between <= len(places) - FEWEST)]


class Part:
    """Numbers, and the split that is sought to be one."""

    def __init__(self, values: Array, allowed: Ints, first: int, seed: Sequence[int]) -> None:
        """`first`: how many numbers stand before the strongest split."""
        self.values, self.allowed, self.first, self.seed = values, allowed, first, seed

    def p(self, most: float = 1.0, *, is_verdict: bool = False) -> float:
        """Exact up to `most`, else more than that; with `is_verdict` it is enough that it is on the right side of it.

        Remembered: the same numbers of the same runs have the same p, and thousands of orders are drawn for it.
        """
        return remembered_p(self, most, is_verdict)

    def digest(self, most: float, is_verdict: bool) -> bytes:
        head = f"{self.first} {most!r} {is_verdict} {len(self.values)} {len(self.allowed)}\n"
        digest = hashlib.blake2b(head.encode(), digest_size=16)
        for array in (self.values, self.allowed, np.asarray(self.seed)):
            digest.update(array.tobytes())
        return digest.digest()

    def drawn_p(self, most: float, is_verdict: bool) -> float:
        p = self.orders.share(most, is_verdict=is_verdict)
        if len(self.values) < FEWEST_FOR_NOISE or p > min(most, SIGNIFICANCE) or not self.is_noise_unlike:
            return p
        by_noise = welch_p(self.values, self.first, len(self.allowed))
        if by_noise <= p or min(self.first, len(self.values) - self.first) < FEWEST_FOR_SIGNS:
            return max(p, by_noise)
        return max(p, min(by_noise, self.signs.share(most, is_verdict=is_verdict)))

    def finer_p(self, draws: int) -> float:
        """The same from more draws than ORDERS, where it stands at the least that these can show."""
        p = by_orders(self.values, self.allowed, self.seed).share_of(draws)
        if len(self.values) < FEWEST_FOR_NOISE or not self.is_noise_unlike:
            return p
        by_noise = welch_p(self.values, self.first, len(self.allowed))
        if by_noise <= p or min(self.first, len(self.values) - self.first) < FEWEST_FOR_SIGNS:
            return max(p, by_noise)
        return max(p, min(by_noise, by_signs(self.values, self.allowed, self.seed).share_of(draws)))

    @cached_property
    def orders(self) -> Counting:
        return by_orders(self.values, self.allowed, self.seed)

    @cached_property
    def signs(self) -> Counting:
        return by_signs(self.values, self.allowed, self.seed)

    @cached_property
    def is_noise_unlike(self) -> bool:
        """Whether the distances from the sides' medians change along the part, too."""
        apart = by_orders(*distances(self.values, self.first, self.allowed), self.seed)
        return apart.share(UNLIKE_NOISE, is_verdict=True) <= UNLIKE_NOISE


@cached(LRUCache[bytes, float](PARTS), key=Part.digest, lock=Lock())
def remembered_p(part: Part, most: float, is_verdict: bool) -> float:
    return part.drawn_p(most, is_verdict)
