"""ScalingQuestion -> its answer from the database, by one SQL query."""

from __future__ import annotations

from benchdb.questions.comparison.fetch import numbers
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.question import ScalingQuestion


def fetch_scaling(question: ScalingQuestion) -> ScalingAnswer:
    return analyse(question, numbers(question.comparison(question.metrics)))
