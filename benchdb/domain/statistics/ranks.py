"""Ranks, and the test of Mann and Whitney 1947 by them: one-sided, of many pairs of equal sizes at once.

Exact where a side has at most EXACT runs and no two are equal; else by its normal limit, with the variance that ties
leave and half a step of continuity.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Array = NDArray[np.float64]
Which = Literal["less", "greater"]

EXACT = 8  #: runs of the smaller side


def ranks(values: Array) -> Array:
    """1, 2, 3, … along the last axis; equal numbers share the mean of theirs."""
    places = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
    order = np.argsort(values, axis=-1, kind="stable")
    rising = np.take_along_axis(values, order, axis=-1)
    is_new = np.ones(values.shape, bool)
    np.not_equal(rising[..., 1:], rising[..., :-1], out=is_new[..., 1:])
    is_last = np.ones(values.shape, bool)
    is_last[..., :-1] = is_new[..., 1:]
    begins = np.maximum.accumulate(np.where(is_new, places, 0), axis=-1)
    ends = np.where(is_last, places, values.shape[-1])[..., ::-1]
    ends = np.minimum.accumulate(ends, axis=-1)[..., ::-1]
    made = np.empty(values.shape)
    np.put_along_axis(made, order, (begins + ends) / 2 + 1, axis=-1)
    return made


def mann_whitney_ps(here: Array, there: Array, side: Which) -> Array:
    """The p of each row of runs[pair, run], that `here` is `side` than `there` only by chance."""
    n, m = here.shape[1], there.shape[1]
    pooled = np.concatenate([here, there], axis=1)
    wins = ranks(pooled)[:, :n].sum(axis=1) - n * (n + 1) / 2
    u = wins if side == "greater" else n * m - wins
    ties = ties_of(pooled)
    ps = limit_ps(u, n, m, ties)
    if min(n, m) <= EXACT and not ties.all():
        exact = ties == 0
        ps[exact] = tails(min(n, m), max(n, m))[u[exact].astype(int)]
    return ps


def ties_of(pooled: Array) -> Array:
    """The sum of t³ - t over the blocks of t equal numbers in each row."""
    rising = np.sort(pooled, axis=1)
    owner = np.cumsum(np.diff(rising, axis=1, prepend=np.nan) != 0) - 1  # of all rows, one after the other
    blocks = np.bincount(owner).astype(float)
    rows = np.arange(len(pooled)).repeat(pooled.shape[1])[np.append(0, np.cumsum(blocks)[:-1]).astype(int)]
    return np.asarray(np.bincount(rows, blocks**3 - blocks, len(pooled)))


def limit_ps(u: Array, n: int, m: int, ties: Array) -> Array:
    """By the normal limit."""
    runs = n + m
    deviation = np.sqrt(n * m / 12 * ((runs + 1) - ties / (runs * (runs - 1))))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(ndtr(-(u - n * m / 2 - 0.5) / deviation), nan=1.0)


@lru_cache(maxsize=256)
def tails(few: int, many: int) -> Array:
    """The share of all ways to deal the runs of which U is at least 0, 1, 2, …

    The ways are the coefficients of a Gaussian binomial, counted in whole numbers of any size.
    """
    ways = np.zeros(few * many + 1, object)
    ways[0] = 1
    for run in range(1, few + 1):
        ways[many + run :] -= ways[: -(many + run)].copy() if many + run < len(ways) else 0
        for first in range(run):
            ways[first::run] = np.cumsum(ways[first::run])
    above = np.cumsum(ways[::-1])[::-1]
    return np.array([count / above[0] for count in above.tolist()], float)
