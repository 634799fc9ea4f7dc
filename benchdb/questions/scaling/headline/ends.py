"""A ScalingAnswer -> one sentence of where each curve stops, or of how much all gain. Pure.

Where runs repeat it says of gains and falls only what they show; single figures gain and fall in nobody's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import metric
from benchdb.questions.curves import subject
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.headline.series import by_series, last_held

MOST_SAID = 3  #: kinds of end in one line
MOST_TOLD = 4  #: curves that have a line of their own; of more, the table has the rest
SERVED = "requests_per_second"
STILL = "curves still gain"
OF_GAINS = ("curves serve", "curves serve and gain")
SHORT = ("scaling, in short", "scaling of many, in short", *OF_GAINS)  #: what it may be


def in_short(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """`2.4.1 still gains at 8 CPUs and 2.2.19 is highest at 4 CPUs.`; () where less is better.

    Of one curve only what its own line does not say: that it still gains.
    """
    if metric(answer.question.metric).better != "higher":
        return ()
    if len(curves) == 1:
        still = tuple(one for one in by_end(answer, curves) if one.kind == STILL)
        return (phrase("scaling, in short", parts=still),) if still else ()
    if is_of_gains(answer, curves):
        return (gains(answer, curves),)
    is_many = len(curves) > MOST_TOLD
    parts = by_series(answer, curves) if is_many else ()
    parts = parts or by_end(answer, curves)
    if len(parts) > MOST_SAID:
        parts = load_ends(answer, curves) if answer.question.is_load else size_ends(answer, curves)
        is_many = True
    return (phrase("scaling of many, in short" if is_many else "scaling, in short", parts=parts),)


def is_of_gains(answer: ScalingAnswer, curves: Sequence[Curve]) -> bool:
    """Whether each of a few curves is highest at the same last number of CPUs, set against the same first."""
    if answer.question.is_load or answer.question.metric != SERVED or len(curves) > MOST_TOLD:
        return False
    if any(curve.gain_span(curve.last) for curve in curves):
        return False
    are_growing = all(curve.shape == "still growing" and curve.highest is curve.last for curve in curves)
    return are_growing and len({(curve.first.n, curve.last.n) for curve in curves}) == 1 and all(map(gain, curves))


def gain(curve: Curve) -> float | None:
    return curve.last.speedup


def gains(answer: ScalingAnswer, curves: Sequence[Curve]) -> Phrase:
    """`6.6.9 serves 5.7 times as much at 8 CPUs as at 1, 5.10.0 3.3 times; both still gain there.`"""
    by, (most, *others) = answer.question.by, sorted(curves, key=lambda curve: -(gain(curve) or 0.0))
    kind = "curves serve and gain" if all(curve.contrasts.can_tell for curve in curves) else "curves serve"
    rest = tuple(phrase("gain of another", curve=subject(by, curve.name), gain=gain(curve)) for curve in others)
    given = {"last": (answer.question.x, most.last.n), "first": most.first.n, "count": len(curves)}
    return phrase(kind, curve=subject(by, most.name), gain=gain(most), others=rest, **given)


def load_ends(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Of many that end at as many loads: which hold to the last one, and between which the others fall."""
    x, by = answer.question.x, answer.question.by
    held = [curve for curve in curves if curve.holds_to is None]
    falls = sorted(curve.holds_to for curve in curves if curve.holds_to is not None)
    names = tuple(subject(by, curve.name) for curve in held)
    given = {"curves": names, "count": len(names), "load": (x, max((curve.last.n for curve in held), default=0.0))}
    parts = [phrase("curves hold to the end", **given)] if held else []
    if falls:
        kind = "others fall between" if falls[0] < falls[-1] else "others fall beyond"
        parts.append(phrase(kind, count=len(falls), low=falls[0], load=(x, falls[-1])))
    return tuple(parts)


def size_ends(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Of many: which are shown to gain up to their last point, and how many are not."""
    ends = [(curve, end(answer, curve)) for curve in curves]
    gaining = [curve for curve, one in ends if one.kind in (STILL, "curves end highest")]
    load = (answer.question.x, max(curve.last.n for curve in curves))
    if not gaining:
        return (phrase("none gains", count=len(curves), load=load),)
    rest = len(curves) - len(gaining)
    return (*by_end(answer, gaining)[:MOST_SAID], *((phrase("others gain nothing", count=rest),) if rest else ()))


def by_end(answer: ScalingAnswer, curves: Iterable[Curve]) -> tuple[Phrase, ...]:
    """One phrase for all curves that end alike: `2.4.1 and 2.6 still gain at 8 CPUs`."""
    names: dict[Phrase, list[str | tuple[str, str]]] = {}
    for curve in curves:
        names.setdefault(end(answer, curve), []).append(subject(answer.question.by, curve.name))
    return tuple(
        phrase(one.kind, curves=tuple(alike), count=len(alike) + any(map(is_plural, alike)), **dict(one.parameters))
        for one, alike in names.items()
    )


def is_plural(name: str | tuple[str, str]) -> bool:
    """Whether it is `runs without a recorded zone`."""
    return not isinstance(name, str) and name[1] == MISSING


def end(answer: ScalingAnswer, curve: Curve) -> Phrase:
    """Where a curve stops; of several, without their name.

    Beside one that falls another is said to hold, not where it bends: a knee is no end.
    """
    x = answer.question.x
    if curve.step:
        return phrase("curves hold", load=(x, curve.step.holds))
    if answer.question.is_load and any(one.step for one in answer.curves):
        kind = "curves hold to the end" if curve.holds_to is None else "curves fall beyond"
        return phrase(kind, load=(x, last_held(curve)))
    if answer.question.is_load and curve.knee:
        return phrase("curves flatten", load=(x, curve.knee.load))
    if curve.shape in ("flat", "undecided"):
        kind = "curves are flat" if curve.shape == "flat" and not curve.is_coarse else "curves show nothing"
        return phrase(kind, load=(x, curve.last.n))
    return shown_end(x, curve) if curve.contrasts.can_tell else measured_end(x, curve)


def measured_end(x: str, curve: Curve) -> Phrase:
    """Of single figures."""
    if curve.shape == "falling":
        return phrase("curves only fall", load=(x, curve.first.n))
    return highest(x, curve, *curve.top)


def shown_end(x: str, curve: Curve) -> Phrase:
    """Of runs that repeat."""
    low, high = curve.shown_top
    if curve.shape == "falling":
        return phrase("curves only fall", load=(x, high))
    if curve.shape == "levels off" and high == curve.last.n:
        return phrase("curves gain up to", low=low, load=(x, high))
    if curve.shape == "still growing":
        return phrase(STILL, load=(x, high))
    return highest(x, curve, low, high)


def highest(x: str, curve: Curve, low: float, high: float) -> Phrase:
    if low != high:
        return phrase("curves peak between", low=low, load=(x, high))
    return phrase("curves end highest" if high == curve.last.n else "curves peak", load=(x, high))
