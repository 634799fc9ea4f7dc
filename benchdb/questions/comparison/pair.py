"""Two things as a person names them (`kernel 2.4.1`, `run 71`, `upload 6`) -> the comparison of the two."""

from __future__ import annotations

from benchdb.domain.dimensions import MISSING
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.suggest import NUMBERED, ROWS, suggested
from benchdb.reads.facets import census
from benchdb.reads.varied.differing import independent, taken

ABSENT = [MISSING]
NAMED = ("machine", "kernel", "server", "zone", "tool")  #: looked through where nobody says what the name is of


def question_of_pair(this: str, that: str) -> ComparisonQuestion:
    """The one against the other, laid out by what else differs. BadQuestion where it cannot be known what is meant."""
    (key, value), (other_key, other) = named(this), named(that)
    if key != other_key:
        raise BadQuestion("two kinds", one=this.strip(), other=that.strip(), key=key, other_key=other_key)
    if value == other:
        raise BadQuestion("one side twice", value=value)
    question = suggested({key: (value, other)})
    if key in NUMBERED and (baseline := value_of_sole_difference(key, value, other)):
        return question.with_(baseline=baseline)
    rows = question.rows if question.rows != key else next(row for row in ROWS if row != key)
    return question.with_(cols=key, rows=rows, baseline=other)


def value_of_sole_difference(key: str, value: str, other: str) -> str:
    """What the other has of the one condition in which the two differ; "" where it is not one, or has not one value."""
    here, there = (taken(((key, (one,)),)) for one in (value, other))
    keys = independent(name for name in {**here, **there} if here.get(name, ABSENT) != there.get(name, ABSENT))
    sides = [side.get(name, ABSENT) for name in keys for side in (here, there)]
    return sides[1][0] if len(keys) == 1 and all(len(side) == 1 for side in sides) else ""


def known_names() -> list[str]:
    """What either side may be, as it is typed."""
    counts = census().counts
    return [f"{key} {name}" for key in NAMED[:3] for name in census().sums(key, counts) if name != MISSING]


def named(text: str) -> tuple[str, str]:
    """(dimension key, value) of what somebody typed."""
    words = text.replace("\0", "").split()
    if not words:
        raise BadQuestion("name both sides")
    if words[0].lower() in NUMBERED and len(words) == 2 and words[1].isascii() and words[1].isdigit():
        return words[0].lower(), words[1]
    is_kind = words[0].lower() in NAMED and len(words) > 1
    keys = (words[0].lower(),) if is_kind else NAMED
    return matching(keys, " ".join(words[1:] if is_kind else words))


def matching(keys: tuple[str, ...], wanted: str) -> tuple[str, str]:
    """The one name that is, or else the only one that has in it, what was typed."""
    counts = census().counts
    names = [(key, name) for key in keys for name in census().sums(key, counts)]
    exact = [pair for pair in names if pair[1].casefold() == wanted.casefold()]
    near = exact or [pair for pair in names if wanted.casefold() in pair[1].casefold()]
    if not near:
        raise BadQuestion("nothing of that name", name=wanted)
    if len(near) > 1:
        raise BadQuestion("several of that name", name=wanted, near=tuple(name for _, name in near[:4]))
    return near[0]
