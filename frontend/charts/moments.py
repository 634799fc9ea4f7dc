"""Ticks of a time axis: round moments of UTC between two others. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from frontend.charts.model import Tick

MINUTE, HOUR, DAY = 60, 3600, 86400
#: seconds from tick to tick, counted from the beginning of a day; of days, from that of the first year
PARTS_OF_A_DAY = (MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR,
                  6 * HOUR, 12 * HOUR)  # fmt: skip
DAYS = (1, 2, 7, 14)
MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600)
MOST, FEWEST = 7, 2  #: ticks
#: Seconds since 1970 that have a date: a chart's room beside its runs may reach beyond.
FIRST = datetime(1, 1, 1, tzinfo=UTC).timestamp()
LAST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


def round_ticks(first: float, last: float) -> tuple[Tick, ...]:
    """The finest round steps that leave no more than MOST; () where no two round moments lie between."""
    for moments in candidates(max(first, FIRST), min(last, LAST)):
        if len(moments) <= MOST:
            return named(moments) if len(moments) >= FEWEST else ()
    return ()


def candidates(first: float, last: float) -> Iterator[list[datetime]]:
    """The round moments of each step, the finest step first; of steps that would be far too many, none."""
    for step in (*PARTS_OF_A_DAY, *(DAY * days for days in DAYS)):
        if (last - first) / step <= MOST + 1:
            start = -int(-first // step)
            yield [datetime.fromtimestamp(place * step, UTC) for place in range(start, int(last // step) + 1)]
    begin, end = (datetime.fromtimestamp(moment, UTC) for moment in (first, last))
    for step in MONTHS:
        yield [moment for moment in months(begin, end, step) if first <= moment.timestamp() <= last]


def months(begin: datetime, end: datetime, step: int) -> Iterator[datetime]:
    """The first of every `step`th month."""
    place = (begin.year * 12 + begin.month - 1) // step * step
    while place <= end.year * 12 + end.month - 1:
        if place >= 12:
            yield datetime(place // 12, place % 12 + 1, 1, tzinfo=UTC)
        place += step


def named(moments: Sequence[datetime]) -> tuple[Tick, ...]:
    """Each says what the one before did not: the year where it is another, the day where it is."""
    return tuple(
        Tick(moment.timestamp(), (tick_text(moment, moments[place - 1] if place else None, moments),))
        for place, moment in enumerate(moments)
    )


def tick_text(moment: datetime, before: datetime | None, moments: Sequence[datetime]) -> str:
    year = f" {moment:%Y}" if before is None or before.year != moment.year else ""
    if all(one.day == 1 and one.time() == moment.time() for one in moments) and not moment.hour:
        return f"{moment:%Y}" if is_of_years(moments) else f"{moment:%b}{year}"
    day = f"{moment.day} {moment:%b}{year}"
    if all(one - moment == timedelta((one - moment).days) for one in moments):
        return day
    return f"{moment:%H:%M}" if before and before.date() == moment.date() else f"{day} {moment:%H:%M}"


def is_of_years(moments: Sequence[datetime]) -> bool:
    return len({one.month for one in moments}) == 1 and len({one.year for one in moments}) > 1
