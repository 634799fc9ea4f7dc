"""ComparisonQuestion: a comparison's URL as a value. Read from the query once, printed back canonically. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Self

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import MANY, STRETCH
from benchdb.questions import parameters
from benchdb.questions.base import BadQuestion, Pairs, Question, Where, given_values, only
from benchdb.questions.stretches import Stretch, set_beside

MOST_METRICS = 24
MOST_NAMED = 3  #: metrics, in a title
SPLIT_SIGN = " · "  #: between the value that a row is split by and its own
#: Parameter, given at most once -> the field it is called inside. Links and programs know the parameters.
SINGLE = {
    "rows": "rows",
    "cols": "cols",
    "split": "split",
    "baseline": "baseline",
    "protocol": "aggregation",
}


@dataclass(frozen=True, slots=True)
class ComparisonQuestion(Question):
    """What a reader asks: metrics with `rows` down the side and `cols` across, against a baseline."""

    kind: ClassVar[str] = "compare"

    metrics: tuple[str, ...] = ("requests_per_second",)
    rows: str = "concurrency"
    cols: str = "kernel"
    split: str = ""  #: each of its values has rows of its own, so that only like is set against like; "" = nobody asked
    where: Where = ()
    baseline: str = ""  #: a value of `cols`; "" = the first column
    aggregation: str = "median"  #: how runs become one number
    stretches: tuple[Stretch, ...] = ()  #: of time, the columns of a question that has them as columns
    equivalence_margin: float = 0.0  #: percent; within it two sides count as equivalent. 0 = nobody asked
    accepted: tuple[str, ...] = ()
    as_of: datetime | None = None

    @classmethod
    def from_query(cls, pairs: Pairs) -> Self:
        given = given_values(pairs)
        single = {field: only(name, given, getattr(cls(), field)) for name, field in SINGLE.items()}
        as_of, margin = only("as_of", given, ""), only("band", given, "")
        accepted, metrics = given.get("accept", []), given.get("metric", [])
        rest = {k: v for k, v in given.items() if k not in (*SINGLE, "as_of", "band", "accept", "metric", STRETCH.key)}
        parameters.aggregation(single["aggregation"])
        parameters.check_metrics(metrics, MOST_METRICS)
        stretches = set_beside(given.get(STRETCH.key, [])) if single["cols"] == STRETCH.key else ()
        single["baseline"] = single["baseline"] or (stretches[0].name if stretches else "")  # the earliest
        if "rows" not in given and single["cols"] == single["rows"] and not single["split"]:
            single["rows"] = "metric"
        question = cls(
            **single,
            metrics=tuple(dict.fromkeys(metrics)) or cls().metrics,
            where=parameters.where(rest),
            stretches=stretches,
            equivalence_margin=parameters.equivalence_margin(margin) if margin else 0.0,
            accepted=parameters.accepted(accepted),
            as_of=parameters.moment(as_of) if as_of else None,
        )
        question.check_layout()
        return question

    def check_layout(self) -> None:
        for key in self.laid_out:
            parameters.known_dimension(key)
        if self.rows == self.cols:
            raise BadQuestion("rows are columns", key=self.rows)
        if STRETCH.key in self.row_keys:
            raise BadQuestion("stretches on rows")
        if self.split in (self.rows, self.cols) or (self.split and "metric" in (self.rows, self.cols)):
            raise BadQuestion("split is laid out", key=self.split)
        if self.split in ("metric", "item"):
            raise BadQuestion("no split", key=self.split)
        if many := next((key for key in MANY if key in self.laid_out), ""):
            raise BadQuestion("run has several", key=many)

    def comparing(self, key: str) -> Self:
        return self.with_(cols=key, baseline="")

    def own_pairs(self) -> list[tuple[str, str]]:
        default = ComparisonQuestion()
        pairs = [("metric", name) for name in self.metrics] if self.metrics != default.metrics else []
        single = [(name, getattr(self, field), getattr(default, field)) for name, field in SINGLE.items()]
        return [*pairs, *((name, value) for name, value, usual in single if value != usual)]

    def late_pairs(self) -> list[tuple[str, str]]:
        margin = [("band", f"{self.equivalence_margin:g}")] if self.equivalence_margin else []
        stretches = [(STRETCH.key, one.text) for one in self.stretches]
        return [*stretches, *margin, *Question.late_pairs(self)]

    @property
    def title(self) -> Phrase:
        """`Requests per second by concurrency and zone`."""
        keys = tuple(key for key in self.laid_out if key != "metric")
        if len(self.metrics) > MOST_NAMED:
            return phrase("many metrics by", metric=self.metrics[0], others=len(self.metrics) - 1, keys=keys)
        return phrase("metrics by", metrics=self.metrics, keys=keys)

    @property
    def laid_out(self) -> tuple[str, ...]:
        return (*self.row_keys, self.cols)

    @property
    def row_keys(self) -> tuple[str, ...]:
        """The dimensions that make a row: what it is split by, and its own."""
        return (self.split, self.rows) if self.split else (self.rows,)

    def row_values(self, key: str) -> tuple[str, ...]:
        """A row's key -> its value of each of `row_keys`."""
        return tuple(key.split(SPLIT_SIGN, 1)) if self.split else (key,)
