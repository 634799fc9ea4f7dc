"""A request's query -> filters, search and place in a list of runs, read once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from django.http import HttpRequest, QueryDict

from benchdb.domain.dimensions import DIMENSIONS, TUNING, UnknownDimension, dimension
from benchdb.questions.base import BadQuestion, Where
from benchdb.questions.parameters import unknown_dimension
from benchdb.wording.values import shown_value

LARGEST_KEY = 2**62
STATEMENT_SECONDS = 5.0  #: of one statement of the database, for those who are not logged in
#: What is asked of other lists by such a parameter, and here otherwise.
ELSEWHERE = {
    **dict.fromkeys(("page", "cursor", "offset", "limit"), "not a filter, but a place"),
    **dict.fromkeys(("since", "until"), "not a filter, but searched for"),
}
NO_TITLES: Mapping[str, str] = {}


def patience(request: HttpRequest) -> float | None:
    """How long a statement may take for whoever asks; None where they may wait."""
    return None if request.user.is_authenticated else STATEMENT_SECONDS


def pairs(query: QueryDict) -> list[tuple[str, str]]:
    """Every name with every value, in order."""
    return [(name, value) for name, values in query.lists() for value in values]


def where_of(query: QueryDict) -> Where:
    """The filters in a list page's query; anything else in it is left to the page. BadQuestion if impossible."""
    chosen = {name: [value for value in values if value.strip()] for name, values in query.lists()}
    if any("\0" in name + "".join(values) for name, values in chosen.items()):
        raise BadQuestion("holds NUL")
    kept = {
        name: values for name, values in chosen.items() if values and (name in DIMENSIONS or name.startswith(TUNING))
    }
    for name, values in kept.items():
        _check(name, values)
    return tuple((name, tuple(sorted(set(values)))) for name, values in sorted(kept.items()))


def filters_of(query: QueryDict, own: Collection[str]) -> Where:
    """`where_of`, of a page with parameters of its own that leaves nothing out. BadQuestion for what nobody knows."""
    for name, values in query.lists():
        if name in own or name in DIMENSIONS or name.startswith(TUNING) or not "".join(values).strip():
            continue
        near = get_close_matches(name, (*DIMENSIONS, *own), 1, 0.8)
        typed = {"name": name[:80], "value": values[-1][:80]}
        if near:
            raise BadQuestion("not a filter, but near", **typed, near=near[0])
        raise BadQuestion(ELSEWHERE.get(name, "not a filter"), **typed)
    return where_of(query)


def _check(name: str, values: list[str]) -> None:
    try:
        for value in values:
            dimension(name).value(value)
    except UnknownDimension as error:
        raise unknown_dimension(error) from error
    except ValueError as error:
        raise BadQuestion("not a value", value=", ".join(values), dimension=name) from error


def search_of(query: QueryDict) -> str:
    """What was typed into the search box."""
    return " ".join(query.get("q", "").replace("\0", "").split())


def key_of(query: QueryDict) -> int | None:
    """The key that a page's rows are older than; None for the first page, and for what is no key."""
    before = query.get("before", "").strip()
    return min(int(before), LARGEST_KEY) if before.isascii() and before.isdigit() else None


def without_page(query: QueryDict) -> str:
    """The query of a list's first page."""
    first = query.copy()
    first.pop("before", None)
    return first.urlencode()


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter in force, with where the page goes without it."""

    title: str
    value: str
    without: str
    is_unknown: bool = False  #: no run has this value


def chips(
    path: str,
    query: QueryDict,
    where: Where,
    studies: Mapping[str, str] = NO_TITLES,
    unknown: Collection[tuple[str, str]] = (),
) -> list[Chip]:
    """The filters in force, each with a link that takes it away. `studies`: titles by slug; `unknown`: of no run."""
    return [
        replace(chip(path, query, key, value, studies), is_unknown=(key, value) in unknown)
        for key, values in where
        for value in values
    ]


def chip(path: str, query: QueryDict, key: str, value: str, studies: Mapping[str, str] = NO_TITLES) -> Chip:
    rest = query.copy()
    rest.setlist(key, [other for other in query.getlist(key) if other != value])
    rest.pop("before", None)
    title = studies.get(value, value) if key == "study" else shown_value(key, value)
    return Chip(dimension(key).title, title, f"{path}?{rest.urlencode()}")


def is_htmx(request: HttpRequest) -> bool:
    details: Any = request.htmx
    return bool(details) and not details.history_restore_request
