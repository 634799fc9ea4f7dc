"""What a reader must know beside a number, as a value. Pure; its words are made at the edge, by `benchdb.wording`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

#: Text, number, yes or no, several texts, or phrases within a phrase.
Parameter = Any
#: A caveat in a row of the database: a text, or its kind and its parameters.
Stored = str | Mapping[str, Any]
LOG = "log"  #: the kind of what a log's parser says, in its own words


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
    """A sentence of a permalink of an older release."""
    return caveat("text", text=text)


def said_of(one: Caveat) -> Phrase | str:
    """What a caveat says, to stand within another one."""
    text: Phrase | str = one["text"] if one.kind == LOG else Phrase(one.kind, one.parameters)
    return text


def as_row(one: Caveat) -> Stored:
    """As a row keeps it, in JSON."""
    return str(one["text"]) if one.kind == LOG else {"kind": one.kind, "parameters": in_lists(one.parameters)}


def of_row(kept: Stored) -> Caveat:
    """A parser's sentence is text, as are those that older releases stored."""
    return caveat(LOG, text=kept) if isinstance(kept, str) else Caveat(kept["kind"], in_tuples(kept["parameters"]))


def in_lists(value: Any) -> Any:
    if isinstance(value, Phrase):
        return {"kind": value.kind, "parameters": in_lists(value.parameters)}
    return list(map(in_lists, value)) if isinstance(value, tuple) else value


def in_tuples(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Phrase(value["kind"], in_tuples(value["parameters"]))
    return tuple(map(in_tuples, value)) if isinstance(value, list) else value


def once(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """The caveats, each of them once, in their order."""
    return tuple(dict.fromkeys(caveats))
