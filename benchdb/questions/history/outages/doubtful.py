"""Stopped runs -> the curves whose outage they are. Pure.

A run of a setup that a curve has, or one whose records contradict nothing of one curve alone, is that curve's. In doubt
is one that fits several curves (the log of a run that never began names no load), that recorded what finished runs do
not, or that had a new kernel or setting: an experiment beside nightly runs may crash, and is no outage of theirs. Those
count, for all curves that they fit, where none of these finished a run for longer than they ever paused before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC

import numpy as np

from benchdb.domain.columns import Floats
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, ConditionChange, Curve, HistoryAnswer, Place
from benchdb.questions.history.axis import MINUTES
from benchdb.questions.history.outages.merged import with_stopped
from benchdb.questions.history.outages.stopped import Setups, StoppedRun
from benchdb.reads.search.stopped import is_of_setups

LONGER = 1.5  #: times the longest pause between earlier runs, from which on a curve is no longer measured
PAUSES = 50  #: the newest of them, which say how long one may be

Ownership = list[tuple[StoppedRun, frozenset[int]]]  #: and the places of its curves


def with_stopped_stretches(answer: HistoryAnswer, stopped: Sequence[StoppedRun], setups: Setups) -> HistoryAnswer:
    """The answer with the stretches of each curve in which every run was stopped."""
    keys = {key for curve in answer.curves for key, _ in curve.setup} | {answer.question.by} - {""}
    if not stopped or not all(map(is_of_setups, keys)):
        return answer
    own: dict[int, list[StoppedRun]] = defaultdict(list)
    in_doubt: dict[frozenset[int], list[StoppedRun]] = defaultdict(list)
    of_setups = {setups[run]: place for place, curve in enumerate(answer.curves) for run in runs_of(curve)}
    for one in stopped:
        places, is_sure = curves_of(one, of_setups, keys)
        if is_sure:
            own[min(places)].append(one)
        elif places:
            in_doubt[places].append(one)
    for places, some in in_doubt.items():
        for place, accepted in silences(answer.curves, places, some):
            own[place] += accepted
    curves = [with_own(curve, own.get(place, []), setups) for place, curve in enumerate(answer.curves)]
    return replace(answer, curves=tuple(curves))


def runs_of(curve: Curve) -> Iterator[int]:
    return (run for point in curve.points for run in point.runs)


def curves_of(one: StoppedRun, of_setups: Mapping[int, int], keys: Collection[str]) -> tuple[frozenset[int], bool]:
    """(the places of its curves, whether it is surely of the only one). What parts the curves is never another one."""
    fits = [
        fit for fit in one.fits if fit.setup in of_setups and not any(change.dimension in keys for change in fit.unlike)
    ]
    if same := [fit for fit in fits if fit.setup == one.setup]:
        return frozenset(of_setups[fit.setup] for fit in same), True
    exact = [fit for fit in fits if not fit.unlike]
    places = frozenset(of_setups[fit.setup] for fit in exact or fits)
    return places, bool(exact) and len(places) == 1


def silences(
    curves: Sequence[Curve], places: Collection[int], stopped: Sequence[StoppedRun]
) -> Iterator[tuple[int, list[StoppedRun]]]:
    """(place of a curve, runs that were stopped while it was silent for longer than its pauses)"""
    of_curves = {place: measured(curves[place]) for place in places}
    moments = np.sort(np.concatenate(list(of_curves.values())))
    stretches: dict[int, list[StoppedRun]] = defaultdict(list)
    for one in stopped:
        stretches[int(np.searchsorted(moments, one.moment.timestamp(), "right"))].append(one)
    for before, stretch in stretches.items():
        longest = longest_pause(moments[:before])
        end = moments[before] if before < len(moments) else max(one.moment.timestamp() for one in stretch)
        if len(stretch) < FEWEST_IN_A_ROW or not before or end - moments[before - 1] <= longest:
            continue
        for place, own in of_curves.items():
            earlier = own[: np.searchsorted(own, moments[before - 1], "right")]
            if len(earlier) and moments[before - 1] - earlier[-1] <= longest:
                yield place, stretch


def measured(curve: Curve) -> Floats:
    """When its runs were made that answered something else than errors."""
    failing = curve.failing_runs
    return np.array([one.x for one in curve.points for run in one.runs if run not in failing])


def longest_pause(moments: Floats) -> float:
    """Seconds without a run that nobody wonders at."""
    pauses = np.diff(moments[-PAUSES - 1 :])
    return LONGER * float(pauses.max()) if len(pauses) else np.inf


def with_own(curve: Curve, stopped: Sequence[StoppedRun], setups: Setups) -> Curve:
    if not stopped:
        return curve
    measuring = [(point.x, run) for point in curve.points for run in point.runs if run not in curve.failing_runs]
    moments = np.array([x for x, _ in measuring])
    causes: dict[int, tuple[ConditionChange, ...]] = {}
    for one in stopped:
        place = int(np.searchsorted(moments, one.moment.timestamp(), "right"))
        before = setups[measuring[place - 1][1]] if place else None
        causes[one.run] = next((fit.there for fit in one.fits if fit.setup == before), ())
    return with_stopped(curve, [(one.run, place_of(one)) for one in stopped], causes)


def place_of(one: StoppedRun) -> Place:
    return Place(one.moment.timestamp(), one.moment.astimezone(UTC).isoformat(" ")[:MINUTES])
