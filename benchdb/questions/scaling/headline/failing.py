"""A ScalingAnswer -> what its headline says of requests that failed, and along which curve. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from benchdb.domain.caveats import Caveat, Phrase, phrase
from benchdb.questions.curves import called
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.caveats import EVERYWHERE, NOWHERE, UNSERVED

ALONG = {True: "nothing served on all of", False: "nothing served along"}  #: whether nowhere -> the kind that counts
TOPS, UNSERVED_TOPS = "highest points fail", "runs of highest points served nothing"
NOTHING = ("nothing served", "nothing served beyond", NOWHERE, *ALONG.values())
PARTLY = ("failing point", "failing at", EVERYWHERE)  #: of runs that are in their point's figure
FAILING = (*PARTLY, TOPS, UNSERVED, UNSERVED_TOPS)
MOST_FAILING = 3  #: curves that are named with the points at which requests failed

Noted = list[tuple[Curve, Phrase]]


def nothing_served(answer: ScalingAnswer) -> tuple[Phrase, ...]:
    """Where every request failed, curve by curve; of more than a few, how many curves do."""
    noted = [(curve, Phrase(one.kind, one.parameters)) for curve in answer.curves for one in curve.notes
             if one.kind in NOTHING]  # fmt: skip
    if (of_all := what_all_say(answer.curves, noted)) is not None:
        return of_all
    parts = ([pair for pair in noted if pair[0].serves_nothing is nowhere] for nowhere in (True, False))
    return tuple(one for part in parts for one in named_or_counted(answer, part))


def named_or_counted(answer: ScalingAnswer, noted: Noted) -> tuple[Phrase, ...]:
    if len(noted) <= MOST_FAILING:
        return of_curves(answer, noted)
    curve, first = noted[0]
    kind = ALONG[curve.serves_nothing]
    return (phrase(kind, curves=len(noted), total=len(answer.curves), what=first["what"]),)


def failing_tops(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """That requests failed where a curve is highest, or everywhere; and of runs that are in no figure there."""
    return (*of_tops(answer, curves, PARTLY, TOPS), *of_tops(answer, curves, (UNSERVED,), UNSERVED_TOPS))


def of_tops(answer: ScalingAnswer, curves: Sequence[Curve], kinds: Collection[str], many: str) -> tuple[Phrase, ...]:
    """The notes of these kinds where curves are highest; of more than a few curves, how many have one."""
    notes = [(curve, note) for curve in curves for note in curve.notes if note.kind in kinds]
    tops = [(curve, Phrase(note.kind, note.parameters)) for curve, note in notes if is_of_top(curve, note)]
    if (of_all := what_all_say(answer.curves, tops)) is not None:
        return of_all
    failing = len({curve.name for curve, _ in tops})
    if failing > MOST_FAILING:
        return (phrase(many, curves=failing, total=len(answer.curves)),)
    return of_curves(answer, tops)


def is_of_top(curve: Curve, note: Caveat) -> bool:
    return note.kind == EVERYWHERE or note["n"][1] == curve.highest.n


def what_all_say(curves: Sequence[Curve], noted: Noted) -> tuple[Phrase, ...] | None:
    """What is noted of every curve alike, which names none; None where curves differ."""
    is_alike = len({one for _, one in noted}) == 1 and len(noted) == len(curves)
    return (noted[0][1],) if is_alike else None


def of_curves(answer: ScalingAnswer, noted: Noted) -> tuple[Phrase, ...]:
    by = answer.question.by
    return tuple(phrase("of one curve", curve=called(by, curve.name), said=one) for curve, one in noted)
