"""Moments -> their places along a strip: true to the clock within a day, or over all days where they are many. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, pairwise
from math import sqrt

from frontend.charts.moments import round_ticks

MOST_BANDS = 8  #: days that are drawn with nothing between them
APART = 13.0  #: per cent of the width between two names
EDGE = 0.06  #: of a band, free on either side
WITH_TIMES, ON_A_PHONE = 13.0, 40.0  #: per cent of the width that a day needs to say from when to when


@dataclass(frozen=True, slots=True)
class Name:
    """What stands beneath the strip, around its place."""

    x: float
    text: str
    times: str = ""  #: `09:00 to 09:26`
    is_wide: bool = False  #: there is room for its times on a phone, too


@dataclass(frozen=True, slots=True)
class TimeAxis:
    places: tuple[float, ...]  #: of the moments, in per cent of the width
    edges: tuple[float, ...]  #: where a day ends and a later one begins
    names: tuple[Name, ...]
    leaves_out: bool  #: whether days without runs lie between those that are drawn

    def band_of(self, place: float) -> int:
        return sum(edge <= place for edge in self.edges)


def time_axis(moments: Sequence[datetime]) -> TimeAxis:
    """`moments`: in order. Of a few days each is a band as wide as its runs need; many days stand on one scale."""
    moments = [moment.astimezone(UTC) for moment in moments]
    days = [list(own) for _, own in groupby(moments, key=datetime.date)]
    return bands(days) if len(days) <= MOST_BANDS else scale(moments)


def bands(days: Sequence[Sequence[datetime]]) -> TimeAxis:
    total = sum(sqrt(len(day)) for day in days)
    places, edges, names, begin, year = list[float](), list[float](), list[Name](), 0.0, 0
    for day in days:
        width = 100 * sqrt(len(day)) / total
        places += [round(begin + width * (EDGE + (1 - 2 * EDGE) * share), 2) for share in shares(day)]
        middle = round(begin + width / 2, 2)
        if not names or middle - names[-1].x >= APART:
            names.append(named(day, middle, width, year))
            year = day[0].year
        begin += width
        edges.append(round(begin, 2))
    dates = [day[0].date() for day in days]
    gaps = any((later - earlier).days > 1 for earlier, later in pairwise(dates))
    return TimeAxis(tuple(places), tuple(edges[:-1]), tuple(names), gaps)


def shares(day: Sequence[datetime]) -> list[float]:
    """Of the time from the first to the last; evenly where they began together, or only their day is known."""
    length = (day[-1] - day[0]).total_seconds()
    if length:
        return [(moment - day[0]).total_seconds() / length for moment in day]
    return [(place + 0.5) / len(day) for place in range(len(day))]


def named(day: Sequence[datetime], x: float, width: float, year: int) -> Name:
    """`year`: of the name before, which is not said twice."""
    first, last = (f"{moment:%H:%M}" for moment in (day[0], day[-1]))
    times = (first if first == last else f"{first}–{last}") if day[0] != day[-1] and width >= WITH_TIMES else ""
    text = f"{day[0].day} {day[0]:%b}" + (f" {day[0].year}" if day[0].year != year else "")
    return Name(x, text, times, width >= ON_A_PHONE)


def scale(moments: Sequence[datetime]) -> TimeAxis:
    """Every day as wide as every other, those without runs too."""
    first, last = moments[0].timestamp(), moments[-1].timestamp()

    def place(second: float) -> float:
        return round(100 * (EDGE / 3 + (1 - EDGE * 2 / 3) * (second - first) / (last - first)), 2)

    names = [Name(place(tick.x), tick.text) for tick in round_ticks(first, last)]
    return TimeAxis(tuple(place(moment.timestamp()) for moment in moments), (), tuple(names), leaves_out=False)
