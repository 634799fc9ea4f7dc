"""How many runs each setup has, as columns; facets, totals and inventories are sums over them.

Kept until something changes: reading it again takes longer than every sum over it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.columns import Coded, Ints, encoded
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.text.names import in_both_forms
from benchdb.reads.packed.binary import fetched
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.packed.setups import SETUPS, Conditions
from benchdb.reads.versions import Version, data_version

Mask = NDArray[np.bool_]
NAMED = ("machine", "kernel", "server")  #: whose names are looked up before they come here

ROWS = """
SELECT version.*, rows.* FROM (
  SELECT benchdb_data_version('data'), coalesce(pg_current_xact_id_if_assigned()::text, ''),
         benchdb_data_version('names'), EXISTS (SELECT FROM benchdb_run WHERE excluded_at IS NOT NULL)
) AS version LEFT JOIN (
  SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int4send(count), ''),
         string_agg(timestamptz_send(newest), '')
  FROM benchdb_setupruns GROUP BY status, provenance
) AS rows ON true ORDER BY status, provenance
"""
SINCE_1970 = 946_684_800_000_000  #: microseconds until 2000, from which PostgreSQL counts
LABELS = """
SELECT kind, coalesce(slug, name), coalesce(title, ''), l.status, provenance,
       string_agg(int8send(setup_id), ''), string_agg(int4send(count), '')
FROM benchdb_labelledruns l LEFT JOIN benchdb_study s ON kind = 'study' AND s.id = label
  LEFT JOIN benchdb_tag t ON kind = 'tag' AND t.id = label
GROUP BY 1, 2, 3, 4, 5
"""


@dataclass(frozen=True)
class Census:
    """Columns: one entry for each setup, status and provenance that has active runs, in this order."""

    setups: Ints
    group: Ints
    groups: tuple[tuple[str, str], ...]  #: (status, provenance)
    counts: Ints
    newest: Ints  #: microseconds since 1970
    names: int  #: the version of the machines', kernels' and servers' names
    has_excluded: bool  #: some run was excluded, which is in none of the columns

    @cached_property
    def conditions(self) -> Conditions:
        return SETUPS.of(self.setups, self.names)

    def share_conditions(self, before: Census) -> None:
        """Take over what the census before said of the same setups: most changes add runs, or say something of some."""
        if self.names == before.names and np.array_equal(self.setups, before.setups):
            known: dict[str, Any] = {
                name: before.__dict__[name] for name in ("conditions", "settings") if name in before.__dict__
            }
            self.__dict__.update(known)

    @cached_property
    def settings(self) -> tuple[str, ...]:
        """The tuning that some setup with active runs records, as dimensions."""
        return tuple(sorted(self.conditions.settings))

    @cached_property
    def _of_all(self) -> dict[str, dict[str, int]]:
        return {}

    @cached_property
    def _keys(self) -> Ints:
        return self.setups * max(len(self.groups), 1) + self.group

    def places(self, setups: Ints, group: Ints) -> Ints:
        """Where the rows of these setups and groups stand; -1 for those that have no active runs."""
        keys = setups * max(len(self.groups), 1) + group
        places = np.searchsorted(self._keys, keys)
        places[places == len(self._keys)] = 0
        return np.where(self._keys[places] == keys, places, -1) if len(self._keys) else np.full(len(keys), -1)

    def coded(self, key: str) -> Coded:
        """What each row has of a dimension that a setup, a status or a provenance decides."""
        if key in ("status", "provenance"):
            of_groups = encoded(group[key == "provenance"] for group in self.groups)
            return Coded(of_groups.codes[self.group], of_groups.texts)
        return self.conditions.coded(key)

    def having(self, key: str, values: Iterable[str]) -> Mask:
        """Which rows have one of the values, in either of Unicode's forms where nothing makes one name of them."""
        known, coded = dimension(key), self.coded(key)
        texts = {value if value == MISSING else known.text(known.value(value)) for value in values}
        return coded.where((texts if key in NAMED else in_both_forms(texts)).__contains__)

    def mask(self, where: Iterable[tuple[str, Sequence[str]]]) -> Mask:
        """Which rows all filters let through; those of single runs say nothing here."""
        mask = np.ones(len(self.counts), bool)
        for key, values in where:
            if key not in (*OF_RUNS, "item"):
                mask &= self.having(key, values)
        return mask

    def sums(self, key: str, weights: Ints) -> dict[str, int]:
        """How many runs have each value of a dimension; `weights` are the runs of each row that count."""
        if weights is self.counts:  # of all runs every list asks, until something changes
            if key not in self._of_all:
                self._of_all[key] = totals(self.coded(key), weights)
            return dict(self._of_all[key])
        rows, coded = (
            np.flatnonzero(weights > 0),
            self.coded(key),
        )  # of yes and no they are found in a sixth of the time
        if 2 * len(rows) < len(weights):  # of one setup's runs they are one
            coded, weights = coded.of(rows), weights[rows]
        return totals(coded, weights)

    def newest_by(self, key: str) -> dict[str, int]:
        """When the newest run of each value was stored."""
        coded = self.coded(key)
        times = np.zeros(len(coded.texts), np.int64)
        np.maximum.at(times, coded.codes, self.newest)
        return dict(zip(coded.texts, times.tolist(), strict=True))


def totals(coded: Coded, weights: Ints) -> dict[str, int]:
    """The weight of each text that has any."""
    sums = np.bincount(coded.codes, weights, len(coded.texts)).astype(np.int64)
    return {text: total for text, total in zip(coded.texts, sums.tolist(), strict=True) if total}


@dataclass(frozen=True)
class Labels:
    """The rows of a census that have runs of a study or a tag, and how many."""

    rows: Mapping[tuple[str, str], tuple[Ints, Ints]]  #: ("study" or "tag", its name) -> (places, runs)
    titles: Mapping[str, str]  #: of the studies, by slug

    def sums(self, kind: str, mask: Mask) -> dict[str, int]:
        totals = {
            name: int(counts[mask[places]].sum()) for (of, name), (places, counts) in self.rows.items() if of == kind
        }
        return {name: total for name, total in totals.items() if total}


def census_of(rows: Sequence[tuple[Any, ...]], names: int, has_excluded: bool) -> Census:
    """Rows of ROWS as columns."""
    groups = tuple((row[0], row[1]) for row in rows)
    setups, counts, newest = (
        [np.frombuffer(row[place], kind).astype(np.int64) for row in rows]
        for place, kind in ((2, ">i8"), (3, ">i4"), (4, ">i8"))
    )
    group = np.repeat(np.arange(len(groups)), [len(part) for part in setups])
    all_setups, all_counts, all_newest = (np.concatenate([*part, _NONE]) for part in (setups, counts, newest))
    all_newest += SINCE_1970
    order = np.argsort(all_setups * max(len(groups), 1) + group, kind="stable")  # they nearly are, and that is quick
    return Census(all_setups[order], group[order], groups, all_counts[order], all_newest[order], names, has_excluded)


_NONE = np.empty(0, np.int64)


def labels_of(census: Census, rows: Sequence[tuple[Any, ...]]) -> Labels:
    parts: dict[tuple[str, str], list[tuple[Ints, Ints]]] = {}
    for kind, name, _, status, provenance, setups, counts in rows:
        if (status, provenance) in census.groups:
            setup = np.frombuffer(setups, ">i8").astype(np.int64)
            places = census.places(setup, np.full(len(setup), census.groups.index((status, provenance))))
            there = places >= 0  # all, but for what was stored between the two queries
            own = np.frombuffer(counts, ">i4").astype(np.int64)
            parts.setdefault((kind, name), []).append((places[there], own[there]))
    return Labels(
        {
            key: (np.concatenate([places for places, _ in part]), np.concatenate([counts for _, counts in part]))
            for key, part in parts.items()
        },
        {name: title for kind, name, title, *_ in rows if kind == "study"},
    )


class Latest:
    """The census of the data as they are now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version: Version | None = None
        self._census: Census | None = None
        self._labels: Labels | None = None

    def census(self) -> Census:
        with self._lock:
            return self._read()

    def at_hand(self) -> Census | None:
        """The census, where it was read before with its conditions, and nothing has changed since."""
        with self._lock:
            is_read = self._census is not None and "conditions" in self._census.__dict__
            return self._census if is_read and data_version() == self._version else None

    def labelled(self) -> tuple[Census, Labels]:
        """The census, and what it says of studies and tags."""
        with self._lock:
            census = self._read()
            if self._labels is None:
                self._labels = labels_of(census, fetched(LABELS, []))
            return census, self._labels

    def _read(self) -> Census:
        if self._census is None or data_version() != self._version:
            rows = fetched(ROWS, [])
            self._version, self._labels = Version(rows[0][0], rows[0][1]), None
            before = self._census
            self._census = census_of([row[4:] for row in rows if row[4] is not None], rows[0][2], rows[0][3])
            if before is not None:
                self._census.share_conditions(before)
        return self._census


latest = Latest()
