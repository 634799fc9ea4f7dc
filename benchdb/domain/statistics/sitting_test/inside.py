"""What the sittings that hold both sides say of them: which way, and by how much.

Where sides have unequal shares of fast and slow sittings, runs that are pooled can point the other way than every
sitting does (Simpson 1951), with a p that is of the sittings. So direction, effect and interval are of the test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.domain.statistics.aggregations import AGGREGATIONS
from benchdb.domain.statistics.effects import cliffs_delta, ratio
from benchdb.domain.statistics.levels import Interval
from benchdb.domain.statistics.sides import Contrast
from benchdb.domain.statistics.sitting_test import SittingTest
from benchdb.domain.statistics.sitting_test.paired import paired_shift
from benchdb.domain.statistics.sitting_test.within import is_balanced, sized


@dataclass(frozen=True, slots=True)
class Inside:
    """Of one contrast, by the sittings that hold both sides."""

    delta: float  #: Cliff's: its sign is the direction of the test
    change: float | None  #: the relative one; None where values are not positive
    interval: Interval | None  #: 95%: of the ratio's logarithm, or of the difference; None: that of the runs is as good
    is_balanced: bool  #: whether pooled runs say the same but by luck


def insides(contrasts: Sequence[Contrast], tests: Sequence[SittingTest], aggregation: str) -> list[Inside | None]:
    """Of each contrast; None where runs are compared across sittings, or too few sittings say anything."""
    return [inside(contrast, test, aggregation) for contrast, test in zip(contrasts, tests, strict=True)]


def inside(contrast: Contrast, test: SittingTest, aggregation: str) -> Inside | None:
    if test.basis == "interleaved" and (shift := paired_shift(contrast)):
        change = math.expm1(shift.centre) if contrast.is_positive else None
        return Inside(shift.delta, change, (shift.low, shift.high), is_balanced(sized(contrast)))
    if not test.shared:
        return None
    values = (AGGREGATIONS[aggregation].of(side) for side in contrast.pair)
    of_both = ratio(*values) if contrast.is_positive else None
    return Inside(cliffs_delta(*contrast.pair), None if of_both is None else of_both - 1, None, is_balanced=True)


def of_sittings(
    contrast: Contrast, inside: Inside | None, relative: Interval | None, absolute: Interval | None, aggregation: str
) -> tuple[Interval | None, Interval | None]:
    """The intervals of the relative change and of the difference, as those of the runs are without sittings."""
    if inside is None or inside.interval is None or not (relative or absolute):
        return relative, absolute
    if contrast.is_positive != (relative is not None):
        return relative, absolute
    here, there = (AGGREGATIONS[aggregation].of(values) for values in contrast.pair)
    low, high = inside.interval
    if relative is None:
        own, pooled = (low, high), here - there
    else:
        own, pooled = (math.expm1(low), math.expm1(high)), here / there - 1
    shown = own if may_show_its_own(inside, aggregation) else holding(own, pooled)
    return (None, shown) if relative is None else (shown, absolute)


def may_show_its_own(inside: Inside, aggregation: str) -> bool:
    """Whether the change within sittings may stand for that of the figures: a mean that one run pulls away is what was
    asked for, where sittings are balanced."""
    return aggregation == "median" or not inside.is_balanced


def holding(interval: Interval, change: float) -> Interval:
    return min(interval[0], change), max(interval[1], change)
