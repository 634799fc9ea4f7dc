"""publish(kind, payload): report that something happened, in the feed and to every webhook that asked for it.

Events and deliveries are rows of the caller's own transaction: what is rolled back is never sent, what is
committed is sent even if the broker is away, because `deliver_due` finds it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from benchdb.accounts.audit import record, subject_of
from benchdb.models import Delivery, Event, Webhook
from benchdb.models.events import KINDS
from benchdb.webhooks.queued import deliver
from benchdb.webhooks.signing import new_identity, new_secret
from benchdb.wording import words

LONGEST = 500  #: characters of an address
log = logging.getLogger(__name__)


@transaction.atomic(savepoint=False)
def publish(kind: str, payload: Mapping[str, Any], only: Webhook | None = None) -> Event:
    """`payload` is JSON; its `title` (a sentence) and `path` (of the page about it) are what the feed shows.

    Kinds are those of KINDS. With `only`, no other webhook is told.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of event {kind!r}; known are {', '.join(KINDS)}")
    title, path = str(payload["title"])[:300], str(payload["path"])
    event = Event.objects.create(kind=kind, title=title, path=path, payload=dict(payload))
    hooks = [only] if only else Webhook.objects.filter(kinds__contains=[kind])
    now = timezone.now()
    made = Delivery.objects.bulk_create(
        Delivery(webhook=hook, event=event, identity=new_identity(), next_at=now) for hook in hooks
    )
    transaction.on_commit(lambda: queue([delivery.pk for delivery in made]))
    return event


class AddressTaken(ValueError):
    """The address hears of it already; the message says of what."""


def create_webhook(url: str, kinds: Sequence[str]) -> Webhook:
    """One more address, with a secret of its own. AddressTaken where it would be told twice."""
    for hook in Webhook.objects.filter(url=url, kinds__overlap=list(kinds)):
        raise AddressTaken(words("webhook exists", url=url, kinds=[kind for kind in hook.kinds if kind in kinds]))
    return Webhook.objects.create(url=url, secret=new_secret(), kinds=list(kinds))


@transaction.atomic
def send_again(delivery_id: int) -> Delivery | None:
    """Try one that was given up from the beginning, under its own id; None where it was not given up."""
    given_up = Delivery.objects.select_for_update(of=("self",)).filter(state=Delivery.State.FAILED)
    delivery = given_up.select_related("webhook", "event").filter(pk=delivery_id).first()
    if delivery is None:
        return None
    delivery.state, delivery.attempts, delivery.next_at = Delivery.State.WAITING, 0, timezone.now()
    delivery.save(update_fields=("state", "attempts", "next_at"))
    record("webhook.sent_again", subject_of(delivery.webhook), after={"what": delivery.event.title}, page="/webhooks/")
    transaction.on_commit(lambda: queue([delivery.pk]))
    return delivery


def queue(ids: list[int]) -> None:
    """Tell the workers. If the broker is away the deliveries wait."""
    for delivery_id in ids:
        try:
            deliver.delay(delivery_id)
        except deliver.OperationalError:
            log.warning("delivery %s waits: the broker does not answer", delivery_id)
