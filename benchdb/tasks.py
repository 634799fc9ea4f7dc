"""What the workers do for the ground: verify the permalinks, every night."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from benchdb.comparison.drift import verify
from benchdb.models import Permalink


@shared_task
def verify_permalink(link_id: str) -> None:
    """Record whether today's data and code say the same."""
    link = Permalink.objects.filter(pk=link_id).first()
    if link is not None:
        verify(link, timezone.now())


@shared_task
def verify_permalinks() -> None:
    """One message for each permalink: the workers share them, and one that fails leaves the others alone."""
    for link_id in Permalink.objects.order_by("pk").values_list("pk", flat=True).iterator():
        verify_permalink.delay(link_id)
