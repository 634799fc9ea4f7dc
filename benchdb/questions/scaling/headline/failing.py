"""A ScalingAnswer -> what its headline says of requests that failed, and along which curve. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.curves import subject
from benchdb.questions.replies.failures import NOISE
from benchdb.questions.scaling.answer import Curve, Point, ScalingAnswer
from benchdb.questions.scaling.failing.notes import (
    BESIDE,
    ERRORS_OUTWEIGH,
    EVERYWHERE,
    NOWHERE,
    OUTWEIGHED,
    UNSERVED,
    kind_of,
)

#: Kind of the note of a curve -> the kind that counts its curves.
ALONG = {NOWHERE: "nothing served on all of", OUTWEIGHED: "failures outweigh gains along"}
OF_EVERY_POINT = (EVERYWHERE, EVERYWHERE + BESIDE)
GAINS = (OUTWEIGHED, ERRORS_OUTWEIGH)
SOMEWHERE = "nothing served along"  #: that of all others
TOPS, UNSERVED_TOPS = "highest points fail", "runs of highest points served nothing"
NOTHING = ("nothing served", "nothing served beyond", *GAINS, NOWHERE, SOMEWHERE, *ALONG.values())
COUNTED = ("failing point", "failing points", "many failing points", EVERYWHERE)
PARTLY = (*COUNTED, *(kind + BESIDE for kind in COUNTED), "failing at")  #: of counted runs
FAILING = (*PARTLY, TOPS, TOPS + BESIDE, UNSERVED, UNSERVED_TOPS)
MOST_FAILING = 3  #: curves that are named with the points at which requests failed, and points of one

Noted = list[tuple[Curve, Phrase]]


def nothing_served(answer: ScalingAnswer) -> tuple[Phrase, ...]:
    """Where every request failed or too many, curve by curve; of more than a few, how many curves do."""
    noted = [(curve, Phrase(one.kind, one.parameters)) for curve in answer.curves for one in curve.notes
             if one.kind in NOTHING]  # fmt: skip
    if (of_all := what_all_say(answer.curves, noted)) is not None:
        return of_all
    parts: dict[str, Noted] = {NOWHERE: [], SOMEWHERE: [], OUTWEIGHED: []}
    for curve, one in noted:
        kind = OUTWEIGHED if one.kind in GAINS else one.kind
        parts[kind if kind in ALONG else SOMEWHERE].append((curve, one))
    return tuple(one for kind, part in parts.items() for one in named_or_counted(answer, kind, part))


def named_or_counted(answer: ScalingAnswer, kind: str, noted: Noted) -> tuple[Phrase, ...]:
    curves = len({curve.name for curve, _ in noted})
    if curves <= MOST_FAILING:
        return of_curves(answer, noted)
    what = {} if kind == OUTWEIGHED else {"what": noted[0][1]["what"]}
    return (phrase(ALONG.get(kind, SOMEWHERE), curves=curves, total=len(answer.curves), **what),)


def failing_tops(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Requests that failed at points of which the headline says anything, the worst among them; and of runs that are in
    no figure where a curve is highest."""
    x, few = answer.question.x, len(answer.curves) <= MOST_FAILING
    partly = [(curve, one) for curve in curves for one in failing_points(x, curve, highest_alone=not few)]
    unserved = [(curve, Phrase(one.kind, one.parameters)) for curve in curves for one in curve.notes
                if one.kind == UNSERVED and one["n"][1] == curve.highest.n]  # fmt: skip
    return (*counted_or_said(answer, partly, TOPS), *counted_or_said(answer, unserved, UNSERVED_TOPS))


def counted_or_said(answer: ScalingAnswer, noted: Noted, many: str) -> tuple[Phrase, ...]:
    """What is noted of curves; of more than a few, how many have it."""
    if (of_all := what_all_say(answer.curves, noted)) is not None:
        return of_all
    failing = len({curve.name for curve, _ in noted})
    if failing > MOST_FAILING:
        are_beside = many == TOPS and all(one.kind.endswith(BESIDE) for _, one in noted)
        return (phrase(many + BESIDE * are_beside, curves=failing, total=len(answer.curves)),)
    return of_curves(answer, noted)


def failing_points(x: str, curve: Curve, *, highest_alone: bool) -> list[Phrase]:
    """Where requests failed among what is said of a curve: `highest_alone` of many."""
    if everywhere := [Phrase(one.kind, one.parameters) for one in curve.notes if one.kind in OF_EVERY_POINT]:
        return everywhere
    failing = [point for point in curve.points if point.failed > NOISE]
    unknown = [phrase("failing at", n=(x, point.n)) for point in failing
               if math.isinf(point.failed) and point is curve.highest]  # fmt: skip
    known = [point for point in failing if math.isfinite(point.failed)]
    worst, low = max(known, key=lambda point: point.failed, default=None), said_from(curve)
    own = [
        point for point in known if point is curve.highest or (not highest_alone and (point is worst or point.n >= low))
    ]
    if worst is None or not own:
        return unknown
    in_figures, beside = ([one for one in own if (one.errors > NOISE) == counts] for counts in (True, False))
    return [*named_points(x, in_figures), *named_points(x, beside), *unknown]


def named_points(x: str, own: Sequence[Point]) -> list[Phrase]:
    """Points of which the figures count what failed, or of which none does; of many the worst."""
    if not own:
        return []
    if len(own) > MOST_FAILING:
        worst = max(own, key=lambda point: point.failed)
        given = {"points": len(own), "share": worst.failed, "n": (x, worst.n)}
        return [phrase(kind_of("many failing points", own), **given)]
    if len(own) > 1:
        loads, shares = (x, tuple(point.n for point in own)), tuple(point.failed for point in own)
        return [phrase(kind_of("failing points", own), loads=loads, shares=shares)]
    return [phrase(kind_of("failing point", own), n=(x, own[0].n), share=own[0].failed)]


def said_from(curve: Curve) -> float:
    """The first N of which something is said: that it is highest, or that there is no gain from it on."""
    if curve.shape not in ("still growing", "rises and falls", "levels off"):
        return curve.first.n
    return min(curve.top[0], curve.shown_top[0]) if curve.contrasts.can_tell else curve.top[0]


def what_all_say(curves: Sequence[Curve], noted: Noted) -> tuple[Phrase, ...] | None:
    """What is noted of every curve alike, which names none; None where curves differ."""
    is_alike = len({one for _, one in noted}) == 1 and len(noted) == len(curves)
    return (noted[0][1],) if is_alike else None


def of_curves(answer: ScalingAnswer, noted: Noted) -> tuple[Phrase, ...]:
    """Each with the name of its curve, where there are several."""
    if len(answer.curves) == 1:
        return tuple(one for _, one in noted)
    by = answer.question.by
    return tuple(phrase("of one curve", curve=subject(by, curve.name), said=one) for curve, one in noted)
