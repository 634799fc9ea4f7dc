"""The filters by what a question lays out: each value that the answer shows is ticked, and taking a tick away hides it.

Nobody chose those ticks, so they must not narrow the question: new kernels come into it. The form says beside them
which there were, and where all of them come back from that form they are none. An address that names each of them,
as after a tick that was taken away and set again, is taken at its word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from django.http import QueryDict

from benchdb.questions import base
from benchdb.questions.base import EVERY, ticks_name
from benchdb.reads.facets import Facet
from frontend.query import pairs


def with_ticks(offered: Iterable[Facet], shown: Mapping[str, Collection[str]]) -> list[Facet]:
    """The filters, with what is shown ticked where nothing was chosen and each of it has a box."""
    return [ticked(facet, shown.get(facet.dimension.key, ())) for facet in offered]


def ticked(facet: Facet, shown: Collection[str]) -> Facet:
    """One value alone has no tick: without it nothing would be left."""
    boxes = {choice.value for choice in facet.choices}
    if facet.is_open or facet.more or len(shown) < 2 or not boxes.issuperset(shown):
        return facet
    return replace(facet, choices=tuple(replace(one, is_chosen=one.value in shown) for one in facet.choices))


def every_tick(before: Iterable[Facet], after: Iterable[Facet]) -> list[tuple[str, str]]:
    """Fields of the form: which ticks nobody chose."""
    chosen = {facet.dimension.key for facet in before if facet.is_open}
    return [
        (EVERY, f"{facet.dimension.key}:{ticks_name(one.value for one in facet.choices if one.is_chosen)}")
        for facet in after
        if facet.is_open and facet.dimension.key not in chosen
    ]


def without_ticks(given: QueryDict) -> QueryDict:
    """What was asked, for a page that shows it again."""
    if EVERY not in given:
        return given
    wanted = QueryDict(mutable=True)
    for name, value in base.without_ticks(pairs(given)):
        wanted.appendlist(name, value)
    return wanted
