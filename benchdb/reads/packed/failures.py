"""How many requests failed in each run of some rows of the census, from the packed series of all that counts them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchdb.domain.columns import Ints, among, distinct
from benchdb.domain.failures import FAILED, RESPONSES, failures, way_of_counting
from benchdb.domain.setups.load_tools import ANSWERED_ONLY
from benchdb.reads.packed.binary import fetched, joined_arrays
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.runs import NO_INTS, RunColumns, columns_of, named_setups
from benchdb.reads.versions import UntilChanged

#: Wider than the rule, which looks at what is read: of responses most are no errors, and these are not read.
COUNTED = f"(metric = '{FAILED}' OR metric = '{RESPONSES}' AND item ~ '^([45]|non)')"
COUNTS = f"""
SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int4send(count), ''), string_agg(runs, ''),
       string_agg(values, ''), metric, item
FROM benchdb_packedseries WHERE {COUNTED}{{where}} GROUP BY metric, item, status, provenance
"""
FAILING = f"""
SELECT string_agg(int8send(setup_id), '') FROM benchdb_packedseries WHERE {COUNTED} AND highest > 0
"""


def failures_of(census: Census, mask: Mask) -> RunColumns:
    """Of the runs of the rows in `mask`; those of which nobody counted are left out."""
    where, parameters = named_setups(census, mask, "AND")
    rows = [row for row in fetched(COUNTS.format(where=where), parameters) if way_of_counting(row[6], row[7])]
    read = [columns_of(census, mask, [row], NO_INTS, NO_INTS, joined_arrays([row[5]], ">f8")) for row in rows]
    every = np.concatenate([NO_INTS, *(part.runs for part in read)])
    if len(read) == 1:  # each run once, as it comes
        runs, firsts, places = every, np.arange(len(every)), np.arange(len(every))
    else:
        runs, firsts, places = np.unique(every, return_index=True, return_inverse=True)
    of_parts = np.split(places, np.cumsum([len(part.runs) for part in read])[:-1]) if read else []
    counts = ((row[6], row[7], own, part.values) for row, own, part in zip(rows, of_parts, read, strict=True))
    own_rows = np.concatenate([NO_INTS, *(part.rows for part in read)])[firsts]
    answered_only = census.coded("tool").where(ANSWERED_ONLY.__contains__)[own_rows]
    return RunColumns(runs, own_rows, NO_INTS, NO_INTS, failures(counts, len(runs), answered_only))


def failing(census: Census) -> Mask:
    """The rows of whose setups some run counts a failure: all others need not be looked at for one."""
    return among(census.setups, failing_setups())


def _failing_setups() -> Ints:
    return distinct(joined_arrays([row[0] for row in fetched(FAILING, []) if row[0]], ">i8"))


failing_setups = UntilChanged(_failing_setups)


def with_failures(census: Census, mask: Mask) -> RunColumns:
    """Those runs of the rows in `mask` in which requests failed."""
    numbers = failures_of(census, mask & failing(census))
    keep = numbers.values > 0
    return replace(numbers, runs=numbers.runs[keep], rows=numbers.rows[keep], values=numbers.values[keep])
