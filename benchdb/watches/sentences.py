"""A change -> the sentence that tells it, in the words of the history's own headline. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import phrase
from benchdb.questions.curves import called
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.one_change import one_change
from benchdb.questions.history.outages.partly import since_when_of
from benchdb.questions.history.outages.phrases import again_and_again, of_curves
from benchdb.questions.history.question import HistoryQuestion
from benchdb.watches.changes import CurrentChange
from benchdb.watches.outages import CurrentOutage
from benchdb.wording import sentence
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value

MOST_NAMED = 3  #: conditions of a history, in the title of what is told
LONGEST_TITLE = 200  #: letters


def narrowed_to(question: HistoryQuestion) -> str:
    """`web3, concurrency 64`: what tells this history from others, the machine first; "" of all runs."""
    where = sorted(question.where, key=lambda filter: filter[0] != "machine")
    return ", ".join(first_few([named_value(key, value) for key, values in where for value in values], MOST_NAMED))


def title_of(question: HistoryQuestion) -> str:
    """`Requests per second over time, web3`: of a watch that nobody gave a title."""
    return ", ".join(filter(None, (sentence(question.title), narrowed_to(question))))[:LONGEST_TITLE]


def sentence_of_outages(answer: HistoryAnswer, group: Sequence[CurrentOutage]) -> str:
    """`Since 22 Mar 2026 every request fails (the last 2 of 22 runs).` Of outages that have the same runs."""
    (first, *_) = group
    if first.kind == "again and again":
        return sentence(again_and_again(answer, first.curve))
    if first.kind == "partly":
        return sentence(since_when_of(answer.question, first.curve))
    return sentence(of_curves(answer, [(one.curve, one.outage) for one in group]))


def sentence_of(answer: HistoryAnswer, one: CurrentChange) -> str:
    """`Requests per second fell by 12% between 2026-11-20 10:00 and 2026-11-21 10:00.`"""
    metric = answer.question.metric
    changed = one_change(answer.question, one.change)
    if not one.seen.curve:
        return sentence(phrase("history", metric=metric, curve=changed))
    titles = {curve.name: curve.title for curve in answer.curves}
    name = titles.get(one.seen.curve, one.seen.curve)
    curve = phrase("of a curve", curve=called(answer.question.by, name), said=changed)
    return sentence(phrase("histories", metric=metric, curves=(curve,)))
