"""How many runs were stopped before their end, with figures or without: a log that ends early often has none."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from benchdb.domain.columns import Ints, among
from benchdb.domain.dimensions import ITEM, dimension
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import Census, Mask, latest
from benchdb.reads.packed.runs import runs_of
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import Selection


@dataclass(frozen=True, slots=True)
class Stopped:
    """Of the active runs that some filters let through."""

    runs: int
    by_side: Mapping[str, tuple[int, int]]  #: value of a dimension -> (runs stopped, all of its runs)


NONE = Stopped(0, {})


def stopped_runs(where: Where, unfinished: Collection[str], key: str, besides: Ints | None = None) -> Stopped:
    """By the values of the dimension `key`, where setups decide it; `unfinished` are the statuses of what stopped.

    Runs with the ids `besides` are not among those that stopped, but are of their side.
    """
    census = latest.census()
    if not any(status in unfinished for status, _ in census.groups):
        return NONE
    every = selected(census, [(name, values) for name, values in where if name != ITEM.key])
    rows = census.having("status", unfinished)
    stopped = every.counts * rows if besides is None else counts_without(every, rows, besides)
    return Stopped(int(stopped.sum()), by_side(census, key, stopped, every.counts) if stopped.any() else {})


def counts_without(every: Selection, rows: Mask, besides: Ints) -> Ints:
    """How many of the selected runs of each of the rows have other ids."""
    whole, singles = runs_of(every.census, every.mask & rows), rows[every.rows]
    ids, places = (
        np.concatenate(pair) for pair in ((whole.runs, every.singles[singles]), (whole.rows, every.rows[singles]))
    )
    return np.bincount(places[~among(ids, besides)], minlength=len(rows)).astype(np.int64)


def by_side(census: Census, key: str, stopped: Ints, every: Ints) -> dict[str, tuple[int, int]]:
    if key in OF_RUNS or not dimension(key).is_condition:
        return {}
    totals = census.sums(key, every)
    return {side: (runs, totals[side]) for side, runs in census.sums(key, stopped).items()}
