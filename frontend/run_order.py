"""How the list of runs is sorted, and where its page begins, as its address says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import QueryDict

from benchdb.domain.columns import Ints
from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.questions.base import BadQuestion
from benchdb.reads.runs import ListedRun
from benchdb.reads.search.newest import every, newest
from benchdb.reads.search.ordered import ordered
from benchdb.reads.search.paged import page
from benchdb.reads.search.selection import Selection
from frontend.answers.run_columns import CONDITIONS
from frontend.query import key_of

PLACE = re.compile(r"[0-9]{1,19}")
MEAN_LATENCY = "latency_mean"
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
        return cls(key.removeprefix("-"), key.startswith("-"), skip, key_of(query))

    def __post_init__(self) -> None:
        if self.key and self.key not in SORTABLE:
            try:
                metric(self.key)
            except UnknownMetric as error:
                raise BadQuestion("not sorted by that", key=self.key[:80]) from error

    def ids(self, selection: Selection, limit: int) -> list[int]:
        """Of one page."""
        if not self.key:
            return newest(selection, self.before, limit)
        return page(selection, self.key, self.is_descending, self.skip, limit)

    def finest(self, rows: Sequence[ListedRun]) -> list[ListedRun]:
        """Of a page: what ab's table prints alike, by the digits that are shown."""
        if self.key != MEAN_LATENCY:
            return list(rows)
        sign = -1 if self.is_descending else 1
        alike = (list(some) for _, some in groupby(rows, key=lambda run: run.numbers.get(MEAN_LATENCY)))
        return [run for some in alike for run in sorted(some, key=lambda run: sign * (run.mean_time or 0.0))]

    def all_ids(self, selection: Selection) -> Ints:
        return ordered(selection, self.key, self.is_descending) if self.key else every(selection)
