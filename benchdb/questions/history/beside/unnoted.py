"""A history that was frozen, or is of today, without its notes of machines: what is compared with the other. Pure.

Notes come, change and go; none of that makes an answer another one, and a name in a note is none of its runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchdb.domain.caveats import Phrase

NOTES, NOTED = "machine_notes", "is_noted"  #: fields of an answer, and of a change
BARE = {"with a note alone": "with nothing recorded"}  #: kinds of phrases of a headline


def without_notes(data: dict[str, Any]) -> dict[str, Any]:
    """Plain data of an answer of any kind."""
    if NOTES not in data:
        return data
    curves = [curve | {"changes": [without(NOTED, one) for one in curve["changes"]]} for curve in data["curves"]]
    return without(NOTES, data) | {"curves": curves}


def without(field: str, data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != field}


def unnoted(headline: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """As it would be without them."""
    return tuple(map(bare, headline))


def bare(value: Any) -> Any:
    if isinstance(value, Phrase):
        parameters = tuple((name, bare(one)) for name, one in value.parameters)
        return Phrase(BARE.get(value.kind, value.kind), parameters)
    return tuple(map(bare, value)) if isinstance(value, tuple) else value
