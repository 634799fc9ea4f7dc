"""ScalingAnswer -> the headline that exports have as its page lays it out: a first line, and facts beneath. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.headline import MACHINE
from benchdb.questions.scaling.headline.ends import SHORT
from benchdb.questions.scaling.headline.failing import FAILING, NOTHING
from benchdb.wording import marked_line


def lead(answer: ScalingAnswer) -> dict[str, SafeString | list[SafeString]]:
    """In place of the headline; {} where that has no short sentence before all others."""
    ahead = [*takewhile(lambda one: one.kind == MACHINE or is_failing(one), answer.headline)]
    short, *rest = answer.headline[len(ahead) :] or (None,)
    if short is None or short.kind not in SHORT:
        return {}
    of_curves = [plain(curve) for one in rest if one.kind == "scaling" for curve in one["curves"]]
    limits = [one for one in rest if one.kind != "scaling"]
    facts = (*of_curves, *(one for one in limits if not is_failing(one)))
    return {
        "headline": mark_safe(marked_line([*ahead, short])),
        "warnings": [mark_safe(marked_line([one])) for one in limits if is_failing(one)],
        "facts": [mark_safe(marked_line([one])) for one in facts],
    }


def is_failing(one: Phrase) -> bool:
    return (one["said"] if one.kind == "of one curve" else one).kind in (*FAILING, *NOTHING)


def plain(one: Phrase) -> Phrase:
    """The phrase; a knee whose interval is a single load has none to tell."""
    if one.kind == "has its knee within" and one["low"] == one["high"]:
        return phrase("has its knee", load=one["load"])
    return Phrase(one.kind, tuple((name, parts(given) if name == "parts" else given) for name, given in one.parameters))


def parts(given: Iterable[Phrase]) -> tuple[Phrase, ...]:
    return tuple(map(plain, given))
