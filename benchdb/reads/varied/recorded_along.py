"""What some runs recorded of a few conditions, run by run: for what lies beneath a history."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime

import numpy as np
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from benchdb.domain.columns import Ints
from benchdb.domain.dimensions import TUNING, dimension
from benchdb.models import MachineNote, Run
from benchdb.reads.packed.binary import fetched, joined_arrays, listed
from benchdb.reads.packed.setups import NAMED, OF_SETUPS, SETUPS

SETUPS_OF_RUNS = """
SELECT benchdb_data_version('names'), string_agg(int8send(id), ''), string_agg(int8send(setup_id), '')
FROM benchdb_run WHERE id = ANY(%s)
"""


def values_along(runs: Sequence[int], keys: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Run -> the text of each condition."""
    ((names, *both),) = fetched(SETUPS_OF_RUNS, [listed(np.array(runs, np.int64))])
    ids, setups = (joined_arrays([part] if part else [], ">i8") for part in both)
    conditions, of_runs = SETUPS.of(setups, names), ids.tolist()
    columns = [conditions.coded(key).rows() if is_of_setups(key) else texts_of_runs(ids, key) for key in keys]
    return dict(zip(of_runs, zip(*columns, strict=True), strict=True))


def is_of_setups(key: str) -> bool:
    return key in OF_SETUPS or key.startswith(TUNING)


def texts_of_runs(ids: Ints, key: str) -> Iterator[str]:
    """Of a condition in which the runs of one setup differ."""
    known = dimension(key)
    values = dict(some(ids).values_list("pk", known.path))
    return (known.text(values.get(run)) for run in ids.tolist())


def notes_along(runs: Sequence[int]) -> dict[int, str]:
    """Run -> what people noted of it, of those that have a note."""
    noted = some(np.array(runs, np.int64)).exclude(notes="")
    return {run: " ".join(notes.split()) for run, notes in noted.values_list("pk", "notes")}


def machine_notes_between(first: date, last: date, as_of: datetime | None) -> list[MachineNote]:
    """What was noted of any machine for these days, in their order; of those that were there at a moment."""
    made = {"made_at__lte": as_of} if as_of else {}
    return list(
        MachineNote.objects.filter(since__lte=last, until__gte=first, **made)
        .select_related("machine")
        .order_by("since", "pk")
    )


def machines_of(runs: Sequence[int], machines: Collection[int]) -> dict[int, int]:
    """Run -> its machine, of the runs that were made on one of these."""
    on = some(np.array(runs, np.int64)).filter(setup__machine__in=machines)
    return dict(on.values_list("pk", "setup__machine"))


def some(runs: Ints) -> QuerySet[Run]:
    return Run.objects.filter(pk__in=RawSQL(NAMED, [listed(runs)])).order_by()
