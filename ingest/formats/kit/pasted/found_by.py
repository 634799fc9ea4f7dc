"""What a report is found by where it does not begin a log: each tool's own words, which stand among its signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

FORMATS = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class FoundBy:
    """By which a report is found in the middle of a line, or of a long log."""

    first: str = ""  #: how a report begins, as a pattern: with a word that no number or unit ends with
    anywhere: tuple[bytes, ...] = ()  #: every report has one of these


@cache
def found_by() -> Mapping[str, FoundBy]:
    """What the signs of each format say of it, by its name; none of those that say nothing."""
    package = __name__.removesuffix(".kit.pasted.found_by")
    folders = sorted(signs.parent for signs in FORMATS.glob("*/*/signs.py"))
    signs = {one.name: import_module(f"{package}.{one.parent.name}.{one.name}.signs") for one in folders}
    known: dict[str, FoundBy | None] = {name: getattr(module, "FOUND_BY", None) for name, module in signs.items()}
    return {name: words for name, words in known.items() if words}
