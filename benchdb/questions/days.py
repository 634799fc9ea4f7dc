"""Moments on both sides of a change -> the days, or the times of one day, between which it lies. Pure."""

from __future__ import annotations

from datetime import UTC, date, datetime


def day_ends(before: float, after: float) -> tuple[str, str] | None:
    """`16 Apr`, `3 May 2025`; of one day `6 Nov 2026, 08:15`, `08:35`, to the second if need be; None of one second."""
    one, other = (datetime.fromtimestamp(moment, UTC) for moment in (before, after))
    if one.date() == other.date():
        forms = ([moment.strftime(form) for moment in (one, other)] for form in ("%H:%M", "%H:%M:%S"))
        times = next((times for times in forms if times[0] != times[1]), None)
        return (f"{other.day} {other:%b %Y}, {times[0]}", times[1]) if times else None
    year = f" {one:%Y}" if one.year != other.year else ""
    return f"{one.day} {one:%b}{year}", f"{other.day} {other:%b %Y}"


def days_between(first: date, last: date) -> str:
    """`10 Jul 2006`; `10 Jul to 2 Aug 2006`."""
    year = f" {first:%Y}" if first.year != last.year else ""
    return f"{'' if first == last else f'{first.day} {first:%b}{year} to '}{last.day} {last:%b %Y}"
