"""CostQuestion: the URL of a page about the cost of a request. Read once, printed back canonically. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Self

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.base import BadQuestion, Pairs, Question, Where, given_values, only
from benchdb.questions.comparison.question import ComparisonQuestion

#: What a recording of the server says of one request, and how the CPU time divides.
COSTS = (
    "server_cpu_time_per_request",
    "cpu_time_per_request",
    "cpu_user_time_per_request",
    "cpu_system_time_per_request",
    "context_switches_per_request",
    "interrupts_per_request",
    "network_bytes_per_request",
)
FOREIGN = ("metric", "rows", "cols", "split")  #: a comparison's parameters, which mean nothing here
#: Parameter -> field, in the order of the canonical query.
OWN = {"by": "by", "baseline": "baseline", "protocol": "aggregation"}


@dataclass(frozen=True, slots=True)
class CostQuestion(Question):
    """What a reader asks: what a request costs at each value of `by`, against a baseline."""

    kind: ClassVar[str] = "cost"

    by: str = "kernel"
    where: Where = ()
    baseline: str = ""  #: a value of `by`; "" = the first
    aggregation: str = "median"
    equivalence_margin: float = 0.0  #: percent; 0 = nobody asked
    accepted: tuple[str, ...] = ()
    as_of: datetime | None = None

    @classmethod
    def from_query(cls, pairs: Pairs) -> Self:
        given = given_values(pairs)
        for name in FOREIGN:
            if name in given:
                raise BadQuestion("no such part of a cost", name=name)
        by = only("by", given, cls().by)
        rest = [(name, value) for name, values in given.items() if name != "by" for value in values]
        shared = ComparisonQuestion.from_query([*rest, ("rows", "metric"), ("cols", by)])
        return cls(
            by=by,
            where=shared.where,
            baseline=shared.baseline,
            aggregation=shared.aggregation,
            equivalence_margin=shared.equivalence_margin,
            accepted=shared.accepted,
            as_of=shared.as_of,
        )

    @property
    def laid_out(self) -> tuple[str, ...]:
        return (self.by,)

    @property
    def title(self) -> Phrase:
        """`Cost of a request by kernel`."""
        return phrase("cost of a request", keys=(self.by,))

    def comparison(self) -> ComparisonQuestion:
        """The same runs as a comparison: the costs down the side, `by` across."""
        return ComparisonQuestion(
            metrics=COSTS,
            rows="metric",
            cols=self.by,
            where=self.where,
            baseline=self.baseline,
            aggregation=self.aggregation,
            equivalence_margin=self.equivalence_margin,
            accepted=self.accepted,
            as_of=self.as_of,
        )

    def comparing(self, key: str) -> Self:
        return self.with_(by=key, baseline="")

    def own_pairs(self) -> list[tuple[str, str]]:
        default = CostQuestion()
        values = [(name, getattr(self, field), getattr(default, field)) for name, field in OWN.items()]
        return [(name, value) for name, value, usual in values if value != usual]

    def late_pairs(self) -> list[tuple[str, str]]:
        margin = [("band", f"{self.equivalence_margin:g}")] if self.equivalence_margin else []
        return [*margin, *Question.late_pairs(self)]
