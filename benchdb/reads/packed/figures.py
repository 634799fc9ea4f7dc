"""The figures that lists show, search and sort by: metrics as they were measured, and two that are of several series.

Failures are counted by the one rule (failures.py). The mean latency of a run is the finest that its log has: ab prints
whole milliseconds in its table, and the same mean with all its digits as "Time per request (mean)".
"""

from __future__ import annotations

import numpy as np

from benchdb.domain.columns import among
from benchdb.domain.failures import FAILED
from benchdb.domain.metrics import LATENCY, MEAN_LATENCY, MEAN_TIME
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.failures import failures_of
from benchdb.reads.packed.runs import NO_INTS, Bounds, RunColumns, bounds_of, values_of


def figures_of(census: Census, mask: Mask, name: str) -> RunColumns:
    """Of the runs of the rows in `mask`; those without the figure are left out."""
    if name == FAILED:
        return failures_of(census, mask)
    return latencies_of(census, mask) if name == LATENCY else values_of(census, mask, name)


def figure_bounds(census: Census, mask: Mask, name: str) -> Bounds:
    """What a figure lies between in each of the rows in `mask`, at most so far apart. Failures have no bounds."""
    return latency_bounds(census, mask) if name == LATENCY else bounds_of(census, mask, name)


def latencies_of(census: Census, mask: Mask) -> RunColumns:
    """Each run once."""
    fine, coarse = values_of(census, mask, *MEAN_TIME), values_of(census, mask, MEAN_LATENCY)
    rest = coarse.only(~among(coarse.runs, fine.runs))
    runs, rows, values = (np.concatenate([getattr(part, name) for part in (fine, rest)]) for name in COLUMNS)
    return RunColumns(runs, rows, NO_INTS, NO_INTS, values)


COLUMNS = ("runs", "rows", "values")


def latency_bounds(census: Census, mask: Mask) -> Bounds:
    """Of a row some of whose runs have the finer figure, what both lie between."""
    fine, coarse = bounds_of(census, mask, *MEAN_TIME), bounds_of(census, mask, MEAN_LATENCY)
    lowest, highest = np.full(len(mask), np.inf), np.full(len(mask), -np.inf)
    counts = np.zeros(len(mask), np.int64)
    for part in (fine, coarse):
        chosen = counts[part.rows] < census.counts[part.rows]  # else each run of the row has the finer one
        own = part.rows[chosen]
        lowest[own] = np.minimum(lowest[own], part.lowest[chosen])
        highest[own] = np.maximum(highest[own], part.highest[chosen])
        counts[own] = np.maximum(counts[own], part.counts[chosen])
    rows = np.flatnonzero(counts)
    return Bounds(rows, counts[rows], lowest[rows], highest[rows])
