"""Whether one side tends to be larger: the Brunner-Munzel test, by permutation.

Brunner and Munzel 2000: T = (P(X > Y) + P(X = Y)/2 - 1/2) over its own deviation, from each side's placements in the
other, so that sides of unlike noise are no evidence. Its p is the share of all ways to deal the same runs to two sides
of these sizes whose |T| is as large (Neubert and Brunner 2007): exact, with ties as they are. Where there are too many
ways to count, a side of LARGE runs and more has Brunner's and Munzel's own t distribution; else ways are drawn, always
the same ones.

What no rank sees, and `welch.is_heard` does: a noisy side of few runs that happen to fall on one side of a quiet one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, stdtr

from benchdb.domain.statistics.few_of_many import drawn_runs, strengths_of_runs
from benchdb.domain.statistics.levels import FEWEST, SIGNIFICANCE, Alike, Pair, Values, alike
from benchdb.domain.statistics.ranks import Blocks, Deals, dealt, dealt_so

Array = NDArray[np.float64]

MOST_WAYS = 200_000  #: that are counted where no two runs are equal, once for all comparisons of these sizes
MOST_WAYS_WITH_TIES = 2_000  #: each pattern of ties has ways of its own
LARGE = 8  #: runs on each side, from which the t distribution serves
DRAWN_WAYS, DRAWN_WAYS_WITH_TIES = 19_999, 1_999
SEED = 2000
MANY_BLOCKS = 200  #: beyond which a way is the few runs that it takes, not what it takes of each block
AT_ONCE = 100_000  #: numbers of ways that are computed together
FEWEST_OF_A_SIDE = 3  #: runs; the other side then needs 5
MANY = 200  #: runs of both sides, from which ways are counted by their logarithms
FEW_TAKEN = 12  #: runs taken, for which there are as many ways as anybody counts
MOST_LOGARITHM = 700.0  #: of a float, with room
DIGITS = 9  #: statistics that are equal up to here are equal
ROUNDING = 1e-9  #: of a share: less than any two that differ do


def smallest_p(n: int, m: int) -> float:
    """The smallest two-sided p that n runs against m can give by permutation: 2 / C(n+m, n)."""
    if n + m > MANY:
        return 2 * math.exp(math.lgamma(n + 1) + math.lgamma(m + 1) - math.lgamma(n + m + 1))
    return min(1.0, 2 / math.comb(n + m, n))


@lru_cache(maxsize=1024)
def is_enough(n: int, m: int) -> bool:
    """Whether a test of n runs against m can reach 5%; one or two runs say next to nothing of their side's noise."""
    return min(n, m) >= FEWEST_OF_A_SIDE and smallest_p(n, m) <= SIGNIFICANCE


@lru_cache(maxsize=1024)
def fewest_for(level: float) -> int:
    """Runs on each side with which a test can reach this level at all."""
    return next(runs for runs in count(FEWEST) if smallest_p(runs, runs) <= level)


def rank_p(values: Values, baseline: Values) -> float | None:
    """Two-sided p of one pair; None where no test can reach 5%."""
    return rank_ps([(values, baseline)])[0]


def rank_ps(pairs: Sequence[Pair]) -> list[float | None]:
    """The p of each pair. All are computed together."""
    ps: list[float | None] = [None] * len(pairs)
    groups = [same for same in alike(pairs) if is_enough(*same.sizes)]
    if groups:
        indexes = np.concatenate([same.indexes for same in groups])
        for index, p in zip(indexes.tolist(), p_values(groups).tolist(), strict=True):
            ps[index] = p
    return ps


def p_values(groups: Sequence[Alike]) -> Array:
    """The p of each pair, one group after the other."""
    deals, counts = dealt(groups), [len(same.indexes) for same in groups]
    strength, freedom = brunner_munzel(deals)
    least = np.repeat([smallest_p(*same.sizes) for same in groups], counts)
    ps = np.maximum(2 * stdtr(freedom, -strength), least)
    for (sizes, n), rows in alike_blocks(deals, groups).items():
        most = MOST_WAYS_WITH_TIES if max(sizes) > 1 else MOST_WAYS
        can_be_counted = is_countable(sizes, n, most)
        if can_be_counted or min(n, sum(sizes) - n) < LARGE:
            strengths, shares = null_distribution(sizes, n) if can_be_counted else drawn_distribution(sizes, n)
            ps[rows] = shares[np.searchsorted(strengths, strength[rows])]
    few = np.repeat([min(same.sizes) for same in groups], counts)
    for row in np.flatnonzero((few < LARGE) & (deals.widths - 1 > MANY_BLOCKS)).tolist():
        ps[row] = drawn_p(deals.block_sizes(row), int(few[row]), float(strength[row]))
    return ps


def alike_blocks(deals: Deals, groups: Sequence[Alike]) -> dict[tuple[Blocks, int], list[int]]:
    """(blocks, this side's runs) -> the rows of such a pattern of ties, where its ways may be few enough to count."""
    rows, first = dict[tuple[Blocks, int], list[int]](), 0
    for same in groups:
        widths, few = deals.widths[first : first + len(same.indexes)] - 1, min(same.sizes)
        for width in np.unique(widths[widths <= MANY_BLOCKS]).tolist():
            most = MOST_WAYS_WITH_TIES if width < sum(same.sizes) else MOST_WAYS
            if few < LARGE or not has_many_ways(width, few, most):
                for row in (first + np.flatnonzero(widths == width)).tolist():
                    rows.setdefault((deals.sizes(row), same.sizes[0]), []).append(row)
        first += len(widths)
    return rows


def brunner_munzel(deals: Deals) -> tuple[Array, Array]:
    """(|T|, its degrees of freedom) of each row; |T| is infinite where the sides do not overlap."""
    own, other = deals.own, deals.blocks - deals.own
    n, m = deals.sums(own), deals.sums(other)
    below = deals.so_far(other) - other / 2  # placements of this side's runs in the other
    above = deals.so_far(own) - own / 2
    wins = deals.sums(own * below)
    here = deals.sums(own * (below - deals.of_rows(wins / n)) ** 2) * n / (n - 1)
    there = deals.sums(other * (above - deals.of_rows((n * m - wins) / m)) ** 2) * m / (m - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        strength = np.abs(wins - n * m / 2) / np.sqrt(here + there)
        freedom = (here + there) ** 2 / (here**2 / (n - 1) + there**2 / (m - 1))
    known: Array = np.nan_to_num(strength, nan=0.0, posinf=np.inf)
    return np.round(known, DIGITS), np.nan_to_num(freedom, nan=1.0)


def is_countable(blocks: Blocks, n: int, most: int) -> bool:
    """Whether there are at most so many ways."""
    if has_many_ways(len(blocks), min(n, sum(blocks) - n), most):
        return False
    return ways(blocks, n, most) <= most


def has_many_ways(blocks: int, few: int, most: int) -> bool:
    """Whether one run of a block at the most makes more ways already, to take `few` runs."""
    ones = min(few, blocks - few, FEW_TAKEN)
    return ones > 0 and math.comb(blocks, ones) > most


@lru_cache(maxsize=1024)
def ways(blocks: Blocks, n: int, most: float = math.inf) -> int:
    """How many different ways there are to take n runs out of the blocks; counted no further than beyond `most`."""
    counts, left = np.array([1] + [0] * n, object if most == math.inf else float), sum(blocks)
    for size in blocks:
        left -= size
        below = np.append(0, np.cumsum(counts))
        counts = below[1:] - below[np.maximum(np.arange(n + 1) - size, 0)]
        if counts[max(0, n - left) :].sum() > most:  # each of these can be completed
            return int(most) + 1
    return int(counts[n])


@lru_cache(maxsize=1024)
def null_distribution(blocks: Blocks, n: int) -> tuple[Array, Array]:
    """(every |T| there can be, rising; the share of ways that are at least as strong)"""
    rows, left = np.zeros((1, 0), np.int32), sum(blocks)
    for size in blocks:
        left -= size
        rows = extended(rows, size, n, left)
    return tail_shares(strengths_of(rows, blocks), weights(rows, blocks, n))


def strengths_of(rows: NDArray[Any], blocks: Blocks) -> Array:
    """|T| of each row, some rows at a time: all of them at once are copied several times."""
    some = max(1, AT_ONCE // len(blocks))
    parts = (dealt_so(rows[first : first + some], blocks) for first in range(0, len(rows), some))
    return np.concatenate([brunner_munzel(part)[0] for part in parts])


def extended(rows: NDArray[np.int32], size: int, n: int, left: int) -> NDArray[np.int32]:
    """Every row with each number that can be taken of one more block, when `left` runs follow."""
    taken = rows.sum(axis=1, dtype=int)
    fewest = np.maximum(n - left - taken, 0)
    choices = np.minimum(n - taken, size) - fewest + 1
    before = np.cumsum(choices) - choices
    more = np.repeat(fewest - before, choices) + np.arange(choices.sum())
    order = np.argsort(more, kind="stable")
    return np.hstack([np.repeat(rows, choices, axis=0), more[:, None].astype(np.int32)])[order]


def weights(rows: NDArray[np.int32], blocks: Blocks, n: int) -> Array:
    """In how many ways each row can be dealt; as shares of the most frequent row's, where a float holds no such number.

    The product of C(block, taken) is at most C(runs, n).
    """
    runs = sum(blocks)
    if log_ways(np.array([runs]), np.array([n]))[0] > MOST_LOGARITHM:
        logarithms = log_ways(np.array(blocks), rows).sum(axis=1)
        return np.asarray(np.exp(logarithms - logarithms.max()))
    product = np.ones(len(rows))
    for size, column in zip(blocks, rows.T, strict=True):
        known, place = np.unique(column, return_inverse=True)
        product *= np.array([float(math.comb(size, taken)) for taken in known.tolist()])[place]
    return product


def log_ways(sizes: NDArray[np.int64], taken: NDArray[Any]) -> Array:
    """The logarithm of C(size, taken)."""
    return np.asarray(gammaln(sizes + 1) - gammaln(taken + 1) - gammaln(sizes - taken + 1))


@lru_cache(maxsize=256)
def drawn_distribution(blocks: Blocks, n: int) -> tuple[Array, Array]:
    """The same over ways that are drawn, the one at hand counted among them (Phipson and Smyth 2010).

    The smaller side is dealt, whichever it is: |T| is the same of both, and so is p where the sides are swapped.
    """
    n = min(n, sum(blocks) - n)
    number = DRAWN_WAYS_WITH_TIES if max(blocks) > 1 else DRAWN_WAYS
    random = np.random.default_rng([SEED, n, len(blocks)])
    own = random.multivariate_hypergeometric(blocks, n, size=number, method="marginals")
    strengths = strengths_of(own, blocks)
    rising, shares = tail_shares(strengths, np.ones(number))
    return rising, (shares * number + 1) / (number + 1)


def drawn_p(blocks: Array, n: int, strength: float) -> float:
    """The share of drawn ways that are as strong, for a side of n runs among more than MANY_BLOCKS."""
    rising = drawn_with_ties(blocks, n) if blocks.max() > 1 else drawn_without_ties(len(blocks), n)
    return float((len(rising) - np.searchsorted(rising, strength) + 1) / (len(rising) + 1))


@lru_cache(maxsize=32)
def drawn_without_ties(runs: int, n: int) -> Array:
    """|T| of each way, rising: the same for all rows of so many runs."""
    return drawn_strengths(np.ones(runs), n, DRAWN_WAYS)


def drawn_with_ties(blocks: Array, n: int) -> Array:
    return drawn_strengths(blocks, n, DRAWN_WAYS_WITH_TIES)


def drawn_strengths(blocks: Array, n: int, ways: int) -> Array:
    rows = drawn_runs(np.random.default_rng([SEED, n, len(blocks)]), int(blocks.sum()), n, ways)
    return np.sort(np.round(strengths_of_runs(rows, blocks), DIGITS))


def tail_shares(strengths: Array, weights: Array) -> tuple[Array, Array]:
    """(each strength once, rising; the share of all weight that is as strong or stronger, and 0 beyond the last)"""
    rising, place = np.unique(strengths, return_inverse=True)
    tail = np.cumsum(np.bincount(place, weights)[::-1])[::-1] / weights.sum()
    return rising, np.append(np.minimum(tail, 1.0), 0.0)  # added up the other way, all is a last digit more than all


def adjusted(ps: Sequence[float]) -> list[float]:
    """p values -> q values: the share of false findings among those at least as striking.

    One that is the 5% but for the last digits of what it was computed from is the 5%: 2 deals of 200 among five rows.

    Source: Benjamini and Hochberg 1995.
    """
    rising = np.argsort(ps)
    qs = np.array(ps)[rising] * (len(ps) / np.arange(1, len(ps) + 1))
    made = np.empty(len(ps))
    made[rising] = np.clip(np.minimum.accumulate(qs[::-1])[::-1], 0, 1)
    made[np.isclose(made, SIGNIFICANCE, rtol=ROUNDING, atol=0)] = SIGNIFICANCE
    return made.tolist()
