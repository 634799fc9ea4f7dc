"""Sides that share their sittings: the interval of their difference, as their test sees it.

Where both sides step together from one sitting to the next, each side spreads over all its levels while they part by as
much in each. So the interval holds each shift of one side that the test within sittings would not reject at 5%: its sum
of ranks goes by how many pairs of runs of one sitting lie farther apart than the shift, whatever the sitting's level
(Hodges and Lehmann 1963, here with the weights of van Elteren). What the test calls a difference, the interval mostly
calls one: not where ties, drawn deals or quantiles that stand for many runs decide, nor where a test is one of many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import ndtri

from benchdb.domain.statistics.levels import SIGNIFICANCE
from benchdb.domain.statistics.sides import Contrast
from benchdb.domain.statistics.sitting_test.deals import DEALS, Floats, dealt_sums
from benchdb.domain.statistics.sitting_test.within import (
    every_sum,
    is_countable,
    is_of_many,
    parted,
    share_of_one,
    variance_of,
)

Sizes = tuple[tuple[int, int], ...]

#: Runs of a side in one sitting, of more as many quantiles stand for them: these are closer to each other by far than
#: an interval of so many runs is wide.
MOST_OF_ONE = 400
MOST_PAIRS = 1_000_000  #: of all sittings, which are sorted in a tenth of a second; of more each has fewer quantiles
FEWEST_OF_ONE = 10  #: quantiles of a side in one sitting, however many sittings there are
ROOM = 1e-7  #: for what sums of ranks lose


@dataclass(frozen=True, slots=True)
class Shift:
    """How far one side lies from the other within their sittings: of the ratio's logarithm, or of the difference where
    a value has none."""

    low: float  #: of the 95% interval
    centre: float  #: that beside which the sums of ranks are even
    high: float
    delta: float  #: Cliff's, of runs of one sitting, with the weights of the test: its sign is the test's direction


def paired_shift(contrast: Contrast) -> Shift | None:
    """None of so few that no test can reject anything."""
    here, there = contrast.here.by_sitting, contrast.there.by_sitting
    pairs = [(here[sitting], there[sitting]) for sitting in here]
    critical = critical_sum(tuple(sorted((len(one), len(one) + len(other)) for one, other in pairs)))
    if critical is None:
        return None
    apart, weights = differences(pairs, in_logarithms=contrast.is_positive)
    order = np.argsort(apart)
    apart, beyond = apart[order], np.cumsum(weights[order])
    half = float(beyond[-1]) / 2
    ends = [half - critical + ROOM, half - ROOM, half + ROOM, half + critical - ROOM]
    places = np.minimum(np.searchsorted(beyond, ends), len(apart) - 1)
    low, below, above, high = apart[places].tolist()
    delta = float((np.sign(apart) * weights[order]).sum() / weights[order].sum())
    return Shift(low, (below + above) / 2, high, delta)


def differences(pairs: list[tuple[Floats, Floats]], *, in_logarithms: bool) -> tuple[Floats, Floats]:
    """(how far each run lies from each of the other side in its sitting, what that counts in a sum of ranks)"""
    apart, weights = list[Floats](), list[Floats]()
    most = most_of_one(pairs)
    for one, other in pairs:
        own, others = (thinned(np.log(side) if in_logarithms else side, most) for side in (one, other))
        made = np.subtract.outer(own, others).ravel()
        apart.append(made)
        weights.append(np.full(len(made), len(one) * len(other) / len(made) / (len(one) + len(other) + 1)))
    return np.concatenate(apart), np.concatenate(weights)


def most_of_one(pairs: list[tuple[Floats, Floats]]) -> int:
    """How many values may stand for a side in one sitting, so that all sittings have no more than MOST_PAIRS."""
    sizes, most = np.array([(len(one), len(other)) for one, other in pairs]), MOST_OF_ONE
    while most > FEWEST_OF_ONE and np.minimum(sizes, most).prod(axis=1).sum() > MOST_PAIRS:
        most = max(FEWEST_OF_ONE, most * 9 // 10)
    return most


def thinned(values: Floats, most: int) -> Floats:
    if len(values) <= most:
        return values
    return np.quantile(values, (np.arange(most) + 0.5) / most)


@lru_cache(maxsize=1024)
def critical_sum(sizes: Sizes) -> float | None:
    """How far the sum of one side's ranks is from their mean where 5% of all deals are as far; None where fewer cannot
    be. Of sittings that have so many runs of one side, and of both."""
    ranked = parted(sizes)
    if is_of_many(sizes):
        return float(ndtri(1 - SIGNIFICANCE / 2)) * float(np.sqrt(variance_of(ranked)))
    if share_of_one(sizes) > SIGNIFICANCE:
        return None
    if is_countable(sizes):
        sums, shares = every_sum(ranked)
    else:
        random = np.random.default_rng([*np.ravel(sizes).tolist()])
        sums = sum((dealt_sums(centred, count, random) for centred, count in ranked), np.zeros(DEALS))
        shares = np.full(DEALS, 1 / (DEALS + 1))
    return least_rejected(np.abs(sums), shares)


def least_rejected(sums: Floats, shares: Floats) -> float | None:
    """The least of the sums that no more than 5% reach."""
    order = np.argsort(-sums)
    sums, reached = sums[order], np.cumsum(shares[order])
    ends = np.append(sums[1:] < sums[:-1] - ROOM, True)
    rejected = np.flatnonzero(ends & (reached <= SIGNIFICANCE + 1e-12))
    return float(sums[rejected[-1]]) if len(rejected) else None
