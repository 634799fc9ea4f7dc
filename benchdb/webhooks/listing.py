"""Webhooks and deliveries as lists, for programs."""

from __future__ import annotations

from django.db.models import QuerySet

from benchdb.models import Delivery, Webhook
from benchdb.models.events import KINDS

#: What a webhook can be told of: kind -> what it means.
CHOOSABLE = {kind: title for kind, title in KINDS.items() if kind != "webhook.tested"}


def every_webhook() -> QuerySet[Webhook]:
    return Webhook.objects.all()


def deliveries_of(hook: int) -> QuerySet[Delivery]:
    return Delivery.objects.filter(webhook=hook).select_related("event")
