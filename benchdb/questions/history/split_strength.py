"""How likely chance alone splits numbers as strongly as the strongest split found. Pure.

Its p is the share of random orders of the same numbers whose strongest split is as strong; where the noise changes
along the numbers, so that their orders are not alike, random signs are drawn instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE
from benchdb.questions.history.chance import share_by_orders, share_by_signs
from benchdb.questions.history.strengths import Array, Ints

FEWEST_FOR_NOISE = 20  #: numbers, below which nobody can tell whether their noise changes
UNLIKE_NOISE = 0.2  #: p of a change of noise, from which on orders are no longer taken for alike


def candidates(places: Array) -> Ints:
    """Where a part can be split: between places, with enough numbers on each side."""
    between = np.flatnonzero(np.diff(places)) + 1
    return between[(between >= FEWEST) & (between <= len(places) - FEWEST)]


def p_of(part: Array, allowed: Ints, first: int, seed: Sequence[int], most: float = 1.0) -> float:
    """Of the strongest split, which parts the numbers at `first`; exact up to `most`, else more than that."""
    p = share_by_orders(part, allowed, seed, most)
    if len(part) < FEWEST_FOR_NOISE or p > min(most, SIGNIFICANCE):
        return p
    if share_by_orders(distances(part, first), allowed, seed, UNLIKE_NOISE) <= UNLIKE_NOISE:
        return max(p, share_by_signs(part, allowed, seed, most))
    return p


def distances(part: Array, first: int) -> Array:
    """Of each number from the median of its side."""
    return np.concatenate([np.abs(side - np.median(side)) for side in (part[:first], part[first:])])
