"""A JSON report in a log -> its values by path, with the lines they stand on, as far as it goes. Used by several tools.

Unlike the json module it keeps positions, and what stands before the place where a report was cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite

from ingest.formats.kit.report_scanner import LONGEST, Page, Reading
from ingest.records import Parsed, Problem, RunRecord

Path = tuple[str, ...]
Value = str | float | bool | None
Run = Callable[["Document", int], RunRecord]  #: a document and its first line -> what it says

TOKEN = re.compile(
    r'\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([{}\[\],:])|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)(?=[\s,}\]])'
    r"|(true|false|null|NaN|-?Infinity)\b|)",  # nothing at all is found where no token is
    re.DOTALL,
)
STRING, SIGN, NUMBER = 1, 2, 3  #: groups of TOKEN
WORDS: dict[str, Value] = {"true": True, "false": False}  #: the others are no values
REST_OF_NUMBER = (".", "e", "E", "+")  #: on the next line, where a terminal wrapped it
DEEPEST = 30
WRAPPED = re.compile(r"(?<=[^\n])[\x1d\x1e]*\n(?=[^\n])")  #: within a string: JSON itself never ends a line there


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

    path: Path
    is_list: bool
    key: str = ""
    count: int = 0
    expects_value: bool = False
    is_full: bool = False  #: its member has a value, so that only a comma or its end can follow
    values: dict[str, tuple[Value, int]] | None = None  #: of the document, once there are some

    @property
    def name(self) -> str:
        """Of the member that is read next."""
        return str(self.count) if self.is_list else self.key

    def drop_number(self) -> None:
        """The last one, of which only the beginning was read."""
        if self.values and isinstance(self.values.get(self.name, ("", 0))[0], float):
            del self.values[self.name]


def document(page: Page) -> Document:
    """The JSON object that begins here; the page then stands behind it, or where it stops being JSON."""
    parsed, levels, line = Document(), list[_Level](), page.line
    top: _Level | None = None
    place = counted = page.place
    for token in TOKEN.finditer(page.text, place, min(len(page.text), place + LONGEST)):
        kind = token.lastindex
        if kind is None:
            if top and top.is_full and page.text.startswith(REST_OF_NUMBER, token.end()):
                top.drop_number()
            break
        place = token.end()
        if kind == SIGN:
            if not _sign(parsed, token[SIGN], levels):
                break
            top = levels[-1] if levels else None
        elif top is None:
            break
        elif kind == STRING and not (top.is_list or top.expects_value):
            if top.is_full or "\n" in token[STRING]:
                break
            top.key = unescaped(token[STRING])
        elif top.is_full or not (top.is_list or top.expects_value):
            if kind == NUMBER:  # behind a comma: the decimals of the number before it
                top.drop_number()
            break
        else:
            top.is_full = True
            if top.values is None:
                top.values = parsed.values.setdefault(top.path, {})
            line, counted = line + page.newlines(counted, place), place
            top.values[top.name] = (_value(kind, token[kind]), line)
    page.go(place)
    return parsed


def of_json(run: Run, unread: Callable[[Document], Iterable[Problem]] = lambda _: ()) -> Reading:
    """A reading of the JSON that begins on a page: as a run, with what is `unread` in it, and where it breaks off."""

    def report(page: Page) -> Parsed:
        line = page.line
        values = document(page)
        yield run(values, line)
        yield from unread(values)
        if not values.is_whole:
            yield page.broken_off("the end of its JSON")

    return report


def _value(kind: int, text: str) -> Value:
    if kind == STRING:
        return unescaped(WRAPPED.sub("", text) if "\n" in text else text)
    return finite(text) if kind == NUMBER else WORDS.get(text)


def _sign(parsed: Document, sign: str, levels: list[_Level]) -> bool:
    """Read a sign. False if it cannot stand there, or nothing can follow it."""
    top = levels[-1] if levels else None
    if sign in "{[":
        if top and (top.is_full or not (top.is_list or top.expects_value)):
            return False
        if top:
            top.is_full = True
            parsed.objects.setdefault(top.path, {})[top.name] = None
        levels.append(_Level((*top.path, top.name) if top else (), sign == "["))
        return len(levels) <= DEEPEST
    if top is None:
        return False
    if sign == ":":
        top.expects_value = True
    elif sign == ",":
        if not top.is_full:
            return False
        top.expects_value, top.is_full, top.count = False, False, top.count + 1
    else:
        levels.pop()
        is_closed = top.is_list == (sign == "]")
        parsed.is_whole = is_closed and not levels
        return is_closed and bool(levels)
    return True


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
