"""ScalingQuestion -> its answer from the database, by one SQL query."""

from __future__ import annotations

from benchdb.questions.acceptance.fetch import under_rules
from benchdb.questions.comparison.fetch import numbers
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.question import ScalingQuestion


def fetch_scaling(question: ScalingQuestion) -> ScalingAnswer:
    seen = numbers(question.comparison(question.metrics))
    return under_rules(question, seen, lambda ruled: analyse(question, ruled))
