"""A ScalingAnswer -> the phrases of the line that answers its question. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.caveats import ENOUGH
from benchdb.questions.scaling.knee import Knee
from benchdb.questions.scaling.question import ScalingQuestion


def headline(answer: ScalingAnswer) -> tuple[Phrase, ...]:
    """How far each curve goes; with it, what else differs and how few points there are. () without two points."""
    question = answer.question
    curves = [curve for curve in answer.curves if len(curve.points) > 1]
    if not curves:
        return ()
    say = of_load if question.is_load else of_size
    parts = tuple(say(question, curve) for curve in sorted(curves, key=lambda curve: -reach(curve)))
    return (phrase("scaling", metric=question.metric, curves=parts), *doubt(curves), *differing(answer))


def reach(curve: Curve) -> float:
    """How far a curve goes up, to name the furthest first."""
    if curve.usl:
        return curve.usl.fit.peak or 2 * curve.usl.fit.largest + 1
    return curve.fall.holds if curve.fall else curve.last.n


def of_size(question: ScalingQuestion, curve: Curve) -> Phrase:
    """`Linux 2.4.1 SMP has its fitted peak at 6.9 CPUs and gains 3.35× from 1 to 8 CPUs`."""
    first, last = curve.first.n, (question.x, curve.last.n)
    given = {"curve": curve.name, "gain": curve.last.speedup, "first": first, "last": last}
    if curve.usl is None:
        return phrase("curve gains", **given)
    peak, sure = curve.usl.fit.peak, curve.usl.uncertainty
    if peak is None:
        return phrase("curve without a peak", **given)
    given["peak"] = (question.x, round(peak, 1))
    if sure.how == "bootstrap" and sure.peak:
        ends = (sure.peak.low, sure.peak.high, 2 * curve.usl.fit.largest)
        return phrase("curve with a sure peak", **given, ends=ends)
    return phrase("curve with a peak", **given)


def of_load(question: ScalingQuestion, curve: Curve) -> Phrase:
    """`global has its knee at about 100 in flight, holds up to 170 in flight and is 57.3% lower at 180`."""
    parts = [bent(question, curve.knee)] if curve.knee else []
    if curve.fall:
        parts.append(phrase("holds up to", load=(question.x, curve.fall.holds)))
        parts.append(phrase("is lower at", lost=curve.fall.change, load=curve.fall.fails))
    else:
        top = curve.highest
        parts.append(phrase("reaches", value=(top.value, question.metric), load=(question.x, top.n)))
    return phrase("curve of a load", curve=curve.name, parts=tuple(parts))


def bent(question: ScalingQuestion, knee: Knee) -> Phrase:
    """Where its knee is; how sure that is, where runs repeat."""
    load = (question.x, knee.load)
    if knee.how == "bootstrap" and knee.within:
        return phrase("has its knee within", load=load, low=knee.within.low, high=knee.within.high)
    return phrase("has its knee", load=load)


def doubt(curves: list[Curve]) -> list[Phrase]:
    """Few points are said where the peak is said."""
    fits = sorted((curve.usl.fit for curve in curves if curve.usl), key=lambda fit: fit.freedom)
    if not fits or fits[0].freedom >= ENOUGH:
        return []
    return [phrase("a description", points=fits[0].points, parameters=fits[0].parameters)]


def differing(answer: ScalingAnswer) -> list[Phrase]:
    """Curves that differ in something else are not compared by `by` alone."""
    if not answer.also_differs:
        return []
    keys = tuple(difference.dimension for difference in answer.also_differs)
    return [phrase("curves differ", by=answer.question.by, keys=keys)]
