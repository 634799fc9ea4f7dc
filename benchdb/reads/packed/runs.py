"""The runs of some rows of the census, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np

from benchdb.domain.columns import Floats, Ints, distinct
from benchdb.models.packed import NO_START
from benchdb.reads.packed.binary import fetched, joined_arrays, listed
from benchdb.reads.packed.census import Census, Mask

MOST_NAMED = 15_000  #: setups; more are not named in the query but chosen from all
RUNS = """
SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int4send(count), ''), string_agg(runs, ''),
       string_agg(trials, ''){more}
FROM benchdb_setupruns{where} GROUP BY status, provenance
"""
TIMES = ", string_agg(started, ''), string_agg(stored, '')"
VALUES = """
SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int4send(count), ''), string_agg(runs, ''),
       string_agg(values, '')
FROM benchdb_packedseries WHERE metric = %s AND item = %s{where} GROUP BY status, provenance
"""

HAVING = """
SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int4send(count), ''), string_agg(runs, '')
FROM benchdb_packedseries WHERE metric = ANY(%s) AND item = '' GROUP BY status, provenance
"""

BOUNDS = """
SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int4send(count), ''),
       string_agg(float8send(lowest), ''), string_agg(float8send(highest), '')
FROM benchdb_packedseries WHERE metric = %s AND item = %s{where} GROUP BY status, provenance
"""


#: When runs began, or were stored where nobody knows; when they began, NO_START where nobody knows; were stored; none.
Moments = Literal["placed", "started", "stored", ""]


@dataclass(frozen=True, slots=True)
class Bounds:
    """One metric of some rows of the census: one entry for each row that has it."""

    rows: Ints  #: places in the census
    counts: Ints  #: of the runs with the metric, or of some of them
    lowest: Floats
    highest: Floats


@dataclass(frozen=True, slots=True)
class RunColumns:
    """One entry for each run."""

    runs: Ints
    rows: Ints  #: places in the census
    trials: Ints  #: NO_TRIAL where nobody said
    moments: Ints  #: microseconds since 1970, of the kind that was asked for
    values: Floats  #: of a metric

    def only(self, mask: Mask) -> RunColumns:
        """Some of the runs; a column that was not asked for stays empty."""
        columns = (getattr(self, field.name) for field in fields(self))
        return RunColumns(*(column[mask] if len(column) else column for column in columns))


NO_INTS, NO_FLOATS = np.empty(0, np.int64), np.empty(0, np.float64)


def runs_of(census: Census, mask: Mask, moments: Moments = "") -> RunColumns:
    """The runs of the rows in `mask`; their moments only where they are asked for."""
    where, parameters = named_setups(census, mask, "WHERE")
    rows = fetched(RUNS.format(more=TIMES if moments else "", where=where), parameters)
    started, stored = (joined_arrays([row[place] for row in rows if moments], ">i8") for place in (6, 7))
    times = {"started": started, "stored": stored}.get(moments, np.where(started == NO_START, stored, started))
    trials = joined_arrays([row[5] for row in rows], ">i4")
    return columns_of(census, mask, rows, trials, times, NO_FLOATS)


def values_of(census: Census, mask: Mask, metric: str, item: str = "") -> RunColumns:
    """One metric of the runs of the rows in `mask`; runs without it are left out."""
    where, parameters = named_setups(census, mask, "AND")
    rows = fetched(VALUES.format(where=where), [metric, item, *parameters])
    return columns_of(census, mask, rows, NO_INTS, NO_INTS, joined_arrays([row[5] for row in rows], ">f8"))


def having_any(census: Census, metrics: Sequence[str]) -> RunColumns:
    """The runs that have one of the metrics or several, each once for each that it has."""
    every = np.ones(len(census.counts), bool)
    return columns_of(census, every, fetched(HAVING, [list(metrics)]), NO_INTS, NO_INTS, NO_FLOATS)


def bounds_of(census: Census, mask: Mask, metric: str, item: str = "") -> Bounds:
    """What a metric lies between in each of the rows in `mask`: no run of them is read."""
    where, parameters = named_setups(census, mask, "AND")
    fetched_rows = fetched(BOUNDS.format(where=where), [metric, item, *parameters])
    read = [row for row in fetched_rows if row[:2] in census.groups]
    rows = np.concatenate([NO_INTS, *(places_of_group(census, row[:2], row[2]) for row in read)])
    counts = joined_arrays([row[3] for row in read], ">i4")
    lowest, highest = (joined_arrays([row[place] for row in read], ">f8") for place in (4, 5))
    keep = (rows >= 0) & mask[rows]
    return Bounds(rows[keep], counts[keep], lowest[keep], highest[keep])


def places_of_group(census: Census, group: tuple[str, str], setups: bytes) -> Ints:
    """Where the rows of these setups stand in the census, all of one status and provenance; -1 where they do not."""
    own = joined_arrays([setups], ">i8")
    return census.places(own, np.full(len(own), census.groups.index(group)))


def named_setups(census: Census, mask: Mask, word: str) -> tuple[str, list[object]]:
    """A condition for the setups of the mask; none where they are very many."""
    setups = distinct(census.setups[mask])
    if len(setups) > MOST_NAMED:
        return "", []
    return f" {word} setup_id = ANY(%s)", [listed(setups)]


def columns_of(census: Census, mask: Mask, rows: list[tuple[Any, ...]], *columns: Any) -> RunColumns:
    """The columns of the runs in `mask`: trials, moments, values; those that were not read are empty."""
    places, counts = [NO_INTS], [NO_INTS]
    for status, provenance, setups, count, *_ in rows:
        setup = joined_arrays([setups], ">i8")
        is_known = (status, provenance) in census.groups
        group = census.groups.index((status, provenance)) if is_known else 0
        places.append(census.places(setup, np.full(len(setup), group)) if is_known else np.full(len(setup), -1))
        counts.append(joined_arrays([count], ">i4"))
    of_runs = np.repeat(np.concatenate(places), np.concatenate(counts))
    keep = (of_runs >= 0) & mask[of_runs]
    runs = joined_arrays([row[4] for row in rows], ">i8")
    trials, moments, values = (column[keep] if len(column) else column for column in columns)
    return RunColumns(runs[keep], of_runs[keep], trials, moments, values)
