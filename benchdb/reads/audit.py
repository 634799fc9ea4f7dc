"""The audit log, filtered, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q

from benchdb.accounts.actor import FORMERLY, WITHOUT_ACCOUNT
from benchdb.models import AuditEntry

PAGE = 50  #: entries
MOST_WORDS = 8
MOST_NAMES = 200
LAST = date.max - timedelta(days=2)


@dataclass(frozen=True, slots=True)
class AuditPage:
    entries: list[AuditEntry]
    older: int | None  #: the key of the next page; None after the last


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """What is wanted of the log; all of it must hold."""

    who: str = ""
    action: str = ""
    words: str = ""  #: of the subject
    since: date | None = None  #: days of UTC, both within
    until: date | None = None


def audit_page(wanted: AuditFilter, before: int | None = None) -> AuditPage:
    """The newest entries older than `before`."""
    entries = AuditEntry.objects.filter(_matching(wanted))
    if before is not None:
        entries = entries.filter(pk__lt=before)
    listed = list(entries[: PAGE + 1])
    for entry in listed:
        entry.who = name_of_today(entry.who)
    return AuditPage(listed[:PAGE], listed[PAGE - 1].pk if len(listed) > PAGE else None)


def _matching(wanted: AuditFilter) -> Q:
    condition = Q(who__iexact=wanted.who) if wanted.who else Q()
    if name_of_today(wanted.who.lower()) == WITHOUT_ACCOUNT:
        condition = Q(who__in=(WITHOUT_ACCOUNT, FORMERLY))
    if wanted.action:
        condition &= Q(action=wanted.action)
    for word in wanted.words.split()[:MOST_WORDS]:
        condition &= Q(subject__icontains=word)
    if wanted.since:
        condition &= Q(happened_at__gte=midnight(wanted.since))
    if wanted.until:
        condition &= Q(happened_at__lt=midnight(wanted.until) + timedelta(days=1))
    return condition


def midnight(day: date) -> datetime:
    """When a day begins. The calendar's last has no end, and needs none."""
    return datetime.combine(min(day, LAST), time(), UTC)


def audit_actions() -> list[str]:
    """Every kind of entry that there is."""
    return list(AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct())


def audit_names() -> list[str]:
    """Who has an entry."""
    names = AuditEntry.objects.order_by("who").values_list("who", flat=True).distinct()[:MOST_NAMES]
    return list(dict.fromkeys(map(name_of_today, names)))


def name_of_today(who: str) -> str:
    """As entries are written now."""
    return WITHOUT_ACCOUNT if who == FORMERLY else who
