"""A selection's runs by falling id, page by page, however many there are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchdb.domain.columns import Ints, among
from benchdb.models import Run
from benchdb.reads.packed.runs import runs_of
from benchdb.reads.search.selection import Selection

MOST_LISTED = 50_000  #: runs of a selection whose ids are read and sorted; of more the newest runs of all are looked at
STEP = 2_000  #: of the newest runs, looked at together
STEPS = 10


def newest(selection: Selection, before: int | None, limit: int) -> list[int]:
    """The ids of the newest runs older than `before`, newest first."""
    if selection.is_everything:
        return _walk(before, limit)
    if selection.total > MOST_LISTED and (ids := _sifted(selection, before, limit)) is not None:
        return ids
    mine = runs_of(selection.census, selection.mask).runs if selection.mask.any() else selection.singles[:0]
    return _highest(np.concatenate([mine, selection.singles]), before, limit)


def every(selection: Selection) -> Ints:
    """The ids of all runs, newest first."""
    mine = runs_of(selection.census, selection.mask).runs if selection.mask.any() else selection.singles[:0]
    return np.sort(np.concatenate([mine, selection.singles]))[::-1]


def _walk(before: int | None, limit: int) -> list[int]:
    runs = Run.objects.active().order_by("-pk")
    runs = runs if before is None else runs.filter(pk__lt=before)
    return list(runs.values_list("pk", flat=True)[:limit])


def _highest(ids: Ints, before: int | None, limit: int) -> list[int]:
    older = ids if before is None else ids[ids < before]
    if len(older) > limit:
        older = np.partition(older, len(older) - limit)[-limit:]
    return sorted(older.tolist(), reverse=True)


def _sifted(selection: Selection, before: int | None, limit: int) -> list[int] | None:
    """Those of the newest runs that are selected; None where they lie too far apart."""
    chosen: list[int] = []
    for _ in range(STEPS):
        runs = Run.objects.active().order_by("-pk")
        runs = runs if before is None else runs.filter(pk__lt=before)
        step = list(runs.values_list("pk", "setup", "status", "provenance")[:STEP])
        chosen += selected_of(selection, step)
        if len(chosen) >= limit or len(step) < STEP:
            return chosen[:limit]
        before = step[-1][0]
    return None


def selected_of(selection: Selection, step: Sequence[tuple[int, int, str, str]]) -> list[int]:
    """Those of some runs (id, setup, status, provenance) that are selected, in their order."""
    census = selection.census
    known = [row for row in step if (row[2], row[3]) in census.groups]
    group = np.array([census.groups.index((row[2], row[3])) for row in known], np.int64)
    places = census.places(np.array([row[1] for row in known], np.int64), group)
    ids = np.array([row[0] for row in known], np.int64)
    keep = ((places >= 0) & selection.mask[places]) | among(ids, selection.singles)
    return [int(run) for run in ids[keep]]
