"""An answer -> its question as one sentence: what of which runs, how it is laid out, and how it is judged. Pure.

A page has controls for that; what is frozen has this sentence in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.base import Question, Where
from benchdb.questions.history.question import HistoryQuestion, axis_title
from benchdb.questions.stretches import printed
from benchdb.wording import inside
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value

MOST_NAMED = 3  #: values of filters, in a title
FIRST = ("server", "machine")  #: conditions, in this order; the others follow


def question_in_words(answer: Any) -> Phrase:
    question = answer.question
    return phrase("question", about=about(question), parts=PARTS[question.kind](answer))


def of_runs(title: str, where: Where, studies: Mapping[str, str]) -> str:
    """A question's title with the runs that it is about, as a tab and the list of recent questions name it."""
    given = [(key, value) for key, values in where for value in values]
    values = [studies.get(value, value) if key == "study" else named_value(key, value) for key, value in given]
    return ", ".join((title, *first_few(values, MOST_NAMED)))


def about(question: Question) -> Phrase:
    """What is asked, and of which runs."""
    known = ("cost", {}) if question.kind == "cost" else ("metrics", {"metrics": metrics(question)})
    kind, given = f"question: {known[0]}", known[1]
    where = conditions(question)
    return phrase(f"{kind} of some runs", where=where, **given) if where else phrase(kind, **given)


def metrics(question: Any) -> tuple[str, ...]:
    return tuple(question.metrics) if question.kind == "compare" else (question.metric,)


def conditions(question: Question) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The filters; runs that somebody chose one by one are listed with what the answer was made from."""
    chosen = dict(question.where)
    keys = dict.fromkeys((*FIRST, *chosen))
    return tuple((key, chosen[key]) for key in keys if key in chosen and key != "run")


def comparison_parts(answer: Any) -> Sequence[Phrase]:
    question = answer.question
    split = (phrase("question: a chart for each", key=question.split),) if question.split else ()
    columns = (phrase("question: columns", key=question.cols), phrase("question: rows", key=question.rows))
    return (*columns, *split, *verdict_parts(answer.baseline, question))


def cost_parts(answer: Any) -> Sequence[Phrase]:
    question = answer.question
    return (phrase("question: for each", key=question.by), *verdict_parts(answer.comparison.baseline, question))


def verdict_parts(baseline: str, question: Any) -> Sequence[Phrase]:
    """What the others are set against, how runs become one number, and what counts as the same."""
    against = (phrase("question: baseline", name=(question.laid_out[-1], baseline)),) if baseline else ()
    margin = question.equivalence_margin
    same = phrase("question: same within", margin=margin) if margin else phrase("question: same is not judged")
    return (*against, aggregation(question), same)


def aggregation(question: Any) -> Phrase:
    return phrase("question: runs become one", how=AGGREGATIONS[question.aggregation].title)


def scaling_parts(answer: Any) -> Sequence[Phrase]:
    question = answer.question
    by = phrase("question: a curve for each", key=question.by)
    return (phrase("question: as it grows", key=question.x), by, aggregation(question))


def history_parts(answer: Any) -> Sequence[Phrase]:
    question: HistoryQuestion = answer.question
    by = phrase("question: a curve for each", key=question.by) if question.by else phrase("question: a curve a setup")
    ends = tuple(printed(moment) if moment else "" for moment in (question.since, question.until))
    stretch = (phrase("question: stretch", ends=ends),) if question.is_stretch else ()
    return (phrase("question: over", axis=inside(axis_title(question.x))), *stretch, by)


PARTS: Mapping[str, Callable[[Any], Sequence[Phrase]]] = {
    "compare": comparison_parts,
    "cost": cost_parts,
    "scaling": scaling_parts,
    "history": history_parts,
}
