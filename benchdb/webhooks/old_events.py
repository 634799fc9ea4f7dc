"""What is over is deleted at night: deliveries and events that nobody waits for. Audit entries stay for ever."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from benchdb.models import Delivery, Event, WatchedChange

KEPT = timedelta(days=400)  #: a year can be compared with the one before
NEWEST = 1000  #: events that stay however old they are: a feed of a quiet site is not empty
AT_ONCE = 5000  #: rows of a statement: the site goes on meanwhile


def delete_old_events(now: datetime) -> int:
    """How many events went, each with its deliveries. A watched change keeps the one that told of it."""
    waiting = Delivery.objects.filter(event=OuterRef("pk"), state=Delivery.State.WAITING)
    watched = WatchedChange.objects.filter(event=OuterRef("pk"))
    newest = Event.objects.order_by("-pk").values_list("pk", flat=True)[NEWEST - 1 : NEWEST].first()
    if newest is None:
        return 0
    old = Event.objects.filter(~Exists(waiting), ~Exists(watched), pk__lt=newest, happened_at__lt=now - KEPT)
    count = 0
    while ids := first_of(old):
        Delivery.objects.filter(event__in=ids).delete()
        count += Event.objects.filter(pk__in=ids).delete()[0]
    return count


def first_of(rows: QuerySet[Any]) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
