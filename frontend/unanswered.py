"""Where a question cannot be answered: the questions nearest to it that can."""

from __future__ import annotations

from benchdb.domain.dimensions import DIMENSIONS, MANY
from benchdb.questions.base import BadQuestion, Question
from benchdb.questions.curves import MOST_CURVES
from benchdb.questions.kinds import question_of
from benchdb.reads.facets import Facet, facets
from benchdb.reads.packed.series import OF_RUNS
from benchdb.wording import words
from frontend.answers.gate import Link

MOST_WAYS = 4
TOO_MANY = ("too many curves", "too large a table")  #: kinds of refusals that fewer sides answer

Given = list[tuple[str, str]]


def ways_out(kind: str, given: Given, error: BadQuestion) -> list[Link]:
    """What to ask instead, best first; [] where nothing that is near can be asked."""
    if error.phrase.kind in TOO_MANY:
        return fewer_sides(question_of(kind, given))
    return askable(kind, given)


def fewer_sides(question: Question) -> list[Link]:
    """By what has fewer values, and of those values alone that have the most runs."""
    keys = [key for key in reversed(question.laid_out) if key in DIMENSIONS and key not in (*MANY, *OF_RUNS)]
    every = {key: offered for key in keys if (offered := values_of(question, key)) and is_many(offered)}
    ways = [*by_coarser(question), *(of_most_runs(question, key, offered) for key, offered in every.items())]
    return ways[:MOST_WAYS]


def values_of(question: Question, key: str) -> Facet | None:
    """What the runs of the question have of a dimension; None where that is one value."""
    return next(iter(facets(question.where, [key])), None)


def is_many(offered: Facet) -> bool:
    return len(offered.choices) + offered.more > MOST_CURVES


def by_coarser(question: Question) -> list[Link]:
    """The question by the series in place of the kernel, by the product in place of the server."""
    side = question.laid_out[-1]
    coarser = (known for known in DIMENSIONS.values() if known.of == side and known.key not in question.laid_out)
    few = (known for known in coarser if (offered := values_of(question, known.key)) and not is_many(offered))
    return [Link(words("by coarser", key=known.key), question.comparing(known.key).path()) for known in few]


def of_most_runs(question: Question, key: str, offered: Facet) -> Link:
    """Of as many runs the values that stand last: the newest versions."""
    order = {choice.value: place for place, choice in enumerate(offered.choices)}
    most = sorted(offered.choices, key=lambda choice: (-choice.count, -order[choice.value]))[:MOST_CURVES]
    title = words("of most runs", key=key, count=MOST_CURVES)
    return Link(title, question.narrowed(key, *(choice.value for choice in most)).path())


def askable(kind: str, given: Given) -> list[Link]:
    """The question with `by` for the `cols` of a comparison, or without one of its parts, where that can be asked."""
    ways = by_columns(kind, given)
    for name in dict(given):
        try:
            question = question_of(kind, [pair for pair in given if pair[0] != name])
        except BadQuestion:
            continue
        values = ", ".join(value for key, value in given if key == name)
        ways.append(Link(f"without {name}={values}", question.path()))
    return ways[:MOST_WAYS]


def by_columns(kind: str, given: Given) -> list[Link]:
    """Who writes `cols` where a question has `by` means the same."""
    columns = dict(given).get("cols", "")
    if kind == "compare" or not columns:
        return []
    try:
        question = question_of(kind, [*(pair for pair in given if pair[0] not in ("cols", "by")), ("by", columns)])
    except BadQuestion:
        return []
    return [Link(words("by in place of columns", key=columns), question.path())]
