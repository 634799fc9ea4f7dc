"""Runs that were stopped before their end, and where along each curve every run was. From the database.

They count nowhere else; many print no figure at all, so that no series has them. A curve's own are those of a setup
that some run of the curve has: what never measured anything under these conditions says nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from benchdb.domain.columns import among
from benchdb.models.runs import MOMENT
from benchdb.questions.comparison.fetch import runs
from benchdb.questions.history.answer import Curve, HistoryAnswer, Place
from benchdb.questions.history.axis import MINUTES
from benchdb.questions.history.outages.merged import with_stopped
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.unfinished import UNFINISHED, counts_all
from benchdb.reads.packed.census import latest
from benchdb.reads.search.stopped import is_of_setups

Setups = Mapping[int, int]  #: run -> its setup


@dataclass(frozen=True, slots=True)
class StoppedRun:
    """One that was not in time to say anything."""

    run: int
    moment: datetime  #: UTC
    setup: int
    provenance: str


def stopped_along(question: HistoryQuestion, setups: Setups, most: int | None) -> tuple[StoppedRun, ...]:
    """Those of the setups of some runs: the newest `most` of them, oldest first; () along versions, and where the
    question counts them itself."""
    if question.x != "time" or counts_all(question):
        return ()
    own = set(setups.values()) if question.as_of else having_stopped(setups.values())
    if not own:
        return ()
    made = runs(question.comparison()).filter(status__in=UNFINISHED, setup_id__in=own).annotate(made=MOMENT)
    if question.since:
        made = made.filter(made__gte=question.since)
    if question.until:
        made = made.filter(made__lt=question.until)
    rows = made.order_by("-made", "-pk").values_list("pk", "made", "setup_id", "provenance")[:most]
    return tuple(StoppedRun(*row) for row in rows)[::-1]


def own_stopped(question: HistoryQuestion, setups: Setups, stopped: Sequence[StoppedRun]) -> tuple[StoppedRun, ...]:
    """Of the runs that were stopped along several questions of one time, those along this one, whose filters are of
    conditions alone."""
    if not stopped or counts_all(question):
        return ()
    own, provenances = set(setups.values()), dict(question.where).get("provenance")
    return tuple(one for one in stopped if one.setup in own and (not provenances or one.provenance in provenances))


def having_stopped(setups: Iterable[int]) -> set[int]:
    """Those of which some run was stopped, as the census says: few, so that no query looks through all runs."""
    census = latest.census()
    if not any(status in UNFINISHED for status, _ in census.groups):
        return set()
    rows = census.having("status", UNFINISHED)
    return set(census.setups[rows & among(census.setups, np.array(sorted(set(setups)), np.int64))].tolist())


def with_stopped_stretches(answer: HistoryAnswer, stopped: Sequence[StoppedRun], setups: Setups) -> HistoryAnswer:
    """The answer with the stretches of each curve in which every run was stopped."""
    keys = {key for curve in answer.curves for key, _ in curve.setup} | {answer.question.by} - {""}
    if not stopped or not all(map(is_of_setups, keys)):
        return answer
    return replace(answer, curves=tuple(with_own(curve, stopped, setups) for curve in answer.curves))


def with_own(curve: Curve, stopped: Sequence[StoppedRun], setups: Setups) -> Curve:
    measured = {setups[run] for point in curve.points for run in point.runs}
    own = [one for one in stopped if one.setup in measured]
    return with_stopped(curve, [(one.run, place(one)) for one in own])


def place(one: StoppedRun) -> Place:
    return Place(one.moment.timestamp(), one.moment.astimezone(UTC).isoformat(" ")[:MINUTES])
