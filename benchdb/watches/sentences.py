"""A change -> the sentence that tells it, in the words of the history's own headline. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import phrase
from benchdb.questions.curves import called
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.one_change import one_change
from benchdb.watches.changes import CurrentChange
from benchdb.wording import sentence


def sentence_of(answer: HistoryAnswer, one: CurrentChange) -> str:
    """`Requests per second fell by 12% between 2026-11-20 10:00 and 2026-11-21 10:00.`"""
    metric = answer.question.metric
    changed = one_change(answer.question, one.change)
    if not one.seen.curve:
        return sentence(phrase("history", metric=metric, curve=changed))
    curve = phrase("of a curve", curve=called(answer.question.by, one.seen.curve), said=changed)
    return sentence(phrase("histories", metric=metric, curves=(curve,)))
