"""What a run can be compared with: the runs that differ from it in one condition, its trials. One question for each."""

from __future__ import annotations

from dataclasses import dataclass

from benchdb.domain.dimensions import MISSING, TUNING
from benchdb.models import Run
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.reads.conditions import Where
from benchdb.reads.facets import Facet, facets
from benchdb.reads.runs import setup_filters
from benchdb.wording import words
from benchdb.wording.grammar import first_few
from benchdb.wording.values import shown_value

#: What people vary on purpose, likeliest first; then the run's settings.
VARIED = ("kernel", "server", "zone", "cpus", "machine", "concurrency", "keepalive", "threads", "tool")
MOST_NAMED = 3  #: values
MOST = 8  #: conditions


@dataclass(frozen=True, slots=True)
class OtherSide:
    """One condition in which other runs differ, while everything else is as in this run."""

    title: str
    note: str  #: the other values, and how many runs have them
    path: str


def other_sides(run: Run, metric: str) -> list[OtherSide]:
    where = setup_filters(run)
    keys = [*VARIED, *(key for key, _ in where if key.startswith(TUNING))]
    offered = [side for one in facets(where, keys) if (side := other_side(one, where, metric))]
    return offered[:MOST]


def other_side(one: Facet, where: Where, metric: str) -> OtherSide | None:
    """None where no run has another value: nobody compares a value with none."""
    key = one.dimension.key
    others = [choice for choice in one.choices if choice.count and not choice.is_chosen and choice.value != MISSING]
    if not others:
        return None
    rest = tuple((name, values) for name, values in where if name != key)
    rows = "machine" if key == "concurrency" else "concurrency"
    return OtherSide(
        title=words("compare with another", key=key),
        note=words(
            "other values",
            values=tuple(first_few([shown_value(key, choice.value) for choice in others], MOST_NAMED)),
            runs=sum(choice.count for choice in others),
        ),
        path=ComparisonQuestion(metrics=(metric,), rows=rows, cols=key, where=rest).path(),
    )
