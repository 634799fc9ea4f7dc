"""Runs of a curve that were stopped, put among its others: neighbours that measured nothing are one outage. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby

from benchdb.domain.statistics.sittings import LONG_GAP
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, ConditionChange, Curve, Outage, Place

#: Run that was stopped -> what it has otherwise than the last one before.
Causes = Mapping[int, tuple[ConditionChange, ...]]


@dataclass(frozen=True, slots=True)
class Along:
    """A run of a curve, in its order."""

    run: int
    place: Place
    is_stopped: bool
    measured: bool  #: something else than errors, to its end


def with_stopped(
    curve: Curve,
    stopped: Sequence[tuple[int, Place]],
    causes: Causes | None = None,
    unanswered: Collection[int] = (),
) -> Curve:
    """The curve with the stretches in which runs (id, place) were stopped; one among failing runs does not count.

    `unanswered`: those whose tool had ended without an answer.
    """
    every, ended = along(curve, stopped), set(unanswered)
    outages, lone = tuple(merged(curve, every, causes or {})), tuple(single(every))
    if not lone and not any(one.stopped for one in outages):
        return curve
    outages = tuple(replace(one, total=len(every)) for one in outages)
    return replace(curve, outages=with_answers(outages, ended), lone=with_answers(lone, ended))


def with_answers(outages: Sequence[Outage], unanswered: AbstractSet[int]) -> tuple[Outage, ...]:
    return tuple(replace(one, is_unanswered=bool(one.stopped) and unanswered >= set(one.stopped)) for one in outages)


def single(every: Sequence[Along]) -> Iterator[Outage]:
    """Runs that were stopped on one occasion, between two that measured something, or behind the last one of these."""
    for stretch, before, after in stretches(every):
        if is_accident(stretch, before, after) and (before or after):
            yield outage(stretch, before, is_last=after is None, total=len(every))


def stretches(every: Sequence[Along]) -> Iterator[tuple[list[Along], Along | None, Along | None]]:
    """Runs in a row that measured nothing, between (the last run that did, the next one)."""
    before: Along | None = None
    done = 0
    for has_measured, rows in groupby(every, lambda one: one.measured):
        stretch = list(rows)
        done += len(stretch)
        if has_measured:
            before = stretch[-1]
        else:
            yield stretch, before, every[done] if done < len(every) else None


def is_accident(stretch: Sequence[Along], before: Along | None, after: Along | None) -> bool:
    """Whether all were stopped on one occasion: a single run, or some within an hour of a sitting that measured
    something, too, such as when somebody presses ^C twice."""
    if not all(one.is_stopped for one in stretch):
        return False
    first, last = stretch[0].place.x, stretch[-1].place.x
    is_joined = (before is not None and first - before.place.x < LONG_GAP) or (
        after is not None and after.place.x - last < LONG_GAP
    )
    return len(stretch) < FEWEST_IN_A_ROW or (is_joined and last - first < LONG_GAP)


def along(curve: Curve, stopped: Sequence[tuple[int, Place]]) -> list[Along]:
    """One that was stopped stands behind those of its moment."""
    failing = curve.failing_runs
    measured = [
        Along(run, Place(point.x, point.label), is_stopped=False, measured=run not in failing)
        for point in curve.points
        for run in point.runs
    ]
    others = [Along(run, place, is_stopped=True, measured=False) for run, place in stopped]
    return sorted((*measured, *others), key=lambda one: one.place.x)


def merged(curve: Curve, every: Sequence[Along], causes: Causes) -> Iterator[Outage]:
    """In order: those that the curve has, and those of stretches with runs that were stopped."""
    for stretch, before, after in stretches(every):
        if sum(one.is_stopped for one in stretch) < FEWEST_IN_A_ROW:
            runs = {one.run for one in stretch}
            yield from (one for one in curve.outages if runs.issuperset(one.runs))
        elif not is_accident(stretch, before, after):
            made = outage(stretch, before, is_last=after is None, total=len(every))
            yield replace(made, there=cause(curve, stretch, causes))


def cause(curve: Curve, stretch: Sequence[Along], causes: Causes) -> tuple[ConditionChange, ...]:
    """What became another with its first run, and stayed so for most of those that were stopped."""
    first, stopped = stretch[0], [one.run for one in stretch if one.is_stopped]
    if not first.is_stopped:
        return next((one.there for one in curve.outages if first.run in one.runs), ())
    return tuple(
        one
        for one in causes.get(first.run, ())
        if 2 * sum(one in causes.get(run, ()) for run in stopped) >= len(stopped)
    )


def outage(stretch: Sequence[Along], before: Along | None, *, is_last: bool, total: int) -> Outage:
    stopped = tuple(one.run for one in stretch if one.is_stopped)
    return Outage(
        kind="stopped" if len(stopped) == len(stretch) else "failed or stopped",
        first=stretch[0].place,
        last=stretch[-1].place,
        runs=tuple(one.run for one in stretch),
        before=before.place if before else None,
        last_run_before=before.run if before else None,
        is_last=is_last,
        total=total,
        stopped=stopped,
    )
