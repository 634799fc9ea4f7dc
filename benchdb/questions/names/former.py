"""A question that says former names -> the same question with today's, and the words for it."""

from __future__ import annotations

from typing import TypeVar

from benchdb.domain.caveats import Caveat, caveat
from benchdb.questions.base import Question
from benchdb.reads.search.former_names import LED, Led, led, of_today, where_of_today

LEADS, SPELLED = "leads on", "spelled otherwise"
ABOUT_NAMES = (LEADS, SPELLED)  #: kinds of the caveats
AnyQuestion = TypeVar("AnyQuestion", bound=Question)


def with_names_of_today(question: AnyQuestion) -> tuple[AnyQuestion, tuple[Caveat, ...]]:
    """Its filters, and its baseline where that is a name."""
    sides = baseline_of(question)
    names = led([(key, value) for key, values in question.where for value in values] + sides)
    if not names:
        return question, ()
    renamed = question.with_(where=where_of_today(question.where))
    if sides:
        renamed = renamed.with_(baseline=of_today(*sides[0]))
    return renamed, tuple(map(leads_on, names))


def baseline_of(question: Question) -> list[tuple[str, str]]:
    """(the dimension of its sides, the one that they are set against), where sides are names."""
    baseline, side = getattr(question, "baseline", ""), question.laid_out[-1:]
    return [(side[0], baseline)] if baseline and side and side[0] in LED else []


def leads_on(name: Led) -> Caveat:
    return caveat(SPELLED if name.is_spelling else LEADS, dimension=name.dimension, was=name.was, now=name.now)
