"""Numbers in their order -> where their level changes. Pure.

Binary segmentation (Scott and Knott 1974; Vostrikova 1981): the strongest split of the whole, then of each part, as
long as splits are significant; then each is sought and tested again between its neighbours (Bai 1997), because a split
of the whole stands badly where there are several. Where no split is significant, a stretch that leaves the level and
comes back may be (`there_and_back`): then both its ends are sought so. Of several moves one split may stand for two of
them: so between the neighbours of each change such a stretch is asked for as well, and takes its place where each of
more changes then stands by its own test.

A split's strength is the difference of its sides' mean ranks, as Pettitt's is (1979), so no distribution is assumed;
over the error that each side's own spread of ranks gives it (Welch 1947), so that a change of noise is none of level.
Its p is the share of random orders of the same numbers whose strongest split is as strong: looking everywhere is paid
for. Where the noise changes too, each side's own counts.

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
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from threading import Lock
from typing import Literal

import numpy as np
from cachetools import LRUCache, cached

from benchdb.domain.columns import fingerprint
from benchdb.domain.statistics import FEWEST, SIGNIFICANCE
from benchdb.domain.statistics.ranks import ranks as ranks_of
from benchdb.questions.level_changes.split_place import strongest, too_few
from benchdb.questions.level_changes.split_strength import Part, candidates, places_between
from benchdb.questions.level_changes.strengths import Array, Ints
from benchdb.questions.level_changes.there_and_back import SIGNIFICANCE as OF_A_STRETCH
from benchdb.questions.level_changes.there_and_back import Stretch, rarest

ROUNDING = 1e-9  #: room for what a product of two numbers loses
ROUNDS = 8  #: of seeking changes again; they have always come to rest long before
RESEMBLANCE = 1.28  #: standard errors from which neighbours resemble each other
FEWEST_TO_RESEMBLE = 50  #: runs, below which nobody can tell how much they resemble their neighbours
SMALLER_STEPS = 0.8  #: the share of the steps from number to number that is no change
JUMP = 3.5  #: deviations of the steps, beyond which one is a change or an accident, and says nothing of resemblance
MEDIAN_TO_DEVIATION = 1.4826  #: a normal's standard deviation over the median of its distances
MOST_RESEMBLANCE = 0.95
PLACES = 50_000  #: that are remembered
CURVES = 2_000  #: whose changes are remembered, a hundred bytes each


#: What a change was found among. Of runs made in sittings: among these, within one, or by the runs alone: they are no
#: evidence where sittings differ as much, or are too few to say how much they differ.
Basis = Literal["runs", "sittings", "within a sitting", "no more than sittings", "too few sittings"]


@dataclass(frozen=True, slots=True)
class Split:
    """A change: the first `index` numbers on one side, the others on the other."""

    index: int
    p: float  #: of its part
    q: float  #: p, adjusted for all parts and curves
    basis: Basis = "runs"


class Series:
    """The numbers of one curve in their order, and what splits them."""

    def __init__(self, values: Sequence[float], places: Sequence[float], runs: Sequence[int]) -> None:
        """`places` say where on x each number stands: there is no order within a place, and no split.

        The run ids are the seed, so that the same runs give the same answer.
        """
        self.values, self.places, self.runs = np.asarray(values, float), np.asarray(places, float), runs
        self.chances: dict[tuple[int, int], Chance | None] = {}

    @cached_property
    def whole(self) -> Split | None:
        """Its p is exact where it is significant; that of a stretch, where none splits it and one comes back."""
        split = self.split(0, len(self.values))
        if split is None or split.q <= SIGNIFICANCE:
            return split
        stretch = self.stretch(0, len(self.values), 0.0)
        return replace(split, p=stretch.p, q=stretch.p) if stretch else split

    def finer_p(self, draws: int) -> float:
        """Of the whole's strongest change, from more draws; 1 where nothing can be split."""
        return self.finer_p_within(0, len(self.values), draws)

    def finer_p_within(self, low: int, high: int, draws: int) -> float:
        """Of values[low:high]; and of what is left of them, as in `split`."""
        chance = self.chance(low, high)
        if chance is None:
            return 1.0
        p = chance.part.finer_p(draws)
        return max(p, self.finer_p_within(*chance.left(low, high), draws)) if chance.too_few else p

    def splits(self, above: float = 0.0) -> tuple[Split, ...]:
        """All changes, in order. `above` is what the whole's p became among other curves."""
        return remembered_splits(self, above)

    def digest(self, above: float) -> bytes:
        """Of all that its changes depend on."""
        columns = {"values": self.values, "places": self.places, "runs": np.asarray(self.runs)}
        return fingerprint(columns.items(), above)

    def sought(self, above: float) -> tuple[Split, ...]:
        """The same, sought anew."""
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
        splits = self.refined(tuple(sorted(self.within(0, len(self.values), above))), above)
        while more := self.unmasked(splits, above):
            splits = more
        return splits

    def unmasked(self, splits: Sequence[Split], above: float) -> tuple[Split, ...]:
        """More changes, where one stands for a stretch that left the level and came back; () where none does."""
        places = [split.index for split in splits]
        ends = (0, *places, len(self.values))
        for place, low, high in zip(places, ends, ends[2:], strict=False):
            if stretch := self.stretch(low, high, above):
                others = {*places} - {place}
                tried = sorted({*others, low + stretch.begin, low + stretch.end})
                if len(made := self.refined(tuple(tried), above)) > len(places):
                    return made
        return ()

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
        more than that is known. Where the strongest split is one of too few numbers at an end, it is none, and what is
        left is asked: so p and q are the larger ones of both.
        """
        chance = self.chance(low, high)
        if chance is None:
            return None
        own = most * (high - low) / len(self.values) * (1 + ROUNDING)
        p = chance.p(own, is_verdict=is_verdict) if above <= most else 1.0
        made = Split(low + chance.first, p, min(1.0, max(above, p * len(self.values) / (high - low))))
        if not chance.too_few or p > own:
            return made
        left = self.split(*chance.left(low, high), above, most, is_verdict=is_verdict)
        return replace(left, p=max(p, left.p), q=max(made.q, left.q)) if left else replace(made, p=1.0, q=1.0)

    def chance(self, low: int, high: int) -> Chance | None:
        """Of values[low:high]; each part is sought and drawn for once, however often it is asked about."""
        if (low, high) not in self.chances:
            part, places = self.values[low:high], self.places[low:high]
            allowed, between = candidates(places), places_between(places)
            first, few = remembered_place(part, allowed, between)
            made = None if first is None else Chance(Part(part, allowed, first, sorted(self.runs[low:high])), few)
            self.chances[low, high] = made
        return self.chances[low, high]

    def within(self, low: int, high: int, above: float) -> Iterator[int]:
        """The changes among values[low:high] by binary segmentation."""
        split = self.split(low, high, above, is_verdict=True)
        if split is None:
            return
        places: tuple[int, ...] = (split.index,)
        q = split.q
        if q > SIGNIFICANCE:
            stretch = self.stretch(low, high, above)
            if stretch is None:
                return
            places, q = (low + stretch.begin, low + stretch.end), max(above, stretch.p)
        yield from places
        for begin, end in pairwise((low, *places, high)):
            yield from self.within(begin, end, q)

    def stretch(self, low: int, high: int, above: float) -> Stretch | None:
        """What leaves the level of values[low:high] and comes back; None where chance may have made it."""
        if above > SIGNIFICANCE:
            return None
        rare = rarest(self.values[low:high], candidates(self.places[low:high]))
        most = OF_A_STRETCH * (high - low) / len(self.values)
        return rare if rare and rare.p <= most else None

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

    def __init__(self, part: Part, few: int = 0) -> None:
        """`few`: where numbers too few for a level are better split off an end of it, if they are."""
        self.part, self.first, self.too_few = part, part.first, few
        self.known, self.exact_to = -1.0, -1.0

    def left(self, low: int, high: int) -> tuple[int, int]:
        """Where the numbers from `low` to before `high` begin and end without the few."""
        return (low + self.too_few, high) if self.too_few < FEWEST else (low, low + self.too_few)

    def p(self, most: float, *, is_verdict: bool = False) -> float:
        """Exact up to `most`, else more than that; with `is_verdict` perhaps not exact either."""
        if self.known >= 0 and not self.exact_to < self.known <= most:
            return self.known
        if is_verdict:
            return self.part.p(most, is_verdict=True)
        self.known, self.exact_to = self.part.p(most), most
        return self.known


@cached(LRUCache[bytes, tuple[Split, ...]](CURVES), key=Series.digest, lock=Lock())
def remembered_splits(series: Series, above: float) -> tuple[Split, ...]:
    """Those of the same numbers of the same runs, however often a page is asked for."""
    return series.sought(above)


def digest(part: Array, _: Ints, between: Ints) -> tuple[bytes, int]:
    return hashlib.blake2b(part.tobytes() + between.tobytes(), digest_size=16).digest(), len(part)


@cached(LRUCache[tuple[bytes, int], tuple[int | None, int]](PLACES), key=digest, lock=Lock())
def remembered_place(part: Array, allowed: Ints, between: Ints) -> tuple[int | None, int]:
    """`strongest` and `too_few`, which say the same of the same numbers however often a page is asked for."""
    first = strongest(part, allowed)
    return first, 0 if first is None else too_few(part, between, first)


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


def share_by_steps(values: Array) -> float:
    """Where each number holds a share of the one before it, squared steps over two are larger by this share.

    A jump is one step of one number, and two of two: of several levels it would say more than of any resemblance. So no
    step counts that goes over one.
    """
    steps = np.abs(np.diff(values))
    is_even = steps <= (JUMP * MEDIAN_TO_DEVIATION * float(np.median(steps)) or math.inf)
    near, far = steps[is_even] ** 2, (values[2:] - values[:-2])[is_even[1:] & is_even[:-1]] ** 2
    small, large = (np.sort(squares)[: int(SMALLER_STEPS * len(squares))] for squares in (near, far))
    return float(large.mean()) / float(small.mean()) - 1 if len(large) and small.any() else 0.0


def whitened(values: Array, changes: Sequence[Split], share: float) -> Array:
    """Each number without the share that is the one before it; the steps stay where they are, and become smaller."""
    apart = residuals(values, changes)
    own = np.append(apart[:1] * math.sqrt(1 - share**2), apart[1:] - share * apart[:-1])
    return np.asarray((1 - share) * levels(values, changes) + own)
