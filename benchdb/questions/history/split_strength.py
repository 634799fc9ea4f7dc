"""How likely chance alone splits numbers as strongly as the strongest split found. Pure.

Its p is the share of random orders of the same numbers whose strongest split is as strong; where the noise changes
along the numbers, so that their orders are not alike, random signs are drawn instead.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE
from benchdb.questions.history.chance import share_by_orders, share_by_signs
from benchdb.questions.history.strengths import Array, Ints

FEWEST_FOR_NOISE = 20  #: numbers, below which nobody can tell whether their noise changes
MOST_REMEMBERED = 50_000  #: p of parts, some hundred bytes each
REMEMBERED: dict[bytes, float] = {}
UNLIKE_NOISE = 0.2  #: p of a change of noise, from which on orders are no longer taken for alike


def candidates(places: Array) -> Ints:
    """Where a part can be split: between places, with enough numbers on each side."""
    between = np.flatnonzero(np.diff(places)) + 1
    return between[(between >= FEWEST) & (between <= len(places) - FEWEST)]


def p_of(part: Array, allowed: Ints, first: int, seed: Sequence[int], most: float = 1.0) -> float:
    """Of the strongest split, which parts the numbers at `first`; exact up to `most`, else more than that.

    Remembered: the same numbers of the same runs have the same p, and thousands of orders are drawn for it.
    """
    key = digest_of(part, allowed, np.asarray(seed), first, most)
    if (p := REMEMBERED.get(key)) is None:
        p = REMEMBERED[key] = drawn_p(part, allowed, first, seed, most)
        if len(REMEMBERED) > MOST_REMEMBERED:
            for oldest in list(REMEMBERED)[: MOST_REMEMBERED // 10]:
                REMEMBERED.pop(oldest, None)
    return p


def digest_of(part: Array, allowed: Ints, seed: Ints, first: int, most: float) -> bytes:
    digest = hashlib.blake2b(f"{first} {most!r} {len(part)} {len(allowed)}\n".encode(), digest_size=16)
    for array in (part, allowed, seed):
        digest.update(array.tobytes())
    return digest.digest()


def drawn_p(part: Array, allowed: Ints, first: int, seed: Sequence[int], most: float) -> float:
    p = share_by_orders(part, allowed, seed, most)
    if len(part) < FEWEST_FOR_NOISE or p > min(most, SIGNIFICANCE):
        return p
    if share_by_orders(distances(part, first), allowed, seed, UNLIKE_NOISE) <= UNLIKE_NOISE:
        return max(p, share_by_signs(part, allowed, seed, most))
    return p


def distances(part: Array, first: int) -> Array:
    """Of each number from the median of its side."""
    return np.concatenate([np.abs(side - np.median(side)) for side in (part[:first], part[first:])])
