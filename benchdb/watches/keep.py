"""Watches are made and removed; lists of them for pages, feeds and programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from benchdb.domain.dimensions import METRIC
from benchdb.models import Event, Watch, WatchedChange
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.history.question import AXES, HistoryQuestion
from benchdb.watches.mail import can_send
from benchdb.watches.sentences import LONGEST_TITLE, title_of
from benchdb.wording import Refusal

MOST_OF_ONE = 200  #: watches of one account
NEWEST = 50  #: changes in a list or feed
LARGEST_LEAST = 0.5
WATCHED_KINDS = (HistoryQuestion.kind, ComparisonQuestion.kind)  #: of questions
DIRECTIONS = Watch.Direction.choices


class BadWatch(Refusal):
    """A watch that cannot be, and why."""


class WatchedAlready(BadWatch):
    """Its maker would be told each change once more."""


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """What somebody wants to hear of."""

    question: str  #: the address of a history or comparison, or what follows its ?
    title: str = ""
    direction: str = "any"
    least: float = 0.0  #: relative change below which nothing is said
    is_quiet: bool = True
    mail: str = ""


@transaction.atomic
def make_watch(wished: WatchRequest, owner: Any, site: str) -> Watch:
    """A watch from now on. BadQuestion, BadWatch; the first check is the workers'."""
    question = history_of(wished.question)
    check(wished, owner)
    check_is_first(wished, question, owner)
    title = " ".join(wished.title.replace("\0", " ").split())[:LONGEST_TITLE] or title_of(question)
    return Watch.objects.create(
        owner=owner,
        title=title,
        query=question.to_query(),
        direction=wished.direction,
        least=wished.least,
        is_quiet=wished.is_quiet,
        mail=wished.mail.strip(),
        site=site.rstrip("/"),
    )


def check(wished: WatchRequest, owner: Any) -> None:
    if wished.direction not in Watch.Direction.values:
        raise BadWatch("direction of a watch", direction=wished.direction, known=tuple(Watch.Direction.values))
    if not 0 <= wished.least <= LARGEST_LEAST:
        raise BadWatch("least of a watch", most=LARGEST_LEAST)
    if wished.mail.strip():
        check_mail(wished.mail.strip())
    if Watch.objects.filter(owner=owner).count() >= MOST_OF_ONE:
        raise BadWatch("most watches", most=MOST_OF_ONE)


def check_is_first(wished: WatchRequest, question: HistoryQuestion, owner: Any) -> None:
    """WatchedAlready where the owner has one of the same question, settings and recipient, under whatever title."""
    if owner is not None:  # of two clicks at the same moment the second waits
        get_user_model().objects.select_for_update(no_key=True).get(pk=owner.pk)
    same = Watch.objects.filter(
        owner=owner,
        query=question.to_query(),
        direction=wished.direction,
        least=wished.least,
        is_quiet=wished.is_quiet,
        mail__iexact=wished.mail.strip(),
    )
    if watch := same.first():
        raise WatchedAlready("watched already", title=watch.title, number=watch.pk)


def check_mail(address: str) -> None:
    if not can_send():
        raise BadWatch("no mail from here")
    try:
        validate_email(address)
    except ValidationError as error:
        raise BadWatch("not a mail address", address=address) from error


def history_of(text: str) -> HistoryQuestion:
    """The history that an address or query asks for, as it goes on: without its moment. BadQuestion for others.

    Of a comparison: one curve for each of its columns.
    """
    parts = urlsplit(text.strip())
    has_address = bool(parts.scheme or parts.path.startswith("/"))
    pairs = parse_qsl(parts.query if has_address else text.strip().lstrip("?"))
    path = parts.path.rstrip("/").rpartition("/")[2] if has_address else HistoryQuestion.kind
    if text.strip() and not has_address and not pairs:
        raise BadQuestion("not a history", text=text.strip()[:80])
    if path == ComparisonQuestion.kind:
        return of_comparison(ComparisonQuestion.from_query(pairs))
    if path != HistoryQuestion.kind:
        raise BadQuestion("not a history", text=text.strip()[:80])
    return HistoryQuestion.from_query(pairs).at_moment(None)


def of_comparison(question: ComparisonQuestion) -> HistoryQuestion:
    if len(question.metrics) > 1:
        raise BadQuestion("watch of several metrics")
    by = "" if question.cols in (METRIC.key, AXES["time"]) else question.cols
    return HistoryQuestion(by=by, metric=question.metrics[0], where=question.where, accepted=question.accepted)


@transaction.atomic
def remove_watch(watch: Watch) -> None:
    """With all that it has seen; what was published stays."""
    watch.delete()


def watches() -> QuerySet[Watch]:
    """The newest first, each with `alarms`, how many changes it told, and `last_alarm`, when it told the last one."""
    published = Q(changes__event__isnull=False)
    counted = Watch.objects.select_related("owner").annotate(alarms=Count("changes", filter=published))
    dated = counted.annotate(last_alarm=Max("changes__seen_at", filter=published))
    return dated.order_by("-pk")  # what counts forgets the model's own order


def watch_of(number: int) -> Watch | None:
    return watches().filter(pk=number).first()


def changes_of(watch: Watch) -> list[WatchedChange]:
    """What it told, the newest first."""
    published = watch.changes.exclude(event=None).select_related("event")
    return list(published[:NEWEST])


def published_events(watch: Watch | None) -> list[Event]:
    """What watches told, the newest first; only those of one where it is named."""
    events = Event.objects.filter(kind="history.changed").prefetch_related("watchedchange_set")
    if watch is not None:
        events = events.filter(watchedchange__watch=watch)
    return list(events[:NEWEST])
