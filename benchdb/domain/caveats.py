"""What a reader must know beside a number, as a value. Pure; its words are made at the edge, by `benchdb.wording`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

#: Text, number, yes or no, several texts, or phrases within a phrase.
Parameter = Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing to say: its kind is a line of the catalogue, its parameters are what stands in that line's gaps."""

    kind: str
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def __getitem__(self, name: str) -> Parameter:
        return dict(self.parameters)[name]


@dataclass(frozen=True, slots=True)
class Caveat:
    """A phrase that travels with numbers."""

    kind: str
    parameters: tuple[tuple[str, Parameter], ...] = ()
    places: tuple[str, ...] = ()  #: the cells or curves that it is about; () = whatever carries it

    def __getitem__(self, name: str) -> Parameter:
        return dict(self.parameters)[name]


def phrase(kind: str, **parameters: Parameter) -> Phrase:
    return Phrase(kind, tuple(parameters.items()))


def caveat(kind: str, **parameters: Parameter) -> Caveat:
    return Caveat(kind, tuple(parameters.items()))


def free_text(text: str) -> Caveat:
    """A sentence that somebody else made: a log's parser, or a permalink of an older release."""
    return caveat("text", text=text)


def once(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """The caveats, each of them once, in their order."""
    return tuple(dict.fromkeys(caveats))
