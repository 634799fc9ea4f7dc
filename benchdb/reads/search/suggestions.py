"""What a search could go on with: fields by their names, and the values that runs have of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchdb.domain.dimensions import DIMENSIONS, MISSING, TUNING, dimension
from benchdb.reads.facets import OFFERED, values_of
from benchdb.reads.packed.census import latest
from benchdb.reads.search.language import SHORT, field
from benchdb.reads.search.moments import MOMENTS
from benchdb.reads.search.select import selected
from benchdb.reads.versions import UntilChanged

MOST = 12  #: suggestions
FEWEST_LETTERS = 2  #: of a value whose field is not named
OF_WORDS = tuple(key for key in OFFERED if key not in ("cpus", "concurrency"))  #: whose values are known by a part
LAST = re.compile(r"(?P<minus>-?)(?:(?P<key>[A-Za-z][\w.-]*)(?P<sign>[:=]))?(?P<part>.*)", re.DOTALL)
PLAIN = re.compile(r"[\w./+-]+")  #: a value that stands without quotation marks
MOST_TYPED = 500  #: letters of a search that is gone on with

Values = tuple[tuple[str, int], ...]  #: (value, runs), the most frequent first


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A whole search, as it would be with one more field or value."""

    query: str
    text: str  #: what the last piece becomes
    runs: int = 0  #: that have the value; 0 = a field alone
    typed: str = ""  #: browsers show an entry only where its value or its text has what was typed


def suggestions(query: str) -> list[Suggestion]:
    """What the last piece of `query` may become, values by how many runs have them; [] for what is complete."""
    return [replace(one, typed=query.strip()) for one in gone_on(query)]


def gone_on(query: str) -> list[Suggestion]:
    """A word may be the beginning of a field, or a part of a value of any; behind a field's name stand its values."""
    if not query.strip() or len(query) > MOST_TYPED:
        return []
    before, last = parted(query)
    piece = LAST.fullmatch(last)
    if piece is None:
        return []
    head, part = f"{before}{piece['minus']}", piece["part"].removeprefix('"').casefold()
    settings = {key.removeprefix(TUNING).casefold(): key for key in latest.census().settings}
    if piece["key"]:
        key = field(piece["key"], settings)
        is_dimension = key in DIMENSIONS or key.startswith(TUNING)
        return [*of_values(f"{head}{piece['key']}{piece['sign']}", key, part)][:MOST] if is_dimension else []
    values = [one for key in OF_WORDS for one in of_values(f"{head}{key}:", key, part)] if is_long(part) else []
    return [*fields(head, part, settings), *sorted(values, key=lambda one: -one.runs)][:MOST]


def is_long(part: str) -> bool:
    return len(part) >= FEWEST_LETTERS


def parted(query: str) -> tuple[str, str]:
    """(what is complete, the last piece); a piece goes on behind a blank while its quotation mark is open."""
    end = query.rindex('"') if query.count('"') % 2 else len(query)
    start = max(query.rfind(blank, 0, end) for blank in " \t\n") + 1
    return query[:start], query[start:]


def fields(head: str, part: str, settings: dict[str, str]) -> Iterator[Suggestion]:
    """Those whose name, or whose title, begins so."""
    if not part:
        return
    named = {name: dimension(name).title for name in DIMENSIONS} | {
        name: dimension(key).title for name, key in settings.items()
    }
    for name in (*named, *SHORT, *MOMENTS):
        title = named.get(name, name)
        if name.casefold().startswith(part) or title.casefold().startswith(part):
            yield Suggestion(f"{head}{name}:", f"{name}:")


def of_values(head: str, key: str, part: str) -> Iterator[Suggestion]:
    """Those that begin so, then those that have it within."""
    matching = [one for one in known_values(key) if part in one[0].casefold() and '"' not in one[0]]
    for value, runs in sorted(matching, key=lambda one: not one[0].casefold().startswith(part)):
        written = value if PLAIN.fullmatch(value) and ".." not in value else f'"{value}"'
        yield Suggestion(f"{head}{written}", value, runs)


def _known_values(key: str) -> Values:
    census, labels = latest.labelled()
    counts = values_of(key, selected(census, (), ""), labels)
    known = ((value, runs) for value, runs in counts.items() if value != MISSING and runs)
    return tuple(sorted(known, key=lambda one: (-one[1], one[0])))


known_values = UntilChanged(_known_values)
