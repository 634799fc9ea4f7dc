"""Terms that setups decide -> which rows of the census have them."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import translate
from typing import Any

import numpy as np

from benchdb.domain.dimensions import MISSING, TUNING, Dimension, dimension
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.search.former_names import of_today
from benchdb.reads.search.term import BadTerm, Term, number_of

#: In whose texts a word is looked for.
SEARCHED = ("machine", "kernel", "server", "tool", "zone", "path")


def rows_with_word(census: Census, word: str) -> Mask:
    """The rows with the word somewhere in their names."""
    folded = word.casefold()
    mask = np.zeros(len(census.counts), bool)
    for key in SEARCHED:
        mask |= rows_where(census, key, lambda text: text != MISSING and folded in text.casefold())
    return mask


def rows_with_setting(census: Census, word: str) -> Mask:
    """The rows with the word in the name of a setting, or as a setting's whole value."""
    folded, tuning = word.casefold(), census.conditions.tuning
    named = [
        any(
            folded in key.removeprefix(TUNING).casefold() or folded == text.casefold() for key, text in settings.items()
        )
        for settings in tuning.kinds
    ]
    return np.isin(tuning.codes, np.flatnonzero(named))


def rows_with_term(census: Census, term: Term) -> Mask:
    """The rows that a dimension's term lets through."""
    known = dimension(term.key)
    if term.is_range:
        return rows_where(census, term.key, in_range(known, term))
    wanted = "|".join(pattern_of(known, text) for text in (term.text, *term.either))
    pattern = re.compile(wanted, re.IGNORECASE)
    return rows_where(census, term.key, lambda text: pattern.match(text) is not None)


def pattern_of(known: Dimension, text: str) -> str:
    """A name as it is called today, letter by letter; else a pattern, which is its own text as well."""
    name = of_today(known.key, text)
    literal = rf"(?:{re.escape(name)})\Z"
    return literal if name != text else f"{literal}|{translate(loose(known, text))}"


def loose(known: Dimension, pattern: str) -> str:
    """`2.6*` finds `Linux 2.6.32`: what a version is of need not be said."""
    return f"*{pattern}" if known.kind == "version" and pattern[:1].isdigit() else pattern


def rows_where(census: Census, key: str, is_wanted: Callable[[str], bool]) -> Mask:
    coded = census.coded(key)
    return coded.where(is_wanted)


def in_range(known: Dimension, term: Term) -> Callable[[str], bool]:
    """Whether a text lies between the bounds: as a number, or in the order of the dimension."""
    order = value_order(known)
    low, high = (order(edge) if edge else None for edge in (term.low, term.high))

    def is_inside(text: str) -> bool:
        if text == MISSING:
            return False
        place = order(text)
        above = low is None or place > low or (term.has_low and place == low)
        return above and (high is None or place < high or (term.has_high and place == high))

    return is_inside


def value_order(known: Dimension) -> Callable[[str], Any]:
    if known.kind == "number":
        return number_of
    if known.kind == "version":
        return version_order
    if known.kind in ("flag", "list"):
        raise BadTerm("has no order", key=known.key)
    return str.casefold


def version_order(text: str) -> tuple[int, ...]:
    """The numbers of a version, wherever they stand: `Linux 2.6.32` as 2.6.32."""
    return tuple(int(digits) for digits in re.findall(r"\d+", text))
