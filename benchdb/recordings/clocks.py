"""What a recording's clock shows: its day, its zone, how far it is ahead of UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import F

from benchdb.models import Recording
from benchdb.wording import Refusal


class BadZone(Refusal):
    """A time zone that nobody knows."""


def zone(name: str) -> tzinfo:
    """`Europe/Berlin`, `UTC` or `+02:00`. BadZone for anything else."""
    try:
        if name[:1] in "+-" and name:
            return datetime.strptime(name, "%z").tzinfo or UTC
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError, OSError) as error:
        raise BadZone("not a time zone", name=name) from error


def clock_ahead(recording: Recording, timezone: str) -> float:
    """Seconds that the recording's clock was ahead of UTC: by what it says itself, else by its host's zone, else 0."""
    if recording.facts.get("clock") == "UTC" or not timezone or not recording.date_is_known:
        return 0.0
    shown = datetime.fromtimestamp(recording.start, UTC).replace(tzinfo=zone(timezone))
    return (shown.utcoffset() or timedelta()).total_seconds()


def set_midnight(recording: Recording, seconds: float) -> None:
    """The day of a recording whose date has become known: its midnight, seconds since 1970."""
    recording.start += seconds
    recording.end += seconds
    recording.timelines.update(start=F("start") + seconds)
    recording.date_is_known = True
    recording.save(update_fields=("start", "end", "date_is_known"))
