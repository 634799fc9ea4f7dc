"""What a recording's clock shows: its day, its zone, how far it is ahead of UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import F

from benchdb.domain.text.zones import is_zone, seconds_ahead
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
    if (own := zone_ahead(recording)) is not None:
        return own
    if not timezone or not recording.date_is_known:
        return 0.0
    shown = datetime.fromtimestamp(recording.start, UTC).replace(tzinfo=zone(timezone))
    return (shown.utcoffset() or timedelta()).total_seconds()


def zone_said(recording: Recording) -> str:
    """`JST`, `UTC`, as the recording or a line of `date` above it names it; "" where nothing does."""
    kind, _, name = str(recording.facts.get("clock", "")).partition(", ")
    return kind if kind == "UTC" else name if kind == "local" and is_zone(name) else ""


def zone_ahead(recording: Recording) -> float | None:
    """Seconds, by the zone that the recording names; None where that means several, or there is none."""
    return seconds_ahead(zone_said(recording))


def set_midnight(recording: Recording, seconds: float) -> None:
    """The day of a recording whose date has become known: its midnight, seconds since 1970."""
    recording.start += seconds
    recording.end += seconds
    recording.timelines.update(start=F("start") + seconds)
    recording.date_is_known = True
    recording.save(update_fields=("start", "end", "date_is_known"))
