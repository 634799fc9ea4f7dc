"""The audit log, filtered, page by page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from benchdb.models import AuditEntry

PAGE = 50  #: entries
MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class AuditPage:
    entries: list[AuditEntry]
    older: int | None  #: the key of the next page; None after the last


def audit_page(who: str = "", action: str = "", words: str = "", before: int | None = None) -> AuditPage:
    """The newest entries older than `before`, by who, what and words of the subject."""
    entries = AuditEntry.objects.filter(_matching(who, action, words))
    if before is not None:
        entries = entries.filter(pk__lt=before)
    listed = list(entries[: PAGE + 1])
    return AuditPage(listed[:PAGE], listed[PAGE - 1].pk if len(listed) > PAGE else None)


def _matching(who: str, action: str, words: str) -> Q:
    condition = Q(who__iexact=who) if who else Q()
    if action:
        condition &= Q(action=action)
    for word in words.split()[:MOST_WORDS]:
        condition &= Q(subject__icontains=word)
    return condition


def audit_actions() -> list[str]:
    """Every kind of entry that there is."""
    return list(AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct())
