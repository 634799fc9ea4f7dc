"""A part of a search, and what is common to all that compare: bounds and numbers. Pure."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from benchdb.wording import Refusal

Kind = Literal["word", "dimension", "metric", "moment"]
BOUND = re.compile(r"(>=|<=|>|<)(.+)")


class BadTerm(Refusal):
    """A term that says nothing, and why."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a search."""

    kind: Kind
    key: str  #: of a dimension, a metric's name, since, until or stored; "" for a word
    text: str  #: the word, or the pattern of a dimension; "" where bounds are given
    low: str = ""  #: at least, or more than
    high: str = ""
    has_low: bool = True  #: whether `low` itself is let through
    has_high: bool = True
    is_not: bool = False
    either: tuple[str, ...] = ()  #: the patterns of which one is enough, where several were given

    @property
    def is_range(self) -> bool:
        return bool(self.low or self.high)


def ranged(kind: Kind, key: str, value: str, is_not: bool) -> Term:
    if bound := BOUND.fullmatch(value):
        sign, edge = bound.groups()
        if sign[0] == ">":
            return Term(kind, key, "", low=edge, has_low=sign == ">=", is_not=is_not)
        return Term(kind, key, "", high=edge, has_high=sign == "<=", is_not=is_not)
    low, dots, high = value.partition("..")
    if dots and (low or high):
        return Term(kind, key, "", low=low, high=high, is_not=is_not)
    return Term(kind, key, value, is_not=is_not)


def number_of(text: str) -> float:
    """ValueError for what is none, or not finite."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
