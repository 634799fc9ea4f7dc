"""HistoryQuestion -> its answer, from the packed series where they can answer it, else from the narrow rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from cachetools import LRUCache, cached
from django.db.models import Exists, OuterRef

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import fingerprint
from benchdb.models import Measurement
from benchdb.models.runs import MOMENT
from benchdb.questions.acceptance.fetch import rules_of
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.base import Where
from benchdb.questions.comparison.fetch import item_filter, runs, stored_observations
from benchdb.questions.comparison.machine_noise import machine_noises
from benchdb.questions.comparison.packed import is_packed, numbers_of_series, wanted
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.headline import headline
from benchdb.questions.history.outages.doubtful import with_stopped_stretches
from benchdb.questions.history.outages.stopped import FinishedRun, Setups, StoppedRun, own_stopped, stopped_along
from benchdb.questions.history.outages.stopped_versions import (
    first_moments,
    stopped_versions,
    with_stopped_versions,
)
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Numbered, Numbers, numbers_of
from benchdb.questions.stretches import printed
from benchdb.reads.packed.moments import Made, newest_made, newest_of, times_of
from benchdb.reads.packed.series import Series, having, only_runs
from benchdb.reads.packed.wanted import series_of
from benchdb.recordings.reboots import reboots_of

MOST_RUNS = 2000  #: on one page: the newest
MOST_REMEMBERED = 100  #: answers


class Newest(NamedTuple):
    """What there is to analyse of a question."""

    numbers: Numbered
    moments: dict[int, Moment]
    is_cut: bool  #: there are older runs, left out
    setups: Setups  #: of these runs
    stopped: tuple[StoppedRun, ...] = ()  #: that may be of the same setups


Answered = Callable[[HistoryQuestion, Newest, Sequence[Rule]], HistoryAnswer]


def fetch_history(question: HistoryQuestion) -> HistoryAnswer:
    """The answer to `question`, about the newest runs where there are too many."""
    return under_rules(question, newest_runs(question), lambda: rules_of(question), of_newest)


def fetch_histories(questions: Sequence[HistoryQuestion], shared: Where) -> list[HistoryAnswer]:
    """The answers to questions of one metric, of today and of all time, that each filter what `shared` lets through.

    Those that `fetch_history` gives, from one reading for all: a machine's page has several.
    """
    if not questions:
        return []
    in_force = cache(lambda: rules_of(questions[0]))
    together = replace(questions[0], where=shared)
    made = newest_together(together, questions)
    return [under_rules(question, newest, in_force, remembered) for question, newest in made]


def under_rules(
    question: HistoryQuestion, newest: Newest, in_force: Callable[[], Sequence[Rule]], answered: Answered
) -> HistoryAnswer:
    """Asks which rules are in force where they can say anything."""
    answer = answered(question, newest, ())
    rules = in_force() if answer.conflicts or len(answer.curves) > 1 else ()
    return answered(question, newest, rules) if rules else answer


def named(question: HistoryQuestion, newest: Newest, rules: Sequence[Rule]) -> tuple[object, ...]:
    """All that an answer along time is made of."""
    numbers, moments, is_cut, setups, stopped = newest
    of_runs = numbers_of(numbers).fingerprint(), fingerprint((), sorted(moments.items())), is_cut
    return question, *of_runs, stopped, tuple(sorted(setups.items())) if stopped else (), tuple(rules)


@cached(LRUCache(MOST_REMEMBERED), key=named, lock=Lock())
def remembered(question: HistoryQuestion, newest: Newest, rules: Sequence[Rule]) -> HistoryAnswer:
    """Of a setup whose runs and what is known of them are as they were, whatever else has changed."""
    return of_newest(question, newest, rules)


def newest_together(
    together: HistoryQuestion, questions: Sequence[HistoryQuestion]
) -> Iterator[tuple[HistoryQuestion, Newest]]:
    """Each question with what there is to analyse of it."""
    comparison = together.comparison()
    series = series_of(wanted(comparison))
    times = times_of(np.unique(series.setups))
    made = [newest_of(times, having(series, question.where), MOST_RUNS + 1) for question in questions]
    runs = np.unique([one.run for newest in made for one in newest[:MOST_RUNS]]).astype(np.int64)
    shown = only_runs(series, runs)
    numbers = with_reboots(numbers_of_series(comparison, shown).in_order(), None)
    every = setups_of(shown)
    stopped = stopped_along(together, every, None)
    for question, newest in zip(questions, made, strict=True):
        moments = moments_of(newest)
        setups = {run: every[run] for run in moments}
        own = numbers.taken(np.isin(numbers.runs, list(moments))).in_order().compact()
        along = own_stopped(question, setups, stopped)[-MOST_RUNS:]
        yield question, Newest(own, moments, len(newest) > MOST_RUNS, setups, along)


def moments_of(newest: Sequence[Made]) -> dict[int, Moment]:
    """Of those on one page."""
    return {one.run: Moment(one.moment, one.has_start) for one in newest[:MOST_RUNS]}


def newest_runs(question: HistoryQuestion) -> Newest:
    """What there is to analyse."""
    newest = (packed_newest if is_packed(question.comparison()) else stored_newest)(question)
    rebooted = with_reboots(numbers_of(newest.numbers), question.as_of)
    return newest._replace(numbers=rebooted, stopped=stopped_along(question, newest.setups, MOST_RUNS))


def of_newest(question: HistoryQuestion, newest: Newest, rules: Sequence[Rule] = ()) -> HistoryAnswer:
    """The answer that these runs give. Watches take no rules: where one joins two curves, nothing has changed."""
    numbers, moments, is_cut, _, stopped = newest
    known: tuple[Caveat, ...] = (caveat("newest only", runs=MOST_RUNS),) if is_cut else ()
    if question.is_stretch:
        words = tuple(printed(one) if one else "" for one in ends(question))
        known = (caveat("stretch of time", ends=words), *known)
    if question.x == "time":
        answer = analyse(question, numbers, moments, known, rules)
        if not stopped:
            return answer
        along = with_stopped_stretches(answer, stopped, finished_runs(newest))
        return replace(along, headline=headline(along))
    timed = numbers_of(numbers)
    noises, finished = machine_noises(question, timed), finished_runs(newest) if stopped else {}
    lost = stopped_versions(question, stopped, finished)
    answer = analyse(question, timed, moments, known, rules, noises, first_moments(lost))
    if not lost:
        return answer
    along = with_stopped_versions(answer, lost, finished)
    return replace(along, headline=headline(along))


def finished_runs(newest: Newest) -> dict[int, FinishedRun]:
    numbers = numbers_of(newest.numbers)
    conditions = {kind: numbers.conditions_of(kind) for kind in numbers.kinds.tolist()}
    return {
        run: FinishedRun(newest.setups[run], conditions[kind], newest.moments[run].is_start)
        for run, kind in zip(numbers.runs.tolist(), numbers.kind.tolist(), strict=True)
    }


def with_reboots(numbers: Numbers, as_of: datetime | None) -> Numbers:
    """Runs are made in sittings, which end where a machine boots."""
    return replace(numbers, reboots=reboots_of(numbers.machines_with_starts, as_of))


def ends(question: HistoryQuestion) -> tuple[datetime | None, datetime | None]:
    return question.since, question.until


def packed_newest(question: HistoryQuestion) -> Newest:
    comparison = question.comparison()
    series = series_of(wanted(comparison))
    made = newest_made(series, MOST_RUNS + 1, *ends(question))
    moments = moments_of(made)
    shown = only_runs(series, np.array(list(moments), np.int64))
    numbers = numbers_of_series(comparison, shown).in_order().compact()
    return Newest(numbers, moments, len(made) > MOST_RUNS, setups_of(shown))


def setups_of(series: Series) -> dict[int, int]:
    """Run -> its setup."""
    return dict(zip(series.runs.tolist(), series.setups[series.row].tolist(), strict=True))


def stored_newest(question: HistoryQuestion) -> Newest:
    """Of any moment, and slow where there are many runs."""
    comparison = question.comparison()
    since, until = ends(question)
    measured = Measurement.objects.filter(item_filter(comparison), run=OuterRef("pk"), metric=question.metric)
    made = runs(comparison).filter(Exists(measured)).order_by(MOMENT.desc(), "-pk")
    placed = made.annotate(made=MOMENT)
    made = placed.filter(**({"made__gte": since} if since else {}), **({"made__lt": until} if until else {}))
    newest = list(made.values_list("pk", "made", "started_at", "setup_id")[: MOST_RUNS + 1])
    moments = {pk: Moment(moment, started is not None) for pk, moment, started, _ in newest[:MOST_RUNS]}
    setups = {pk: setup for pk, _, _, setup in newest[:MOST_RUNS]}
    observations = [one for one in stored_observations(comparison) if one.run in moments]
    return Newest(observations, moments, len(newest) > MOST_RUNS, setups)
