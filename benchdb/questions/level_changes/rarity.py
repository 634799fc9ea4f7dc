"""What need not be drawn, because chance would have to be a wonder. Pure.

A wonder is what happens once in e^32 (1e14) times at most. Two bounds say so, both of Chernoff's kind (1952):

- of the orders of ranks: how many of all orders part them as strongly as the split found. The sum of the ranks ahead of
  a place has the moments of Mann and Whitney's U (1947), whose generating function is a product; ties only bring them
  nearer to the mean. Places are added up.
- of the count itself: of a share of all draws, some of them show a share as different (Hoeffding 1963, theorems 1 and
  4, for draws without replacement: the first of a fixed number of draws are such).
"""

from __future__ import annotations

import math

import numpy as np

from benchdb.questions.level_changes.strengths import Array, Ints

SURE = 32.0  #: natural logarithm of how many times a wonder happens once
STEEPNESS = np.geomspace(0.5, 64.0, 40)  #: of the exponentials tried, in units of one over the spread of a sum


def most_orders(allowed: Ints, length: int, least: Array) -> float:
    """The natural logarithm of a bound: the share of orders in which some sum of ranks is `least` from its mean.

    Or farther. `least[split]` is for the first allowed[split] of `length` ranks, untied or tied.
    """
    bounds = order_bounds(allowed, length, least)
    possible = np.isfinite(bounds)
    return float(np.logaddexp.reduce(bounds[possible])) if possible.any() else -math.inf


def order_bounds(sizes: Ints, length: int, least: Array) -> Array:
    """The same for sizes[i] of `length` ranks, of each by itself; minus infinity where no order has such a sum."""
    ahead, behind = sizes.astype(float), length - sizes.astype(float)
    spread = math.sqrt(length**3 / 48)  # of the sum of half the ranks
    steep = (STEEPNESS / spread)[:, None]
    half = steep * np.arange(1, length + 1) / 2
    # log(sinh(x) / x) without overflow, added up: of n, less those of both sides, are the logarithms of the moments.
    sums = np.concatenate([np.zeros((len(steep), 1)), np.cumsum(half + np.log(-np.expm1(-2 * half) / half), axis=1)], 1)
    moments = sums[:, [length]] - sums[:, sizes] - sums[:, length - sizes]
    bounds = np.minimum((moments - steep * least).min(axis=0), 0.0) + math.log(2)
    return np.asarray(np.where(least <= ahead * behind / 2, bounds, -math.inf))


def divergence(share: float, other: float) -> float:
    """Of two chances of yes or no (Kullback and Leibler 1951)."""
    pairs = [(p, q) for p, q in ((share, other), (1 - share, 1 - other)) if p]
    return sum(p * math.log(p / q) for p, q in pairs) if all(q for _, q in pairs) else math.inf


def is_more(counted: int, drawn: int, most: int, total: int) -> bool:
    """Whether all `total` draws would count more than `most`, so many of the first `drawn` being counted."""
    return counted * total > most * drawn and drawn * divergence(counted / drawn, most / total) > SURE


def is_no_more(counted: int, drawn: int, most: int, total: int) -> bool:
    """Whether all would count `most` or fewer."""
    more = most + 1
    return more >= total or (
        counted * total < more * drawn and drawn * divergence(counted / drawn, more / total) > SURE
    )
