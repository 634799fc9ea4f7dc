"""Versions along a history of which every run was stopped: they are an outage from the first of them on. Pure.

A kernel that crashes every time has no figure, and no place among the versions without a word for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from benchdb.domain.dimensions import MISSING
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, Curve, HistoryAnswer, Outage, Place
from benchdb.questions.history.outages.doubtful import curves_of, line_of
from benchdb.questions.history.outages.stopped import Finished, StoppedRun
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.reads.search.stopped import is_of_setups

ByVersion = Mapping[str, Sequence[StoppedRun]]


def stopped_versions(
    question: HistoryQuestion, stopped: Sequence[StoppedRun], finished: Finished
) -> dict[str, list[StoppedRun]]:
    """Those that no finished run has, and several that were stopped: one may be an accident."""
    key, made = axis_of(question.x), defaultdict[str, list[StoppedRun]](list)
    if not is_of_setups(key):
        return {}
    measured = {one.conditions.get(key, MISSING) for one in finished.values()}
    for one in stopped:
        made[dict(one.fits.recorded).get(key, MISSING)].append(one)
    return {
        version: runs
        for version, runs in made.items()
        if version not in (MISSING, *measured) and len(runs) >= FEWEST_IN_A_ROW
    }


def first_moments(lost: ByVersion) -> dict[str, datetime]:
    return {version: min(one.moment for one in runs) for version, runs in lost.items()}


def with_stopped_versions(answer: HistoryAnswer, lost: ByVersion, finished: Finished) -> HistoryAnswer:
    """The answer, each curve with the outages of the versions that its own stopped runs have."""
    keys = {key for curve in answer.curves for key, _ in curve.setup} | {answer.question.by} - {""}
    if not lost or not all(map(is_of_setups, keys)):
        return answer
    lines = [line_of(curve, finished, keys) for curve in answer.curves]
    own: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for version, runs in lost.items():
        for one in runs:
            for place in curves_of(one, lines):
                own[place][version].append(one.run)
    curves = [with_outages(curve, answer.labels, own.get(place, {})) for place, curve in enumerate(answer.curves)]
    return replace(answer, curves=tuple(curves))


def with_outages(curve: Curve, labels: Sequence[str], lost: Mapping[str, Sequence[int]]) -> Curve:
    made = (*curve.outages, *outages(curve, labels, lost))
    return replace(curve, outages=tuple(sorted(made, key=lambda one: one.first.x)))


def outages(curve: Curve, labels: Sequence[str], lost: Mapping[str, Sequence[int]]) -> Iterator[Outage]:
    """One for versions that follow each other along the curve."""
    failing = curve.failing_runs
    answering = [point for point in curve.points if not failing.issuperset(point.runs)]
    total = sum(len(point.runs) for point in curve.points) + sum(map(len, lost.values()))
    own = {point.label for point in curve.points} | lost.keys()
    along = [Place(float(x), label) for x, label in enumerate(labels, 1) if label in own]
    for is_lost, places in groupby(along, lambda place: place.label in lost):
        stretch = list(places)
        runs = tuple(run for place in stretch for run in lost.get(place.label, ()))
        if not is_lost or len(runs) < FEWEST_IN_A_ROW:
            continue
        before = [point for point in answering if point.x < stretch[0].x]
        yield Outage(
            kind="stopped",
            first=stretch[0],
            last=stretch[-1],
            runs=runs,
            before=Place(before[-1].x, before[-1].label) if before else None,
            last_run_before=before[-1].runs[-1] if before else None,
            is_last=not any(point.x > stretch[-1].x for point in answering),
            total=total,
            stopped=runs,
        )
