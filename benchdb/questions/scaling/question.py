"""ScalingQuestion: the URL of a scaling page as a value. Read from the query once, printed back canonically. Pure.

Whatever it shares with a comparison (filters, aggregation, moment) is read as a comparison's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Self

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.base import BadQuestion, Pairs, Question, Where, given_values, only
from benchdb.questions.comparison.question import ComparisonQuestion

AXES = ("cpus", "concurrency", "rate")
GAMMAS = ("free", "measured")
#: What a load curve shows beneath its throughput, the likeliest first: the first latency that runs have, and errors.
LATENCIES = ("latency_mean", "latency_median", "first_byte_time_mean", "connection_time_median", "connection_time_mean")
ERRORS = "requests_failed"
OFFERED = "requests_per_second_offered"
IDLE = "cpu_idle"  #: of the machine under load: where CPUs are idle, something else is the limit
FOREIGN = ("rows", "cols", "baseline", "band")  #: a comparison's parameters, which mean nothing here
#: Parameter -> field, in the order of the canonical query.
OWN = {"x": "x", "by": "by", "metric": "metric", "protocol": "aggregation", "gamma": "gamma"}


@dataclass(frozen=True, slots=True)
class ScalingQuestion(Question):
    """What a reader asks: how `metric` grows along `x`, one curve for each value of `by`."""

    kind: ClassVar[str] = "scaling"

    x: str = "cpus"
    by: str = "kernel"
    metric: str = "requests_per_second"
    where: Where = ()
    aggregation: str = "median"
    gamma: str = "free"
    accepted: tuple[str, ...] = ()
    as_of: datetime | None = None

    @classmethod
    def from_query(cls, pairs: Pairs) -> Self:
        given = given_values(pairs)
        own = {name: only(name, given, getattr(cls(), name)) for name in ("x", "by", "gamma")}
        for name in FOREIGN:
            if name in given:
                raise BadQuestion("no such part of scaling", name=name)
        if own["x"] not in AXES:
            raise BadQuestion("not an axis of scaling", x=own["x"], known=tuple(AXES))
        if own["gamma"] not in GAMMAS:
            raise BadQuestion("not a gamma", gamma=own["gamma"], known=GAMMAS)
        if own["by"] in (own["x"], "metric"):
            raise BadQuestion("not a curve", by=own["by"])
        rest = [(name, value) for name, values in given.items() if name not in own for value in values]
        shared = ComparisonQuestion.from_query([*rest, ("rows", own["x"]), ("cols", own["by"])])
        if len(shared.metrics) > 1:
            raise BadQuestion("several metrics in a curve")
        return cls(
            **own,
            metric=shared.metrics[0],
            where=shared.where,
            aggregation=shared.aggregation,
            accepted=shared.accepted,
            as_of=shared.as_of,
        )

    @property
    def is_load(self) -> bool:
        """Whether x is a load put on one machine, rather than the machine's size."""
        return self.x != "cpus"

    @property
    def metrics(self) -> tuple[str, ...]:
        """Every metric that the page may show: its own, what belongs beneath a load curve, what may be the limit."""
        beneath = (*LATENCIES, ERRORS, *((OFFERED,) if self.x == "rate" else ()))
        return tuple(dict.fromkeys((self.metric, *(beneath if self.is_load else (IDLE,)))))

    @property
    def laid_out(self) -> tuple[str, ...]:
        return self.x, self.by

    @property
    def title(self) -> Phrase:
        """`Requests per second over CPUs online, by kernel`."""
        return phrase("curves over", metric=self.metric, x=self.x, by=self.by)

    def comparison(self, metrics: tuple[str, ...] = ()) -> ComparisonQuestion:
        """The same runs as a comparison: x down the side, `by` across."""
        return ComparisonQuestion(
            metrics=metrics or (self.metric,),
            rows=self.x,
            cols=self.by,
            where=self.where,
            aggregation=self.aggregation,
            accepted=self.accepted,
            as_of=self.as_of,
        )

    def own_pairs(self) -> list[tuple[str, str]]:
        default = ScalingQuestion()
        values = [(name, getattr(self, field), getattr(default, field)) for name, field in OWN.items()]
        return [(name, value) for name, value, usual in values if value != usual]
