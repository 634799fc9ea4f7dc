"""What the workers do for the ground floor: verify the permalinks every night, tell webhooks, check watches."""

from __future__ import annotations

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from benchdb.models import Permalink
from benchdb.questions.permalinks.drift import verify
from benchdb.watches.queued import check, check_watches, send_mail
from benchdb.webhooks.events import publish
from benchdb.webhooks.queued import delete_old, deliver, deliver_due

__all__ = [
    "check",
    "check_watches",
    "delete_old",
    "deliver",
    "deliver_due",
    "send_mail",
    "verify_permalink",
    "verify_permalinks",
]


@shared_task
@transaction.atomic
def verify_permalink(link_id: str) -> None:
    """Record whether today's data and code say the same; a permalink that begins to drift is an event."""
    link = Permalink.objects.select_for_update().filter(pk=link_id).first()
    if link is None:
        return
    before = link.drift
    drift = verify(link, timezone.now())
    if drift and not before:
        title = f"{link.title or link.headline or link}: {drift[0]}"
        publish("permalink.drifted", {"title": title, "path": f"/p/{link.pk}/", "permalink": link.pk, "drift": drift})


@shared_task
def verify_permalinks() -> None:
    """One message for each permalink: the workers share them, and one that fails leaves the others alone."""
    for link_id in Permalink.objects.order_by("pk").values_list("pk", flat=True).iterator():
        verify_permalink.delay(link_id)
