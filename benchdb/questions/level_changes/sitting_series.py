"""The numbers of one curve whose runs were made in sittings -> where their level changes. Pure.

Runs of a sitting resemble each other more than those of the next one, so five runs a night are five looks at one night.
The sitting is the unit: changes are sought among the sittings' medians as they are among runs elsewhere
(`change_points`), with whole sittings in random orders; and where one side has too few for that, by `few_sittings`.

A change in the middle of a sitting is none between sittings. It stands where that sitting's own runs show it.

Where no change is larger than sittings differ, those that the runs alone would show are drawn, and are no evidence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.special import stdtrit

from benchdb.domain.statistics import FEWEST, SIGNIFICANCE, Interval, SittingNoise
from benchdb.domain.statistics.sides import Floats
from benchdb.questions.level_changes.change_points import Series, Split
from benchdb.questions.level_changes.few_sittings import Sittings, rarest_few
from benchdb.questions.level_changes.strengths import Array, Ints
from benchdb.questions.level_changes.there_and_back import Stretch

TESTS = 2  #: by ranks, and of few sittings: where both can be made, the second pays for both


class SittingSeries:
    """The numbers of one curve in their order, and the sittings that they were made in."""

    def __init__(self, runs: Series, begins: Ints, noise: SittingNoise | None = None) -> None:
        """`begins`: the first run of each sitting; `noise`: of the machine, from its other runs."""
        self.runs, self.begins, self.noise = runs, begins, noise

    @cached_property
    def whole(self) -> Split | None:
        """Its strongest change; that of the runs, where sittings are too few to say anything."""
        own = [*self.inside, *(one for part in self.parts if (one := part.whole))]
        return min(own, key=lambda split: split.p) if own else self.runs.whole

    def finer_p(self, draws: int) -> float:
        """Of the whole's strongest change, from more draws of the sittings' order; as it is where some are parted."""
        if not self.is_testable:
            return self.runs.finer_p(draws)
        if len(self.parts) > 1 or self.whole is None:
            return self.whole.p if self.whole else 1.0
        return self.parts[0].ranked(0, len(self.begins)).finer_p(draws)

    @cached_property
    def is_testable(self) -> bool:
        """Whether sittings can say anything at all."""
        return any(part.whole for part in self.parts)

    def splits(self, above: float = 0.0) -> tuple[Split, ...]:
        """All changes, in order. `above` is what the whole's p became among other curves."""
        inside = [replace(one, q=max(one.q, above)) for one in self.inside]
        sure = [one for one in inside if one.q <= SIGNIFICANCE]
        sure += [one for part in self.parts for one in part.splits(above)]
        return tuple(sorted(sure, key=lambda one: one.index)) or self.unsure(above)

    def unsure(self, above: float) -> tuple[Split, ...]:
        """What the runs alone would show, where sittings begin."""
        if not self.is_testable:
            made = {self.moved(one.index): replace(one, basis="too few sittings") for one in self.runs.splits(above)}
        else:
            q = self.whole.q if self.whole and self.whole.q > SIGNIFICANCE else 1.0
            shown = {self.moved(one.index): one for one in self.runs.splits()}
            made = {place: replace(one, q=max(q, above), basis="no more than sittings") for place, one in shown.items()}
        return tuple(replace(one, index=place) for place, one in sorted(made.items()))

    def moved(self, index: int) -> int:
        """To where a sitting begins, if that is fewer runs away than a level has."""
        nearest = min(self.begins[1:].tolist(), key=lambda begin: abs(begin - index))
        return nearest if abs(nearest - index) < FEWEST else index

    @cached_property
    def inside(self) -> tuple[Split, ...]:
        """The changes in the middle of a sitting, whose own runs show them; q pays for all sittings."""
        ends = [*self.begins.tolist(), len(self.runs.values)]
        long = [(low, high) for low, high in pairwise(ends) if high - low >= 2 * FEWEST]
        seen = [one.index for one in self.runs.splits()] if long else []
        some = [(low, high) for low, high in long if any(low + FEWEST <= index <= high - FEWEST for index in seen)]
        return tuple(one for low, high in some for one in self.within(low, high, seen))

    def within(self, low: int, high: int, seen: Sequence[int]) -> Iterator[Split]:
        """Of one sitting: those that all runs show, too."""
        times = len(self.runs.values) / (high - low)
        own = Series(self.runs.values[low:high].tolist(), self.places[low:high].tolist(), self.runs.runs[low:high])
        for split in own.splits():
            index, q = low + split.index, min(1.0, times * split.q)
            if q <= SIGNIFICANCE and any(abs(index - other) <= FEWEST for other in seen):
                yield Split(index, split.p, q, "within a sitting")

    @property
    def places(self) -> Array:
        return self.runs.places

    @cached_property
    def units(self) -> Ints:
        """The first run of each sitting, and of what a change parts of one."""
        return np.union1d(self.begins, [one.index for one in self.inside]).astype(np.int64)

    @cached_property
    def centres(self) -> Floats:
        """The median of each unit's runs."""
        return np.array([float(np.median(part)) for part in np.split(self.runs.values, self.units[1:])])

    def one_level_interval(self, low: int, place: int, high: int) -> Interval | None:
        """Of the change at `place` between the levels from `low` and to before `high`, where it may be none: 95% of
        what sittings around one level differ by, from their medians' own deviation (Student's t, in logarithms).

        None where that is not known, or a median is not positive.
        """
        counts = [len(np.unique(np.searchsorted(self.begins, range(*ends), side="right"))) for ends in
                  ((low, place), (place, high))]  # fmt: skip
        centres, values = self.centres, self.runs.values
        if len(centres) < 2 or float(values.min()) <= 0:
            return None
        moved = math.log(float(np.median(values[place:high]) / np.median(values[low:place])))
        error = float(np.log(centres).std(ddof=1)) * math.sqrt(sum(1 / count for count in counts))
        far = float(stdtrit(len(centres) - 1, 1 - SIGNIFICANCE / 2)) * error
        return math.expm1(moved - far), math.expm1(moved + far)

    @cached_property
    def parts(self) -> list[Part]:
        """What changes in the middle of a sitting leave between them."""
        cuts = np.searchsorted(self.units, [one.index for one in self.inside]).tolist()
        ends = [0, *cuts, len(self.units)]
        return [Part(self, low, high, len(ends) - 1) for low, high in pairwise(ends)]


class Part:
    """Sittings between which changes are sought."""

    def __init__(self, curve: SittingSeries, low: int, high: int, parts: int) -> None:
        """The units from `low` to before `high`; what is found pays for all `parts`."""
        self.curve, self.low, self.high, self.parts = curve, low, high, parts
        self.begins, values = curve.units[low:high], curve.runs.values
        centres = curve.centres[low:high]
        ends = np.append(self.begins, curve.units[high] if high < len(curve.units) else len(values))
        self.places = curve.places[self.begins]
        is_positive = float(values.min()) > 0
        self.centres, self.counts = np.log(centres) if is_positive else centres, np.diff(ends)
        self.noise = curve.noise if is_positive else None
        self.ids = [curve.runs.runs[begin] for begin in self.begins.tolist()]

    @cached_property
    def whole(self) -> Split | None:
        """The strongest change, significant or not; None where sittings are too few to say."""
        ranked, few = self.ranked(0, len(self.begins)).whole, self.few(0, len(self.begins), 0.0)
        ps = [one.p for one in (ranked, few) if one is not None]
        p = min(1.0, self.parts * min(ps)) if ps else 1.0
        return Split(0, p, p, "sittings") if ps else None

    def splits(self, above: float) -> list[Split]:
        """All changes."""
        return [
            Split(int(self.begins[place]), p, max(above, p), "sittings")
            for place, p in sorted(self.sought(0, len(self.begins)))
            if max(above, p) <= SIGNIFICANCE
        ]

    def sought(self, low: int, high: int) -> Iterator[tuple[int, float]]:
        """(where, p) of the changes among these sittings: by what is the surer of both tests."""
        times = self.parts * len(self.begins) / (high - low)
        ranked, few = self.ranked(low, high), self.few(low, high, times)
        if few and few.p <= SIGNIFICANCE and not (ranked.whole and ranked.whole.p * times < few.p):
            for begin, end in self.cut(low, high, few):
                yield from self.sought(begin, end)
            yield from ends_of(low, high, few)
            return
        ranks = [(low + one.index, min(1.0, times * one.q)) for one in ranked.splits()]
        yield from (kept := [(place, q) for place, q in ranks if q <= SIGNIFICANCE])
        for begin, end in pairwise((low, *(place for place, _ in kept), high)):
            yield from self.sought_few(begin, end)

    def sought_few(self, low: int, high: int) -> Iterator[tuple[int, float]]:
        """Those of a few sittings alone."""
        few = self.few(low, high, self.parts * len(self.begins) / (high - low))
        if few and few.p <= SIGNIFICANCE:
            yield from ends_of(low, high, few)
            for begin, end in self.cut(low, high, few):
                yield from self.sought_few(begin, end)

    def ranked(self, low: int, high: int) -> Series:
        """Sittings as if they were runs."""
        centres = self.curve.centres[self.low + low : self.low + high]
        return Series(centres.tolist(), self.places[low:high].tolist(), self.ids[low:high])

    def few(self, low: int, high: int, times: float) -> Stretch | None:
        """The rarest stretch of a few; its p counts `times`, and for both tests where both can be made."""
        of_part = Sittings(self.centres[low:high], self.places[low:high], self.counts[low:high])
        few = rarest_few(of_part, self.noise)
        tests = TESTS if len(self.begins) >= 2 * FEWEST else 1
        return few and replace(few, p=min(1.0, few.p * tests * max(times, 1.0)))

    def cut(self, low: int, high: int, few: Stretch) -> Iterator[tuple[int, int]]:
        """What is left beside it."""
        ends = (low, low + few.begin, low + few.end, high)
        yield from ((begin, end) for begin, end in pairwise(ends) if end > begin)


def ends_of(low: int, high: int, few: Stretch) -> list[tuple[int, float]]:
    """Where a stretch begins and ends within its part."""
    return [(place, few.p) for place in (low + few.begin, low + few.end) if low < place < high]
