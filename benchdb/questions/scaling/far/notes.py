"""Far runs -> what a reader of their curve must know. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from benchdb.domain.caveats import Caveat, caveat
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.far_runs import quantity
from benchdb.questions.scaling.answer import Curve
from benchdb.questions.scaling.far.runs import ENOUGH
from benchdb.questions.scaling.question import ScalingQuestion

LEFT_OUT, HIDING = "far run of a point", "far run of few"  #: kinds of the caveats
FAR = (LEFT_OUT, HIDING)
GROUPS = "two groups at points"  #: and that of runs which no middle describes


def far_notes(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    """One for each point that has some, with the farthest of them and the middle of all its runs."""
    return [far_note(question, curve, place) for place in curve.far] if len(curve.points) > 1 else []


def group_notes(cells: Iterable[Cell]) -> list[Caveat]:
    """That at some points the runs fall into two groups, as a comparison says of a cell."""
    points = sum(any(one.kind == "two groups" for one in cell.caveats) for cell in cells)
    return [caveat(GROUPS, points=points)] if points else []


def far_note(question: ScalingQuestion, curve: Curve, place: int) -> Caveat:
    point, far = curve.points[place], curve.far[place]
    middle = median(point.values)
    farthest = max(far, key=lambda index: abs(point.values[index] - middle))
    figures = {"value": quantity(question.metric, float(point.values[farthest])),
               "middle": quantity(question.metric, float(middle))}  # fmt: skip
    counts = {"runs": len(far), "of": len(point.values), "run": int(point.runs[farthest])}
    kind = LEFT_OUT if len(point.values) >= ENOUGH else HIDING
    return caveat(kind, n=(question.x, point.n), **counts, **figures)
