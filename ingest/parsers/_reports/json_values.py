"""A JSON report in a log -> its values by path, with the lines they stand on, as far as it goes. Used by several tools.

Unlike the json module it keeps positions, and what stands before the place where a report was cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite

from ingest.parsers._reports.pieces import LONGEST, Page

Path = tuple[str, ...]
Value = str | float | bool | None

TOKEN = re.compile(
    r'[\s\x1e]*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([{}\[\],:])|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)(?=[\s,}\]])'
    r"|(true|false|null|NaN|-?Infinity)\b)",
    re.DOTALL,
)
WORDS: dict[str, Value] = {"true": True, "false": False}  #: the others are no values
DEEPEST = 30


@dataclass(slots=True)
class Document:
    """What a JSON text says. The path of a list's member ends in its number."""

    values: dict[Path, dict[str, tuple[Value, int]]] = field(default_factory=dict)  #: by the object they stand in
    objects: dict[Path, dict[str, None]] = field(default_factory=dict)  #: names of objects and lists, likewise
    is_whole: bool = False

    def number(self, *path: str) -> float | None:
        value = self._value(path)[0]
        return value if isinstance(value, float) else None

    def count(self, *path: str) -> int:
        number = self.number(*path) or 0
        return int(number) if 0 <= number < 1e18 else 0

    def text(self, *path: str) -> str:
        value = self._value(path)[0]
        return value if isinstance(value, str) else ""

    def line(self, *path: str) -> int:
        return self._value(path)[1]

    def has(self, *path: str) -> bool:
        return path[-1] in self.values.get(path[:-1], {}) or path[-1] in self.objects.get(path[:-1], {})

    def under(self, *path: str) -> Iterator[tuple[str, Value, int]]:
        """(name, value, line) of what stands in the object at `path`, but for objects and lists."""
        for name, (value, line) in self.values.get(path, {}).items():
            yield name, value, line

    def names(self, *path: str) -> Iterable[str]:
        """The names of objects and lists in the object at `path`."""
        return self.objects.get(path, {})

    def _value(self, path: Path) -> tuple[Value, int]:
        return self.values.get(path[:-1], {}).get(path[-1], (None, 0))


@dataclass(slots=True)
class _Level:
    """An object or a list that is open."""

    is_list: bool
    key: str = ""
    count: int = 0
    expects_value: bool = False


def document(page: Page) -> Document:
    """The JSON object that begins here; the page then stands behind it, or where it stops being JSON."""
    found, levels, line = Document(), list[_Level](), page.line
    at, end = page.at, min(len(page.text), page.at + LONGEST)
    while token := TOKEN.match(page.text, at, end):
        line += page.newlines(at, token.end())
        at = token.end()
        if not _step(found, levels, token, line):
            break
        if not levels:
            found.is_whole = True
            break
    page.go(at)
    return found


def _step(found: Document, levels: list[_Level], token: re.Match[str], line: int) -> bool:
    """Read one token. False if it cannot stand there."""
    string, sign, number, word = token.groups()
    top = levels[-1] if levels else None
    if sign:
        return _sign(found, sign, levels)
    if top is None:
        return False
    if string is not None and not top.is_list and not top.expects_value:
        top.key = unescaped(string)
        return True
    value = unescaped(string) if string is not None else finite(number) if number else WORDS.get(word)
    *parent, name = _path(levels)
    found.values.setdefault(tuple(parent), {})[name] = (value, line)
    return True


def _sign(found: Document, sign: str, levels: list[_Level]) -> bool:
    if sign in "{[":
        if levels:
            *parent, name = _path(levels)
            found.objects.setdefault(tuple(parent), {})[name] = None
        levels.append(_Level(sign == "["))
        return len(levels) <= DEEPEST
    if not levels:
        return False
    top = levels[-1]
    if sign in "}]":
        levels.pop()
        return top.is_list == (sign == "]")
    if sign == ":":
        top.expects_value = True
    else:
        top.expects_value, top.count = False, top.count + 1
    return True


def _path(levels: list[_Level]) -> Path:
    return tuple(str(level.count) if level.is_list else level.key for level in levels)


def finite(text: str) -> float | None:
    """A JSON number; None for one beyond what a float holds."""
    number = float(text)
    return number if isfinite(number) else None


def unescaped(text: str) -> str:
    """What a JSON string stands for; a broken one stands for itself."""
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text
