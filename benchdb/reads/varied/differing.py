"""In what runs differ, and which of it is compared first: what people vary on purpose, then settings, then the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from benchdb.domain.dimensions import CONDITIONS, MISSING, TUNING, dimension, related
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import Selection

Values = Mapping[str, Sequence[str]]  #: dimension key -> the values that it takes


def differing(where: Where) -> dict[str, list[str]]:
    """The conditions that take several values among the runs that the filters let through, with these."""
    return {key: values for key, values in taken(where).items() if len(values) > 1}


def taken(where: Where) -> dict[str, list[str]]:
    """Each condition, and the values that it takes among the runs that the filters let through."""
    selection = selected(latest.census(), where)
    keys = [known.key for known in CONDITIONS if known.key != "status"]
    return {key: values_of(selection, key) for key in (*keys, *settings_of(selection))}


def meet(where: Where, key: str, other: str) -> bool:
    """Whether the runs of one value of `key` have several of the other condition: a row with something to compare."""
    selection = selected(latest.census(), where)
    rows = np.flatnonzero(selection.counts)
    pairs = np.unique(np.stack([selection.census.coded(one).codes[rows] for one in (key, other)]), axis=1)
    return len(np.unique(pairs[0])) < pairs.shape[1]


def settings_of(selection: Selection) -> list[str]:
    """What some of the runs record of their tuning."""
    return sorted(selection.census.conditions.tuning.names(np.flatnonzero(selection.counts)))


def values_of(selection: Selection, key: str) -> list[str]:
    return list(selection.census.sums(key, selection.counts))


def varied_settings(selection: Selection) -> list[str]:
    """The settings that tell some of the runs from others."""
    return settings_to_compare({key: values_of(selection, key) for key in settings_of(selection)})


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
