"""Plurals, lists, and titles within a sentence. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchdb.domain.dimensions import GivenName
from benchdb.domain.units import decimals

BRACKETED = re.compile(r"\([^)]*\)")


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def clauses(words: Sequence[str]) -> str:
    """As `listed`, with a comma before the last one where one of them has a comma itself: `a, at 8 CPUs, and b`.

    Commas in brackets are no such.
    """
    *others, last = words or ("",)
    has_commas = any(", " in BRACKETED.sub("", one) for one in words)
    return f"{', '.join(others)}, and {last}" if others and has_commas else listed(words)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 run`, `2,000 runs`."""
    return f"{decimals(number, 0)} {one if number == 1 else many or one + 's'}"


def out_of(number: int, total: int, noun: str) -> str:
    """`2 of 4 curves`, `all 4 curves`, `both curves`, `the only curve`."""
    if number < total:
        return f"{decimals(number, 0)} of {counted(total, noun)}"
    if total > 2:
        return f"all {counted(total, noun)}"
    return f"the only {noun}" if total == 1 else f"both {noun}s"


def inside(title: str) -> str:
    """A title as it stands within a sentence: an abbreviation (CPUs, TLS) and a setting (KeepAlive, Gzip) keep their
    capitals."""
    if isinstance(title, GivenName):
        return title
    has_capital_within = title.partition(" ")[0][1:] != title.partition(" ")[0][1:].lower()
    return title if has_capital_within else title[:1].lower() + title[1:]


def first_few(words: Sequence[str], most: int) -> list[str]:
    """The first words, and how many more there are; never `1 more` alone."""
    rest = [f"{len(words) - most} more"] if len(words) > most + 1 else words[most:]
    return [*words[:most], *rest]
