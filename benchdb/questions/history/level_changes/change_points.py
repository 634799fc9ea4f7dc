"""Numbers in their order -> where their level changes. Pure.

Binary segmentation (Scott and Knott 1974; Vostrikova 1981): the strongest split of the whole, then of each part, as
long as splits are significant; then each is sought and tested again between its neighbours (Bai 1997), because a split
of the whole stands badly where there are several. A split's strength is the difference of its sides' mean ranks, as
Pettitt's is (1979), so no distribution is assumed; over the error that each side's own spread of ranks gives it (Welch
1947), so that a change of noise is none of level. Its p is the share of random orders of the same numbers whose
strongest split is as strong: looking everywhere is paid for. Where the noise changes too, each side's own counts.

A level that comes and is gone again is two splits, and one alone may be none: so a stretch within is asked, too
(`passing`).

Where 50 runs and more still resemble their neighbours beside the levels so found, that much of each is taken away
(prewhitening: von Storch 1995), and all is sought again.

Parts pay for their number by the rule of Meinshausen 2008 for hierarchies: p times the whole's size over the part's,
and never less than the whole's own. The rule's proof is for parts that were fixed beforehand; here the numbers choose
them, and `python -m benchdb.dev.error_rates change_points` counts how often that errs.

A slow drift is still told as steps.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from threading import Lock

import numpy as np
from cachetools import LRUCache, cached

from benchdb.domain.statistics import SIGNIFICANCE
from benchdb.domain.statistics.ranks import ranks as ranks_of
from benchdb.questions.history.level_changes.passing import WEIGHT, Passing, passing
from benchdb.questions.history.level_changes.resemblance import MOST_RESEMBLANCE, RESEMBLANCE, share_by_steps
from benchdb.questions.history.level_changes.split_place import strongest
from benchdb.questions.history.level_changes.split_strength import Part, candidates
from benchdb.questions.history.level_changes.strengths import Array, Ints

ROUNDING = 1e-9  #: room for what a product of two numbers loses
ROUNDS = 8  #: of seeking changes again; they have always come to rest long before
FEWEST_TO_RESEMBLE = 50  #: runs, below which nobody can tell how much they resemble their neighbours
PLACES = 50_000  #: that are remembered


@dataclass(frozen=True, slots=True)
class Split:
    """A change: the first `index` numbers on one side, the others on the other."""

    index: int
    p: float  #: of its part
    q: float  #: p, adjusted for all parts and curves


class Series:
    """The numbers of one curve in their order, and what splits them."""

    def __init__(self, values: Sequence[float], places: Sequence[float], runs: Sequence[int]) -> None:
        """`places` say where on x each number stands: there is no order within a place, and no split.

        The run ids are the seed, so that the same runs give the same answer.
        """
        self.values, self.places, self.runs = np.asarray(values, float), np.asarray(places, float), runs
        self.chances: dict[tuple[int, int], Chance | None] = {}
        self.stretches: dict[tuple[int, int], Passing | None] = {}

    @cached_property
    def whole(self) -> Split | None:
        """Its p is exact where it is significant: that of one split, or of a level that passes."""
        split, stretch = self.split(0, len(self.values)), self.passing(0, len(self.values))
        if split is None or stretch is None or split.p <= SIGNIFICANCE:
            return split
        p = min(split.p, WEIGHT * stretch.p(SIGNIFICANCE / WEIGHT))
        return Split(split.index, p, p)

    def splits(self, above: float = 0.0) -> tuple[Split, ...]:
        """All changes, in order. `above` is what the whole's p became among other curves."""
        plain = self.significant(above)
        if not plain or len(self.values) < FEWEST_TO_RESEMBLE or not (share := resemblance(self.values, plain)):
            return self.exact(plain, above)
        own = whitened(self.values, plain, share)
        return Series(own.tolist(), self.places.tolist(), self.runs).plain_splits(above)

    def plain_splits(self, above: float) -> tuple[Split, ...]:
        """As if no run resembled its neighbours."""
        return self.exact(self.significant(above), above)

    def significant(self, above: float) -> tuple[Split, ...]:
        """Where they are; of p and q no more is known than that they are significant."""
        return self.refined(tuple(sorted(self.within(0, len(self.values), above))), above)

    def exact(self, splits: Sequence[Split], above: float) -> tuple[Split, ...]:
        """The same with their p and q."""
        ends = (0, *(split.index for split in splits), len(self.values))
        exact = (self.split(low, high, above) for low, high in zip(ends, ends[2:], strict=False))
        return tuple(split for split in exact if split is not None)

    def split(
        self, low: int, high: int, above: float = 0.0, most: float = SIGNIFICANCE, *, is_verdict: bool = False
    ) -> Split | None:
        """The split of values[low:high], whether or not it is significant; None where nothing can be split.

        p and q are exact where q is not above `most`; else it is enough to know that it is. With `is_verdict` nothing
        more than that is known.
        """
        chance = self.chance(low, high)
        if chance is None:
            return None
        own = most * (high - low) / len(self.values) * (1 + ROUNDING)
        p = chance.p(own, is_verdict=is_verdict) if above <= most else 1.0
        return Split(low + chance.first, p, min(1.0, max(above, p * len(self.values) / (high - low))))

    def chance(self, low: int, high: int) -> Chance | None:
        """Of values[low:high]; each part is sought and drawn for once, however often it is asked about."""
        if (low, high) not in self.chances:
            part, allowed = self.values[low:high], candidates(self.places[low:high])
            first = remembered_place(part, allowed)
            made = None if first is None else Chance(Part(part, allowed, first, sorted(self.runs[low:high])))
            self.chances[low, high] = made
        return self.chances[low, high]

    def within(self, low: int, high: int, above: float) -> Iterator[int]:
        """The changes among values[low:high] by binary segmentation."""
        q, places = self.parting(low, high, above)
        if q <= SIGNIFICANCE:
            yield from places
            for one, other in pairwise((low, *places, high)):
                yield from self.within(one, other, q)

    def parting(self, low: int, high: int, above: float) -> tuple[float, tuple[int, ...]]:
        """(q, where values[low:high] are parted): by one split, or by both ends of a level that passes.

        That is asked where one split is no change, or explains the runs less.
        """
        split = self.split(low, high, above, is_verdict=True)
        is_change = split is not None and split.q <= SIGNIFICANCE
        stretch = self.passing(low, high) if above <= SIGNIFICANCE else None
        if split is None or stretch is None or (is_change and not stretch.explains_more(split.index - low)):
            return (split.q, (split.index,)) if split else (1.0, ())
        times = WEIGHT * len(self.values) / (high - low)
        q = max(above, times * stretch.p(SIGNIFICANCE / times * (1 + ROUNDING), is_verdict=True))
        if q <= SIGNIFICANCE or not is_change:
            return q, (low + stretch.begin, low + stretch.end)
        return split.q, (split.index,)

    def passing(self, low: int, high: int) -> Passing | None:
        """Of values[low:high]; sought once."""
        if (low, high) not in self.stretches:
            made = passing(self.values[low:high], self.places[low:high], sorted(self.runs[low:high]))
            self.stretches[low, high] = made
        return self.stretches[low, high]

    def refined(self, places: tuple[int, ...], above: float) -> tuple[Split, ...]:
        """Each change sought again between its neighbours; what is no change there is left out, the weakest first."""
        for _ in range(ROUNDS + len(places)):
            ends = (0, *places, len(self.values))
            parts = list(zip(ends, ends[2:], strict=False))
            again = [self.split(low, high, above, is_verdict=True) for low, high in parts]
            kept = [split for split in again if split is not None and split.q <= SIGNIFICANCE]
            if len(kept) == len(places) and (moved := tuple(sorted({split.index for split in kept}))) == places:
                return tuple(kept)
            if len(kept) < len(places) - 1:  # which of several is the weakest: none of those that are kept
                again = [
                    split if split in kept else self.split(low, high, above, most=1.0)
                    for split, (low, high) in zip(again, parts, strict=True)
                ]
            places = moved if len(kept) == len(places) else without_weakest(places, again)
        return ()


class Chance:
    """A part's strongest split, and how likely chance is as strong: drawn for as far as somebody asks."""

    def __init__(self, part: Part) -> None:
        self.part, self.first = part, part.first
        self.known, self.exact_to = -1.0, -1.0

    def p(self, most: float, *, is_verdict: bool = False) -> float:
        """Exact up to `most`, else more than that; with `is_verdict` perhaps not exact either."""
        if self.known >= 0 and not self.exact_to < self.known <= most:
            return self.known
        if is_verdict:
            return self.part.p(most, is_verdict=True)
        self.known, self.exact_to = self.part.p(most), most
        return self.known


def digest(part: Array, allowed: Ints) -> tuple[bytes, int]:
    return hashlib.blake2b(part.tobytes() + allowed.tobytes(), digest_size=16).digest(), len(part)


@cached(LRUCache[tuple[bytes, int], int | None](PLACES), key=digest, lock=Lock())
def remembered_place(part: Array, allowed: Ints) -> int | None:
    """`strongest`, which says the same of the same numbers however often a page is asked for."""
    return strongest(part, allowed)


def without_weakest(places: Sequence[int], splits: Sequence[Split | None]) -> tuple[int, ...]:
    """All but those that are the least likely changes; one that cannot be split at all is the least."""
    qs = [2.0 if split is None else split.q for split in splits]
    return tuple(place for place, q in zip(places, qs, strict=True) if q < max(qs))


def splits(values: Sequence[float], places: Sequence[float], runs: Sequence[int]) -> tuple[Split, ...]:
    """All changes of one curve that stands alone."""
    return Series(values, places, runs).splits()


def levels(values: Array, changes: Sequence[Split]) -> Array:
    """The median of its stretch, for each number."""
    ends = [0, *(split.index for split in changes), len(values)]
    return np.concatenate([np.full(high - low, np.median(values[low:high])) for low, high in pairwise(ends)])


def residuals(values: Array, changes: Sequence[Split]) -> Array:
    return np.asarray(values - levels(values, changes))


def resemblance(values: Array, changes: Sequence[Split]) -> float:
    """The share of each number that is the one before it, beside the levels; 0 where chance explains it.

    That it is more than chance, the ranks of the residuals say. How large it is, they understate where levels were
    chosen to fit: so the steps from number to number are asked too, without the largest, which may be changes.
    """
    ranks = ranks_of(residuals(values, changes))
    ranks -= ranks.mean()
    count, squares = len(ranks), float(ranks @ ranks)
    if not squares:
        return 0.0
    raised = (len(changes) + 1) / count
    share = float(ranks[1:] @ ranks[:-1]) / squares + raised
    if share * math.sqrt(count) <= RESEMBLANCE:
        return 0.0
    return min(max(share + raised, share_by_steps(values)), MOST_RESEMBLANCE)


def whitened(values: Array, changes: Sequence[Split], share: float) -> Array:
    """Each number without the share that is the one before it; the steps stay where they are, and become smaller."""
    apart = residuals(values, changes)
    own = np.append(apart[:1] * math.sqrt(1 - share**2), apart[1:] - share * apart[:-1])
    return np.asarray((1 - share) * levels(values, changes) + own)
