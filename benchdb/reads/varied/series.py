"""Setups that were measured again and again: what a history can be made of."""

from __future__ import annotations

import numpy as np

from benchdb.domain.dimensions import dimension
from benchdb.reads.packed.census import Mask
from benchdb.reads.packed.runs import runs_of
from benchdb.reads.packed.setups import Ints
from benchdb.reads.varied.groups import Variation
from benchdb.reads.varied.table import Pin, Table

LEAST_RUNS = 3
MOST_SERIES = 4
MOST_POINTS = 60  #: the newest
FREE = ("kernel", "server")  #: may change from run to run: that is what a history is about


def series(table: Table) -> list[Variation]:
    """The setups with the most runs over time, their newest values in order."""
    held = table.held(*FREE)
    group = table.groups(held)
    runs = np.bincount(group, table.counts)

    def in_place(one: int) -> tuple[object, ...]:
        """Of as many runs, 60 before 100."""
        row = int(np.argmax(group == one))
        return -int(runs[one]), *(dimension(key).order(table.text(key, int(table.codes[key][row]))) for key in held)

    largest = [int(one) for one in np.argsort(-runs, kind="stable")[:MOST_SERIES] if runs[one] >= LEAST_RUNS]
    return [over_time(table, held, group == one) for one in sorted(largest, key=in_place)]


def over_time(table: Table, held: list[str], mask: Mask) -> Variation:
    row = int(np.argmax(mask))
    pins: list[Pin] = [(key, int(table.codes[key][row])) for key in held]
    values = in_order(table, mask)
    return Variation(
        metric=table.metric,
        varied="",
        along="",
        values=tuple(table.text(key, code) for key, code in pins if key in NAMING),
        places=("",) * len(values),
        medians=(values,),
        where=table.filters(pins, "machine"),
        runs=int(table.counts[mask].sum()),
    )


NAMING = ("zone", "tool", "path", "concurrency", "rate", "cpus", "threads", "keepalive")  #: what a setup is called by


def in_order(table: Table, mask: Mask) -> tuple[float | None, ...]:
    """The newest values by the time of their runs."""
    mine = mask[table.of_runs]
    ids, values = table.runs.runs[mine], table.runs.values[mine]
    census_mask = np.zeros(len(table.census.counts), bool)
    census_mask[table.rows[mask]] = True
    dated = runs_of(table.census, census_mask, with_times=True)
    order: Ints = np.argsort(dated.runs)
    places = order[np.searchsorted(dated.runs[order], ids)]
    by_time = np.argsort(dated.moments[places], kind="stable")[-MOST_POINTS:]
    return tuple(values[by_time].tolist())
