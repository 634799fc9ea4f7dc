"""Whether two sides are shown to lie within a margin of each other: two one-sided tests (Schuirmann 1987).

Mann-Whitney tests against the baseline times 1 - margin and times 1 + margin, and Welch's t where it has to be heard;
for a shift in ratio, hence positive values only.

Mann and Whitney 1947, one-sided, of many pairs of equal sizes at once: exact where a side has at most EXACT runs and no
two are equal; else by its normal limit, with the variance that ties leave and half a step of continuity.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr

from benchdb.domain.statistics import welch
from benchdb.domain.statistics.levels import SIGNIFICANCE, Pair, Values, stacked
from benchdb.domain.statistics.ranks import ranks

Array = NDArray[np.float64]
Which = Literal["less", "greater"]

EXACT = 8  #: runs of the smaller side


def is_equivalent(values: Values, baseline: Values, margin: float) -> bool:
    """Whether `values` are shown to lie within `margin` (a fraction) of the baseline."""
    return are_equivalent([(values, baseline)], [margin])[0]


def are_equivalent(pairs: Sequence[Pair], margins: Sequence[float]) -> list[bool]:
    """Each pair within its own margin; those of equal sizes together."""
    results = [False] * len(pairs)
    alike: dict[tuple[int, int, float], list[int]] = defaultdict(list)
    for index, ((values, baseline), margin) in enumerate(zip(pairs, margins, strict=True)):
        if 0 < margin < 1 and min(len(values), len(baseline)) > 1 and min(*values, *baseline) > 0:
            alike[len(values), len(baseline), margin].append(index)
    for (*_, margin), indexes in alike.items():
        here, there = (stacked(pairs[index][side] for index in indexes) for side in (0, 1))
        p = np.maximum(one_sided(here, there * (1 + margin), "less"), one_sided(here, there * (1 - margin), "greater"))
        for index, is_within in zip(indexes, p <= SIGNIFICANCE, strict=True):
            results[index] = bool(is_within)
    return results


def one_sided(here: Array, there: Array, side: Which) -> Array:
    """The p of each row, that this side is not `side` than the other: the larger of both tests'."""
    logs = (np.log(here), np.log(there))
    return np.maximum(mann_whitney_ps(here, there, side), np.where(welch.is_heard(*logs), welch_ps(*logs, side), 0.0))


def welch_ps(here: Array, there: Array, side: Which) -> Array:
    one, other = welch.means(here), welch.means(there)
    deviation, freedom = welch.error(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.nan_to_num((one.centre - other.centre) / deviation)
    return np.asarray(stdtr(freedom, distance if side == "less" else -distance))


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
