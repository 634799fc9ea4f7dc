"""Accounts, their tokens, and the webhooks with what became of their deliveries."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from benchdb.accounts.audit import subject_of
from benchdb.accounts.invitations import by_admins
from benchdb.models import AuditEntry, Delivery, Event, Invitation, Token, Webhook

NEWEST = 50  #: deliveries, events
IN_THE_FEED = ("runs.stored", "permalink.drifted", "history.changed")


def accounts() -> QuerySet[Any]:
    """Every user with their account and the number of their tokens that let somebody in, by name."""
    valid = Q(tokens__revoked_at=None) & (Q(tokens__expires_at=None) | Q(tokens__expires_at__gt=timezone.now()))
    users = get_user_model().objects.select_related("account").order_by("username")
    return users.annotate(valid_tokens=Count("tokens", valid & Q(tokens__isnull=False)))


def usable_invitations() -> QuerySet[Invitation]:
    """Links that still make an account, the newest first. Those of before the first account make none any more."""
    unused = Invitation.objects.filter(by_admins(), used_at=None, withdrawn_at=None, is_first=False)
    return unused.filter(expires_at__gt=timezone.now()).order_by("-pk")


def tokens_of(user: Any) -> QuerySet[Token]:
    """Those that let somebody in first, the newest first."""
    return Token.objects.filter(owner=user).order_by(F("revoked_at").asc(nulls_first=True), "-pk")


def webhooks() -> QuerySet[Webhook]:
    """The oldest first."""
    return Webhook.objects.order_by("pk")


def webhooks_made_by(name: str) -> list[Webhook]:
    """Those that still send, by the audit log: they are the site's and go on whoever leaves."""
    made = set(AuditEntry.objects.filter(action="webhook.made", who=name).values_list("subject", flat=True))
    return [hook for hook in webhooks() if subject_of(hook) in made] if made else []


def newest_deliveries() -> list[Delivery]:
    return list(Delivery.objects.select_related("webhook", "event")[:NEWEST])


def newest_events() -> list[Event]:
    """What the feed shows."""
    return list(Event.objects.filter(kind__in=IN_THE_FEED).prefetch_related("watchedchange_set")[:NEWEST])
