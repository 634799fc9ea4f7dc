"""Sides that share their sittings: labels are dealt anew within each (van Elteren 1960).

By ranks over the runs of their sitting and one more, which weighs each sitting by what it can tell. Of few ways to deal
all are counted; of more some are drawn, always the same ones; of many runs the sums of the deals are nearly normal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from scipy.special import ndtr

from benchdb.domain.statistics.ranks import ranks
from benchdb.domain.statistics.sides import Contrast
from benchdb.domain.statistics.sitting_test.deals import DEALS, Floats, Sizes, sums_of_deals

Ranks = tuple[Floats, int]  #: of one sitting: around their mean, and how many are this side's

MOST_DEALT = 200  #: runs of both sides; of more the sums of the deals are nearly normal: p within 4% of itself
MOST_WAYS = 100_000  #: that are counted
MOST_WAYS_OF_ONE = 1_000  #: of one sitting: each pattern of ties has ways of its own
DIGITS = 9  #: sums that are equal up to here are equal


def within_sittings_p(contrast: Contrast) -> float:
    """The share of deals of the labels within each sitting that part the sides as much."""
    ranked = ranks_within(contrast)
    total, sizes = sum_of(ranked), sizes_of(ranked)
    if is_of_many(sizes):
        return normal_p(total, ranked)
    if is_countable(sizes):
        return share_as_strong(total, ranked)
    if abs(total) >= greatest_sum(tuple(sizes)) - 1e-9:
        return share_of_one(sizes)
    sums = sums_of_deals(np.concatenate([centred for centred, _ in ranked]), sizes)
    as_strong = int(np.count_nonzero(np.abs(sums) >= abs(total) - 1e-9))
    return (1 + as_strong) / (DEALS + 1) if as_strong else rarer(total, ranked)


def smallest_p_within(sizes: Sizes) -> float:
    """The smallest that `within_sittings_p` can be: of sides that every sitting parts wholly."""
    if is_of_many(sizes):
        ranked = parted(sizes)
        return normal_p(sum_of(ranked), ranked)
    return share_of_one(sizes)


def rarer(total: float, ranked: Sequence[Ranks]) -> float:
    """The p where no deal drawn parts the sides as much: by the limit, whose tail is the longer one, but no less than
    one deal of all."""
    return min(1 / (DEALS + 1), max(share_of_one(sizes_of(ranked)), normal_p(total, ranked)))


def share_of_one(sizes: Sizes) -> float:
    """One deal among all that there are, and its mirror image."""
    return min(1.0, 2 / math.prod(math.comb(both, own) for own, both in sizes))


def is_of_many(sizes: Sizes) -> bool:
    return sum(both for _, both in sizes) > MOST_DEALT


def is_countable(sizes: Sizes) -> bool:
    ways = [math.comb(both, own) for own, both in sizes]
    return max(ways) <= MOST_WAYS_OF_ONE and math.prod(ways) <= MOST_WAYS


def share_as_strong(total: float, ranked: Sequence[Ranks]) -> float:
    """Of all deals there are."""
    sums, shares = every_sum(ranked)
    return min(1.0, float(shares[np.abs(sums) >= abs(total) - 1e-7].sum()))


def every_sum(ranked: Sequence[Ranks]) -> tuple[Floats, Floats]:
    """(every sum of a deal, the share of the deals that have it); those of several sittings are put together where they
    are equal."""
    sums, shares = np.zeros(1), np.ones(1)
    for centred, count in ranked:
        own, parts = sums_of(tuple(centred.round(DIGITS).tolist()), count)
        sums, shares = put_together(np.add.outer(sums, own).ravel(), np.multiply.outer(shares, parts).ravel())
    return sums, shares


@lru_cache(maxsize=4096)
def sums_of(centred: tuple[float, ...], count: int) -> tuple[Floats, Floats]:
    """(every sum that `count` of them have, the share of the ways that have it)"""
    ways = np.array([*combinations(centred, count)]).reshape(-1, count).sum(axis=1)
    return put_together(ways, np.full(len(ways), 1 / len(ways)))


def put_together(sums: Floats, shares: Floats) -> tuple[Floats, Floats]:
    """Each sum once, with its share."""
    different, place = np.unique(sums.round(DIGITS), return_inverse=True)
    return different, np.asarray(np.bincount(place.reshape(-1), shares), float)


def sized(contrast: Contrast) -> list[tuple[int, int]]:
    """Of each sitting of both sides how many runs this side has, and how many both."""
    here, there = contrast.here.by_sitting, contrast.there.by_sitting
    return [(len(values), len(values) + len(there[sitting])) for sitting, values in here.items() if sitting in there]


def is_balanced(sizes: Sizes) -> bool:
    """Whether each sitting has the same share of both sides' runs: then runs that are pooled say what sittings do."""
    own, both = (sum(size[place] for size in sizes) for place in (0, 1))
    return all(count * both == own * size for count, size in sizes)


def sizes_of(ranked: Sequence[Ranks]) -> list[tuple[int, int]]:
    return [(count, len(centred)) for centred, count in ranked]


def sum_of(ranked: Sequence[Ranks]) -> float:
    """Of this side's centred ranks."""
    return sum(float(centred[:count].sum()) for centred, count in ranked)


@lru_cache(maxsize=1024)
def greatest_sum(sizes: tuple[tuple[int, int], ...]) -> float:
    """Of this side's centred ranks, where every sitting parts the sides wholly."""
    return sum_of(parted(sizes))


def parted(sizes: Sizes) -> list[Ranks]:
    """The ranks of sides that every sitting parts wholly, this side above."""
    return [(np.arange(both)[::-1] / (both + 1) - (both - 1) / 2 / (both + 1), own) for own, both in sizes]


def ranks_within(contrast: Contrast) -> list[Ranks]:
    """Of each sitting the ranks of its runs around their mean, this side's first, and how many are this side's."""
    here, there = contrast.here.by_sitting, contrast.there.by_sitting
    pooled = [np.concatenate([values, there[sitting]]) for sitting, values in here.items()]
    return [*zip(centred_ranks(pooled), map(len, here.values()), strict=True)]


def centred_ranks(pooled: Sequence[Floats]) -> list[Floats]:
    """Around their mean, of each sitting; those of as many runs together."""
    alike: dict[int, list[int]] = {}
    for index, values in enumerate(pooled):
        alike.setdefault(len(values), []).append(index)
    made: dict[int, Floats] = {}
    for runs, indexes in alike.items():
        rows = ranks(np.stack([pooled[index] for index in indexes])) / (runs + 1)
        made.update(zip(indexes, rows - rows.mean(axis=1, keepdims=True), strict=True))
    return [made[index] for index in range(len(pooled))]


def normal_p(total: float, ranked: Sequence[Ranks]) -> float:
    """Of the sum of this side's centred ranks, whose variance over all deals is known and adds up over the sittings."""
    variance = variance_of(ranked)
    return float(2 * ndtr(-abs(total) / math.sqrt(variance))) if variance > 0 else 1.0


def variance_of(ranked: Sequence[Ranks]) -> float:
    """Of this side's sum over all deals."""
    return sum(
        count * (len(centred) - count) / (len(centred) * (len(centred) - 1)) * float(centred @ centred)
        for centred, count in ranked
    )
