"""A question's subject, as parts of its sentence, "of Apache 2.2.3 on web8", each a menu of the same question. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.units import decimals
from benchdb.questions.base import Question
from benchdb.reads.facets import Facet
from benchdb.wording import inside
from benchdb.wording.grammar import first_few

PREPOSITIONS = {"server": "of", "machine": "on"}  #: dimension -> how it stands in the sentence, in this order
MOST_NAMED = 2  #: values; more are counted
MOST_LOOKED_THROUGH = 12  #: choices; more are searched


@dataclass(frozen=True, slots=True)
class Way:
    """The same question of one value, or of all."""

    title: str
    count: str
    path: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    preposition: str
    key: str
    title: str  #: of the dimension
    text: str
    ways: tuple[Way, ...] = ()  #: () = there is nothing to choose

    @property
    def is_searched(self) -> bool:
        """Too many to be looked through."""
        return len(self.ways) > MOST_LOOKED_THROUGH


def subjects(question: Question, answer: Any, facets: Iterable[Facet]) -> list[Subject]:
    """Those that the question does not lay out and that some run records."""
    offered = {facet.dimension.key: facet for facet in facets}
    constant = dict(answer.held_constant)
    every = [subject(question, key, offered.get(key), constant) for key in PREPOSITIONS if key not in question.laid_out]
    return [one for one in every if one]


def subject(question: Question, key: str, facet: Facet | None, constant: Mapping[str, str]) -> Subject | None:
    chosen = dict(question.where).get(key, ())
    every = f"every {inside(dimension(key).title)}"
    text = ", ".join(first_few(list(chosen), MOST_NAMED)) or constant.get(key, every if facet else "")
    if not text or text == MISSING:
        return None
    ways = ways_of(question, key, facet, chosen, every) if facet else ()
    return Subject(PREPOSITIONS[key], key, dimension(key).title, text, ways)


def ways_of(question: Question, key: str, facet: Facet, chosen: tuple[str, ...], every: str) -> tuple[Way, ...]:
    others = tuple(pair for pair in question.where if pair[0] != key)
    whole = Way(every, "", question.with_(where=others).path(), not chosen)
    values = (
        Way(choice.value, decimals(choice.count, 0), question.narrowed(key, choice.value).path(), choice.is_chosen)
        for choice in facet.choices
    )
    return (whole, *values)
