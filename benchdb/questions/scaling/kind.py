"""Scaling, as a kind of question."""

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.kind import Figure, Kind
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.fetch import fetch_scaling
from benchdb.questions.scaling.knee import Knee
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


def turns(answer: ScalingAnswer) -> dict[tuple[str, str], Phrase]:
    """The knee and the fall of each curve."""
    named = {}
    for curve in answer.curves:
        named[curve.name, "knee"] = knee_of(curve.knee)
        fall = curve.fall
        there = phrase("fall between", holds=fall.holds, fails=fall.fails) if fall else phrase("no fall there")
        named[curve.name, "fall"] = there
    return named


def knee_of(knee: Knee | None) -> Phrase:
    """By the loads next to it: where between them it lies moves with every run."""
    if knee is None:
        return phrase("no knee there")
    kind = "knee at" if knee.below == knee.above else "knee between"
    return phrase(kind, below=knee.below, above=knee.above)


KIND = Kind(2, ScalingQuestion, ScalingAnswer, fetch_scaling, figures, turns)
