"""A ScalingAnswer -> what its headline says of runs far from the others of their point. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.far.notes import FAR, GROUPS
from benchdb.questions.scaling.headline.failing import Noted, of_curves

MOST_FAR = 3  #: points whose far runs are named


def far_limit(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Each; of more than a few at how many points. And where no middle describes the runs."""
    far, groups = noted(curves, FAR), noted(curves, (GROUPS,))
    if len(far) > MOST_FAR:
        return (phrase("far runs of points", points=len(far)), *of_curves(answer, groups))
    return of_curves(answer, [*far, *groups])


def noted(curves: Sequence[Curve], kinds: Sequence[str]) -> Noted:
    return [(curve, Phrase(one.kind, one.parameters)) for curve in curves for one in curve.notes if one.kind in kinds]
