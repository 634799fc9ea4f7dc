"""`{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log`: facts that a log's path states. Pure.

A pattern is compared with the end of a path, as many parts of it as the pattern has, so that a folder around everything
does not matter; one that begins with a slash, with the whole path. `*` is any text within one part, `{tuning.NAME}` a
setting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

TEXT, NUMBER, DECIMAL = r"[^/]+?", r"\d+", r"\d+(?:\.\d+)?"
FIELDS = {
    "machine": TEXT,
    "kernel": TEXT,
    "server": TEXT,
    "zone": TEXT,
    "cpus": NUMBER,
    "trial": NUMBER,
    "started_at": r"[-0-9T:.Z+]+",
    "concurrency": NUMBER,
    "rate": DECIMAL,
}
TUNING = re.compile(r"tuning\.[^{}/=;]+")
PIECE = re.compile(r"\{([^{}]*)\}|([{}])|(\*)|([^{}*]+)")
MOST_STARS = 6  #: more could take a regular expression very long


class BadPattern(ValueError):
    """A pattern that cannot be; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PathPattern:
    """What the parts of a path mean."""

    text: str
    _expression: re.Pattern[str]
    _names: tuple[str, ...]

    def stated(self, path: str) -> Mapping[str, str] | None:
        """field -> what `path` says, None where it is not of this form."""
        match = self._expression.search(path)
        return dict(zip(self._names, match.groups(), strict=True)) if match else None


@lru_cache(maxsize=64)
def path_pattern(text: str) -> PathPattern:
    """Read a pattern. BadPattern where it names an unknown field, or could be read in two ways."""
    expression, names, before = "", list[str](), "/"
    for name, brace, star, plain in PIECE.findall(text.removeprefix("/")):
        if brace:
            raise BadPattern(f"a {brace} that is not part of a {{field}}")
        if not plain and before == "field":
            raise BadPattern("two fields side by side: it is unclear where one ends and the next begins")
        before = "" if plain else "field"
        expression += re.escape(plain) or (r"[^/]*?" if star else f"({expression_of(name, names)})")
    if not names:
        raise BadPattern("no {field} in it")
    if text.count("*") > MOST_STARS:
        raise BadPattern(f"more than {MOST_STARS} asterisks")
    start = "^" if text.startswith("/") else "(?:^|/)"
    return PathPattern(text, re.compile(f"{start}{expression}$"), tuple(names))


def expression_of(name: str, names: list[str]) -> str:
    """What the field may hold; it is added to `names`. BadPattern for one that is unknown or there already."""
    if name in names:
        raise BadPattern(f"{{{name}}} stands in it twice")
    if name not in FIELDS and not TUNING.fullmatch(name):
        known = ", ".join(f"{{{field}}}" for field in FIELDS)
        raise BadPattern(f"unknown field {{{name}}}; known are {known}, {{tuning.NAME}}")
    names.append(name)
    return FIELDS.get(name, TEXT)
