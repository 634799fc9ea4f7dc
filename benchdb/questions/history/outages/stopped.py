"""Runs that were stopped before their end, and where along each curve every run was. From the database.

They count nowhere else; many print no figure at all, so that no series has them. A curve's own are those of a setup
that some run of the curve has, and those whose records contradict none of its setups (`fits`, `doubtful`): what never
measured anything under these conditions says nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from benchdb.models.runs import MOMENT
from benchdb.questions.comparison.fetch import runs
from benchdb.questions.history.outages.fits import Fit, fits_of, passing
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.unfinished import UNFINISHED, counts_all
from benchdb.reads.packed.census import latest

Setups = Mapping[int, int]  #: run -> its setup


@dataclass(frozen=True, slots=True)
class StoppedRun:
    """One that was not in time to say anything."""

    run: int
    moment: datetime  #: UTC
    setup: int
    provenance: str
    fits: tuple[Fit, ...] = ()  #: of the setups that were measured


def stopped_along(question: HistoryQuestion, setups: Setups, most: int | None) -> tuple[StoppedRun, ...]:
    """Those that fit the setups of some runs: the newest `most` of them, oldest first; () along versions, and where the
    question counts them itself."""
    if question.x != "time" or counts_all(question) or not setups:
        return ()
    fits = fits_of(set(setups.values()), candidates(question), latest.census().names)
    if not fits:
        return ()
    made = runs(question.comparison()).filter(status__in=UNFINISHED, setup_id__in=set(fits)).annotate(made=MOMENT)
    if question.since:
        made = made.filter(made__gte=question.since)
    if question.until:
        made = made.filter(made__lt=question.until)
    rows = made.order_by("-made", "-pk").values_list("pk", "made", "setup_id", "provenance")[:most]
    return tuple(StoppedRun(run, moment, setup, how, fits[setup]) for run, moment, setup, how in rows)[::-1]


def candidates(question: HistoryQuestion) -> set[int]:
    """The setups that the question lets through of which some run was stopped: as the census says, few, so that no
    query looks through all runs; of a moment from these."""
    if question.as_of:
        then = runs(question.comparison()).filter(status__in=UNFINISHED)
        return set(then.order_by("setup_id").values_list("setup_id", flat=True).distinct())
    census = latest.census()
    if not any(status in UNFINISHED for status, _ in census.groups):
        return set()
    some = np.unique(census.setups[census.having("status", UNFINISHED)])
    return set(passing(question.where, some, census.names).tolist())


def own_stopped(question: HistoryQuestion, setups: Setups, stopped: Sequence[StoppedRun]) -> tuple[StoppedRun, ...]:
    """Of the runs that were stopped along several questions of one time, those along this one, whose filters are of
    conditions alone."""
    if not stopped or counts_all(question):
        return ()
    own, provenances = set(setups.values()), dict(question.where).get("provenance")
    some = np.array(sorted({one.setup for one in stopped}), np.int64)
    let_through = set(passing(question.where, some, latest.census().names).tolist())
    fitting = (
        replace(one, fits=tuple(fit for fit in one.fits if fit.setup in own))
        for one in stopped
        if one.setup in let_through and (not provenances or one.provenance in provenances)
    )
    return tuple(one for one in fitting if one.fits)
