"""Scaling, as a kind of question."""

from benchdb.questions.kind import Figure, Kind
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.fetch import fetch_scaling
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.wording.figures import load


def figures(answer: ScalingAnswer) -> dict[str, Figure]:
    """Every point."""
    question = answer.question
    return {
        f"{curve.name} at {load(question.x, point.n)}": Figure(question.metric, point.value, runs=point.runs)
        for curve in answer.curves
        for point in curve.points
    }


KIND = Kind(2, ScalingQuestion, ScalingAnswer, fetch_scaling, figures)
