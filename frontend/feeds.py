"""`/feeds/runs.atom`: new runs, and permalinks that today's data would contradict."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.utils.feedgenerator import Atom1Feed

from benchdb.models import Announcement

SHOWN = ("runs.stored", "permalink.drifted")
NEWEST = 50


class RunsFeed(Feed):
    feed_type = Atom1Feed
    title = "benchdb: new runs and verified changes"
    subtitle = "Uploads whose runs were stored, and permalinks that today's data would contradict."
    link = "/runs/"

    def items(self) -> Any:
        return Announcement.objects.filter(kind__in=SHOWN)[:NEWEST]

    def item_title(self, item: Announcement) -> str:
        return item.title

    def item_link(self, item: Announcement) -> str:
        return item.path

    def item_guid(self, item: Announcement) -> str:
        return f"urn:benchdb:announcement:{item.pk}:{item.at.isoformat()}"

    def item_description(self, item: Announcement) -> str:
        told = [f"{name}: {', '.join(map(str, value))}" for name, value in item.payload.items() if listed(name, value)]
        return "; ".join(told)

    def item_updateddate(self, item: Announcement) -> datetime:
        return item.at

    def item_pubdate(self, item: Announcement) -> datetime:
        return item.at


def listed(name: str, value: object) -> bool:
    return isinstance(value, list) and bool(value) and name != "run_ids"
