"""Setups that runs continue: those that were measured before, with what has changed since among kernel and server."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from benchdb.domain.dimensions import MISSING
from benchdb.reads.packed.census import Mask, latest
from benchdb.reads.search.select import selected
from benchdb.reads.varied.series import FREE
from benchdb.reads.varied.table import Table, tables
from benchdb.reads.varied.tracks import MOST_TRACKS, Track, conditions_for_names, moments_of, track


@dataclass(frozen=True, slots=True)
class Continued:
    """One setup that some of the runs are of."""

    track: Track  #: of all its runs, these and the others
    before: int  #: runs that were made before the first of these
    changed: tuple[tuple[str, str, str], ...]  #: (dimension, value of the last run before, value of the last run)


def continued(runs: Collection[int], machine: str) -> list[Continued]:
    """Those of the most runs first. `machine`: on which the runs were made, MISSING where that is not on record."""
    selection = selected(latest.census(), (("machine", (machine,)),))
    mask = selection.counts > 0
    table = next(tables(latest.census(), mask), None) if mask.any() else None
    if table is None:
        return []
    held = table.held(*FREE)
    group, times = table.groups(held), moments_of(table)
    of_runs, ours = group[table.of_runs], np.isin(table.runs.runs, list(runs))
    sizes, naming = np.bincount(group, table.counts), conditions_for_names(table, held, group)
    largest = sorted(np.unique(of_runs[ours]).tolist(), key=lambda one: -sizes[one])[:MOST_TRACKS]
    answered: Mask = np.ones(len(of_runs), bool)
    return [
        Continued(
            track(table, times, held, group == one, "machine", naming, answered),
            *since(table, times[0], of_runs == one, ours),
        )
        for one in largest
    ]


def since(table: Table, moments: np.ndarray, own: Mask, ours: Mask) -> tuple[int, tuple[tuple[str, str, str], ...]]:
    """(runs before the first of ours, what has changed since the last of them)"""
    mine, others = np.flatnonzero(own & ours), np.flatnonzero(own & ~ours)
    before = others[moments[others] < moments[mine].min()]
    if not len(before):
        return 0, ()
    rows = [int(table.of_runs[some[np.argmax(moments[some])]]) for some in (before, mine)]
    texts = [(key, *[table.text(key, int(table.codes[key][row])) for row in rows]) for key in FREE]
    changes = [(key, was, is_now) for key, was, is_now in texts if was != is_now and MISSING not in (was, is_now)]
    return len(before), tuple(changes)
