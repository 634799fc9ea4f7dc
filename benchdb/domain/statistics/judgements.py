"""Many cells against their baselines -> p, q, interval and verdict of each, computed together.

A difference is called one if the runs say so (`run_ps`), if sittings do not say otherwise (`sitting_test`), and if no
drift could be the difference (`serial`; among sittings `sitting_test.trend`). p is the larger one of the first two; q
adjusts it over all cells.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from threading import Lock

import numpy as np
from cachetools import LRUCache, cached

from benchdb.domain.columns import fingerprint
from benchdb.domain.statistics import welch
from benchdb.domain.statistics.equivalence import are_equivalent
from benchdb.domain.statistics.intervals import change_intervals, difference_intervals
from benchdb.domain.statistics.levels import SIGNIFICANCE, Interval, Pair, Pairs, level_of_one_more
from benchdb.domain.statistics.rank_test import adjusted, is_enough, rank_ps
from benchdb.domain.statistics.serial import Drift, drifts
from benchdb.domain.statistics.sides import Contrast, compute_together
from benchdb.domain.statistics.sitting_test import (
    SittingTest,
    is_ranked,
    median_pair,
    required_sittings,
    sitting_tests,
    t_p,
)
from benchdb.domain.statistics.sitting_test.inside import Inside, insides, of_sittings
from benchdb.domain.statistics.sitting_test.reach import least_p
from benchdb.domain.statistics.sitting_test.shared import part_of_all, shared_part, too_few_shared
from benchdb.domain.statistics.sitting_test.trend import trends
from benchdb.domain.statistics.verdicts import Verdict, verdict

AT_ONCE = 100_000  #: numbers that are judged together
CONTRASTS = 10_000  #: whose evidence is remembered, half a kilobyte each


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one contrast comes to."""

    verdict: Verdict
    p: float | None  #: None with too few runs
    q: float | None  #: p, adjusted over all cells that were judged together
    interval: Interval | None  #: of the relative change, 95%
    difference: Interval | None  #: of the difference in the metric's unit, where there is no relative change
    drift: Drift | None  #: what remains when a drift is allowed for; None where nothing gives cause
    sittings: SittingTest
    is_in_blocks: bool = False  #: in the one sitting of both, all runs of one side were made before the other's
    inside: Inside | None = None  #: what the sittings that hold both sides say; None where no such test was made
    common_slope: float | None = None  #: by which both sides change from one sitting to the next, of the logarithm

    @property
    def has_one_sitting_a_side(self) -> bool:
        """The limit that has to be said: the difference may be between sittings rather than between sides."""
        return self.sittings.basis == "one sitting a side"

    def required_sittings(self, change: float | None, level: float = SIGNIFICANCE) -> int | None:
        """On each side, to show this relative change at `level`; None where the noise of sittings is not known."""
        deviation = self.sittings.deviation
        return None if change is None or deviation is None else required_sittings(change, deviation, level)


def judgements(contrasts: Sequence[Contrast], aggregation: str = "median") -> list[Judgement]:
    """Of each contrast; `aggregation` names the number whose change is shown."""
    evidence = remembered(contrasts, aggregation)
    family = Family(contrasts, evidence)
    return [
        Judgement(
            verdict=_verdict(contrast, family.qs.get(index), one, is_out_of_reach=family.is_out_of_reach(index)),
            p=one.p,
            q=family.qs.get(index),
            interval=one.interval,
            difference=one.difference,
            drift=one.drift,
            sittings=one.sittings,
            is_in_blocks=one.sittings.basis == "same sitting" and contrast.is_in_blocks,
            inside=one.inside,
            common_slope=one.common_slope,
        )
        for index, (contrast, one) in enumerate(zip(contrasts, evidence, strict=True))
    ]


class Family:
    """Tests that are made together: of many some would differ by chance, so p is adjusted to q over all of them.

    One whose runs are all equal is none of them: no test could reject it (Gilbert 2005).
    """

    def __init__(self, contrasts: Sequence[Contrast], evidence: Sequence[Evidence]) -> None:
        ps = {index: one.p for index, one in enumerate(evidence) if one.p is not None}
        equal = {index: 1.0 for index, p in ps.items() if p == 1 and contrasts[index].is_all_equal}
        tested = {index: p for index, p in ps.items() if index not in equal}
        self.contrasts, self.evidence = contrasts, evidence
        self.qs = dict(zip(tested, adjusted([*tested.values()]), strict=True)) | equal
        significant = [p for index, p in tested.items() if self.qs[index] <= SIGNIFICANCE]
        self.level = level_of_one_more(significant, len(tested))
        self._tested, self._together = tested, tests_of(contrasts)

    def is_out_of_reach(self, index: int) -> bool:
        """Whether no runs of these sizes could have brought its q to 5%, however far apart."""
        if index not in self._tested or self.qs[index] <= SIGNIFICANCE:
            return False
        return least_p(self.contrasts[index], self.evidence[index].sittings, self._together) > self.level


def tests_of(contrasts: Sequence[Contrast]) -> int:
    """How many of them have runs enough for a test."""
    return sum(is_enough(*map(len, contrast.pair)) for contrast in contrasts)


def digest(contrasts: Sequence[Contrast], aggregation: str) -> bytes:
    """Of all that is computed together: the last digits hang on it."""
    return fingerprint((), (aggregation, [contrast.digest for contrast in contrasts]))


@cached(LRUCache(CONTRASTS, getsizeof=len), key=digest, lock=Lock())
def remembered(contrasts: Sequence[Contrast], aggregation: str) -> list[Evidence]:
    """What each comes to by itself, and by how many tests are made: the same, as long as the numbers are, whatever
    else is stored."""
    tests = tests_of(contrasts)
    compute_together(side for contrast in contrasts for side in (contrast.here, contrast.there))
    decisive = [shared_part(contrast, tests) or contrast for contrast in contrasts]
    shared = [part_of_all(part, contrast) for part, contrast in zip(decisive, contrasts, strict=True)]
    of_parts = (
        (some, evidence_of([decisive[index] for index in some], [shared[index] for index in some], aggregation, tests))
        for some in parts(decisive)
    )
    known = dict(chain.from_iterable(zip(*part, strict=True) for part in of_parts))
    return [known[index] for index in range(len(contrasts))]


def parts(contrasts: Sequence[Contrast]) -> Iterator[list[int]]:
    """Which are computed together: what is, is copied several times.

    All of equal sizes are, or their last digits would hang on who else is asked about.
    """
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for index, contrast in enumerate(contrasts):
        alike[tuple(map(len, contrast.pair))].append(index)
    some, numbers = list[int](), 0
    for sizes, indexes in alike.items():
        some, numbers = [*some, *indexes], numbers + sum(sizes) * len(indexes)
        if numbers >= AT_ONCE:
            yield sorted(some)
            some, numbers = [], 0
    if some:
        yield sorted(some)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one contrast comes to by itself."""

    p: float | None
    interval: Interval | None
    difference: Interval | None
    drift: Drift | None
    sittings: SittingTest
    is_equivalent: bool
    inside: Inside | None
    common_slope: float | None


def evidence_of(
    contrasts: Sequence[Contrast], shared: Sequence[tuple[int, int] | None], aggregation: str, together: int
) -> list[Evidence]:
    """Of each contrast, where so many are tested `together`. `shared`: as `SittingTest` has it."""
    pairs = Pairs([contrast.pair for contrast in contrasts])
    tests = [*map(with_shared, sitting_tests(contrasts), contrasts, shared)]
    ps, of_sittings_in_time = p_values(pairs, contrasts, tests, together), trends(contrasts)
    in_time = [one or other for one, (other, _) in zip(drifts(contrasts), of_sittings_in_time, strict=True)]
    slopes = [slope for _, slope in of_sittings_in_time]
    inside = insides(contrasts, tests, aggregation)
    intervals, differences = widened(pairs, contrasts, tests, in_time, inside, aggregation)
    same = equivalent(contrasts, tests, inside, intervals)
    return [*map(Evidence, ps, intervals, differences, in_time, tests, same, inside, slopes)]


def with_shared(test: SittingTest, contrast: Contrast, shared: tuple[int, int] | None) -> SittingTest:
    """With how many sittings both sides have, whether these decide or not."""
    few = None if shared else too_few_shared(contrast)
    return replace(test, shared=shared, too_few_shared=few) if shared or few else test


def _verdict(contrast: Contrast, q: float | None, evidence: Evidence, *, is_out_of_reach: bool) -> Verdict:
    drift = evidence.drift
    return verdict(
        *contrast.pair,
        contrast.better,
        comparable=contrast.is_comparable,
        q=q,
        equivalent=evidence.is_equivalent,
        is_drift=drift is not None and drift.explains,
        is_out_of_reach=is_out_of_reach,
        delta=evidence.inside.delta if evidence.inside else contrast.delta,
    )


def equivalent(
    contrasts: Sequence[Contrast],
    tests: Sequence[SittingTest],
    inside: Sequence[Inside | None],
    intervals: Sequence[Interval | None],
) -> list[bool]:
    """Which are shown to lie within their margin; where sittings widen the interval, it must lie within too.

    Where shared sittings have unequal shares of both sides, pooled runs say nothing of it: the interval alone does.
    """
    same = are_equivalent([contrast.pair for contrast in contrasts], [contrast.margin for contrast in contrasts])
    return [
        bool(contrast.margin) and is_within(interval, contrast.margin)
        if own and not own.is_balanced and interval
        else is_same and (not test.margin_of_error or is_within(interval, contrast.margin))
        for is_same, contrast, test, own, interval in zip(same, contrasts, tests, inside, intervals, strict=True)
    ]


def is_within(interval: Interval | None, margin: float) -> bool:
    return interval is not None and -margin <= interval[0] and interval[1] <= margin


def p_values(
    pairs: Pairs, contrasts: Sequence[Contrast], tests: Sequence[SittingTest], together: int
) -> list[float | None]:
    """The larger p of runs and sittings; where sittings hold both sides, theirs alone."""
    of_runs = run_ps(pairs)
    return [
        p if p is None or other is None else other if test.basis == "interleaved" else max(p, other)
        for p, other, test in zip(of_runs, sitting_ps(contrasts, tests, together), tests, strict=True)
    ]


def sitting_ps(contrasts: Sequence[Contrast], tests: Sequence[SittingTest], together: int) -> list[float | None]:
    """Of the sittings: by ranks where these can tell anything among so many tests, else by t."""
    ps = [*map(t_p, contrasts, tests)]
    ranked = [index for index, test in enumerate(tests) if is_ranked(test, together)]
    for index, p in zip(ranked, run_ps([median_pair(contrasts[index]) for index in ranked]), strict=True):
        ps[index] = p
    return ps


def run_ps(pairs: Sequence[Pair]) -> list[float | None]:
    """The p of each pair by ranks, and by Welch where that has to be heard: the larger one."""
    together = pairs if isinstance(pairs, Pairs) else Pairs(pairs)
    ps = rank_ps(together)
    for same in together.alike:
        indexes = same.indexes.tolist()
        if ps[indexes[0]] is None:  # sizes of which no test can reach 5%
            continue
        sides = welch.logarithms(same.here, same.there)
        heard = welch.is_heard(*sides)
        others = np.where(heard, welch.p_values(*map(welch.means, sides)), 0.0) if heard.any() else heard * 0.0
        for index, other in zip(indexes, others.tolist(), strict=True):
            ps[index] = max(ps[index] or 0.0, other)
    return ps


def widened(
    pairs: Pairs,
    contrasts: Sequence[Contrast],
    tests: Sequence[SittingTest],
    in_time: Sequence[Drift | None],
    inside: Sequence[Inside | None],
    aggregation: str,
) -> tuple[list[Interval | None], list[Interval | None]]:
    """(the intervals of the relative changes, those of the differences where there is no relative one)"""
    relative = change_intervals(pairs, aggregation)
    without = [index for index, one in enumerate(relative) if one is None]
    absolute: list[Interval | None] = [None] * len(pairs)
    for index, other in zip(
        without, difference_intervals([pairs[index] for index in without], aggregation), strict=True
    ):
        absolute[index] = other
    for index, (contrast, test, drift) in enumerate(zip(contrasts, tests, in_time, strict=True)):
        one, other = of_sittings(contrast, inside[index], relative[index], absolute[index], aggregation)
        if one is not None:
            low, high = wider((math.log1p(one[0]), math.log1p(one[1])), test, drift)
            relative[index] = (math.expm1(low), math.expm1(high))
        elif other is not None:
            absolute[index] = other if contrast.is_positive else wider(other, test, drift)
    return relative, absolute


def wider(interval: Interval, test: SittingTest, drift: Drift | None) -> Interval:
    """As wide as sittings ask, and as far as a drift could have carried it."""
    middle = (interval[0] + interval[1]) / 2
    low, high = min(interval[0], middle - test.margin_of_error), max(interval[1], middle + test.margin_of_error)
    return (min(low, drift.low), max(high, drift.high)) if drift else (low, high)
