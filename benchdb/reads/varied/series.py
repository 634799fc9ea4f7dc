"""Setups that were measured again and again: what a history can be made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.turns import take_turns
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
    return [apart(table, held, group == one) for one in sorted(largest, key=in_place)]


def repeated(table: Table) -> int:
    """How many setups were measured often enough for a history."""
    return int((np.bincount(table.groups(table.held(*FREE)), table.counts) >= LEAST_RUNS).sum())


def apart(table: Table, held: list[str], mask: Mask) -> Variation:
    """The values over time; kernels, or servers, that take turns are a side each, the newest one first."""
    whole, (rows, values) = over_time(table, held, mask), in_order(table, mask)
    for key in FREE:
        texts = [table.text(key, code) for code in table.codes[key][rows].tolist()]
        if take_turns(text for text in texts if text != MISSING):
            sides = tuple(dict.fromkeys(reversed(texts)))
            medians = tuple(
                tuple(value if text == side else None for text, value in zip(texts, values, strict=True))
                for side in sides
            )
            return replace(whole, varied=key, values=sides, medians=medians)
    return whole


def over_time(table: Table, held: list[str], mask: Mask) -> Variation:
    row = int(np.argmax(mask))
    pins: list[Pin] = [(key, int(table.codes[key][row])) for key in held]
    _, values = in_order(table, mask)
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


def in_order(table: Table, mask: Mask) -> tuple[Ints, tuple[float, ...]]:
    """The newest values by the time of their runs, and the row of each."""
    mine = mask[table.of_runs]
    ids, values = table.runs.runs[mine], table.runs.values[mine]
    census_mask = np.zeros(len(table.census.counts), bool)
    census_mask[table.rows[mask]] = True
    dated = runs_of(table.census, census_mask, moments="placed")
    order: Ints = np.argsort(dated.runs)
    places = order[np.searchsorted(dated.runs[order], ids)]
    by_time = np.argsort(dated.moments[places], kind="stable")[-MOST_POINTS:]
    return table.of_runs[mine][by_time], tuple(values[by_time].tolist())
