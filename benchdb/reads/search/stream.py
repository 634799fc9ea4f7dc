"""Every run of a selection as a line of texts and numbers, read setup by setup: however many, never all in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import numpy as np

from benchdb.domain.columns import Ints
from benchdb.domain.dimensions import CONDITIONS
from benchdb.reads.packed.moments import EPOCH
from benchdb.reads.packed.observed import of_runs
from benchdb.reads.packed.runs import RunColumns, runs_of, values_of
from benchdb.reads.search.selection import Selection

AT_ONCE = 500  #: setups


def heads(metrics: Sequence[str]) -> tuple[str, ...]:
    return ("run", "date", *(known.key for known in CONDITIONS), *metrics)


def lines(selection: Selection, metrics: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """One for each run: its id, when it was made, its conditions, its numbers (None where it has none)."""
    chosen = selection.mask.copy()
    chosen[selection.rows] = True
    places = np.flatnonzero(chosen)
    for first in range(0, len(places), AT_ONCE):
        yield from block(selection, places[first : first + AT_ONCE], metrics)


def block(selection: Selection, places: Ints, metrics: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    census = selection.census
    rows = np.zeros(len(selection.mask), bool)
    rows[places] = True
    columns = runs_of(census, rows, with_times=True)
    keep = np.flatnonzero(selection.mask[columns.rows] | np.isin(columns.runs, selection.singles))
    runs = columns.runs[keep]
    dates = ((EPOCH + timedelta(microseconds=moment)).isoformat() for moment in columns.moments[keep].tolist())
    texts = [condition_texts(selection, key.key, columns, keep) for key in CONDITIONS]
    numbers = []
    for name in metrics:
        values = values_of(census, rows, name)
        own = of_runs(runs, values.runs, values.values).tolist()
        numbers.append([None if value != value else value for value in own])
    yield from zip(runs.tolist(), dates, *texts, *numbers, strict=True)


def condition_texts(selection: Selection, key: str, columns: RunColumns, keep: Ints) -> list[str]:
    coded = selection.census.coded(key)
    return [coded.texts[code] for code in coded.codes[columns.rows[keep]].tolist()]
