"""`{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log`: facts that a log's path states. Pure.

A pattern is compared with the end of a path, as many parts of it as the pattern has, so that a folder around everything
does not matter; one that begins with a slash, with the whole path. `*` is any text within one part, `{tuning.NAME}` a
setting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
MOST_STARS = 6
LONGEST_PART = 255  #: characters of a part that says anything: no file system has longer names
SOME, ANY = re.compile(r"[^/]+?"), re.compile(r"[^/]*?")  #: text of a field, and of an asterisk


#: `2026-03-01T02-00-00`, as a file must be called on Windows; with a zone, `…Z` or `…+01-00`.
WITHOUT_COLONS = re.compile(r"(\d{4}-\d{2}-\d{2}[T ]\d{2})-(\d{2})-(\d{2}(?:\.\d+)?)(Z|[+-]\d{2}(?:[-:]?\d{2})?)?")


class BadPattern(ValueError):
    """A pattern that cannot be; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Of one part of a pattern: plain text, or a field or an asterisk, which have the text of `form`."""

    plain: str
    form: re.Pattern[str] | None = None
    name: str = ""  #: of a field

    def ends(self, text: str, begin: int) -> Sequence[int]:
        """Where it may end in a text, the first to be tried first: numbers as long, text as short as they can be."""
        if self.form is None:
            return [begin + len(self.plain)] if text.startswith(self.plain, begin) else []
        if self.form is ANY or self.form is SOME:
            return range(begin + (self.form is SOME), len(text) + 1)
        longest = self.form.match(text, begin)
        every = range(longest.end() if longest else begin, begin, -1)
        return [end for end in every if self.form.fullmatch(text, begin, end)]


@dataclass(frozen=True, slots=True)
class PathPattern:
    """What the parts of a path mean."""

    text: str
    _parts: tuple[tuple[Piece, ...], ...]

    def stated(self, path: str) -> Mapping[str, str] | None:
        """field -> what `path` says, None where it is not of this form."""
        parts = path.split("/")
        if len(parts) < len(self._parts) or (self.text.startswith("/") and len(parts) > len(self._parts)):
            return None
        stated = dict[str, str]()
        for pieces, part in zip(self._parts, parts[-len(self._parts) :], strict=True):
            here = said_by(pieces, part) if len(part) <= LONGEST_PART else None
            if here is None:
                return None
            stated |= here
        return stated


def with_colons(moment: str) -> str:
    """A time of day whose hyphens stand for colons, which no name may have on Windows; any other text as it is."""
    known = WITHOUT_COLONS.fullmatch(moment)
    if known is None:
        return moment
    begin, minute, second, zone = known.groups(default="")
    return f"{begin}:{minute}:{second}{zone[:1]}{zone[1:].replace('-', ':')}"


def said_by(pieces: Sequence[Piece], part: str) -> dict[str, str] | None:
    """field -> its text, in one part of a path; None where it is not of this form.

    What follows a piece is tried once from each place, so that no number of fields takes more than the square of the
    part's length.
    """
    trying, hopeless = [iter(pieces[0].ends(part, 0))], set[tuple[int, int]]()
    ends = [0]
    while trying:
        end = next(trying[-1], None)
        if end is None:
            trying.pop()
            hopeless.add((len(trying), ends.pop()))
        elif len(trying) == len(pieces):
            if end == len(part):
                places = [*ends, end]
                spans = zip(pieces, places, places[1:], strict=False)
                return {piece.name: part[begin:close] for piece, begin, close in spans if piece.name}
        elif (len(trying), end) not in hopeless:
            trying.append(iter(pieces[len(trying)].ends(part, end)))
            ends.append(end)
    return None


@lru_cache(maxsize=64)
def path_pattern(text: str) -> PathPattern:
    """Read a pattern. BadPattern where it names an unknown field, or could be read in two ways."""
    parts, names, before = list[list[Piece]]([[]]), list[str](), "/"
    for name, brace, star, plain in PIECE.findall(text.removeprefix("/")):
        if brace:
            raise BadPattern(f"a {brace} that is not part of a {{field}}")
        if not plain and before == "field":
            raise BadPattern("two fields side by side: it is unclear where one ends and the next begins")
        before = "" if plain else "field"
        if plain:
            first, *others = plain.split("/")
            parts[-1].append(Piece(first))
            parts += [[Piece(other)] for other in others]
        else:
            parts[-1].append(Piece("", ANY) if star else Piece("", form_of(name, names), name))
    if not names:
        raise BadPattern("no {field} in it")
    if text.count("*") > MOST_STARS:
        raise BadPattern(f"more than {MOST_STARS} asterisks")
    return PathPattern(text, tuple(tuple(pieces) or (Piece(""),) for pieces in parts))


def form_of(name: str, names: list[str]) -> re.Pattern[str]:
    """What the field may hold; it is added to `names`. BadPattern for one that is unknown or there already."""
    if name in names:
        raise BadPattern(f"{{{name}}} stands in it twice")
    if name not in FIELDS and not TUNING.fullmatch(name):
        known = ", ".join(f"{{{field}}}" for field in FIELDS)
        raise BadPattern(f"unknown field {{{name}}}; known are {known}, {{tuning.NAME}}")
    names.append(name)
    form = FIELDS.get(name, TEXT)
    return SOME if form == TEXT else re.compile(form)
