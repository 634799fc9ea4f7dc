"""Packed series as columns: one entry for each row and one for each number, with the conditions of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from benchdb.domain.columns import MANY, Coded, Floats, Ints, Mask, among, encoded, in_32_bits, picked, small
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.models.packed import NO_TRIAL
from benchdb.reads.conditions import Where
from benchdb.reads.packed.setups import SETUPS, Conditions

GROUP = ("metric", "item", "status", "provenance")
OF_RUNS = ("study", "tag", "run", "upload", "trial")  #: dimensions in which the runs of one setup can differ
TYPES = {"runs": ">i8", "trials": ">i4", "values": ">f8"}
#: Of many, no number takes more bytes than it needs: ids are reckoned with, and have at least so many.
LEAST: dict[str, type[np.signedinteger[Any]]] = {"runs": np.int32, "trials": np.int8, "values": np.int64}


@dataclass(frozen=True)
class Series:
    """Columns: one entry for each packed row. The numbers of all rows stand one after the other."""

    setups: Ints
    counts: Ints
    group: Ints  #: index into `groups`
    groups: tuple[tuple[str, str, str, str], ...]  #: (metric, item, status, provenance)
    runs: Ints  #: one entry for each number, as are the next ones
    trials: Ints  #: NO_TRIAL where nobody said
    values: Floats
    names: int  #: the version of the machines', kernels' and servers' names

    @cached_property
    def conditions(self) -> Conditions:
        return SETUPS.of(self.setups, self.names)

    @cached_property
    def row(self) -> Ints:
        """The row of each number."""
        return np.repeat(np.arange(len(self.counts), dtype=np.int32), self.counts)

    def parts(self, most: int) -> Iterator[tuple[slice, Series]]:
        """(which of the numbers, the series of these) of as many rows as have about so many."""
        ends = np.cumsum(self.counts)
        firsts = np.searchsorted(ends, np.arange(0, len(self.runs), most), side="right").tolist()
        for first, last in pairwise([*dict.fromkeys(firsts), len(ends)]):
            own = slice(int(ends[first] - self.counts[first]), int(ends[last - 1]))
            rows = {name: getattr(self, name)[first:last] for name in ("setups", "counts", "group")}
            yield own, replace(self, **rows, **{name: getattr(self, name)[own] for name in TYPES})

    def of_metrics(self, metrics: Collection[str]) -> Series:
        """Only the numbers of these."""
        keep = self.coded("metric").where(metrics.__contains__)
        return self if keep.all() else kept(self, keep[self.row])

    @property
    def metric_codes(self) -> Ints:
        return self.coded("metric").codes

    def coded(self, key: str) -> Coded:
        """What each row has of one dimension."""
        if key in GROUP:
            return coded_group(self, GROUP.index(key))
        return self.conditions.coded(key)

    def coded_numbers(self, key: str) -> Coded:
        """What each number has of one dimension: those in which the runs of a row can differ, too."""
        if key == "run":
            ids, codes = np.unique(self.runs, return_inverse=True)
            return Coded(codes, tuple(map(str, ids.tolist())))
        if key == "trial":
            trials, codes = np.unique(self.trials, return_inverse=True)
            return Coded(codes, tuple(MISSING if trial == NO_TRIAL else str(trial) for trial in trials.tolist()))
        of_rows = self.coded(key)
        codes = small(of_rows.codes) if len(self.runs) >= MANY else in_32_bits(of_rows.codes)
        return Coded(picked(codes, self.row), of_rows.texts)


def coded_group(series: Series, place: int) -> Coded:
    of_groups = encoded(group[place] for group in series.groups)
    return Coded(of_groups.codes[series.group], of_groups.texts)


WHOLE = """
SELECT metric, string_agg(runs, ''), string_agg(values, '') FROM benchdb_packedseries
WHERE metric = ANY(%s) AND item = '' AND setup_id = ANY(%s::bigint[]) GROUP BY metric
"""


def only_runs(series: Series, runs: Ints) -> Series:
    """Only the numbers of these runs."""
    return narrowed(series, (), runs)


def having(series: Series, where: Where) -> Series:
    """Only the numbers of the setups that filters of conditions let through."""
    keep = np.ones(len(series.counts), bool)
    for key, values in where:
        keep &= series.coded(key).where(values.__contains__)
    return kept(series, keep[series.row])


def narrowed(series: Series, where: Where, chosen: Ints | None) -> Series:
    """Only the numbers of the runs and trials that are asked for."""
    trials = dict(where).get("trial")
    if chosen is None and trials is None:
        return series
    keep = np.ones(len(series.runs), bool) if chosen is None else among(series.runs, chosen)
    if trials is not None:
        numbers = [NO_TRIAL if (number := dimension("trial").value(text)) is None else number for text in trials]
        keep &= np.isin(series.trials, numbers)
    return kept(series, keep)


def kept(series: Series, keep: Mask) -> Series:
    """Only some of the numbers, and the rows that have some."""
    counts = np.bincount(series.row[keep], minlength=len(series.counts))
    left = counts > 0
    return replace(
        series,
        setups=series.setups[left],
        counts=counts[left],
        group=series.group[left],
        runs=series.runs[keep],
        trials=series.trials[keep],
        values=series.values[keep],
    )
