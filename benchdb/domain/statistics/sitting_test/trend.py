"""Sittings of one side that followed the other's, nights apart: whether a steady trend explains the difference.

Each sitting is one number, in the order of time. Two levels, whose place is known beforehand, are set against a line
through all sittings: as many parameters each. A line that leaves no more than the levels do, and leans beside them
(one-sided p below LEANING), explains the difference as well. So a step of a history, whose place was chosen, must be
several times as likely as a line (`level_changes.drift`); one at a known place need not, which would cost true steps.

The line is one through both sides, and the earlier side knows nothing of the difference. Where its own sittings drift
by less than half of that line, and surely by less (one-sided p below CONTRADICTED), the line is made of what the later
side did, and explains nothing: a decline that begins with the later side is a difference. Nobody asks the later side:
where the earlier one drifted, and the later one stays where that ended, the sides need not differ.

A trend the other way hides a part of the difference. It takes no verdict back, and is said where each of the sides has
it (`opposed`).

A trend of both sides, whichever way, is in the difference, or hides one, and is said; it changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from benchdb.domain.statistics.serial import FEWEST_RUNS, PARAMETERS, Array, Drift, Fit, fitted, without_outliers
from benchdb.domain.statistics.sides import Contrast, Side

LEANING = 0.1  #: one-sided p of the slope beside the levels, below which the sides themselves drift
OPPOSED = 0.01  #: the same of a slope that leans against the difference: nobody looked for it
CONTRADICTED = 0.05  #: one-sided p of a slope of the line or more, from the earlier side's own sittings
#: Share of the line's slope below which the earlier side's is another one: one that is bent a little is not.
MATERIALLY_LESS = 0.5
DRIFTS_ITSELF = 0.05  #: one-sided p of the slope of each side that is said to drift
FEWEST_OF_A_SLOPE = 3  #: sittings of a side, of which fewer have no slope with an error


#: (what a drift leaves of the difference; None where they do not drift, the slope that both sides have, from one
#: sitting to the next, of logarithms; None where they have none or values have none)
Trend = tuple[Drift | None, float | None]


def trends(contrasts: Sequence[Contrast]) -> list[Trend]:
    """Of each contrast; nothing where its sides share time, or their order is unknown."""
    results: list[Trend] = [(None, None)] * len(contrasts)
    alike: dict[tuple[int, int, bool], list[tuple[int, Array]]] = defaultdict(list)
    for index, order, values in sequences(contrasts):
        alike[order].append((index, values))
    for (before, after, is_later), members in alike.items():
        labels = np.repeat([0.0, 1.0] if is_later else [1.0, 0.0], [before, after])
        made = of_one_order(np.array([values for _, values in members]), labels)
        for (index, _), (drift, slope) in zip(members, made, strict=True):
            is_positive = contrasts[index].is_positive
            known = drift if drift and (drift.is_all or is_positive) else None
            results[index] = known, slope if is_positive else None
    return results


def sequences(contrasts: Sequence[Contrast]) -> Iterator[tuple[int, tuple[int, int, bool], Array]]:
    """(which contrast, how many sittings were before and after and whether this side's were after, their medians)"""
    for index, contrast in enumerate(contrasts):
        here, there = contrast.here, contrast.there
        if not (here.knows_sittings and there.knows_sittings and contrast.is_in_blocks):
            continue
        if len(here.own_sittings) + len(there.own_sittings) < FEWEST_RUNS:
            continue
        is_later = bool(here.times.min() > there.times.max())
        centres = [one[in_time(side)] for side, one in zip((here, there), contrast.centres(), strict=True)]
        before, after = reversed(centres) if is_later else centres
        values = without_outliers(np.concatenate([before, after]), [0, len(before), len(before) + len(after)])
        yield index, (len(before), len(after), is_later), values


def in_time(side: Side) -> NDArray[np.intp]:
    """The order of its sittings: of several machines they are not numbered by time."""
    _, numbers = np.unique(np.asarray(side.sittings, float), return_inverse=True)
    begins = np.full(len(side.own_sittings), np.inf)
    np.minimum.at(begins, numbers.reshape(-1), side.times)
    return np.argsort(begins, kind="stable")


def of_one_order(values: Array, labels: Array) -> list[Trend]:
    """Of each row of values[cell, sitting]."""
    count = len(labels)
    ones, time = np.ones(count), np.arange(count) - (count - 1) / 2
    designs = (ones, labels), (ones, time), (ones, labels, time)
    levels, line, both = (fitted(values, np.column_stack(one), np.zeros(len(values))) for one in designs)
    early = labels == labels[0]
    towards = np.sign(levels.parameters[:, 1]) * np.sign(labels @ time)
    slope = both.parameters[:, 2] / both.errors[:, 2] * towards
    p_along, p_against = (stdtr(count - PARAMETERS, sign * slope) for sign in (-1, 1))
    explains = (line.squares <= levels.squares) & (p_along < LEANING) & (values.max(axis=1) > values.min(axis=1))
    explains &= ~is_contradicted(values[:, early], towards, line.parameters[:, 1] * towards)
    opposed = (p_against < OPPOSED) & drifts(values[:, early], -towards) & drifts(values[:, ~early], -towards)
    p, low, high = both.difference
    moved = both.parameters[:, 2] * (count - 1)
    rows = zip(p, low, high, explains, moved, both.parameters[:, 1], strict=True)
    drifts_of = [
        trend(*map(float, row)) if row[3] or is_opposed else None for row, is_opposed in zip(rows, opposed, strict=True)
    ]
    return [*zip(drifts_of, common_slopes(values, early, both), strict=True)]


def common_slopes(values: Array, early: NDArray[np.bool_], both: Fit) -> list[float | None]:
    """Those beside the levels, where each side has one that way."""
    slopes = both.parameters[:, 2]
    way = np.sign(slopes)
    is_common = stdtr(both.freedom, -np.abs(slopes) / both.errors[:, 2]) < OPPOSED
    is_common &= drifts(values[:, early], way) & drifts(values[:, ~early], way)
    return [slope if is_so else None for slope, is_so in zip(slopes.tolist(), is_common.tolist(), strict=True)]


def own_slopes(values: Array) -> Fit | None:
    """Of the sittings of one side, for each row of values; None where they are too few."""
    count = values.shape[1]
    if count < FEWEST_OF_A_SLOPE:
        return None
    design = np.column_stack([np.ones(count), np.arange(count) - (count - 1) / 2])
    return fitted(values, design, np.zeros(len(values)))


def is_contradicted(values: Array, towards: Array, slopes: Array) -> NDArray[np.bool_]:
    """Whether a side's own sittings drift less than by `slopes`, which go `towards`."""
    own = own_slopes(values)
    if own is None:
        return np.zeros(len(values), bool)
    least = own.parameters[:, 1] * towards
    p = stdtr(own.freedom, (least - slopes) / own.errors[:, 1])
    return np.asarray((least < MATERIALLY_LESS * slopes) & (p < CONTRADICTED))


def drifts(values: Array, towards: Array) -> NDArray[np.bool_]:
    """Whether a side drifts `towards` there by its own sittings."""
    own = own_slopes(values)
    if own is None:
        return np.zeros(len(values), bool)
    p = stdtr(own.freedom, -own.parameters[:, 1] * towards / own.errors[:, 1])
    return np.asarray(p < DRIFTS_ITSELF)


def trend(p: float, low: float, high: float, explains: float, moved: float, difference: float) -> Drift:
    """Of one cell. What a line explains as well may be no difference at all."""
    if explains:
        return Drift(p, min(low, 0.0), max(high, 0.0), is_all=True)
    return Drift(p, low, high, opposed=(moved, difference))
