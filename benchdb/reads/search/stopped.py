"""How many runs were stopped before their end, with figures or without: a log that ends early often has none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from django.db.models import Count, QuerySet

from benchdb.domain.columns import Coded, Ints, among
from benchdb.domain.dimensions import ITEM, dimension
from benchdb.models import Run
from benchdb.reads.conditions import Where, filtered
from benchdb.reads.packed.census import Mask, latest, totals
from benchdb.reads.packed.runs import runs_of
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.packed.setups import SETUPS
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import Selection


@dataclass(frozen=True, slots=True)
class Stopped:
    """Of the active runs that some filters let through."""

    runs: int
    by_side: Mapping[str, tuple[int, int]]  #: value of a dimension -> (runs stopped, all of its runs)
    by_place: Mapping[tuple[str, str], tuple[int, int]]  #: (value of another one, value of that) -> the same


NONE = Stopped(0, {}, {})


def stopped_runs(
    where: Where,
    unfinished: Collection[str],
    keys: Sequence[str],
    besides: Ints | None = None,
    moment: datetime | None = None,
) -> Stopped:
    """By the values of the last of `keys`, and of the one before it with that, where setups decide these dimensions;
    `unfinished` are the statuses of what stopped.

    Runs with the ids `besides` are not among those that stopped, but are of their side. Slow at a moment that is given.
    """
    of_runs = [(name, values) for name, values in where if name != ITEM.key]
    if moment:
        return stopped_then(of_runs, unfinished, keys, [] if besides is None else besides.tolist(), moment)
    census = latest.census()
    if not any(status in unfinished for status, _ in census.groups):
        return NONE
    every = selected(census, of_runs)
    rows = census.having("status", unfinished)
    stopped = every.counts * rows if besides is None else counts_without(every, rows, besides)
    if not stopped.any():
        return NONE
    return Stopped(int(stopped.sum()), *by_values(census.coded, keys, stopped, every.counts))


def counts_without(every: Selection, rows: Mask, besides: Ints) -> Ints:
    """How many of the selected runs of each of the rows have other ids."""
    whole, singles = runs_of(every.census, every.mask & rows), rows[every.rows]
    ids, places = (
        np.concatenate(pair) for pair in ((whole.runs, every.singles[singles]), (whole.rows, every.rows[singles]))
    )
    return np.bincount(places[~among(ids, besides)], minlength=len(rows)).astype(np.int64)


def stopped_then(
    where: Where, unfinished: Collection[str], keys: Sequence[str], besides: Sequence[int], moment: datetime
) -> Stopped:
    """From the rows: of the runs as they stood then, under the names of today."""
    runs = Run.objects.active_at(moment).filter(filtered(where))
    stopped = counts_of_setups(runs.filter(status__in=unfinished).exclude(pk__in=besides))
    if not stopped:
        return NONE
    if "provenance" in keys[-2:]:
        return Stopped(sum(stopped.values()), {}, {})
    every = counts_of_setups(runs)
    setups = np.array(list(every), np.int64)
    lost = np.array([stopped.get(setup, 0) for setup in every], np.int64)
    coded = SETUPS.of(setups, latest.census().names).coded
    return Stopped(sum(stopped.values()), *by_values(coded, keys, lost, np.array(list(every.values()), np.int64)))


def counts_of_setups(runs: QuerySet[Run]) -> dict[int, int]:
    return dict(runs.order_by("setup_id").values_list("setup_id").annotate(Count("pk")))


def is_of_setups(key: str) -> bool:
    return key not in OF_RUNS and dimension(key).is_condition


def by_values(
    coded: Callable[[str], Coded], keys: Sequence[str], stopped: Ints, every: Ints
) -> tuple[dict[str, tuple[int, int]], dict[tuple[str, str], tuple[int, int]]]:
    """By the sides, and by the places of rows and sides."""
    of_setups = [coded(key) if is_of_setups(key) else None for key in keys[-2:]]
    side = of_setups[-1]
    if side is None:
        return {}, {}
    row = of_setups[0] if len(of_setups) > 1 else None
    return by_side(side, stopped, every), by_place(row, side, stopped, every) if row else {}


def by_place(row: Coded, side: Coded, stopped: Ints, every: Ints) -> dict[tuple[str, str], tuple[int, int]]:
    """Of the places at which some were stopped."""
    codes = row.codes.astype(np.int64) * len(side.texts) + side.codes
    used = np.unique(codes[stopped > 0])
    places = np.minimum(np.searchsorted(used, codes), len(used) - 1)
    is_used = used[places] == codes
    sums = (
        np.bincount(places[is_used], counts[is_used], len(used)).astype(int).tolist() for counts in (stopped, every)
    )
    names = ((row.texts[code // len(side.texts)], side.texts[code % len(side.texts)]) for code in used.tolist())
    return dict(zip(names, zip(*sums, strict=True), strict=True))


def by_side(coded: Coded, stopped: Ints, every: Ints) -> dict[str, tuple[int, int]]:
    of_sides = totals(coded, every)
    return {side: (runs, of_sides[side]) for side, runs in totals(coded, stopped).items()}
