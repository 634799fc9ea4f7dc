"""How strong a split of numbers is, and how often chance is as strong. Pure.

A split's strength is the difference of its sides' mean ranks over the error that each side's own spread of ranks gives
it. Its p is the share of random orders of the same numbers whose strongest split is as strong; where the noise changes
along the numbers, so that their orders are not alike, random signs are drawn instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import permutation_test, rankdata

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE

ORDERS = 4999  #: random ones; p is at least 1 / (ORDERS + 1)
AT_ONCE = 1_000_000  #: numbers that are shuffled at one go
BORROWED = 2.0  #: runs that each side's variance is worth beyond its own, at that of both: a few runs know little
DIGITS = 9  #: strengths that are equal up to here are equal
TINY = 1e-12  #: instead of no spread at all: sides of equal ranks each
FEWEST_FOR_NOISE = 20  #: numbers, below which nobody can tell whether their noise changes
UNLIKE_NOISE = 0.2  #: p of a change of noise, from which on orders are no longer taken for alike

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


def candidates(places: Array) -> Ints:
    """Where a part can be split: between places, with enough numbers on each side."""
    between = np.flatnonzero(np.diff(places)) + 1
    return between[(between >= FEWEST) & (between <= len(places) - FEWEST)]


def strengths(ranks: Array, allowed: Ints) -> Array:
    """|difference of the sides' mean ranks| over its error, at each allowed split; over the last axis."""
    n = ranks.shape[-1]
    sums, squares = np.cumsum(ranks, axis=-1), np.cumsum(ranks**2, axis=-1)
    ahead, behind = sums[..., allowed - 1], sums[..., -1:] - sums[..., allowed - 1]
    spread_ahead = squares[..., allowed - 1] - ahead**2 / allowed
    spread_behind = squares[..., -1:] - squares[..., allowed - 1] - behind**2 / (n - allowed)
    borrowed = BORROWED * (spread_ahead + spread_behind) / (n - 2)
    error = (spread_ahead + borrowed) / (allowed - 1 + BORROWED) / allowed
    error += (spread_behind + borrowed) / (n - allowed - 1 + BORROWED) / (n - allowed)
    gap = np.abs(ahead / allowed - behind / (n - allowed))
    return np.asarray(np.round(gap / np.sqrt(np.maximum(error, TINY)), DIGITS))


def p_of(part: Array, allowed: Ints, first: int, seed: Sequence[int]) -> float:
    """Of the strongest split, which parts the numbers at `first`."""
    p = p_by_orders(part, allowed, seed)
    if len(part) < FEWEST_FOR_NOISE or p > SIGNIFICANCE:
        return p
    if p_by_orders(distances(part, first), allowed, seed) <= UNLIKE_NOISE:
        return max(p, p_by_signs(part, allowed, seed))
    return p


def distances(part: Array, first: int) -> Array:
    """Of each number from the median of its side."""
    return np.concatenate([np.abs(side - np.median(side)) for side in (part[:first], part[first:])])


def p_by_orders(part: Array, allowed: Ints, seed: Sequence[int]) -> float:
    """The share of orders whose strongest split is at least as strong as the one found (Phipson and Smyth 2010: + 1).

    The ranks are shuffled from their sorted order: read backwards, the same numbers have the same p.
    """
    ranks = rankdata(part)
    drawn = permutation_test(
        (np.sort(ranks),),
        lambda shuffled, axis: strengths(np.moveaxis(shuffled, axis, -1), allowed).max(axis=-1),
        permutation_type="pairings",
        vectorized=True,
        n_resamples=ORDERS,
        batch=max(1, AT_ONCE // len(part)),
        rng=np.random.default_rng([*seed]),
        axis=-1,
    ).null_distribution
    return float((1 + np.count_nonzero(drawn >= strengths(ranks, allowed).max())) / (len(drawn) + 1))


def p_by_signs(part: Array, allowed: Ints, seed: Sequence[int]) -> float:
    """The share of random signs whose strongest split is at least as strong (a wild bootstrap: Wu 1986).

    Every number keeps its place and its distance from the median of all; on which side it lies is drawn.
    The signs are drawn in the order of the numbers: read backwards, they have the same p.
    """
    apart = part - np.median(part)
    signs = np.empty((ORDERS, len(part)))
    signs[:, np.argsort(part)] = np.random.default_rng([*seed]).choice((-1.0, 1.0), signs.shape)
    own = strengths(rankdata(apart), allowed).max()
    size = max(1, AT_ONCE // len(part))
    as_strong = sum(
        np.count_nonzero(strengths(rankdata(apart * signs[begin : begin + size], axis=-1), allowed).max(axis=-1) >= own)
        for begin in range(0, ORDERS, size)
    )
    return float((1 + as_strong) / (ORDERS + 1))
