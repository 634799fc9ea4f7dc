"""HistoryQuestion: the URL of a history page as a value. Read from the query once, printed back canonically. Pure.

Whatever it shares with a comparison (filters, moment) is read as a comparison's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Self

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import ITEM, METRIC, TUNING, dimension
from benchdb.questions.base import BadQuestion, Pairs, Question, Where, given_values, only
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.stretches import ends, printed

#: x -> the rows of the same runs as a comparison; a setting (the server's commit) is its own
AXES = {"time": "run", "kernel": "kernel", "server": "server"}
TITLES = {"time": "Time", "kernel": "Kernel versions", "server": "Server versions"}
OWN = ("x", "by", "since", "until")  #: and the metric, which comparisons have too
FOREIGN = ("rows", "cols", "baseline", "band", "protocol")  #: a comparison's, which mean nothing here


def axis_of(x: str) -> str:
    """The dimension along x."""
    return AXES.get(x, x)


def axis_title(x: str) -> str:
    return TITLES.get(x) or dimension(x).title


@dataclass(frozen=True, slots=True)
class HistoryQuestion(Question):
    """What a reader asks: how `metric` went along `x`, one curve for each value of `by`; one for all without it."""

    kind: ClassVar[str] = "history"

    x: str = "time"
    by: str = ""
    metric: str = "requests_per_second"
    where: Where = ()
    since: datetime | None = None  #: of a stretch of time: runs made from then on count; None = from the first
    until: datetime | None = None  #: runs made before it count; None = to the last
    accepted: tuple[str, ...] = ()
    as_of: datetime | None = None

    @classmethod
    def from_query(cls, pairs: Pairs) -> Self:
        given = given_values(pairs)
        x, by = (only(name, given, getattr(cls(), name)) for name in ("x", "by"))
        since, until = ends(only("since", given, ""), only("until", given, ""))
        for name in FOREIGN:
            if name in given:
                raise BadQuestion("no such part of a history", name=name)
        if x not in AXES and not (x.startswith(TUNING) and x != TUNING):
            raise BadQuestion("not an axis of a history", x=x, known=tuple(AXES))
        if by in (axis_of(x), METRIC.key):
            raise BadQuestion("curve is the axis", by=by)
        rest = [(name, value) for name, values in given.items() if name not in OWN for value in values]
        shared = ComparisonQuestion.from_query([*rest, ("rows", axis_of(x)), ("cols", by or METRIC.key)])
        if len(shared.metrics) > 1:
            raise BadQuestion("several metrics in a curve")
        if by != ITEM.key and len(dict(shared.where).get(ITEM.key, ())) > 1:
            raise BadQuestion("several items in a curve")
        metric, where = shared.metrics[0], shared.where
        return cls(x, by, metric, where, since, until, shared.accepted, shared.as_of)

    @property
    def is_stretch(self) -> bool:
        """Whether runs of a stretch of time count, and not those of all time."""
        return bool(self.since or self.until)

    @property
    def laid_out(self) -> tuple[str, ...]:
        return axis_of(self.x), *((self.by,) if self.by else ())

    @property
    def title(self) -> Phrase:
        """`Requests per second over kernel versions, by zone`."""
        over = "over" if self.x in TITLES else "over a setting"
        given = {"metric": self.metric, "axis": TITLES[self.x].lower() if self.x in TITLES else self.x}
        return phrase(f"histories {over}", **given, by=self.by) if self.by else phrase(f"history {over}", **given)

    def comparison(self) -> ComparisonQuestion:
        """The same runs as a comparison: x down the side, `by` across."""
        return ComparisonQuestion(
            metrics=(self.metric,),
            rows=axis_of(self.x),
            cols=self.by or METRIC.key,
            where=self.where,
            accepted=self.accepted,
            as_of=self.as_of,
        )

    def own_pairs(self) -> list[tuple[str, str]]:
        default = HistoryQuestion()
        names = ("x", "by", "metric")
        own = [(name, getattr(self, name)) for name in names if getattr(self, name) != getattr(default, name)]
        ends = (("since", self.since), ("until", self.until))
        return [*own, *((name, printed(moment)) for name, moment in ends if moment)]
