"""A ScalingAnswer -> one sentence of where each curve stops. Pure.

Where runs repeat it says of gains and falls only what they show; single figures gain and fall in nobody's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.metrics import metric
from benchdb.questions.curves import called
from benchdb.questions.scaling.answer import Curve, ScalingAnswer

MOST_SAID = 3  #: kinds of end in one line


def in_short(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """`2.4.1 still gains at 8 CPUs and 2.2.19 is highest at 4 CPUs.`; () where that is long, or less is better."""
    if metric(answer.question.metric).better != "higher":
        return ()
    ends = by_end(answer, curves)
    return (phrase("scaling, in short", parts=ends),) if len(ends) <= MOST_SAID else ()


def by_end(answer: ScalingAnswer, curves: Iterable[Curve]) -> tuple[Phrase, ...]:
    """One phrase for all curves that end alike: `2.4.1 and 2.6 still gain at 8 CPUs`."""
    names: dict[Phrase, list[str | tuple[str, str]]] = {}
    for curve in curves:
        names.setdefault(end(answer, curve), []).append(called(answer.question.by, curve.name))
    return tuple(
        phrase(one.kind, curves=tuple(alike), count=len(alike) + any(map(is_plural, alike)), **dict(one.parameters))
        for one, alike in names.items()
    )


def is_plural(name: object) -> bool:
    """Whether it is `runs without a recorded zone`."""
    return not isinstance(name, str)


def end(answer: ScalingAnswer, curve: Curve) -> Phrase:
    """Where a curve stops; of several, without their name."""
    x = answer.question.x
    if curve.fall:
        return phrase("curves hold", load=(x, curve.fall.holds))
    if answer.question.is_load and curve.knee:
        return phrase("curves bend", load=(x, curve.knee.load))
    if curve.shape in ("flat", "undecided"):
        kind = "curves are flat" if curve.shape == "flat" else "curves show nothing"
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
        return phrase("curves still gain", load=(x, high))
    return highest(x, curve, low, high)


def highest(x: str, curve: Curve, low: float, high: float) -> Phrase:
    if low != high:
        return phrase("curves peak between", low=low, load=(x, high))
    return phrase("curves end highest" if high == curve.last.n else "curves peak", load=(x, high))
