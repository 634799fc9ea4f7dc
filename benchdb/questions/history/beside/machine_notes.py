"""What people noted of the machines along a history, and the changes of level beside which it stands. Pure.

A note is no cause: nobody knows whether what it says made the change. No verdict, figure or caveat goes by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from benchdb.questions.days import days_between


@dataclass(frozen=True, slots=True)
class DatedNote:
    """One note, as it stood when the question was answered."""

    note: int  #: its number
    machine: str
    since: str  #: its first day: 2006-07-10
    until: str  #: its last
    text: str
    by: str  #: who wrote it
    curves: tuple[str, ...]  #: names of the curves that have runs of its machine

    @property
    def least(self) -> float:
        """Where it begins on an axis of time: seconds since 1970."""
        return datetime.fromisoformat(self.since).replace(tzinfo=UTC).timestamp()

    @property
    def most(self) -> float:
        """Where its last day ends."""
        return (datetime.fromisoformat(self.until).replace(tzinfo=UTC) + timedelta(days=1)).timestamp()

    @property
    def days(self) -> str:
        """`10 Jul 2006`; `10 Jul to 2 Aug 2006`."""
        return days_between(date.fromisoformat(self.since), date.fromisoformat(self.until))

    def touches(self, curve: str, before: float, after: float) -> bool:
        """Whether one of its days is beside a stretch of a curve, in seconds since 1970."""
        return curve in self.curves and self.least <= after and before < self.most
