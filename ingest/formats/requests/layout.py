"""What stands in a row of a log with one row per request, and how a single row is read: the tolerant way.

Polars reads whole blocks the same way and faster (`table.py`); a test holds both together.
Quoting is that of RFC 4180.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

FIRST_LINES = 200  #: among which the first row of a log without a header must be
LARGEST_WHOLE = 2**63  #: nanoseconds since 1970 have 19 digits
LARGEST = 1e18  #: a number beyond is no measurement
PREFIX = r"(?P<prefix>\[[^\]\n]{0,60}\] |[ \t>|#*]*)"  #: what may stand before a header, and then before each row
BEFORE_LINES = re.compile(r"\[[^\]]{0,60}\] ?|[ >|#*]+")


Value = int | str | bool


class Kind(NamedTuple):
    """How the cells of a column are read."""

    dtype: str  #: Polars' name of it; this module is imported to recognise a log, for which Polars takes too long
    pattern: re.Pattern[str] | None
    scale: int = 1  #: a decimal is multiplied by it and rounded to a whole number
    is_word: bool = False
    empty: Value | None = None  #: what an empty cell stands for; None: it cannot be read
    names: tuple[str, ...] = ()  #: of an Enum


WHOLE = Kind("Int64", re.compile(r"[ \t]*[-+]?\d{1,19}[ \t]*", re.ASCII))
WORD = Kind("String", None, is_word=True, empty="")
WHOLE_OR_EMPTY = WHOLE._replace(empty=0)
TRUTH = Kind("Boolean", re.compile(r"[ \t]*(?i:true|false)[ \t]*", re.ASCII))
DECIMAL_PATTERN = re.compile(r"[ \t]*[-+]?(?:\d{1,18}(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?[ \t]*", re.ASCII)


def one_of(names: Iterable[str]) -> Kind:
    """One of a few words."""
    return Kind("Enum", None, names=tuple(names))


def decimal(scale: int) -> Kind:
    """A decimal number, kept as a whole number of its `scale`-th part."""
    return Kind("Float64", DECIMAL_PATTERN, scale)


@dataclass(frozen=True)
class Layout:
    """What stands in which column."""

    columns: tuple[str, ...]  #: every column of a row
    kinds: Mapping[str, Kind]  #: those that are read
    separator: str
    is_quoted: bool = False
    row: re.Pattern[str] = re.compile(r"[-+]?\d")  #: how a row begins, even a damaged one
    prefix: str = ""  #: what stands before each line, such as the "> " of a mail; a time stamp is another in each

    @property
    def places(self) -> list[int]:
        """Of the columns that are read; where a damaged header has a name twice, of the first."""
        first: dict[str, int] = {}
        for place, name in enumerate(self.columns):
            if name in self.kinds:
                first.setdefault(name, place)
        return [*first.values()]

    @cached_property
    def read(self) -> list[tuple[int, str, Kind]]:
        """(place, name, kind) of each column that is read."""
        return [(place, self.columns[place], self.kinds[self.columns[place]]) for place in self.places]

    def reading(self, kinds: Mapping[str, Kind]) -> Layout:
        """The same rows, of which other columns are read."""
        return replace(self, kinds=kinds)


def unprefixed(layout: Layout, data: bytes) -> bytes:
    """`data` without what stands before each line."""
    if not layout.prefix or layout.prefix.startswith("["):
        return data
    prefix = layout.prefix.encode()
    return data.replace(b"\n" + prefix, b"\n").removeprefix(prefix)


def cells(text: str, separator: str, is_quoted: bool) -> list[str]:
    """The cells of one row."""
    if not is_quoted or '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader([text], delimiter=separator), [])
    except csv.Error:
        return text.split(separator)


def row(layout: Layout, text: str) -> list[Value] | str:
    """The values of one row; else what is wrong with it; "" if it is no row at all."""
    is_row = layout.row.match(text)
    if not is_row and (before := BEFORE_LINES.match(text)):
        text = text[before.end() :]
        is_row = layout.row.match(text)
    words = cells(text, layout.separator, layout.is_quoted)
    if not (is_row or (2 * len(words) >= len(layout.columns) and text.strip())):
        return ""
    if any(words[len(layout.columns) :]) and layout.columns[-1] in layout.kinds:  # Polars does not look beyond either
        return f"A row has {len(words)} cells instead of {len(layout.columns)}."
    values: list[Value] = []
    for place, name, kind in layout.read:
        if place >= len(words) and kind.empty is None:
            return f"A row ends before its {name!r} cell."
        value = _value(kind, words[place] if place < len(words) else "")
        if value is None:
            return f"The {name!r} cell of a row is {words[place][:40]!r}, which cannot be read."
        values.append(value)
    return values


def _value(kind: Kind, text: str) -> Value | None:
    if kind.is_word:
        return text
    if kind.dtype == "Int64" and text.isdecimal() and text.isascii() and len(text) < 19:
        return int(text)
    if not text:
        return kind.empty
    if kind.pattern is None or not kind.pattern.fullmatch(text):
        return None
    if kind.dtype == "Boolean":
        return text.strip().lower() == "true"
    if kind.dtype == "Int64":
        return whole if -LARGEST_WHOLE <= (whole := int(text)) < LARGEST_WHOLE else None
    value = float(text) * kind.scale
    return round(value) if abs(value) < LARGEST else None
