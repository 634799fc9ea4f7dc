"""How the list of runs is sorted, and where its page begins, as its address says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import QueryDict

from benchdb.domain.columns import Ints
from benchdb.domain.metrics import LATENCY, MEAN_LATENCY, UnknownMetric, figure
from benchdb.questions.base import BadQuestion
from benchdb.reads.search.newest import every, newest
from benchdb.reads.search.ordered import ordered
from benchdb.reads.search.paged import page
from benchdb.reads.search.selection import Selection
from frontend.answers.run_columns import CONDITIONS
from frontend.query import key_of

PLACE = re.compile(r"[0-9]{1,19}")
#: What columns were called -> what they are: addresses that people keep have these.
FORMER = {MEAN_LATENCY: LATENCY}
SORTABLE = (*CONDITIONS, "started", "trial")


@dataclass(frozen=True, slots=True)
class Order:
    """How the list is sorted, and where its page begins."""

    key: str = ""  #: "" = the newest first
    is_descending: bool = False
    skip: int = 0
    before: int | None = None  #: of the newest first: the runs older than this one

    @classmethod
    def from_query(cls, query: QueryDict) -> Order:
        key = query.get("sort", "").replace("\0", "")
        for name in ("skip", "before"):
            place = query.get(name, "").strip()
            if place and not PLACE.fullmatch(place):
                raise BadQuestion("not a place in a list", name=name, place=place[:80])
        skip = min(int(query.get("skip", "").strip() or 0), 10**9)
        name = key.removeprefix("-")
        return cls(FORMER.get(name, name), key.startswith("-"), skip, key_of(query))

    def __post_init__(self) -> None:
        if self.key and self.key not in SORTABLE:
            try:
                figure(self.key)
            except UnknownMetric as error:
                raise BadQuestion("not sorted by that", key=self.key[:80]) from error

    def ids(self, selection: Selection, limit: int) -> list[int]:
        """Of one page."""
        if not self.key:
            return newest(selection, self.before, limit)
        return page(selection, self.key, self.is_descending, self.skip, limit)

    def all_ids(self, selection: Selection) -> Ints:
        return ordered(selection, self.key, self.is_descending) if self.key else every(selection)


def columns_wanted(query: QueryDict) -> list[str]:
    """Those that somebody chose, by what they are called today; [] = the usual ones."""
    return [FORMER.get(key, key) for key in query.getlist("col")]
