"""`/feeds/watches.atom`, `/watches/<id>/feed.atom`: changes that watches told."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from benchdb.watches.keep import published_events
from benchdb.wording import words
from frontend.pages.feeds import EventsFeed
from frontend.watches import watch_or_404


class WatchesFeed(EventsFeed):
    """Of one watch where its number is given, else of all."""

    subtitle = words("feed of watches")

    def get_object(self, request: HttpRequest, watch_id: int = 0) -> Any:
        return watch_or_404(watch_id) if watch_id else None

    def title(self, watch: Any) -> str:
        return f"benchdb: {watch.title}" if watch else "benchdb: watched histories"

    def link(self, watch: Any) -> str:
        return f"/watches/{watch.pk}/" if watch else "/watches/"

    def feed_guid(self, watch: Any) -> str:
        return f"urn:benchdb:feed:watch:{watch.pk}" if watch else "urn:benchdb:feed:watches"

    def items(self, watch: Any) -> Any:
        return published_events(watch)

    def item_description(self, item: Any) -> str:
        return self.item_title(item)
