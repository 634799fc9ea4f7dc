"""Kind: what is needed to ask a question of one kind, and to keep its answer. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchdb.domain.caveats import Phrase
from benchdb.questions.base import Answer, Question
from benchdb.questions.plain import plain, restored

NEWEST = 2  #: format of frozen answers: their fields, as `plain` writes them
Format = tuple[Callable[[Any], dict[str, Any]], Callable[[Mapping[str, Any]], Any]]  #: (answer -> data, and back)

Turns = Mapping[tuple[str, str], Phrase]  #: (curve, of what kind) -> where it turns, or that it does not


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of an answer."""

    metric: str
    value: float | None
    verdict: str = ""
    runs: Sequence[int] = field(default=(), compare=False)  #: that it rests on; () = it has no name but its place
    is_single: bool = field(default=False, compare=False)  #: it is its runs, and goes with them


def no_turns(_: Any) -> Turns:
    """Of an answer without curves."""
    return {}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question."""

    position: int  #: among the kinds
    question: type[Question]
    answer: type[Any]
    fetch: Callable[[Any], Any]  #: a question of this kind -> its answer, from the database
    figures: Callable[[Any], Mapping[str, Figure]]  #: an answer -> its numbers, by where they stand, in words
    turns: Callable[[Any], Turns] = no_turns  #: where its curves turn, in words
    formats: Mapping[int, Format] = field(default_factory=dict)  #: older ones, in which answers were frozen

    @property
    def name(self) -> str:
        """The page that answers it."""
        return self.question.kind

    def to_data(self, answer: Answer, form: int = NEWEST) -> dict[str, Any]:
        """An answer as plain data, in one of the formats."""
        if form in self.formats:
            return self.formats[form][0](answer)
        return {"format": form, **plain(answer)}

    def from_data(self, data: Mapping[str, Any]) -> Any:
        """The answer that was kept as plain data."""
        form = format_of(data)
        return self.formats[form][1](data) if form in self.formats else restored(self.answer, data)


def format_of(data: Mapping[str, Any]) -> int:
    """The first format did not say so."""
    return int(data.get("format", 1))
