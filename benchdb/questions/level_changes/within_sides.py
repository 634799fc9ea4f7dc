"""The runs of one side in the order of time -> where their level changed, and which are as the other side's. Pure.

What a comparison or a change between versions blames on what parts the sides may have come later, within one of them:
then a part of its runs is as the other side's are. Only changes that stand are asked about: found among sittings where
runs were made in sittings, none that may be drift, and with next to no run on the wrong side of the moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.columns import Mask
from benchdb.domain.statistics import FEWEST
from benchdb.domain.statistics.ranks import ranks
from benchdb.questions.level_changes.change_points import Series, Split
from benchdb.questions.level_changes.drift import could_be_drift
from benchdb.questions.level_changes.sitting_series import SittingSeries
from benchdb.questions.level_changes.strengths import Array, Ints

BETWEEN = ("sittings", "within a sitting")  #: what stands, where runs were made in sittings
FEWEST_RUNS, MOST = 2 * FEWEST, 2_000  #: runs of a side that is looked at
CLEAR = 0.9  #: |Cliff's delta| of the levels beside a change
ALIKE = 0.25  #: of the distance of the farthest level from the other side: a level nearer than that is as it is


@dataclass(frozen=True, slots=True)
class TimedRuns:
    """Of one side, in the order of time."""

    values: Array
    starts: Array  #: seconds since 1970
    runs: Sequence[int]
    sittings: Array  #: the number of each one's

    @property
    def series(self) -> Series | SittingSeries:
        plain = Series(self.values.tolist(), self.starts.tolist(), self.runs)
        begins = np.flatnonzero(np.append(True, self.sittings[1:] != self.sittings[:-1]))
        return plain if len(begins) in (1, len(self.runs)) else SittingSeries(plain, begins)


@dataclass(frozen=True, slots=True)
class ChangeWithin:
    """That the level of a side changed in the course of time, and runs of it are as the other side's."""

    before: float  #: start of the last run before the first change
    after: float  #: and of the first one after it
    changes: int
    like: Array  #: values of the runs that are as the other side's
    of: int  #: of so many
    stretches: int  #: of time in which both sides have runs, so that they were compared there; 1 = as wholes


@dataclass(frozen=True, slots=True)
class StepsWithin:
    """That the level of a side changed in the course of time, whatever the other side is like."""

    before: float  #: start of the last run before the first change
    after: float  #: and of the first one after it
    changes: int
    first: Array  #: values before the first change
    last: Array  #: and behind the last one


def in_time(values: Array, starts: Array, runs: Ints, sittings: Array) -> TimedRuns | None:
    """None where runs are too few or too many, or a start is not known."""
    if not FEWEST_RUNS <= len(values) <= MOST or np.isnan(starts).any():
        return None
    order = np.lexsort((runs, starts))
    return TimedRuns(values[order], starts[order], runs[order].tolist(), sittings[order])


def may_have_changed(values: Array, starts: Array) -> Mask:
    """[side, run] -> whether a moment parts each side's runs as clearly as a change of level does: most are none."""
    count = values.shape[1]
    ordered = np.take_along_axis(values, np.argsort(starts, axis=1, kind="stable"), axis=1)
    ahead = np.arange(1, count)
    sums = np.cumsum(ranks(ordered), axis=1)[:, :-1]
    gaps = np.abs(sums / ahead - (count * (count + 1) / 2 - sums) / (count - ahead)) * 2 / count
    return np.asarray(gaps[:, FEWEST - 1 : count - FEWEST].max(axis=1) >= CLEAR)


def changes_within(sides: Sequence[TimedRuns]) -> list[list[int]]:
    """How many runs stand before each change of each side; p is adjusted for all of them."""
    series = [side.series for side in sides]
    tested = [one.whole.p if one.whole else 1.0 for one in series]
    wholes = statistics.adjusted(tested)
    return [clear(one, one.splits(whole)) for one, whole in zip(series, wholes, strict=True)]


def clear(series: Series | SittingSeries, splits: Sequence[Split]) -> list[int]:
    """Those that stand."""
    values = series.runs.values if isinstance(series, SittingSeries) else series.values
    ends = [0, *(split.index for split in splits), len(values)]
    beside = [(values[low:place], values[place:high]) for (low, place), (_, high) in pairwise(pairwise(ends))]
    return [
        split.index
        for split, is_drift, (one, other) in zip(splits, drifts(series, splits), beside, strict=True)
        if not is_drift and split.basis in ("runs", *BETWEEN) and parted(one, other) >= CLEAR
    ]


def parted(one: Array, other: Array) -> float:
    """|Cliff's delta|."""
    return abs(float(np.sign(other[None, :] - one[:, None]).mean()))


def drifts(series: Series | SittingSeries, splits: Sequence[Split]) -> list[bool]:
    """Which changes along time may be drift: beside whole sittings, if they were found among these."""
    places = [split.index for split in splits]
    if not isinstance(series, SittingSeries):
        return could_be_drift(series.values.tolist(), places)
    if any(split.basis not in BETWEEN for split in splits):
        return [False] * len(places)  # they are no evidence anyway
    of_runs = could_be_drift(series.runs.values.tolist(), places)
    of_units = could_be_drift(series.centres.tolist(), np.searchsorted(series.units, places).tolist())
    marks = zip(splits, of_runs, of_units, strict=True)
    return [runs if split.basis == "within a sitting" else units for split, runs, units in marks]


def change_within(side: TimedRuns, changes: Sequence[int], values: Array, starts: Array) -> ChangeWithin | None:
    """None where the level did not change, or no level of it is as the other side's `values`, which began at `starts`.

    Where the other side has runs in two stretches or more, a stretch is as the other side was at that time: if both
    stepped together, what parts them may be why they differ in each.
    """
    if not changes:
        return None
    parts, beside = np.split(side.values, list(changes)), values_beside(side, changes, values, starts)
    has_both = np.array([len(own) >= FEWEST for own in beside])
    stretches = max(int(has_both.sum()), 1)
    if stretches == 1:
        has_both[:] = False
    levels = [own if is_one else values for own, is_one in zip(beside, has_both.tolist(), strict=True)]
    apart = [part - np.median(own) for part, own in zip(parts, levels, strict=True)]
    gaps = np.array([abs(float(np.median(one))) for one in apart])
    is_like = (has_both | (stretches == 1)) & (gaps <= ALIKE * gaps.max())
    if is_like.all() or not is_like.any() or (stretches > 1 and parted(*both(apart, is_like)) < CLEAR):
        return None
    first = changes[0]
    before, after = float(side.starts[first - 1]), float(side.starts[first])
    return ChangeWithin(before, after, len(changes), both(parts, is_like)[0], len(side.values), stretches)


def steps_within(side: TimedRuns, changes: Sequence[int]) -> StepsWithin:
    """Of changes that there are."""
    first, last = changes[0], changes[-1]
    before, after = float(side.starts[first - 1]), float(side.starts[first])
    return StepsWithin(before, after, len(changes), side.values[:first], side.values[last:])


def are_beside(side: TimedRuns, changes: Sequence[int], values: Array, starts: Array) -> bool:
    """Whether both sides were measured in two stretches of time between changes of the one, or more."""
    return sum(len(own) >= FEWEST for own in values_beside(side, changes, values, starts)) > 1


def values_beside(side: TimedRuns, changes: Sequence[int], values: Array, starts: Array) -> list[Array]:
    """What the other side had in each stretch of time between the changes, without what came during one."""
    ends = [-np.inf, *side.starts[list(changes)], np.inf]
    lasts = [*side.starts[np.asarray(changes) - 1], np.inf]
    return [values[(starts >= low) & (starts <= last)] for low, last in zip(ends[:-1], lasts, strict=True)]


def both(parts: Sequence[Array], chosen: Mask) -> tuple[Array, Array]:
    """The chosen ones together, and the others."""
    pairs = list(zip(parts, chosen.tolist(), strict=True))
    one, other = ([part for part, is_one in pairs if is_one is wanted] for wanted in (True, False))
    return np.concatenate(one), np.concatenate(other)
