"""ScalingAnswer -> the first line of its page, and the facts beneath it. Pure.

The line says where each curve stops; the facts are the headline's own sentences, which exports and permalinks keep.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import metric
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.headline import FAILING, reach
from benchdb.wording import marked_line, words

MOST_SAID = 3  #: kinds of end in one line


def lead(answer: ScalingAnswer) -> dict[str, SafeString | list[SafeString]]:
    """In place of the headline; {} where that is short, or nothing may be said of the curves side by side."""
    curves = [curve for curve in answer.curves if len(curve.points) > 1]
    if not curves or answer.conflicts or metric(answer.question.metric).better != "higher":
        return {}
    ends = by_end(answer, sorted(curves, key=reach, reverse=True))
    if len(ends) > MOST_SAID:
        return {}
    of_curves, *limits = answer.headline
    facts = (*map(plain, of_curves["curves"]), *(one for one in limits if one.kind not in FAILING))
    short = marked_line([phrase("scaling, in short", parts=ends)])
    return {
        "headline": mark_safe(short),
        "warnings": [mark_safe(marked_line([one])) for one in limits if one.kind in FAILING],
        "facts": [mark_safe(marked_line([one])) for one in facts],
    }


def plain(one: Phrase) -> Phrase:
    """The phrase; a knee whose interval is a single load has none to tell."""
    if one.kind == "has its knee within" and one["low"] == one["high"]:
        return phrase("has its knee", load=one["load"])
    return Phrase(one.kind, tuple((name, parts(given) if name == "parts" else given) for name, given in one.parameters))


def parts(given: Iterable[Phrase]) -> tuple[Phrase, ...]:
    return tuple(map(plain, given))


def by_end(answer: ScalingAnswer, curves: Iterable[Curve]) -> tuple[Phrase, ...]:
    """One phrase for all curves that end alike: `2.4.1 and 2.6 still gain at 8 CPUs`."""
    names: dict[Phrase, list[str]] = {}
    for curve in curves:
        names.setdefault(end(answer, curve), []).append(curve.name)
    return tuple(
        Phrase(
            one.kind, (("curves", named(answer, alike)), ("count", len(alike) + (MISSING in alike)), *one.parameters)
        )
        for one, alike in names.items()
    )


def named(answer: ScalingAnswer, curves: Iterable[str]) -> tuple[str, ...]:
    """The curves as a sentence names them; that of runs that do not record its condition by the runs."""
    unrecorded = words("runs without a record", key=answer.question.by)
    return tuple(unrecorded if name == MISSING else name for name in curves)


def end(answer: ScalingAnswer, curve: Curve) -> Phrase:
    """Where a curve stops; of several, without their name."""
    x = answer.question.x
    if curve.fall:
        return phrase("curves hold", load=(x, curve.fall.holds))
    if answer.question.is_load and curve.knee:
        return phrase("curves bend", load=(x, curve.knee.load))
    if curve.shape == "flat":
        return phrase("curves are flat", load=(x, curve.last.n))
    if curve.shape == "falling":
        return phrase("curves only fall", load=(x, curve.first.n))
    low, high = curve.top
    if low != high:
        return phrase("curves peak between", low=low, load=(x, high))
    kind = "curves still gain" if curve.highest.n == curve.last.n else "curves peak"
    return phrase(kind, load=(x, curve.highest.n))
