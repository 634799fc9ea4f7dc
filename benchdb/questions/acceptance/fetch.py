"""The rules that a question is answered under, from the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db.models import Q

from benchdb.models import AcceptanceRule
from benchdb.questions.acceptance.classes import with_rules
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.base import Answer, Question
from benchdb.questions.conditions import EVERYTHING, NO_RULES
from benchdb.questions.numbers import Numbers
from benchdb.reads.search.former_names import of_today

Made = TypeVar("Made", bound=Answer)


def under_rules(question: Question, numbers: Numbers, analyse: Callable[[Numbers], Made]) -> Made:
    """The answer that these numbers give; where something stands in its way, the one that the rules leave of that."""
    answer = analyse(numbers)
    ruled = with_rules(numbers, rules_of(question)) if answer.conflicts else numbers
    return answer if ruled is numbers else analyse(ruled)


def rules_of(question: Question) -> tuple[Rule, ...]:
    """Those in force at its moment; none where it wants none, or accepts everything anyway."""
    if NO_RULES in question.accepted or EVERYTHING in question.accepted:
        return ()
    return tuple(
        Rule(one.dimension, one.extent, one.same, one.reason, place_of_today(one.only))
        for one in in_force(question.as_of)
    )


def place_of_today(only: str) -> str:
    """What a rule is held to, by the name that it has today: machine=web1."""
    key, sign, value = only.partition("=")
    return f"{key}{sign}{of_today(key, value)}"


def in_force(moment: datetime | None) -> list[AcceptanceRule]:
    """Of today where there is no moment."""
    rules = AcceptanceRule.objects.order_by("dimension")
    if moment is None:
        return list(rules.filter(ended_at=None))
    return list(rules.filter(Q(ended_at=None) | Q(ended_at__gt=moment), made_at__lte=moment))
