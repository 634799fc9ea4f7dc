"""A ScalingAnswer -> the phrases of the line that answers its question. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Parameter, Phrase, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import metric
from benchdb.questions.acceptance.classes import named
from benchdb.questions.curves import MIX, subject
from benchdb.questions.figures.of_runs import quantity
from benchdb.questions.rounding.spans import span_ends
from benchdb.questions.scaling.answer import Curve, Point, ScalingAnswer
from benchdb.questions.scaling.caveats import ENOUGH, SPARE
from benchdb.questions.scaling.headline.ends import MOST_TOLD, OF_GAINS, in_short
from benchdb.questions.scaling.headline.failing import failing_tops, nothing_served
from benchdb.questions.scaling.headline.far import far_limit
from benchdb.questions.scaling.headline.full_cpus import full_limit
from benchdb.questions.scaling.headline.series import last_held
from benchdb.questions.scaling.knee import Knee
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.questions.scaling.resample import FEW, FEW_OTHERWISE

LOADS = ("concurrency", "threads", "rate")  #: one goes with another along a load, and with nothing along CPUs
OF_LENGTH = ("requests", "duration_planned", "provenance", "status")  #: and those that other caveats name
MACHINE = "not one machine"


def headline(answer: ScalingAnswer) -> tuple[Phrase, ...]:
    """Where each curve stops, then how far it goes, with what limits that; () without a curve.

    Of errors alone it says that nothing was served. Of many curves only the first: the table has the others' figures.
    Of curves that mix conditions, or differ in them, nothing is said but that, and before it what failed: where half of
    the replies are errors, ab prints the length of one as the document's.
    """
    question = answer.question
    order = held_to if question.is_load else reach
    serving = (curve for curve in answer.curves if len(curve.points) > 1 and not curve.serves_nothing)
    curves = sorted(serving, key=order, reverse=True)
    if keys := answer.conflicts:
        failing = (*nothing_served(answer), *failing_tops(answer, curves))
        return (*failing, phrase("not comparable", keys=keys, count=len(keys)))
    if not curves:
        return nothing_served(answer) or ((phrase("no two points"),) if answer.curves else ())
    ahead = (*failing_tops(answer, curves), *other_machines(answer))
    short = in_short(answer, curves)
    limits = (
        *nothing_served(answer),
        *(
            *changing(answer),
            *full_limit(answer, curves),
            *far_limit(answer, curves),
            *untested(curves),
            *doubt(curves),
        ),
        *named(answer.accepted, answer.caveats),
        *(phrase(one.kind, **dict(one.parameters)) for one in answer.caveats if one.kind == MIX),
    )
    if len(curves) > MOST_TOLD and short:
        return (*ahead, *short, *limits)
    are_gains_said = any(one.kind in OF_GAINS for one in short)
    parts = tuple(
        of_load(question, curve) if question.is_load else of_size(question, curve, with_gain=not are_gains_said)
        for curve in curves
    )
    return (*ahead, *short, phrase("scaling", metric=question.metric, curves=parts), *limits)


def changing(answer: ScalingAnswer) -> tuple[Phrase, ...]:
    """That something besides what grows became another along a curve: no figure parts the two."""
    grows_along = (*OF_LENGTH, *(LOADS if answer.question.is_load else ()))
    known = ((key, set(values) - {MISSING}) for key, values in answer.along if key not in grows_along)
    keys = tuple(key for key, values in known if len(values) > 1)
    return (phrase("changes along a curve", keys=keys, count=len(keys)),) if keys and "machine" not in keys else ()


def other_machines(answer: ScalingAnswer) -> tuple[Phrase, ...]:
    """That points of one curve are of several machines: it opens the headline, for a comparison refuses as much."""
    keys = tuple(key for key, values in answer.along if len(set(values) - {MISSING}) > 1 and key not in OF_LENGTH)
    return (phrase(MACHINE, keys=keys, count=len(keys), x=answer.question.x),) if "machine" in keys else ()


def reach(curve: Curve) -> tuple[float, float]:
    """How far a curve goes up, to name the furthest first."""
    return curve.step.holds if curve.step else curve.highest.n, curve.highest.value


def held_to(curve: Curve) -> tuple[float, float]:
    """The same along a load: how far a curve holds."""
    return last_held(curve), curve.highest.value


def of_size(question: ScalingQuestion, curve: Curve, *, with_gain: bool = True) -> Phrase:
    """What is measured, then what is fitted: `2.4.1 is highest at 8 CPUs (5,382/s, 3.35 times as much as at 1)`."""
    better, name, shown = metric(question.metric).better, subject(question.by, curve.name), curve.contrasts
    if better == "higher":
        return phrase(
            "curve of a size", curve=name, parts=(*measured(question, curve, with_gain), *peak(question, curve))
        )
    if shown.can_tell and not shown.is_either(len(curve.points) - 1, 0):
        return phrase("curve of a size", curve=name, parts=(nothing_shown(question, curve),))
    given = {**gained(curve, curve.last), "first": curve.first.n, "last": (question.x, curve.last.n)}
    kind = "curve of a time" if better == "lower" else "curve of a figure"
    return phrase(f"{kind}{', coarse' if 'span' in given else ''}", curve=name, **given)


def gained(curve: Curve, point: Point) -> dict[str, Parameter]:
    """The gain over the first point; of coarse figures what it lies between."""
    span = curve.gain_span(point)
    return {"span": span_ends(span)} if span else {"gain": point.speedup}


def measured(question: ScalingQuestion, curve: Curve, with_gain: bool) -> list[Phrase]:
    """What the points themselves show."""
    first, top, last = curve.first.n, curve.highest, (question.x, curve.last.n)
    if curve.shape == "flat" and not curve.is_coarse:
        return [phrase("is flat", first=first, last=last)]
    if curve.shape in ("flat", "undecided"):
        return [nothing_shown(question, curve)]
    if curve.shape == "falling":
        lost = curve.last.value / curve.first.value - 1 if curve.first.value else 0.0
        return [phrase("falls from the first on", first=first, last=last, lost=lost)]
    low, parts = tops(question, curve, with_gain)
    if curve.superlinear:
        n, efficiency = curve.superlinear
        parts.append(phrase("grows more than linearly", efficiency=efficiency, n=(question.x, n)))
    if curve.shape == "rises and falls":
        parts.append(phrase("is lower at", lost=curve.last.value / top.value - 1, load=curve.last.n))
    else:
        parts += dropped(curve)
    level = [] if curve.saturated else no_gain(curve)
    return [*parts, *level, *idling(question, curve, low)]


def tops(question: ScalingQuestion, curve: Curve, with_gain: bool) -> tuple[float, list[Phrase]]:
    """(the first N that is as high as any, where the curve is highest); of one that is level in the end, from where."""
    top, (low, high) = curve.saturated or curve.highest, curve.top
    over = {} if top.speedup is None or not with_gain else {**gained(curve, top), "first": curve.first.n}
    given = {"value": height(question, curve, top), **over}
    ending = f", over the first{', coarse' if 'span' in over else ''}" if over else ""
    if curve.saturated:
        level = phrase("is flat from there", last=(question.x, curve.last.n))
        return top.n, [phrase(f"gains up to{ending}", top=(question.x, top.n), **given), level]
    if low == high:
        return low, [phrase(f"is highest{ending}", top=(question.x, high), **given)]
    return low, [phrase(f"is highest between{ending}", top=(question.x, high), low=low, **given)]


def idling(question: ScalingQuestion, curve: Curve, low: float) -> list[Phrase]:
    """The most that was idle from the first of the highest points on: one with idle CPUs may be level for want of load.

    Before it more CPUs still brought more.
    """
    shares = [(share, n) for n, share in curve.idle if n >= low and n > 1]
    share, n = max(shares, default=(0.0, low))
    if share < SPARE:
        return []
    if n == low == curve.top[1] and not curve.saturated:
        return [phrase("had idle CPUs", share=share)]
    return [phrase("had idle CPUs at", share=share, n=(question.x, n))]


def nothing_shown(question: ScalingQuestion, curve: Curve) -> Phrase:
    return phrase("shows no difference", first=curve.first.n, last=(question.x, curve.last.n))


def no_gain(curve: Curve) -> list[Phrase]:
    """From where on the runs show no gain, where what is told of the highest does not say so."""
    low = curve.shown_top[0]
    is_open = curve.shape == "levels off" and (low < curve.top[0] or curve.top[1] < curve.last.n)
    is_hidden = any(curve.points[place].n >= low for place in curve.contrasts.apart)
    return [phrase("cannot be judged from there" if is_hidden else "shows no gain", low=low)] if is_open else []


def height(question: ScalingQuestion, curve: Curve, point: Point) -> tuple[float, str, int]:
    """The figure of a point, as the table has it."""
    return quantity(question.metric, curve.usual_values(point), point.value, is_published=point.is_published)


def peak(question: ScalingQuestion, curve: Curve) -> list[Phrase]:
    """The fitted peak where the points have one too; its interval where enough runs repeat to have a true one."""
    if curve.peak is None or curve.usl is None:
        return []
    sure, load = curve.usl.uncertainty, (question.x, round(curve.peak, 1))
    repeats = min(len(point.values) for point in curve.points)
    if sure.how == "bootstrap" and sure.peak and repeats >= FEW.get(question.aggregation, FEW_OTHERWISE):
        return [phrase("has its fitted peak within", peak=load, ends=(sure.peak.low, sure.peak.high, 2 * curve.last.n))]
    return [phrase("has its fitted peak", peak=load)]


def of_load(question: ScalingQuestion, curve: Curve) -> Phrase:
    """`global has its knee at about 100 in flight, holds up to 170 in flight and is 57.3% lower at 180`."""
    parts = [bent(question, curve.knee)] if curve.knee else []
    if curve.shape == "flat" and curve.is_coarse:
        parts.append(nothing_shown(question, curve))
    elif curve.shape == "flat":
        given = {"value": height(question, curve, curve.highest), "first": curve.first.n}
        parts.append(phrase("stays near", last=(question.x, curve.last.n), **given))
    elif curve.step:
        parts.append(phrase("holds up to", load=(question.x, curve.step.holds)))
        parts.append(phrase("is lower at", lost=curve.step.change, load=curve.step.fails))
    else:
        parts += reached(question, curve)
    return phrase("curve of a load", curve=subject(question.by, curve.name), parts=tuple(parts))


def reached(question: ScalingQuestion, curve: Curve) -> list[Phrase]:
    """How high a load curve goes, which does not fall in one step."""
    low, high = curve.top
    given = {"value": height(question, curve, curve.highest), "load": (question.x, high)}
    top = phrase("reaches", **given) if low == high else phrase("reaches between", low=low, **given)
    return [top, *([nothing_shown(question, curve)] if curve.shape == "undecided" else no_gain(curve)), *dropped(curve)]


def dropped(curve: Curve) -> list[Phrase]:
    """Where it loses the most, step by step or for a while."""
    if (drop := curve.drop) is None:
        return []
    if drop.span:
        given = {"load": drop.low.n, "high": drop.high.n, "span": span_ends(drop.span)}
        return [phrase("is lower than at, coarse", **given)]
    return [phrase("is lower than at", lost=drop.change, load=drop.low.n, high=drop.high.n)]


def bent(question: ScalingQuestion, knee: Knee) -> Phrase:
    """Where its knee is; how sure that is, where runs repeat."""
    load = (question.x, knee.load)
    if knee.how == "bootstrap" and knee.within and knee.within.low < knee.within.high:
        return phrase("has its knee within", load=load, low=knee.within.low, high=knee.within.high)
    return phrase("has its knee", load=load)


def doubt(curves: Sequence[Curve]) -> list[Phrase]:
    """Few points are said where a peak is said."""
    fits = sorted((curve.usl.fit for curve in curves if curve.usl and curve.peak), key=lambda fit: fit.freedom)
    if not fits or fits[0].freedom >= ENOUGH:
        return []
    return [phrase("a description", points=fits[0].points, parameters=fits[0].parameters)]


def untested(curves: Sequence[Curve]) -> list[Phrase]:
    """Of single figures nobody knows what they would vary by."""
    few = sum(not curve.contrasts.can_tell for curve in curves)
    return [phrase("single figures" if few == len(curves) else "some single figures", curves=few)] if few else []
