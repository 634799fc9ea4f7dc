"""The machines, each with what was varied on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchdb.domain.dimensions import MISSING
from benchdb.reads.packed.census import Census, Mask, latest
from benchdb.reads.search.select import selected
from benchdb.reads.varied.groups import Variation, sweeps, variations
from benchdb.reads.varied.series import over_time, repeated, series
from benchdb.reads.varied.table import Filters, Table, tables

COST_METRICS = ("cpu_time_per_request",)
AXES = ("cpus", "concurrency", "rate")
MOST_OFFERS = 4  #: of one machine


@dataclass(frozen=True, slots=True)
class Varied:
    """One machine, and what was varied on it."""

    machine: str
    runs: int
    newest: int  #: microseconds since 1970
    variations: tuple[Variation, ...]
    left_out: int = 0  #: variations besides these
    is_published: bool = False  #: whether all of its runs are of a paper: they were made long before they were stored


Offers = Callable[[Table], list[Variation]]
Count = Callable[[Table], int]  #: of what could be offered, where that is more than the offers that are made


def of_machines(
    census: Census, mask: Mask, offers: Offers = variations, metrics: Sequence[str] = (), count: Count | None = None
) -> list[Varied]:
    """Every machine with what was varied on it, the one that was measured last first."""
    coded, listed, published = census.coded("machine"), [], census.having("provenance", ("published",))
    for code in np.unique(coded.codes[mask]).tolist():
        own, name = mask & (coded.codes == code), coded.texts[code]
        own_tables = list(tables(census, own, metrics))
        offered = [on_machine(one, name) for table in own_tables for one in offers(table)]
        every = sum(map(count, own_tables)) if count else len(offered)
        listed.append(
            Varied(
                name,
                int(census.counts[own].sum()),
                int(census.newest[own].max()),
                tuple(offered[:MOST_OFFERS]),
                max(0, every - MOST_OFFERS),
                not (own & ~published).any(),
            )
        )
    return sorted(listed, key=lambda one: (one.machine == MISSING, -one.newest))


def on_machine(one: Variation, name: str) -> Variation:
    return replace(one, where=tuple(sorted({**dict(one.where), "machine": (name,)}.items())))


class Kept:
    """What a function says of all runs, kept until something changes."""

    def __init__(self, function: Callable[[Census, Mask], list[Varied]]) -> None:
        self._function, self._lock = function, threading.Lock()
        self._census: Census | None = None
        self._varied: list[Varied] = []

    def __call__(self) -> list[Varied]:
        with self._lock:
            census = latest.census()
            if census is not self._census:
                self._varied = self._function(census, census.counts > 0)
                self._census = census
            return self._varied


def swept_along(table: Table) -> list[Variation]:
    """What loads and CPU counts were raised."""
    return sweeps(table, AXES)


compared = Kept(of_machines)
swept = Kept(lambda census, mask: of_machines(census, mask, swept_along))
tracked = Kept(lambda census, mask: of_machines(census, mask, series, count=repeated))
costed = Kept(lambda census, mask: of_machines(census, mask, varied_or_all, COST_METRICS))


def varied_or_all(table: Table) -> list[Variation]:
    """What was varied; where nothing was, all the runs together: what they cost is worth an answer as well."""
    return variations(table) or [over_time(table, [], np.ones(len(table.rows), bool))]


def of_selection(where: Filters, offers: Offers = variations) -> list[Variation]:
    """What was varied among the runs that the filters let through, whichever machines they are of."""
    census = latest.census()
    mask = selected(census, where).counts > 0
    return (
        [
            replace(one, where=tuple(sorted({**dict(one.where), **dict(where)}.items())))
            for table in tables(census, mask)
            for one in offers(table)
        ]
        if mask.any()
        else []
    )
