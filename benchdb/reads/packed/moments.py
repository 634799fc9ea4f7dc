"""When the runs of a series were made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from benchdb.domain.columns import Ints, among
from benchdb.models.packed import NO_START
from benchdb.reads.packed.binary import fetched, joined_arrays, listed
from benchdb.reads.packed.series import Series

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STARTS = """
SELECT string_agg(runs, ''), string_agg(started, ''), string_agg(bundles, '') FROM benchdb_setupruns
WHERE setup_id = ANY(%s::bigint[])
"""
TIMES = """
SELECT string_agg(runs, ''), string_agg(started, ''), string_agg(stored, '') FROM benchdb_setupruns
WHERE setup_id = ANY(%s::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Made:
    """A run, and when it was made: stored, where nobody knows when it began."""

    run: int
    moment: datetime
    has_start: bool


def newest_made(series: Series, most: int, since: datetime | None = None, until: datetime | None = None) -> list[Made]:
    """The newest runs of the series, newest first; of a stretch of time, only those made in it."""
    return newest_of(times_of(np.unique(series.setups)), series, most, since, until)


def newest_of(
    times: tuple[Ints, Ints, Ints],
    series: Series,
    most: int,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Made]:
    """The same where the times of its setups, and of others, were read already."""
    ids, started, stored = times
    moments = np.where(started == NO_START, stored, started)
    keep = among(ids, series.runs)
    keep &= moments >= microseconds(since) if since else True
    keep &= moments < microseconds(until) if until else True
    ids, started, moments = ids[keep], started[keep], moments[keep]
    order = np.lexsort((-ids, -moments))[:most]
    rows = zip(ids[order].tolist(), moments[order].tolist(), (started[order] != NO_START).tolist(), strict=True)
    return [Made(run, EPOCH + timedelta(microseconds=moment), has_start) for run, moment, has_start in rows]


def microseconds(moment: datetime) -> int:
    """Since 1970."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def times_of(setups: Ints) -> tuple[Ints, Ints, Ints]:
    """(ids, starts, times of storing) of the active runs of some setups."""
    row = fetched(TIMES, [listed(setups)])[0]
    ids, started, stored = (joined_arrays([column or b""], ">i8") for column in row)
    return ids, started, stored


def starts_of_setups(setups: Ints) -> tuple[Ints, Ints, Ints]:
    """(ids, starts, what they came in) of the active runs of some setups."""
    row = fetched(STARTS, [listed(setups)])[0]
    ids, started, bundles = (joined_arrays([column or b""], ">i8") for column in row)
    return ids, started, bundles
