"""deliver(id): one attempt to tell one webhook. Safe to run twice; what fails is tried again, later each time."""

from __future__ import annotations

import json
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from benchdb.models import Delivery, Event
from benchdb.webhooks.posting import Unreachable, post
from benchdb.webhooks.signing import headers

MOST_ATTEMPTS = 15  #: the last is TRIED_FOR after the first: a receiver may be down for a night, or a day
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=4)
LONGEST_ATTEMPT = timedelta(seconds=40)  #: its worker is ended then


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts: 30 s, 1 min, 2 min…"""
    return min(FIRST_PAUSE * 2 ** min(attempts - 1, 20), LONGEST_PAUSE)


TRIED_FOR = sum((pause_after(attempts) for attempts in range(1, MOST_ATTEMPTS)), timedelta())


def deliver(delivery_id: int) -> None:
    """Try once, if it is due and no other worker tries."""
    delivery = begun(delivery_id)
    if delivery is None or delivery.tried_at is None:
        return
    try:
        delivery.status = send(delivery)
        delivery.error = "" if 200 <= delivery.status < 300 else f"answered {delivery.status}"
    except Unreachable as error:
        delivery.error = str(error)[:300]
    except SoftTimeLimitExceeded:
        delivery.error = "took too long to answer"
    delivery.state = state_of(delivery)
    delivery.next_at = delivery.tried_at + pause_after(delivery.attempts)
    delivery.save(update_fields=("status", "error", "state", "next_at"))


@transaction.atomic
def begun(delivery_id: int) -> Delivery | None:
    """The attempt is counted before anything is sent: one that ends its worker is tried again, and given up, as others.

    Until `next_at` it is nobody else's.
    """
    free = Delivery.objects.select_for_update(skip_locked=True, of=("self",))
    waiting = free.filter(state=Delivery.State.WAITING, next_at__lte=timezone.now())
    delivery = waiting.select_related("webhook", "event").filter(pk=delivery_id).first()
    if delivery is None:
        return None
    if delivery.attempts >= MOST_ATTEMPTS:
        delivery.state, delivery.error = Delivery.State.FAILED, "the last attempt ended its worker"
        delivery.save(update_fields=("state", "error"))
        return None
    delivery.attempts, delivery.tried_at, delivery.status = delivery.attempts + 1, timezone.now(), None
    delivery.next_at = delivery.tried_at + max(pause_after(delivery.attempts), LONGEST_ATTEMPT)
    delivery.save(update_fields=("attempts", "tried_at", "status", "next_at"))
    return delivery


def state_of(delivery: Delivery) -> str:
    if not delivery.error:
        return Delivery.State.DELIVERED
    is_over = delivery.attempts >= MOST_ATTEMPTS or delivery.status == 410  # gone: it wants no more
    return Delivery.State.FAILED if is_over else Delivery.State.WAITING


def send(delivery: Delivery) -> int:
    """The HTTP status that the webhook answers. Every attempt has the same id, so that receivers can drop doubles."""
    if not delivery.webhook.secret:
        raise Unreachable("ENCRYPTION_KEY does not read its secret: remove the webhook and add it again")
    body, now = body_of(delivery.event), int(timezone.now().timestamp())
    signed = headers(delivery.webhook.secret, delivery.message_id, now, body)
    return post(delivery.webhook.url, body, signed, private_too=settings.WEBHOOKS_PRIVATE)


def body_of(event: Event) -> bytes:
    document = {"type": event.kind, "timestamp": event.happened_at.isoformat(), "data": event.payload}
    return json.dumps(document, ensure_ascii=False, sort_keys=True).encode()
