"""What is known of the runs of a series besides their numbers: conditions, starts, failures, what their logs say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from benchdb.domain.caveats import Caveat, of_row
from benchdb.domain.columns import Coded, Floats, Ints, distinct, small
from benchdb.domain.dimensions import CONDITIONS
from benchdb.models.packed import NO_START
from benchdb.reads.packed.binary import fetched, joined_arrays, listed
from benchdb.reads.packed.moments import starts_of_setups
from benchdb.reads.packed.series import WHOLE, Series

CAVEATS = """
SELECT id, caveats, limits FROM benchdb_run
WHERE NOT (caveats = '[]'::jsonb AND limits = '[]'::jsonb) AND setup_id = ANY(%s::bigint[])
"""
COUNTED = """
SELECT metric, item, string_agg(runs, ''), string_agg(values, '') FROM benchdb_packedseries
WHERE metric = ANY(%s) AND setup_id = ANY(%s::bigint[]) GROUP BY metric, item
"""
MANY = 100_000  #: numbers
MANY_ROWS = 20_000
SPARSE = 4  #: times as many places as runs: a table of them all is still quicker than a search


def conditions_of(series: Series) -> Mapping[str, Coded]:
    """What each row of the series was measured under; where there are many, by codes of few bytes."""
    settings = sorted(series.conditions.settings)
    every = ((key, series.coded(key)) for key in (*(known.key for known in CONDITIONS), *settings))
    if len(series.counts) < MANY_ROWS:
        return dict(every)
    return {key: Coded(small(coded.codes), coded.texts) for key, coded in every}


def order_of(series: Series) -> Ints:
    """Rises with the trials, then with the age of the runs."""
    trials = distinct(series.trials).astype(series.trials.dtype)
    order = np.searchsorted(trials, series.trials)
    order *= int(series.runs.max(initial=0)) + 1
    order += series.runs
    return order


def caveats_of(series: Series) -> Mapping[int, tuple[Caveat, ...]]:
    """What speaks against a run's numbers, of the runs that have such."""
    with connection.cursor() as cursor:
        cursor.execute(CAVEATS, [listed(distinct(series.setups))])
        return {run: (*loaded(caveats), *loaded(limits)) for run, caveats, limits in cursor.fetchall()}


@lru_cache(maxsize=1024)
def loaded(value: str) -> Sequence[Caveat]:
    """A list of the database; many runs have the same."""
    return tuple(map(of_row, json.loads(value)))


def starts_of(series: Series) -> tuple[Floats, Ints]:
    """(when each number's run began, in seconds since 1970, or nan; what a run without a start came in, else 0)"""
    ids, started, bundles = starts_of_setups(distinct(series.setups))
    unknown = started == NO_START
    known, places = np.unique(bundles[unknown], return_inverse=True)
    codes = np.zeros(len(ids))
    codes[unknown] = 1 + places
    of_numbers = np.nan_to_num(of_runs(series.runs, ids, codes)).astype(np.int64)
    starts = np.where(unknown, np.nan, started / 1e6)
    return of_runs(series.runs, ids, starts), np.append(0, known)[of_numbers]


def whole_numbers(series: Series, metrics: Sequence[str]) -> dict[str, Floats]:
    """Other numbers of the same runs, one for each number of the series; nan where a run has none."""
    rows = fetched(WHOLE, [list(metrics), listed(distinct(series.setups))])
    read = {metric: (joined_arrays([runs], ">i8"), joined_arrays([values], ">f8")) for metric, runs, values in rows}
    nothing = (series.runs[:0], series.values[:0])
    return {metric: of_runs(series.runs, *read.get(metric, nothing)) for metric in metrics}


class OfRuns:
    """Other numbers of the same runs, one for each number of the series: all in one statement, or each when asked for.

    Of a million runs each metric takes 8 MB once it is laid beside them.
    """

    def __init__(self, series: Series, metrics: Sequence[str]) -> None:
        self.series = series
        self.setups = listed(distinct(series.setups))
        self.known = None if len(series.runs) >= MANY else counted_numbers(series, metrics, self.setups)

    def read(self, *metrics: str) -> dict[tuple[str, str], Floats]:
        """By (metric, item), those that some run has; nan where a run has none."""
        if self.known is None:
            return counted_numbers(self.series, metrics, self.setups)
        return {key: numbers for key, numbers in self.known.items() if key[0] in metrics}

    def whole(self, metric: str) -> Floats:
        numbers = self.read(metric).get((metric, ""))
        return np.full(len(self.series.runs), np.nan) if numbers is None else numbers


def counted_numbers(series: Series, metrics: Sequence[str], setups: str) -> dict[tuple[str, str], Floats]:
    """As `whole_numbers`, of every part of the metrics."""
    return {
        (metric, item): of_runs(series.runs, joined_arrays([runs], ">i8"), joined_arrays([values], ">f8"))
        for metric, item, runs, values in fetched(COUNTED, [list(metrics), setups])
    }


def of_runs(wanted: Ints, runs: Ints, values: NDArray[Any]) -> Floats:
    """The value of each of the wanted runs; nan where it is not among `runs`."""
    if not len(runs) or not len(wanted):
        return np.full(len(wanted), np.nan)
    first, last = int(runs.min()), int(runs.max())
    if last - first < SPARSE * (len(runs) + len(wanted)):
        table = np.full(last - first + 2, np.nan)  # its last place is for those that are not there
        table[runs - first] = values
        places = np.subtract(wanted, first, dtype=np.int64)
        places[(places < 0) | (places > last - first)] = last - first + 1
        return np.asarray(table[places])
    order = np.argsort(runs)
    places = order[np.minimum(np.searchsorted(runs, wanted, sorter=order), len(runs) - 1)]
    return np.where(runs[places] == wanted, values[places], np.nan)
