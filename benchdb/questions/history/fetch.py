"""HistoryQuestion -> its answer, from the packed series where they can answer it, else from the narrow rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
from django.db.models import Exists, OuterRef

from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Measurement
from benchdb.models.runs import MOMENT
from benchdb.questions.acceptance.fetch import rules_of
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.comparison.fetch import item_filter, runs, stored_observations
from benchdb.questions.comparison.machine_noise import machine_noises
from benchdb.questions.comparison.packed import is_packed, numbers_of_series, wanted
from benchdb.questions.history.analysis import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Numbered, Numbers, numbers_of
from benchdb.questions.stretches import printed
from benchdb.reads.packed.moments import newest_made
from benchdb.reads.packed.series import only_runs
from benchdb.reads.packed.wanted import series_of
from benchdb.recordings.reboots import reboots_of

MOST_RUNS = 2000  #: on one page: the newest
Newest = tuple[Numbered, dict[int, Moment], bool]  #: the third: whether there are older runs, left out


def fetch_history(question: HistoryQuestion) -> HistoryAnswer:
    """The answer to `question`, about the newest runs where there are too many."""
    newest = newest_runs(question)
    answer = of_newest(question, newest)
    rules = rules_of(question) if answer.conflicts or len(answer.curves) > 1 else ()
    return of_newest(question, newest, rules) if rules else answer


def newest_runs(question: HistoryQuestion) -> Newest:
    """What there is to analyse."""
    return packed_newest(question) if is_packed(question.comparison()) else stored_newest(question)


def of_newest(question: HistoryQuestion, newest: Newest, rules: Sequence[Rule] = ()) -> HistoryAnswer:
    """The answer that these runs give. Watches take no rules: where one joins two curves, nothing has changed."""
    numbers, moments, is_cut = newest
    known: tuple[Caveat, ...] = (caveat("newest only", runs=MOST_RUNS),) if is_cut else ()
    if question.is_stretch:
        words = tuple(printed(one) if one else "" for one in ends(question))
        known = (caveat("stretch of time", ends=words), *known)
    if question.x == "time":
        return analyse(question, numbers, moments, known, rules)
    timed = with_reboots(numbers_of(numbers), question.as_of)
    return analyse(question, timed, moments, known, rules, machine_noises(question, timed))


def with_reboots(numbers: Numbers, as_of: datetime | None) -> Numbers:
    """Versions are measured in sittings, which end where a machine boots."""
    return replace(numbers, reboots=reboots_of(numbers.machines_with_starts, as_of))


def ends(question: HistoryQuestion) -> tuple[datetime | None, datetime | None]:
    return question.since, question.until


def packed_newest(question: HistoryQuestion) -> Newest:
    comparison = question.comparison()
    series = series_of(wanted(comparison))
    made = newest_made(series, MOST_RUNS + 1, *ends(question))
    moments = {one.run: Moment(one.moment, one.has_start) for one in made[:MOST_RUNS]}
    shown = only_runs(series, np.array(list(moments), np.int64))
    return numbers_of_series(comparison, shown).in_order().compact(), moments, len(made) > MOST_RUNS


def stored_newest(question: HistoryQuestion) -> Newest:
    """Of any moment, and slow where there are many runs."""
    comparison = question.comparison()
    since, until = ends(question)
    measured = Measurement.objects.filter(item_filter(comparison), run=OuterRef("pk"), metric=question.metric)
    made = runs(comparison).filter(Exists(measured)).order_by(MOMENT.desc(), "-pk")
    placed = made.annotate(made=MOMENT)
    made = placed.filter(**({"made__gte": since} if since else {}), **({"made__lt": until} if until else {}))
    newest = list(made.values_list("pk", "made", "started_at")[: MOST_RUNS + 1])
    moments = {pk: Moment(moment, started is not None) for pk, moment, started in newest[:MOST_RUNS]}
    observations = [one for one in stored_observations(comparison) if one.run in moments]
    return observations, moments, len(newest) > MOST_RUNS
