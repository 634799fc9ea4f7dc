"""Runs that were stopped before their end, and where along each curve every run was. From the database.

They count nowhere else; many print no figure at all, so that no series has them. A curve's own are those of a setup
that some run of the curve has, and those whose records contradict none of its setups (`fits`, `doubtful`): what never
measured anything under these conditions says nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from django.db.models.fields.json import KeyTextTransform

from benchdb.models.runs import MOMENT
from benchdb.questions.comparison.fetch import runs
from benchdb.questions.history.outages.fits import Fits, fits_of, passing
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.unfinished import UNFINISHED, counts_all
from benchdb.reads.packed.census import latest

Setups = Mapping[int, int]  #: run -> its setup
#: The reasons that a whole report of a tool gives whose requests had no answer: ours, and what Go's and Rust's tools
#: printed as each request's error (ab and siege, which give up at some, print `Connection refused` alone).
UNANSWERED = re.compile("|".join((
    "no request was answered", "no request was completed", "no request succeeded", "every request failed",
    r"none of \d+ requests ", ".*connect: connection refused", r".*Connection refused \(os error \d+\)",
)))  # fmt: skip
READ = ("pk", "made", "setup_id", "provenance", "started_at", "reason")


@dataclass(frozen=True, slots=True)
class StoppedRun:
    """One that was not in time to say anything."""

    run: int
    moment: datetime  #: UTC
    setup: int
    provenance: str
    fits: Fits  #: of the setups that were measured
    has_start: bool = True  #: its log or uploader says so; else it is when the run was stored
    is_unanswered: bool = False  #: its tool ended by itself, and not one request was answered


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """What is to be known of one that was not stopped."""

    setup: int
    conditions: Mapping[str, str]  #: dimension key -> text
    has_start: bool


Finished = Mapping[int, FinishedRun]  #: by run


def stopped_along(question: HistoryQuestion, setups: Setups, most: int | None) -> tuple[StoppedRun, ...]:
    """Those that fit the setups of some runs: the newest `most` of them, oldest first; () where the question counts
    them itself."""
    if counts_all(question) or not setups:
        return ()
    fits = fits_of(set(setups.values()), candidates(question), latest.census().names)
    if not fits:
        return ()
    made = runs(question.comparison()).filter(status__in=UNFINISHED, setup_id__in=set(fits)).annotate(made=MOMENT)
    if question.since:
        made = made.filter(made__gte=question.since)
    if question.until:
        made = made.filter(made__lt=question.until)
    rows = made.annotate(reason=KeyTextTransform("reason", "facts")).order_by("-made", "-pk").values_list(*READ)[:most]
    return tuple(
        StoppedRun(run, moment, setup, how, fits[setup], start is not None, bool(UNANSWERED.match(reason or "")))
        for run, moment, setup, how, start, reason in rows
    )[::-1]


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
    own = np.array(sorted(set(setups.values())), np.int64).tobytes()
    provenances = dict(question.where).get("provenance")
    some = np.array(sorted({one.setup for one in stopped}), np.int64)
    let_through = set(passing(question.where, some, latest.census().names).tolist())
    fits = {one.setup: one.fits for one in stopped if one.setup in let_through}
    narrowed = {setup: within for setup, one in fits.items() if len((within := one.among(own)).ids())}
    return tuple(
        replace(one, fits=narrowed[one.setup])
        for one in stopped
        if one.setup in narrowed and (not provenances or one.provenance in provenances)
    )
