"""Where no run matches: which condition to give up, and how many runs that leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import starmap
from urllib.parse import urlencode

from django.http import QueryDict

from benchdb.domain.dimensions import MISSING
from benchdb.reads.conditions import Where
from benchdb.reads.facets import study_titles
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.search.language import PIECES, terms
from benchdb.reads.search.select import selected
from benchdb.reads.search.term import Term
from frontend.query import chip, chips, search_of, where_of

MOST_NEAR = 3  #: values that are spelled like another
MOST_WAYS = 8  #: each is a search of its own


@dataclass(frozen=True, slots=True)
class Way:
    title: str
    path: str
    runs: int


def without_one(query: QueryDict, where: Where) -> list[Way]:
    """The list without each single filter or term, the most runs first."""
    search = search_of(query)
    pieces = [match.group() for match in PIECES.finditer(search)]
    ways, titles = [], study_titles(where)
    for place, piece in enumerate(pieces):
        rest = query.copy()
        rest["q"] = " ".join(pieces[:place] + pieces[place + 1 :])
        ways.append((piece, rest))
    for key, values in where:
        for value in values:
            one = chip("/runs/", query, key, value, titles)
            ways.append((f"{one.title} {one.value}", QueryDict(one.without.partition("?")[2])))
    if len(ways) < 2:
        return []
    return sorted((way(title, rest) for title, rest in ways[:MOST_WAYS]), key=lambda one: -one.runs)


def near_values(query: QueryDict) -> list[Way]:
    """The list with another value for one that no run has: those with it in them, else those spelled like it."""
    search, census = search_of(query), latest.census()
    ways = []
    for match in PIECES.finditer(search):
        for term in terms(match.group(), census.settings):
            if term.kind != "dimension" or term.is_range or term.is_not or term.key in OF_RUNS:
                continue
            for value in others(term, census.sums(term.key, census.counts)):
                rest, piece = query.copy(), f'{term.key}:"{value}"' if " " in value else f"{term.key}:{value}"
                rest["q"] = search[: match.start()] + piece + search[match.end() :]
                ways.append((piece, rest))
    near = [one for one in starmap(way, ways) if one.runs]
    return (near or [one for piece, _ in ways if (one := alone(piece)).runs])[:MOST_WAYS]


def as_beginning(query: QueryDict) -> QueryDict:
    """A search that somebody is still typing, its last word as the beginning of a value where it is none:
    `machine:we` as `machine:we*`. Else as it is."""
    search, census = search_of(query), latest.census()
    last = next(reversed([*PIECES.finditer(search)]), None)
    if last is None or last.end() < len(search) or query.get("q", "")[-1:] in ('"', " "):
        return query
    read = terms(last.group(), census.settings)
    if len(read) != 1 or read[0].kind != "dimension" or read[0].is_range or read[0].is_not or read[0].either:
        return query
    if read[0].key in OF_RUNS or f"{read[0].text}*" not in like(read[0].text, census.sums(read[0].key, census.counts)):
        return query
    rest = query.copy()
    rest["q"] = f"{search}*"
    return rest


def alone(piece: str) -> Way:
    """The list of a term by itself: what else was asked for leaves nothing of it."""
    return way(piece, QueryDict(urlencode({"q": piece})))


def others(term: Term, runs: Mapping[str, int]) -> list[str]:
    """Those like a value that was typed; of several each by itself."""
    return [value for text in term.either or (term.text,) for value in like(text, runs)]


def like(text: str, runs: Mapping[str, int]) -> list[str]:
    """What somebody may have meant who typed `text`, which is no value: `linux*`, `lab1`."""
    folded = {value.casefold(): value for value, count in runs.items() if count and value != MISSING}
    typed = text.casefold()
    if typed in folded or "*" in typed:
        return []
    if any(value.startswith(typed) for value in folded):
        return [f"{text}*"]
    if any(typed in value for value in folded):
        return [f"*{text}*"]
    return [folded[near] for near in get_close_matches(typed, folded, MOST_NEAR)]


def without_filter(path: str, query: QueryDict, where: Where) -> list[Way]:
    """A question without each of its filters, where that leaves runs and a filter; the most first."""
    given = chips(path, query, tuple(where), study_titles(where))[:MOST_WAYS]
    if len(given) < 2:
        return []
    ways = [
        Way(f"{one.title} {one.value}", one.without, selected(latest.census(), filters_of(one.without)).total)
        for one in given
    ]
    return sorted((way for way in ways if way.runs), key=lambda way: -way.runs)


def filters_of(path: str) -> Where:
    return where_of(QueryDict(path.partition("?")[2]))


def way(title: str, query: QueryDict) -> Way:
    return Way(title, f"/runs/?{query.urlencode()}", selected(latest.census(), where_of(query), search_of(query)).total)
