"""Values of a question's filters that no run has: the words for them. A link may be older than what it names."""

from __future__ import annotations

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.questions.base import Question
from benchdb.reads.packed.census import Census, latest
from benchdb.reads.packed.series import OF_RUNS

UNMATCHED = "no run has any"  #: kind of the caveats


def unmatched(question: Question, is_empty: bool) -> tuple[Caveat, ...]:
    """Of today's runs alone. Where there is an answer, only one of several values can have none."""
    filters = [(key, values) for key, values in question.where if key not in (*OF_RUNS, "item")]
    if question.as_of or not (is_empty or any(len(values) > 1 for _, values in filters)):
        return ()
    census = latest.census()
    missing = ((key, without_runs(census, key, values)) for key, values in filters)
    return tuple(caveat(UNMATCHED, given=(key, values)) for key, values in missing if values)


def without_runs(census: Census, key: str, values: tuple[str, ...]) -> tuple[str, ...]:
    known, there = dimension(key), census.sums(key, census.counts)
    return tuple(value for value in values if value != MISSING and known.text(known.value(value)) not in there)
