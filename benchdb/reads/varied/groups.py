"""Groups of like runs that differ in one condition, or lie along one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.dimensions import dimension, related
from benchdb.reads.packed.census import Mask
from benchdb.reads.packed.series import Floats
from benchdb.reads.packed.setups import Ints
from benchdb.reads.varied.differing import independent, settings_to_compare
from benchdb.reads.varied.table import Filters, Pin, Table

#: What people vary on purpose, likeliest first; and what usually runs down the side of it.
VARIED = ("zone", "kernel", "server", "cpus", "keepalive", "tls", "tool", "threads", "concurrency", "machine")
ALONG = ("concurrency", "rate", "cpus", "path", "threads")
LEAST_PLACES = 3  #: of a sweep
MOST_TIED = 40  #: cells of equally many runs, of which each is tried


@dataclass(frozen=True, slots=True)
class Variation:
    """Like runs that differ in one dimension, or along a second one besides."""

    metric: str
    varied: str  #: a dimension's key
    along: str  #: a dimension's key; "" = one place
    values: tuple[str, ...]  #: of what was varied
    places: tuple[str, ...]  #: of what it was varied along
    medians: tuple[tuple[float | None, ...], ...]  #: for each value, at each place
    where: Filters  #: what holds the rest still
    runs: int


def variations(table: Table) -> list[Variation]:
    """For each dimension that was varied, the largest group of like runs; those of the most runs first."""
    offers = []
    for key in varied_in(table):
        known = table.recorded(key)  # nobody compares a value with none
        free = [along for along in ("", *ALONG) if is_free(known, key, along)]
        groups = [group for along in free if (group := largest(known, key, along))]
        if groups:
            offers.append(max(groups, key=lambda group: (group.runs, len(group.places))))
    return sorted(offers, key=lambda one: -one.runs)


def varied_in(table: Table) -> list[str]:
    """What may have been varied: VARIED, the settings, and the one other condition where nothing else differs."""
    settings = settings_to_compare({key: table.values(key) for key in table.differing})
    usual = [key for key in (*VARIED, *settings) if key in table.differing]
    return usual or independent(table.differing)


def is_free(table: Table, key: str, along: str) -> bool:
    if key not in table.differing:
        return False
    return not along or (along in table.differing and not related(dimension(key), dimension(along)))


def largest(table: Table, key: str, along: str, least: int = 1) -> Variation | None:
    """Of the groups that differ in `key` (and lie along `along`) alone, the one that compares the most runs.

    Without a key, of those that lie along `along` alone. With `least`, of those with as many places, all else equal.
    """
    held = table.held(key, along)
    cell = table.groups([*held, *((along,) if along else ())])
    chosen_of = chosen_codes(table, key)
    width = int(chosen_of.max(initial=0)) + 1
    pairs = np.unique(cell * width + chosen_of) // width
    compared = np.bincount(pairs, minlength=int(cell.max()) + 1) > (1 if key else 0)
    compared &= places_alike(table, held, cell, compared) >= least
    if not compared.any():
        return None
    runs = np.bincount(cell, table.counts).astype(int) * compared
    tied = np.flatnonzero(runs == runs.max())[:MOST_TIED].tolist()
    cells = Cells.of(table, held, along, cell, runs, compared)
    groups = list(dict.fromkeys(tuple(cells.alike(best)) for best in tied))  # the first of equal ones
    kept = max(groups, key=lambda pins: int(table.counts[table.having(pins) & compared[cell]].sum()))
    return variation(table, key, along, kept, cell, compared)


def places_alike(table: Table, held: Sequence[str], cell: Ints, compared: Mask) -> Ints:
    """Of each cell, how many that are compared have its conditions."""
    rows = np.unique(cell, return_index=True)[1]  # one row of each cell
    alike = table.groups(held)[rows]
    return np.bincount(alike, compared).astype(int)[alike]


@dataclass(frozen=True)
class Cells:
    """The cells of like rows, and the one of each place that others are held against."""

    held: Sequence[str]
    codes: Ints  #: [cell, condition] of `held`
    places: Ints  #: [cell]
    ranked: list[tuple[Ints, Ints]]  #: of each place with cells that are compared: (the cells, minus their runs)

    @classmethod
    def of(cls, table: Table, held: Sequence[str], along: str, cell: Ints, runs: Ints, compared: Mask) -> Cells:
        rows = np.unique(cell, return_index=True)[1]  # one row of each cell
        codes = np.stack([table.codes[key][rows] for key in held], axis=1) if held else np.zeros((len(rows), 0), int)
        places = chosen_codes(table, along)[rows]
        there = [np.flatnonzero(compared & (places == place)) for place in np.unique(places[compared])]
        return cls(held, codes, places, [(cells, -runs[cells]) for cells in there])

    def alike(self, best: int) -> list[Pin]:
        """The conditions, with their codes, that hold the cell `best` and those at other places that are like it.

        What differs from place to place (more requests at a higher load) is the same on both sides of each, and need
        not be held; unless a cell would then mix unlike runs.
        """
        own, codes = self.codes[best], self.codes
        nearest = [cells[np.lexsort((fewest, (codes[cells] != own).sum(axis=1)))[0]] for cells, fewest in self.ranked]
        common = (codes[nearest] == own).all(axis=0)
        alike = (codes[:, common] == own[common]).all(axis=1)
        is_pure = len(np.unique(self.places[alike])) == int(alike.sum())
        return [(key, int(own[i])) for i, key in enumerate(self.held) if common[i] or not is_pure]


def chosen_codes(table: Table, key: str) -> Ints:
    return table.codes[key] if key else np.zeros(len(table.rows), np.int64)


def variation(table: Table, key: str, along: str, held: Sequence[Pin], cell: Ints, compared: Mask) -> Variation:
    """The group as it is shown: its values, and the median at each place."""
    mask = table.having(held)
    values, places = ordered(table, key, mask), ordered(table, along, mask)
    medians = tuple(
        tuple(median(table, mask & chosen(table, key, code) & chosen(table, along, place)) for place, _ in places)
        for code, _ in values
    )
    return Variation(
        metric=table.metric,
        varied=key,
        along=along,
        values=texts(values),
        places=texts(places),
        medians=medians,
        where=table.filters(held, "machine"),
        runs=int(table.counts[mask & compared[cell]].sum()),
    )


def chosen(table: Table, key: str, code: int) -> Mask:
    return table.codes[key] == code if key else np.ones(len(table.rows), bool)


def ordered(table: Table, key: str, mask: Mask) -> list[tuple[int, str]]:
    """(code, text) of the values that the rows have, in the order of the dimension."""
    if not key:
        return [(0, "")]
    known = dimension(key)
    pairs = [(int(code), table.text(key, int(code))) for code in np.unique(table.codes[key][mask])]
    return sorted(pairs, key=lambda pair: known.order(pair[1]))


def texts(pairs: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(text for _, text in pairs)


def median(table: Table, mask: Mask) -> float | None:
    values: Floats = table.runs.values[mask[table.of_runs]]
    return float(np.median(values)) if len(values) else None


def sweeps(table: Table, axes: Sequence[str]) -> list[Variation]:
    """For each axis the largest group of like runs along it, with what was varied besides where something was."""
    offers = []
    for axis in axes:
        placed = table.recorded(axis)
        pairs = [key for key in VARIED if is_free(placed, key, axis)] if axis in placed.differing else []
        wide = [group for key in ("", *pairs) if len(placed.rows) and (group := widest(placed, key, axis))]
        if wide:
            offers.append(max(wide, key=lambda group: (group.runs, len(group.values))))
    return sorted(offers, key=lambda one: -one.runs)


def widest(table: Table, key: str, axis: str) -> Variation | None:
    """The largest group with places enough for a curve: eight kernels on 8 CPUs are more runs than two on 1 to 8."""
    for least in (1, LEAST_PLACES):
        group = largest(table, key, axis, least)
        if group and len(group.places) >= LEAST_PLACES:
            return group
    return None
