"""`/feeds/runs.atom`: new runs, permalinks that today's data would contradict, changes of watched histories."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.utils.feedgenerator import Atom1Feed

from benchdb.models import Event
from benchdb.reads.people import newest_events
from benchdb.wording import words


class EventsFeed(Feed):
    """What happened here, as Atom (RFC 4287). Identities are the same whatever the site is called."""

    feed_type = Atom1Feed
    author_name = "benchdb"  # section 4.1.1 wants one

    def item_title(self, item: Event) -> str:
        return words("no longer there", title=item.title) if gone_since(item) else item.title

    def item_link(self, item: Event) -> str:
        return item.path

    def item_guid(self, item: Event) -> str:
        return f"urn:benchdb:announcement:{item.pk}:{item.happened_at.isoformat()}"

    def item_description(self, item: Event) -> str:
        return "; ".join(
            f"{name}: {', '.join(map(str, value))}" for name, value in item.payload.items() if listed(name, value)
        )

    def item_updateddate(self, item: Event) -> datetime:
        """Readers take a title anew where this is later (RFC 4287, section 4.2.15)."""
        return max([item.happened_at, *gone_since(item)])

    def item_pubdate(self, item: Event) -> datetime:
        return item.happened_at


class RunsFeed(EventsFeed):
    title = words("feed")
    subtitle = words("feed of all")
    link = "/runs/"
    feed_guid = "urn:benchdb:feed:runs"

    def items(self) -> Any:
        return newest_events()


def gone_since(item: Event) -> list[datetime]:
    """Since when the history shows the change no longer, of each watch that told it; [] where it does."""
    return [change.gone_at for change in item.watchedchange_set.all() if change.gone_at]


def listed(name: str, value: object) -> bool:
    return isinstance(value, list) and bool(value) and name != "run_ids"
