"""The setups of runs that somebody excluded, which no census counts: most filters let none of them through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benchdb.domain.columns import Ints
from benchdb.reads.packed.binary import fetched, joined_arrays
from benchdb.reads.packed.census import Census
from benchdb.reads.versions import UntilChanged

HAVING = """
SELECT benchdb_data_version('names'), string_agg(int8send(setup_id), '' ORDER BY setup_id)
FROM (SELECT DISTINCT setup_id FROM benchdb_run WHERE excluded_at IS NOT NULL AND retired_at IS NULL) AS own
"""
COUNTED_BY = ("status", "provenance")  #: of a census; here they are left to the runs


def _with_excluded() -> Census:
    ((names, setups),) = fetched(HAVING, [])
    own = joined_arrays([setups] if setups else [], ">i8")
    nothing = np.zeros(len(own), np.int64)
    return Census(own, nothing, (("", ""),), nothing, nothing, names, has_excluded=len(own) > 0)


with_excluded = UntilChanged(_with_excluded)


def setups_with_excluded(where: Iterable[tuple[str, Sequence[str]]]) -> Ints | None:
    """Those that the filters of setups let through; None where that is all of them. Filters of runs say nothing."""
    every = with_excluded()
    mask = every.mask((key, values) for key, values in where if key not in COUNTED_BY)
    return None if mask.all() and len(mask) else every.setups[mask]
