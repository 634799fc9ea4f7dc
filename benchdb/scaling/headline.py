"""A ScalingAnswer -> one line of words that answers its question. Pure."""

from __future__ import annotations

from benchdb.dimensions import dimension
from benchdb.metrics import metric
from benchdb.scaling import words
from benchdb.scaling.answer import Curve, ScalingAnswer
from benchdb.scaling.knee import Knee
from benchdb.scaling.notes import ENOUGH
from benchdb.scaling.spec import ScalingSpec

MOST_NAMED = 3  #: other differences that one line can hold


def headline(answer: ScalingAnswer) -> str:
    """How far each curve goes; with it, what else differs and how few points there are. "" without two points."""
    spec = answer.spec
    curves = [curve for curve in answer.curves if len(curve.points) > 1]
    if not curves:
        return ""
    say = loaded if spec.is_load else scaled
    parts = "; ".join(say(spec, curve) for curve in sorted(curves, key=lambda each: -reach(each)))
    return f"{metric(spec.metric).title}: {parts}." + doubt(spec, curves) + differing(answer)


def reach(curve: Curve) -> float:
    """How far a curve goes up, to name the furthest first."""
    if curve.usl:
        return curve.usl.fit.peak or 2 * curve.usl.fit.largest + 1
    return curve.fall.holds if curve.fall else curve.last.n


def scaled(spec: ScalingSpec, curve: Curve) -> str:
    """`Linux 2.4.1 SMP has its fitted peak at 6.9 CPUs and gains 3.35× from 1 to 8 CPUs`."""
    gained = (
        f"gains {words.gain(curve.last.speedup)} from {words.number(curve.first.n)} to {words.load(spec, curve.last.n)}"
    )
    if curve.usl is None:
        return f"{curve.name} {gained}"
    peak = curve.usl.fit.peak
    if peak is None:
        return f"{curve.name} has no peak within twice the measured range and {gained}"
    also = curve.usl.uncertainty
    sure = f" (95%: {words.span(also.peak, 2 * curve.usl.fit.largest)})" if also.how == "bootstrap" else ""
    return f"{curve.name} has its fitted peak at {words.load(spec, round(peak, 1))}{sure} and {gained}"


def loaded(spec: ScalingSpec, curve: Curve) -> str:
    """`global has its knee at about 100 in flight, holds up to 170 in flight and is 57.3% lower at 180`."""
    said = []
    if curve.knee:
        said.append(f"has its knee at about {words.load(spec, curve.knee.load)}{interval(curve.knee)}")
    if curve.fall:
        lost = f"is {words.fall(curve.fall.change)} lower at {words.number(curve.fall.fails)}"
        said += [f"holds up to {words.load(spec, curve.fall.holds)}", lost]
    if not curve.fall:
        said.append(f"reaches {words.quantity(spec, curve.highest.value)} at {words.load(spec, curve.highest.n)}")
    return f"{curve.name} {words.listed(said)}"


def interval(knee: Knee) -> str:
    """How sure a knee is, where runs repeat: ` (95%: 200 to 800)`."""
    sure = knee.how == "bootstrap" and knee.within
    return f" (95%: {words.number(sure.low)} to {words.number(sure.high)})" if sure else ""


def doubt(spec: ScalingSpec, curves: list[Curve]) -> str:
    """Few points are said where the peak is said."""
    least = min((curve.usl.fit.freedom for curve in curves if curve.usl), default=ENOUGH)
    if least >= ENOUGH:
        return ""
    few = min((curve for curve in curves if curve.usl), key=lambda each: each.usl.fit.freedom if each.usl else 0)
    fit = few.usl.fit if few.usl else None
    return f" {fit.points} points for {fit.parameters} parameters: a description, not a proof." if fit else ""


def differing(answer: ScalingAnswer) -> str:
    """Curves that differ in something else are not compared by `by` alone."""
    if not answer.also_differs:
        return ""
    titles = [each.title for each in answer.also_differs]
    rest = [f"{len(titles) - MOST_NAMED} more"] if len(titles) > MOST_NAMED + 1 else titles[MOST_NAMED:]
    others = words.listed([*titles[:MOST_NAMED], *rest])
    return f" Not comparable by {dimension(answer.spec.by).title.lower()} alone: they also differ in {others}."
