"""Outages that a history shows now: every request fails, or every run is stopped; which of them nobody was told of.

An outage is kept as a change is, without a level after it. It is known by its curve and by the moments or versions that
it held when it was seen: it grows at its end. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.questions.history.answer import FEWEST_IN_A_ROW, Curve, HistoryAnswer, Outage, Place
from benchdb.watches.changes import SeenChange, place, position

NO_LEVEL = math.nan


@dataclass(frozen=True, slots=True)
class CurrentOutage:
    """One that the history shows now."""

    seen: SeenChange
    outage: Outage
    curve: Curve


def current_outages(answer: HistoryAnswer) -> list[CurrentOutage]:
    """Those that something was measured before: what never answered is no news."""
    return [
        CurrentOutage(seen_outage(answer, curve, one, one.before), one, curve)
        for curve in answer.curves
        for one in curve.outages
        if one.before is not None and len(one.runs) >= FEWEST_IN_A_ROW
    ]


def seen_outage(answer: HistoryAnswer, curve: Curve, one: Outage, before: Place) -> SeenChange:
    """Its level before is that of the runs around its last good one."""
    around = [level for level in curve.levels if level.first.x <= before.x]
    return SeenChange(
        curve=curve.name,
        begins=place(answer, around[-1].first if around else before),
        before=place(answer, before),
        after=place(answer, one.first),
        ends=place(answer, one.last),
        level_before=around[-1].value if around else curve.levels[0].value,
        level_after=NO_LEVEL,
    )


def is_outage(seen: SeenChange) -> bool:
    return math.isnan(seen.level_after)


def new_outages(answer: HistoryAnswer, seen: Sequence[SeenChange]) -> list[CurrentOutage]:
    """Those of today that share no run with one that was seen."""
    return new_among(answer, current_outages(answer), seen)


def new_among(
    answer: HistoryAnswer, current: Sequence[CurrentOutage], seen: Sequence[SeenChange]
) -> list[CurrentOutage]:
    before = [one for one in seen if is_outage(one)]
    return [one for one in current if not any(overlap(answer, one.seen, other) for other in before)]


def by_runs(current: Sequence[CurrentOutage]) -> list[list[CurrentOutage]]:
    """Those of the same runs together: one that was stopped may be of several curves."""
    groups: dict[tuple[int, ...], list[CurrentOutage]] = {}
    for one in current:
        groups.setdefault(one.outage.runs, []).append(one)
    return list(groups.values())


def is_shown(answer: HistoryAnswer, seen: SeenChange) -> bool:
    """Whether the history shows one that was seen still."""
    return any(overlap(answer, one.seen, seen) for one in current_outages(answer))


def overlap(answer: HistoryAnswer, one: SeenChange, other: SeenChange) -> bool:
    ends = [position(answer, text) for text in (one.after, one.ends, other.after, other.ends)]
    begin, end, other_begin, other_end = (math.nan if there is None else there for there in ends)
    return one.curve == other.curve and begin <= other_end and other_begin <= end
