"""A question whose filter no run can pass: the values that runs have, each with the question that asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from django.http import QueryDict

from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.wording import sentence
from benchdb.wording.values import shown_value
from frontend.no_match import Way

MOST_KNOWN = 8  #: values of a filter; those spelled like what was asked for, then the most frequent


@dataclass(frozen=True, slots=True)
class KnownValues:
    """Of one filter."""

    sentence: str  #: that no run has what was asked for
    here: tuple[Way, ...]  #: among the runs that all other filters let through
    elsewhere: tuple[Way, ...]  #: where none of those has it on record: of all runs, without the other filters
    whole: Way  #: the question without the filter


def known_values(path: str, query: QueryDict, where: Where, unmatched: Iterable[Caveat]) -> list[KnownValues]:
    return [of_filter(path, query, where, one) for one in unmatched]


def of_filter(path: str, query: QueryDict, where: Where, unmatched: Caveat) -> KnownValues:
    key, wrong = unmatched["given"]
    census = latest.census()
    rest = selected(census, [(other, values) for other, values in where if other != key])
    others = without(query, [key])
    here = ways(path, others, key, wrong, census.sums(key, rest.counts) if rest.total else {})
    elsewhere: tuple[Way, ...] = ()
    if all(way.title == MISSING for way in here):
        layout = without(query, dict(where))
        everywhere = {value: runs for value, runs in census.sums(key, census.counts).items() if value != MISSING}
        elsewhere = ways(path, layout, key, wrong, everywhere)
    return KnownValues(sentence(unmatched), here, elsewhere, Way("", f"{path}?{others.urlencode()}", rest.total))


def ways(path: str, query: QueryDict, key: str, wrong: Sequence[str], sums: Mapping[str, int]) -> tuple[Way, ...]:
    near = {match for value in wrong for match in get_close_matches(value, sums, MOST_KNOWN)}
    chosen = sorted(sums, key=lambda value: (value not in near, -sums[value]))[:MOST_KNOWN]
    return tuple(
        Way(shown_value(key, value), f"{path}?{with_value(query, key, value)}", sums[value])
        for value in sorted(chosen, key=dimension(key).order)
    )


def without(query: QueryDict, keys: Iterable[str]) -> QueryDict:
    rest = query.copy()
    for key in keys:
        rest.pop(key, None)
    return rest


def with_value(query: QueryDict, key: str, value: str) -> str:
    given = query.copy()
    given[key] = value
    return given.urlencode()
