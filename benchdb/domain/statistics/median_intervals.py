"""How far a median could lie elsewhere, by order statistics; and a difference of two: by the percentile bootstrap.

Of a difference, both sides are drawn anew from their own runs (Efron and Tibshirani 1993, chapter 13). What the
medians of such draws are, and how often, follows from order statistics: the k-th lowest run is a draw's median as often
as a binomial says. So all draws there could be are counted, none is missed, and no seed is needed.

Where the two sides' medians make too many pairs, the sides' own intervals are put together instead: the distances of
their ends, squared and added (Zou and Donner 2008).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, betainc

from benchdb.domain.columns import Ints
from benchdb.domain.statistics.levels import SIGNIFICANCE

Array = NDArray[np.float64]
Drawn = tuple[Ints, Ints, Array]

FEW = 2_000  #: runs
MOST_PAIRS = 2_500  #: of medians, for one cell
AT_ONCE = 200_000  #: pairs in memory
SHARE_KEPT = 0.9995  #: of all draws; the rarest medians are left out
FARTHEST = (
    4.0  #: square roots of n, from the middle: a drawn median that lies beyond 8 deviations is none of those kept
)
FADED = 45.0  #: exp(-45) of what a rank's other pairs have is less than half of its last digit


def median_interval(values: Sequence[float], confidence: float = 0.95) -> tuple[float, float] | None:
    """Distribution-free interval of one median, from binomial order statistics (Conover 1999, §3.2).

    None where no two values lie wide enough apart: with fewer than 6 for 95%.
    """
    rank = lowest_rank(len(values), confidence)
    if rank is None:
        return None
    ordered = np.sort(np.asarray(values, float))
    return float(ordered[rank - 1]), float(ordered[-rank])


@cache
def lowest_rank(n: int, confidence: float) -> int | None:
    """The highest rank r for which values r and n + 1 - r enclose the median with `confidence`; None: no rank does."""
    ranks = np.arange(1.0, n // 2 + 1)
    enclosing = ranks[1 - 2 * bdtr(ranks - 1, n, 0.5) >= confidence]
    return int(enclosing[-1]) if len(enclosing) else None


def more_than(count: int, n: int, ranks: Ints) -> Array:
    """How likely more than so many of n draws are among the lowest of n runs, as many as `ranks` says: a binomial's
    upper tail."""
    return np.asarray(betainc(count + 1, n - count, ranks / n))


def near_the_middle(n: int) -> Ints:
    """The ranks of n runs, from 0, that the median of n draws may have."""
    lowest = max(0, n // 2 - round(FARTHEST * math.sqrt(n)))
    return np.arange(lowest, n - lowest)


def drawn_medians(n: int) -> Drawn:
    """(lower, upper, share): a draw of n from n runs has the mean of these two order statistics for its median.

    Those of many runs are remembered for the next contrast with the same baseline, no longer: they take megabytes.
    """
    return of_many(n) if n > FEW else of_few(n)


def draws(n: int) -> Drawn:
    half = n // 2
    if n % 2:
        lower = upper = near_the_middle(n)
        share = np.diff(more_than(half, n, np.append(lower, lower[-1] + 1)))
    else:
        lower, upper, share = middle_pairs(n, half)
    order = np.argsort(-share, kind="stable")
    kept = np.sort(order[: 1 + np.searchsorted(np.cumsum(share[order]), SHARE_KEPT)])
    return lower[kept], upper[kept], share[kept] / share[kept].sum()


of_few, of_many = lru_cache(maxsize=256)(draws), lru_cache(maxsize=2)(draws)


def middle_pairs(n: int, half: int) -> Drawn:
    """Of an even number of draws, how often the middle two are which order statistics.

    Pairs are left out whose ranks lie so far apart that their share, or that of all of them, changes no digit of what
    is kept: with each rank farther apart it falls to exp(-half / beyond) at the most.
    """
    ends = near_the_middle(n)
    beyond = int(ends[-1]) + 1
    widest = min(len(ends) - 1, math.ceil(FADED * beyond / half))
    first, apart = ends[:-1, None], np.arange(1, widest + 1)
    second = first + apart
    within = second < beyond  # row by row, as `same` adds them up
    share = shares_of_pairs(n, half, first[:, 0], widest)[within]
    first = np.broadcast_to(first, within.shape)[within]
    same = np.diff(more_than(half - 1, n, np.append(ends, beyond))) - np.bincount(first - ends[0], share, len(ends))
    shares = np.maximum(np.append(share, same), 0.0)
    return np.append(first, ends), np.append(second[within], ends), shares


def shares_of_pairs(n: int, half: int, first: Ints, widest: int) -> Array:
    """How often [first, second] are the middle two of n draws; of seconds that lie 1, 2, … `widest` ranks behind."""
    log_ways = math.lgamma(n + 1) - 2 * math.lgamma(half + 1)
    ranks = np.append(first[:1] - 1, first)  # with the one before
    behind = np.minimum(ranks[:, None] + np.arange(1, widest + 3), n) - ranks[0]  # with the two behind
    with np.errstate(divide="ignore"):
        here, there = np.log((ranks + 1) / n), np.log((n - np.arange(ranks[0], n + 1)) / n)
        # half of the draws are among the lowest i + 1 runs, the others from the j-th on
        split = np.exp(log_ways + half * (here[:, None] + there[behind]))
    return np.asarray(split[1:, :-2] - split[:-1, 1:-1] - split[1:, 1:-1] + split[:-1, 2:])


def medians_of_draws(rising: Array) -> tuple[Array, Array]:
    """(medians[cell, draw], how often each is drawn) of runs[cell, run] in rising order."""
    lower, upper, share = drawn_medians(rising.shape[-1])
    return (rising[:, lower] + rising[:, upper]) / 2, share


def median_intervals(here: Array, there: Array) -> tuple[Array, Array]:
    """(low, high) of median less median, 95%, for each row of runs[cell, run]."""
    values, shares = medians_of_draws(np.sort(here))
    bases, base_shares = medians_of_draws(np.sort(there))
    combined = paired if len(shares) * len(base_shares) <= MOST_PAIRS else together
    return combined(values, shares, bases, base_shares)


def paired(values: Array, shares: Array, bases: Array, base_shares: Array) -> tuple[Array, Array]:
    """From the differences of all pairs."""
    weights = np.outer(shares, base_shares).ravel()
    rows = max(1, AT_ONCE // len(weights))
    lows, highs = [], []
    for first in range(0, len(values), rows):
        some = slice(first, first + rows)
        low, high = middle((values[some, :, None] - bases[some, None, :]).reshape(-1, len(weights)), weights)
        lows.append(low)
        highs.append(high)
    return np.concatenate(lows), np.concatenate(highs)


def together(values: Array, shares: Array, bases: Array, base_shares: Array) -> tuple[Array, Array]:
    """From the intervals of both sides."""
    low, high = middle(values, shares)
    base_low, base_high = middle(bases, base_shares)
    centre, base_centre = (np.average(part, axis=1, weights=w) for part, w in ((values, shares), (bases, base_shares)))
    difference = centre - base_centre
    return (
        difference - np.hypot(centre - low, base_high - base_centre),
        difference + np.hypot(high - centre, base_centre - base_low),
    )


def middle(values: Array, weights: Array) -> tuple[Array, Array]:
    """The middle 95% of each row: the same share below as above, so that turned round it is the same."""
    order = np.argsort(values, axis=1, kind="stable")
    rising = np.take_along_axis(values, order, axis=1)
    below = np.cumsum(weights[order], axis=1)
    tail = SIGNIFICANCE / 2 - 1e-12
    low = np.argmax(below >= tail, axis=1)
    high = np.argmax(below >= below[:, -1:] - tail, axis=1)
    rows = np.arange(len(values))
    return rising[rows, low], rising[rows, high]
