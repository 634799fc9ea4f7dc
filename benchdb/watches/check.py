"""check(id): ask a watched question again; tell of the changes that are new.

Safe to run twice and by several workers at once: a watch is locked while it is checked, and a change is kept in the
transaction that publishes it. The first check is of the runs of the moment when the watch was made: what they show is
known, and told to nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from urllib.parse import parse_qsl

from django.db import transaction
from django.utils import timezone

from benchdb.domain.caveats import Caveat, phrase
from benchdb.domain.metrics import metric
from benchdb.models import Event, Watch, WatchedChange
from benchdb.questions.base import BadQuestion
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.fetch import Newest, newest_runs, of_newest
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.names.former import with_names_of_today
from benchdb.questions.numbers import numbers_of
from benchdb.questions.replies.sizes import unlike_keys
from benchdb.reads.budget import TooLong, time_budget
from benchdb.reads.versions import data_version
from benchdb.watches.changes import (
    CurrentChange,
    SeenChange,
    Wish,
    current_changes,
    new_changes,
    wanted,
)
from benchdb.watches.outages import CurrentOutage, by_runs, current_outages, is_same_news, new_among, new_outages
from benchdb.watches.rules import RULES, has_other_rules, stored_after, without
from benchdb.watches.seen import mark_gone, seen_by
from benchdb.watches.sentences import narrowed_to, sentence_of, sentence_of_outages, title_of
from benchdb.webhooks.delivery import pause_after
from benchdb.webhooks.events import publish
from benchdb.wording import full_sentences, sentence

SECONDS = 30.0  #: of one statement of the database
LONGEST = timedelta(seconds=330)  #: its worker is ended then


def check(watch_id: int) -> None:
    """Once; does nothing where another worker is at it, or where nothing changed."""
    if begun(watch_id):
        finish(watch_id)


@transaction.atomic
def begun(watch_id: int) -> bool:
    """Whether it is this worker's to check. It is counted first: one that ends its worker is tried later each time."""
    watch, now = locked(watch_id, skip_locked=True), timezone.now()
    if watch is None or watch.data_version == data_version().changes or (watch.next_at and watch.next_at > now):
        return False
    watch.attempts += 1
    watch.next_at = now + max(pause_after(watch.attempts), LONGEST)
    if watch.attempts > 1:
        watch.trouble = " ".join(full_sentences([phrase("check killed")]))
    watch.save(update_fields=("attempts", "next_at", "trouble"))
    return True


def locked(watch_id: int, skip_locked: bool = False) -> Watch | None:
    """For this transaction. None where it is gone or, with `skip_locked`, where another worker has it."""
    return Watch.objects.select_for_update(skip_locked=skip_locked, of=("self",)).filter(pk=watch_id).first()


@transaction.atomic
def finish(watch_id: int) -> None:
    """Ask the question; a check that was begun has ended then, however it went. Who else has the watch now sees that it
    was begun, and leaves it at once."""
    watch, version, now = locked(watch_id), data_version().changes, timezone.now()
    if watch is None:
        return
    try:
        with time_budget(SECONDS):
            if watch.checked_at is None:
                remember_first(watch)
            check_again(watch)
    except (BadQuestion, TooLong) as error:
        watch.trouble = str(error)[:300]
    else:
        watch.trouble, watch.checked_at = "", now
    watch.data_version, watch.attempts, watch.next_at = version, 0, None
    watch.save(update_fields=("checked_at", "data_version", "numbers", "trouble", "attempts", "next_at"))


def note_fault(watch_id: int, trouble: str) -> None:
    """Why a check ended before its time. The next one is at other data, which may change while this is written."""
    ended = {"data_version": data_version().changes, "attempts": 0, "next_at": None}
    Watch.objects.filter(pk=watch_id).update(trouble=trouble[:300], **ended)


def question_of_watch(watch: Watch, moment: datetime | None = None) -> HistoryQuestion:
    """Under the names of today."""
    return asked_by(watch)[0].at_moment(moment)


def asked_by(watch: Watch) -> tuple[HistoryQuestion, tuple[Caveat, ...]]:
    """The question, and what is said of its names."""
    return with_names_of_today(HistoryQuestion.from_query(parse_qsl(watch.query)))


def remember_first(watch: Watch) -> None:
    """What the history showed when the watch was made."""
    question = question_of_watch(watch, watch.made_at)
    answer = of_newest(question, newest_runs(question))
    seen = [*(one.seen for one in current_changes(answer)), *(one.seen for one in current_outages(answer))]
    for one in seen:
        keep(watch, one, None)


def check_again(watch: Watch) -> None:
    """At today's runs, unless these are the numbers that were checked before."""
    question = question_of_watch(watch)
    newest = newest_runs(question)
    numbers = digest(newest)
    if numbers != watch.numbers:
        answer = of_newest(question, newest)
        if watch.checked_at and has_other_rules(watch):
            remember_old(watch, answer, newest, stored_after(newest, watch.checked_at))
        mark_gone(watch, answer, newest.is_cut)
        tell(watch, answer)
        watch.numbers = numbers


def remember_old(watch: Watch, answer: HistoryAnswer, newest: Newest, later: Collection[int]) -> None:
    """Outages without one of the `later` runs, and what would have been told before these came, by today's rules.

    An outage that grew is news all the same. What fails in part, or now and then, goes on for years.
    """
    seen, then = seen_by(watch, answer.question), without(newest, later)
    for outage in new_outages(answer, seen):
        if not set(outage.outage.runs) & set(later):
            keep(watch, outage.seen, None)
    if then.moments:
        before = of_newest(question_of_watch(watch), then)
        for outage in new_outages(before, seen_by(watch, answer.question)):
            if outage.kind != "outage":
                keep(watch, outage.seen, None)
        for change in wanted(answer.question.metric, wish_of(watch), new_changes(before, seen)):
            keep(watch, change.seen, None)


def tell(watch: Watch, answer: HistoryAnswer) -> None:
    """Of outages whatever was wished for: they are worse than any change, and no chance. Those of the same runs along
    several curves are one piece of news; so are a change of level and the failures that it came with."""
    seen, current = seen_by(watch, answer.question), current_outages(answer)
    changes = wanted(answer.question.metric, wish_of(watch), new_changes(answer, seen))
    reported: list[CurrentOutage] = []
    for group in by_runs(current):
        new = new_among(answer, group, [*seen, *(one.seen for one in reported)])
        is_news = len(new) == len(group) and not any(is_same_news(answer, one, group[0]) for one in changes)
        event = publish("history.changed", payload_of_outages(watch, answer, group)) if is_news else None
        for one in new:
            keep(watch, one.seen, event if one is group[0] else None)
        reported += new
    for change in changes:
        is_known = any(one not in reported and is_same_news(answer, change, one) for one in current)
        event = None if is_known else publish("history.changed", payload(watch, answer, change))
        keep(watch, change.seen, event)


def wish_of(watch: Watch) -> Wish:
    return Wish(watch.is_quiet, watch.direction == Watch.Direction.WORSE, watch.least)


def keep(watch: Watch, seen: SeenChange, event: Event | None) -> None:
    """From now on the change is known; a mail is due where somebody is to be told."""
    WatchedChange.objects.create(
        watch=watch,
        curve=seen.curve,
        begins=seen.begins,
        before=seen.before,
        after=seen.after,
        ends=seen.ends,
        level_before=seen.level_before,
        level_after=seen.level_after,
        event=event,
        mail_due=timezone.now() if event and watch.mail else None,
    )


def headed(watch: Watch, words: str) -> str:
    """The sentence under the watch's title; where nobody gave it one, under what its history is of today."""
    stored = HistoryQuestion.from_query(parse_qsl(watch.query))  # as it was called when the watch was made
    is_untitled = watch.title in (title_of(stored), sentence(stored.title))
    head = narrowed_to(question_of_watch(watch)) if is_untitled else watch.title
    return f"{head}: {words}" if head else words


def payload_of_any(watch: Watch, answer: HistoryAnswer, seen: SeenChange, words: str) -> dict[str, object]:
    """What is told of a change and of an outage alike."""
    known = metric(answer.question.metric)
    return {
        "title": headed(watch, words),
        "path": question_of_watch(watch).path(),
        "watch": watch.pk,
        "metric": known.name,
        "unit": known.unit,
        "curve": seen.curve,
        "before": seen.level_before,
    }


def payload(watch: Watch, answer: HistoryAnswer, one: CurrentChange) -> dict[str, object]:
    """What a webhook is told. Values are in the metric's base unit, `change` is relative."""
    cell = one.change.after.cell
    return {
        **payload_of_any(watch, answer, one.seen, sentence_of(answer, one)),
        "after": one.seen.level_after,
        "change": cell.change,
        "interval": list(cell.interval) if cell.interval else None,
        "q": one.change.q,
        "verdict": cell.verdict,
        "also_changed": unlike_keys(cell),
        "last_run_before": one.change.before.last.runs[-1],
        "first_run_after": one.change.after.first.runs[0],
    }


def payload_of_outages(watch: Watch, answer: HistoryAnswer, group: Sequence[CurrentOutage]) -> dict[str, object]:
    """The same of runs that measured nothing: no level, and nothing that would be a matter of chance. Of several curves
    the first one's, and the names of all."""
    one, outage = group[0], group[0].outage
    return {
        **payload_of_any(watch, answer, one.seen, sentence_of_outages(answer, group)),
        "curves": [other.seen.curve for other in group],
        "after": None,
        "change": None,
        "interval": None,
        "q": None,
        "verdict": "worse",
        "also_changed": [],
        "last_run_before": outage.last_run_before,
        "first_run_after": outage.runs[0],
        "outage": "partly failed" if one.kind == "partly" else outage.kind,
    }


def digest(newest: Newest) -> str:
    """Of everything that an analysis depends on, and by which rules; as long as SHA-256."""
    numbers, moments, is_cut, setups, stopped = newest
    every = numbers_of(numbers).observations()
    lines = sorted(repr((one, moments[one.run].time.isoformat(), moments[one.run].is_start)) for one in every)
    lines += [repr((one.run, one.moment.isoformat(), one.setup, one.has_start)) for one in stopped]
    lines += [repr(pair) for pair in sorted(setups.items()) if stopped]
    made = hashlib.sha256("\n".join([str(is_cut), *lines]).encode()).hexdigest()
    return (RULES + made)[: len(made)]
