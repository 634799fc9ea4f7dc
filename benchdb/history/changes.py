"""Numbers in their order -> where their level changes. Pure.

Binary segmentation (Scott and Knott 1974; Vostrikova 1981): the strongest split of the whole, then of each part, as
long as splits are significant; then each is sought and tested again between its neighbours (Bai 1997), because a split
of the whole stands badly where there are several. A split's strength is that of the Mann-Whitney test between its sides
(Pettitt 1979), so ranks count and no distribution is assumed; it is standardised, so that splits near an end count as
those in the middle. Its p is the share of random orders of the same numbers whose strongest split is as strong: looking
everywhere is paid for.

Parts pay for their number by the rule of Meinshausen 2008 for hierarchies: p times the whole's size over the part's,
and never less than the whole's own. The rule's proof is for parts that were fixed beforehand; here the numbers choose
them, and `python -m benchdb.history.rates` counts how often that errs.

Does not hold where runs next to each other resemble each other for no reason but being next (a machine warming up).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.stats import permutation_test, rankdata

from benchdb.stats import FEWEST, SIGNIFICANCE

ORDERS = 4999  #: random ones; p is at least 1 / (ORDERS + 1)
AT_ONCE = 1_000_000  #: numbers that are shuffled at one go
ROUNDS = 8  #: of seeking changes again; they have always come to rest long before
DIGITS = 9  #: strengths that are equal up to here are equal

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Split:
    """A change: the first `at` numbers on one side, the others on the other."""

    at: int
    p: float  #: of its part
    q: float  #: p, adjusted for all parts and curves


class Series:
    """The numbers of one curve in their order, and what splits them."""

    def __init__(self, values: Sequence[float], places: Sequence[float], runs: Sequence[int]) -> None:
        """`places` say where on x each number stands: there is no order within a place, and no split.

        The run ids are the seed, so that the same runs give the same answer.
        """
        self.values, self.places, self.runs = np.asarray(values, float), np.asarray(places, float), runs

    @cached_property
    def whole(self) -> Split | None:
        return self.split(0, len(self.values))

    def splits(self, above: float = 0.0) -> tuple[Split, ...]:
        """All changes, in order. `above` is what the whole's p became among other curves."""
        return self.refined(tuple(sorted(self.within(0, len(self.values), above))), above)

    def split(self, low: int, high: int, above: float = 0.0) -> Split | None:
        """The split of values[low:high], whether or not it is significant; None where nothing can be split."""
        part, allowed = self.values[low:high], candidates(self.places[low:high])
        at = strongest(part, allowed)
        if at is None:
            return None
        p = p_value(part, allowed, sorted(self.runs[low:high]))
        return Split(low + at, p, min(1.0, max(above, p * len(self.values) / len(part))))

    def within(self, low: int, high: int, above: float) -> Iterator[int]:
        """The changes among values[low:high] by binary segmentation."""
        found = self.split(low, high, above)
        if found is not None and found.q <= SIGNIFICANCE:
            yield found.at
            yield from self.within(low, found.at, found.q)
            yield from self.within(found.at, high, found.q)

    def refined(self, ats: tuple[int, ...], above: float) -> tuple[Split, ...]:
        """Each change sought again between its neighbours; what is no change there is left out, the weakest first."""
        for _ in range(ROUNDS + len(ats)):
            ends = (0, *ats, len(self.values))
            found = [self.split(low, high, above) for low, high in zip(ends, ends[2:], strict=False)]
            kept = [each for each in found if each is not None and each.q <= SIGNIFICANCE]
            if len(kept) == len(ats) and (moved := tuple(sorted({each.at for each in kept}))) == ats:
                return tuple(kept)
            ats = moved if len(kept) == len(ats) else without_weakest(ats, found)
        return ()


def without_weakest(ats: Sequence[int], found: Sequence[Split | None]) -> tuple[int, ...]:
    """All but those that are the least likely changes; one that cannot be split at all is the least."""
    qs = [2.0 if each is None else each.q for each in found]
    return tuple(at for at, q in zip(ats, qs, strict=True) if q < max(qs))


def splits(values: Sequence[float], places: Sequence[float], runs: Sequence[int]) -> tuple[Split, ...]:
    """All changes of one curve that stands alone."""
    return Series(values, places, runs).splits()


def candidates(places: Array) -> Ints:
    """Where a part can be split: between places, with enough numbers on each side."""
    between = np.flatnonzero(np.diff(places)) + 1
    return between[(between >= FEWEST) & (between <= len(places) - FEWEST)]


def strengths(ranks: Array, allowed: Ints) -> Array:
    """|U - its mean| over its standard deviation, at each allowed split; over the last axis."""
    n = ranks.shape[-1]
    sums = np.cumsum(ranks, axis=-1)[..., allowed - 1]
    # The variance of the ranks themselves, so that ties are allowed for.
    deviation = np.sqrt(allowed * (n - allowed) / n * np.var(ranks, axis=-1, ddof=1)[..., None])
    found: Array = np.round(np.abs(sums - allowed * (n + 1) / 2) / deviation, DIGITS)
    return found


def strongest(part: Array, allowed: Ints) -> int | None:
    """Where a part is split: with the least distance of its numbers from the medians of their sides.

    Ranks alone would say one run too many where that run happens to be the nearest to the other side. Nothing in the
    choice prefers one direction of time. None where nothing can be split.
    """
    if not len(allowed) or part.min() == part.max():
        return None
    return int(min(allowed, key=lambda at: distance(part[:at], part[at:])))


def distance(one: Array, other: Array) -> tuple[float, float, int]:
    """(sum of distances from the medians, - gap of the means, how many are on the higher side: against ties)"""
    far = np.abs(one - np.median(one)).sum() + np.abs(other - np.median(other)).sum()
    gap = float(other.mean() - one.mean())
    return float(far), -abs(gap), len(other) if gap > 0 else len(one)


def p_value(part: Array, allowed: Ints, seed: Sequence[int]) -> float:
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
