"""Outages that a history shows now: every request fails, or every run is stopped; which of them nobody was told of.

So are series of bad runs that come again and again, and stretches that go on in which some requests fail. An outage is
kept as a change is, without a level after it. It is known by its curve and by the moments or versions that
it held when it was seen: it grows at its end. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from benchdb.questions.history.answer import FEWEST_IN_A_ROW, Curve, HistoryAnswer, Outage, Place
from benchdb.questions.history.outages.flaky import is_flaky, times_of
from benchdb.questions.history.outages.partly import most_failed
from benchdb.watches.changes import CurrentChange, SeenChange, place, position

NO_LEVEL = math.nan


PARTLY = 0.01  #: of a run's requests, from which on it is news that some fail
Kind = Literal["outage", "again and again", "partly"]


@dataclass(frozen=True, slots=True)
class CurrentOutage:
    """One that the history shows now."""

    seen: SeenChange
    outage: Outage
    curve: Curve
    kind: Kind = "outage"


def current_outages(answer: HistoryAnswer) -> list[CurrentOutage]:
    """Those that something was measured before: what never answered is no news."""
    return [
        CurrentOutage(seen_outage(answer, curve, one, one.before), one, curve, kind)
        for curve in answer.curves
        for one, kind in outages_of(answer, curve)
        if one.before is not None
    ]


def outages_of(answer: HistoryAnswer, curve: Curve) -> Iterator[tuple[Outage, Kind]]:
    """Of several that come again and again first what they are together, unless the newest goes on."""
    if is_flaky(answer.question, curve) and not times_of(curve)[-1].goes_on:
        yield as_one(curve), "again and again"
    for one in curve.outages:
        if len(one.runs) >= FEWEST_IN_A_ROW:
            yield one, "outage"
    if curve.partly and curve.partly.goes_on and min(curve.partly.share, most_failed(curve)) >= PARTLY:
        yield curve.partly, "partly"


def as_one(curve: Curve) -> Outage:
    """Outages that come again and again."""
    times = times_of(curve)
    return replace(
        times[0],
        last=times[-1].last,
        runs=tuple(run for one in times for run in one.runs),
        stopped=tuple(run for one in times for run in one.stopped),
        kind="stopped" if all(one.stopped for one in times) else times[-1].kind,
        is_last=times[-1].is_last,
    )


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
    """A series is new as long as no more than one of its outages was told."""
    before = [one for one in seen if is_outage(one)]
    return [one for one in current if not any(is_known_by(answer, one, other) for other in before)]


def is_known_by(answer: HistoryAnswer, one: CurrentOutage, seen: SeenChange) -> bool:
    if one.kind != "again and again":
        return overlap(answer, one.seen, seen)
    times = [seen_outage(answer, one.curve, other, other.before) for other in times_of(one.curve) if other.before]
    return sum(overlap(answer, other, seen) for other in times) > 1


def by_runs(current: Sequence[CurrentOutage]) -> list[list[CurrentOutage]]:
    """Those of the same runs together: one that was stopped may be of several curves."""
    groups: dict[tuple[int, ...], list[CurrentOutage]] = {}
    for one in current:
        groups.setdefault(one.outage.runs, []).append(one)
    return list(groups.values())


def is_shown(answer: HistoryAnswer, seen: SeenChange) -> bool:
    """Whether the history shows one that was seen still, over or not."""
    shown = (
        seen_outage(answer, curve, one, one.before)
        for curve in answer.curves
        for one in (*times_of(curve), *curve.partly_before, *([curve.partly] if curve.partly else []))
        if one.before is not None
    )
    return any(overlap(answer, one, seen) for one in shown)


def is_same_news(answer: HistoryAnswer, change: CurrentChange, one: CurrentOutage) -> bool:
    """Whether a change of level came with the failures that a stretch is told for."""
    failed = any(caveat.kind in ("failures changed", "more failures") for caveat in change.change.after.cell.caveats)
    return failed and one.kind == "partly" and overlap(answer, change.seen, one.seen)


def overlap(answer: HistoryAnswer, one: SeenChange, other: SeenChange) -> bool:
    ends = [position(answer, text) for text in (one.after, one.ends, other.after, other.ends)]
    begin, end, other_begin, other_end = (math.nan if there is None else there for there in ends)
    return one.curve == other.curve and begin <= other_end and other_begin <= end
