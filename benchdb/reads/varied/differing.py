"""In what runs differ, and which of it is compared first: what people vary on purpose, then settings, then the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from benchdb.domain.dimensions import CONDITIONS, MISSING, TUNING, dimension, related
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected

Values = Mapping[str, Sequence[str]]  #: dimension key -> the values that it takes


def differing(where: Where) -> dict[str, list[str]]:
    """The conditions that take several values among the runs that the filters let through, with these."""
    return {key: values for key, values in taken(where).items() if len(values) > 1}


def taken(where: Where) -> dict[str, list[str]]:
    """Each condition, and the values that it takes among the runs that the filters let through."""
    selection = selected(latest.census(), where)
    settings = sorted(selection.census.conditions.tuning.names(np.flatnonzero(selection.counts)))
    keys = [known.key for known in CONDITIONS if known.key != "status"]
    return {key: list(selection.census.sums(key, selection.counts)) for key in (*keys, *settings)}


def independent(keys: Iterable[str]) -> list[str]:
    """Without those that another of them decides: where kernels differ, so do their series."""
    kept: list[str] = []
    for key in sorted(keys, key=lambda key: bool(dimension(key).of)):
        if not any(related(dimension(key), dimension(other)) for other in kept):
            kept.append(key)
    return kept


def settings_to_compare(values: Values) -> list[str]:
    """The settings that were recorded with two values, a server's own before its kernel's (`net.core.somaxconn`)."""
    names = [key for key, some in values.items() if key.startswith(TUNING) and len({*some} - {MISSING}) > 1]
    return sorted(names, key=lambda key: ("." in key.removeprefix(TUNING), key))
