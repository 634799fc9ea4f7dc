"""What watches last found: the newest changes they told of, and histories in which they found nothing new.

What was found is stored by the checks: nothing is compared here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from benchdb.models import Watch, WatchedChange

MOST_TOLD, MOST_QUIET = 4, 2  #: watches
LOOKED_AT = 40  #: changes, of which one watch may have told many


@dataclass(frozen=True, slots=True)
class Finding:
    """Of one watch."""

    watch: Any
    moment: datetime  #: when the change was told, or the history checked
    event: Any = None  #: the newest that was told; None where nothing is new


def latest_findings() -> list[Finding]:
    """One of each watch: changes that were told, the newest first, then histories that were checked last."""
    alarms = latest_told()
    quiet = Watch.objects.filter(trouble="", checked_at__isnull=False).exclude(pk__in=[one.watch.pk for one in alarms])
    return alarms + [Finding(one, one.checked_at) for one in quiet.order_by("-checked_at", "-pk")[:MOST_QUIET]]


def latest_told() -> list[Finding]:
    """Of the changes that their histories still show; found through the index of the events."""
    newest = WatchedChange.objects.filter(event__isnull=False).select_related("watch", "event").order_by("-event_id")
    of_watch: dict[int, Finding] = {}
    for one in newest[:LOOKED_AT]:
        if one.gone_at is None:
            of_watch.setdefault(one.watch_id, Finding(one.watch, one.seen_at, one.event))
    return list(of_watch.values())[:MOST_TOLD]
