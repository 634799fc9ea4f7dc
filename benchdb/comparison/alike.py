"""Sentences that differ in their figures only -> one of them, with how many there are. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

FIGURES = re.compile(r"[-+−]?\d[\d.,]*")
FEW = 2  #: sentences alike that are told each by itself


def alike(sentence: str) -> str:
    """What a sentence has in common with those that say the same of other figures."""
    return FIGURES.sub("#", sentence)


def told_once(sentences: Iterable[str]) -> tuple[str, ...]:
    """The sentences, each once; of many that say the same of other figures the first, and how many more there are."""
    kinds: dict[str, list[str]] = {}
    for sentence in dict.fromkeys(sentences):
        kinds.setdefault(alike(sentence), []).append(sentence)
    found: list[str] = []
    for same in kinds.values():
        if len(same) <= FEW:
            found += same
        else:
            found.append(f"{same[0].rstrip('.')} (and {len(same) - 1} more runs say so, with other figures).")
    return tuple(found)
