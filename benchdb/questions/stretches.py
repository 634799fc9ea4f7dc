"""Stretches of time, as questions are given them: `2026-02-01..2026-05-20`, an end left out where it is open. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from math import inf
from typing import Self

from benchdb.questions import parameters
from benchdb.questions.base import BadQuestion
from benchdb.wording.figures import stretch_name

SIGN = ".."
FEWEST, MOST = 2, 6  #: set beside each other


@dataclass(frozen=True, slots=True)
class Stretch:
    since: datetime | None  #: runs made from then on are in it; None = from the first
    until: datetime | None  #: runs made before it are in it; None = to the last

    @classmethod
    def read(cls, text: str) -> Self:
        since, sign, until = text.partition(SIGN)
        if not sign or not (since or until):
            raise BadQuestion("not a stretch", text=text)
        return cls(*ends(since, until))

    @property
    def text(self) -> str:
        """As an address has it."""
        return SIGN.join(printed(moment) if moment else "" for moment in (self.since, self.until))

    @property
    def name(self) -> str:
        """`1 Feb 2026 to 20 May 2026`, `since 1 Feb 2026`, `until 20 May 2026`"""
        return stretch_name(*(printed(moment) if moment else "" for moment in (self.since, self.until)))

    @property
    def seconds(self) -> tuple[float, float]:
        """Since 1970."""
        return self.since.timestamp() if self.since else -inf, self.until.timestamp() if self.until else inf


def ends(since: str, until: str) -> tuple[datetime | None, datetime | None]:
    """Its ends, as they were written. BadQuestion where it ends before it begins."""
    start = parameters.moment(since, "since") if since else None
    end = parameters.end(until, "until") if until else None
    if start and end and start >= end:
        raise BadQuestion("ends before it begins", since=since, until=until)
    return start, end


def printed(moment: datetime) -> str:
    """`2026-11-21T14:05` of UTC, as a field of a form holds it; seconds where there are some."""
    plain = moment.astimezone(UTC).replace(tzinfo=None)
    return plain.isoformat(timespec="auto" if plain.second or plain.microsecond else "minutes")


def set_beside(texts: Sequence[str]) -> tuple[Stretch, ...]:
    """Several, in their order of time. BadQuestion for too few, too many, and those that share a moment."""
    stretches = sorted({Stretch.read(text) for text in texts}, key=lambda one: one.seconds)
    if not FEWEST <= len(stretches) <= MOST:
        raise BadQuestion("number of stretches", fewest=FEWEST, most=MOST)
    for one, other in combinations(stretches, 2):
        if other.seconds[0] < one.seconds[1]:
            raise BadQuestion("stretches overlap", one=one.name, other=other.name)
    return tuple(stretches)
