"""A request's query -> where-filters and Specs, read once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from benchdb.comparison.spec import BadSpec, Spec
from benchdb.dimensions import DIMENSIONS, TUNING, UnknownDimension, dimension

Where = tuple[tuple[str, tuple[str, ...]], ...]


def pairs(query: QueryDict) -> list[tuple[str, str]]:
    """Every name with every value, in order."""
    return [(name, value) for name, values in query.lists() for value in values]


def spec_of(request: HttpRequest) -> Spec:
    """The question in the URL. BadSpec if it cannot be asked."""
    return Spec.from_query(pairs(request.GET))


def where_of(query: QueryDict) -> Where:
    """The filters in a list page's query; anything else in it is left to the page. BadSpec for impossible values."""
    chosen = {name: [value for value in values if value.strip()] for name, values in query.lists()}
    if any("\0" in name + "".join(values) for name, values in chosen.items()):
        raise BadSpec("a NUL is no part of any name or value")
    kept = {
        name: values for name, values in chosen.items() if values and (name in DIMENSIONS or name.startswith(TUNING))
    }
    for name, values in kept.items():
        _check(name, values)
    return tuple((name, tuple(sorted(set(values)))) for name, values in sorted(kept.items()))


def _check(name: str, values: list[str]) -> None:
    try:
        known = dimension(name)
        for value in values:
            known.value(value)
    except (UnknownDimension, ValueError) as error:
        raise BadSpec(f"{name}: {', '.join(values)} is no value of it") from error


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter in force, with where the page goes without it."""

    title: str
    value: str
    without: str


def chips(path: str, query: QueryDict, where: Where) -> list[Chip]:
    """The filters in force, each with a link that takes it away."""
    found = []
    for key, values in where:
        for value in values:
            rest = query.copy()
            rest.setlist(key, [other for other in query.getlist(key) if other != value])
            rest.pop("before", None)
            found.append(Chip(dimension(key).title, value, f"{path}?{rest.urlencode()}"))
    return found


def is_htmx(request: HttpRequest) -> bool:
    details: Any = request.htmx
    return bool(details) and not details.history_restore_request
