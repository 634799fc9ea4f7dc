"""The day a recording is of, where its header can be read in several ways."""

from __future__ import annotations

from datetime import UTC, date, datetime

from benchdb.models import Recording
from ingest.formats.kit.samples.dates import readings


def days_of(recording: Recording) -> dict[str, date]:
    """The days that its first one may be, by the order of the printed date's parts (mdy, dmy, ymd)."""
    return readings(str(recording.facts.get("date_printed", "")))


def midnight(day: date) -> float:
    """Seconds since 1970 at the beginning of `day`, UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
