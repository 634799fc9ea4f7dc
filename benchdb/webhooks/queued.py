"""The tasks that tell webhooks."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from benchdb.models import Delivery
from benchdb.webhooks import delivery
from benchdb.webhooks.delivery import LONGEST_ATTEMPT
from benchdb.webhooks.old_events import delete_old_events

EVERY = 30  #: seconds, as beat has it: a message that waited longer has a successor


@shared_task(
    soft_time_limit=30, time_limit=LONGEST_ATTEMPT.total_seconds()
)  # seconds: a receiver that dribbles must not hold a worker
def deliver(delivery_id: int) -> None:
    """One attempt to tell one webhook."""
    delivery.deliver(delivery_id)


@shared_task
def deliver_due() -> None:
    """Queue what waited long enough after it failed, and what the broker forgot."""
    due = Delivery.objects.filter(state=Delivery.State.WAITING, next_at__lte=timezone.now())
    for delivery_id in due.values_list("pk", flat=True):
        deliver.apply_async((delivery_id,), expires=EVERY)


@shared_task
def delete_old() -> None:
    """Every night: what is over."""
    delete_old_events(timezone.now())
