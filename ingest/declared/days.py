"""The day a recording is of, where its header can be read in several ways."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime

from benchdb.models import Recording
from ingest.formats.kit.samples.dates import readings

TAKEN_FROM = "day_taken_from"  #: fact of a recording whose day nobody said: what of its neighbours fits no other


def days_of(recording: Recording) -> dict[str, date]:
    """The days that its first one may be, by the order of the printed date's parts (mdy, dmy, ymd)."""
    return readings(str(recording.facts.get("date_printed", "")))


def midnight(day: date) -> float:
    """Seconds since 1970 at the beginning of `day`, UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def shift_to(order: str, recording: Recording) -> float | None:
    """Seconds by which its times are off, were its date to be read in that order; None where it cannot be."""
    day = days_of(recording).get(order)
    if day is None:
        return None
    return midnight(day) - (midnight(day_of(recording)) if recording.date_is_known else 0.0)


def day_of(recording: Recording) -> date:
    """Its first day, where it is known."""
    return datetime.fromtimestamp(recording.start, UTC).date()


def order_agreed(fitting: Mapping[str, set[str]]) -> tuple[str, str] | None:
    """(what decides, the order) where only one order fits what is known, and nothing else fits another one alone.

    `fitting`: what is known of the day -> the orders that fit it.
    """
    alone = {source: orders for source, orders in fitting.items() if len(orders) == 1}
    agreed = set[str]().union(*alone.values())
    return (next(iter(alone)), agreed.pop()) if len(agreed) == 1 else None
