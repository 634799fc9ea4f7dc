"""Selection: the runs that filters and a search let through, as rows of the census and single runs besides."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from benchdb.domain.columns import Ints, among
from benchdb.reads.packed.binary import fetched, joined_arrays, listed
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.runs import NO_INTS, runs_of

ACTIVE = """
SELECT status, provenance, string_agg(int8send(setup_id), ''), string_agg(int8send(id), '') FROM benchdb_run
WHERE id = ANY(%s) AND retired_at IS NULL AND excluded_at IS NULL GROUP BY status, provenance
"""


def no_ints() -> Ints:
    return NO_INTS


@dataclass(frozen=True)
class Selection:
    """All active runs of the rows in `mask`, and the single runs, none of which is in such a row."""

    census: Census
    mask: Mask
    singles: Ints = field(default_factory=no_ints)  #: ids, sorted
    rows: Ints = field(default_factory=no_ints)  #: the places of the single runs in the census
    is_cut: bool = False  #: there are more, older ones

    @cached_property
    def counts(self) -> Ints:
        """How many runs of each row."""
        if self.is_everything and not len(self.rows):
            return self.census.counts
        singles = np.bincount(self.rows, minlength=len(self.mask)).astype(np.int64)
        return self.census.counts * self.mask + singles

    @cached_property
    def total(self) -> int:
        return int(self.counts.sum())

    @property
    def is_everything(self) -> bool:
        return bool(self.mask.all())

    def and_also(self, other: Selection) -> Selection:
        """The runs that are in both."""
        mine = other.mask[self.rows] | among(self.singles, other.singles)
        theirs = self.mask[other.rows]
        singles = np.concatenate([self.singles[mine], other.singles[theirs]])
        rows = np.concatenate([self.rows[mine], other.rows[theirs]])
        order = np.argsort(singles)
        is_cut = self.is_cut or other.is_cut
        return Selection(self.census, self.mask & other.mask, singles[order], rows[order], is_cut)

    def without(self, other: Selection) -> Selection:
        """The runs that are not in the other."""
        split = np.zeros(len(self.mask), bool)
        split[other.rows] = True  # rows some of whose runs are left: they are named one by one
        split &= self.mask & ~other.mask
        mine = runs_of(self.census, split) if split.any() else None
        singles = np.concatenate([self.singles, mine.runs if mine else NO_INTS])
        rows = np.concatenate([self.rows, mine.rows if mine else NO_INTS])
        keep = ~other.mask[rows] & ~among(singles, other.singles)
        return single_runs(replace(self, mask=self.mask & ~other.mask & ~split), singles[keep], rows[keep])


def everything(census: Census) -> Selection:
    return Selection(census, np.ones(len(census.counts), bool))


def nothing(census: Census) -> Selection:
    return Selection(census, np.zeros(len(census.counts), bool))


def single_runs(start: Selection, singles: Ints, rows: Ints, is_cut: bool = False) -> Selection:
    """`start` with these single runs and no others."""
    order = np.argsort(singles)
    return replace(start, singles=singles[order], rows=rows[order], is_cut=start.is_cut or is_cut)


def of_ids(census: Census, ids: Ints, is_cut: bool = False) -> Selection:
    """Those of the runs that are active."""
    groups = [row for row in fetched(ACTIVE, [listed(ids)]) if (row[0], row[1]) in census.groups]
    parts = []
    for status, provenance, setup, _ in groups:
        setups = joined_arrays([setup], ">i8")
        parts.append((setups, np.full(len(setups), census.groups.index((status, provenance)))))
    setups, group = (np.concatenate([NO_INTS, *(part[place] for part in parts)]) for place in (0, 1))
    singles, rows = joined_arrays([row[3] for row in groups], ">i8"), census.places(setups, group)
    return single_runs(nothing(census), singles[rows >= 0], rows[rows >= 0], is_cut)
