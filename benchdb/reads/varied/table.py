"""The setups that have a metric, as a table of the conditions in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from benchdb.domain.columns import first_and_every
from benchdb.domain.dimensions import CONDITIONS, MISSING, dimension, related
from benchdb.reads.packed.binary import fetched, listed
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.runs import RunColumns, values_of
from benchdb.reads.packed.setups import Ints

FIRST_METRICS = ("requests_per_second", "latency_mean", "latency_median")
MOST_METRICS = 6  #: that are looked at, those of the most runs first
METRICS = """
SELECT metric, sum(count) FROM benchdb_packedseries WHERE item = '' AND setup_id = ANY(%s)
GROUP BY metric ORDER BY 2 DESC, 1 LIMIT 40
"""

Filters = tuple[tuple[str, tuple[str, ...]], ...]  #: ((dimension key, (value, …)), …), sorted
Pin = tuple[str, int]  #: a condition and a code


class Table:
    """The rows of a census that have a metric, by the conditions in which they differ."""

    def __init__(self, census: Census, columns: RunColumns, metric: str) -> None:
        self.metric, self.runs = metric, columns
        self.rows: Ints = np.unique(columns.rows)
        self.of_runs: Ints = np.searchsorted(self.rows, columns.rows)
        self.counts: Ints = np.bincount(self.of_runs, minlength=len(self.rows))
        self.census = census
        keys = [known.key for known in CONDITIONS if known.key != "status"]
        settings = sorted(census.conditions.tuning.names(self.rows))
        self.codes = {key: census.coded(key).codes[self.rows] for key in (*keys, *settings)}
        self.differing = [key for key, codes in self.codes.items() if len(np.unique(codes)) > 1]

    def text(self, key: str, code: int) -> str:
        return self.census.coded(key).texts[code]

    def values(self, key: str) -> list[str]:
        """What the rows have of a condition."""
        return [self.text(key, int(code)) for code in np.unique(self.codes[key])]

    def recorded(self, key: str) -> Table:
        """The rows that have it on record: the others lie nowhere along it."""
        texts = self.census.coded(key).texts
        lacking = self.codes[key] == (texts.index(MISSING) if MISSING in texts else -1)
        return Table(self.census, self.runs.only(~lacking[self.of_runs]), self.metric) if lacking.any() else self

    def groups(self, keys: Sequence[str]) -> Ints:
        """Which group of like rows each row is of: those that are alike in all of the keys."""
        group = np.zeros(len(self.rows), np.int64)
        for key in keys:  # the first one weighs most; numbered anew each time, so that no number grows too large
            codes = self.codes[key]
            group = first_and_every(group * (int(codes.max(initial=0)) + 1) + codes)[1]
        return group

    def held(self, *free: str) -> list[str]:
        """The conditions that must be held where these are free."""
        apart = [dimension(key) for key in free if key]
        return [key for key in self.differing if not any(related(dimension(key), one) for one in apart)]

    def having(self, held: Sequence[Pin]) -> Mask:
        mask = np.ones(len(self.rows), bool)
        for key, code in held:
            mask &= self.codes[key] == code
        return mask

    def filters(self, held: Sequence[Pin], *first: str) -> Filters:
        """The fewest filters that let through the rows of `held` and no others; `first` whether needed or not."""
        mask, needed = self.having(held), [pin for pin in held if pin[0] in first]
        while (foreign := self.having(needed) & ~mask).any():
            needed.append(max(held, key=partial(self._use, foreign)))
        return tuple(sorted((key, (self.text(key, code),)) for key, code in needed))

    def _use(self, foreign: Mask, pin: Pin) -> tuple[int, bool]:
        """How many of the foreign rows a filter takes away; one that names something is the better one."""
        key, code = pin
        return int((foreign & (self.codes[key] != code)).sum()), self.text(key, code) != MISSING


def complete(census: Census, mask: Mask) -> Mask:
    """Without the runs that were stopped before their end."""
    return mask & census.having("status", ("complete",))


def tables(census: Census, mask: Mask, metrics: Sequence[str] = ()) -> Iterator[Table]:
    """The rows by metric: each row with the first metric that says something of it."""
    left = complete(census, mask)
    for metric in metrics or wanted(census, left):
        columns = values_of(census, left, metric)
        if len(columns.runs):
            yield Table(census, columns, metric)
            left = left.copy()
            left[columns.rows] = False
        if not left.any():
            return


def wanted(census: Census, mask: Mask) -> Iterator[str]:
    """What a reader asks for first; what else there is takes longer to say, and often nobody needs to know."""
    yield from FIRST_METRICS
    yield from (name for name in metrics_of(census, mask) if name not in FIRST_METRICS)


def metrics_of(census: Census, mask: Mask) -> list[str]:
    """Those that a reader asks for first, then those of the most runs."""
    rows = fetched(METRICS, [listed(np.unique(census.setups[mask]))])
    known = [str(row[0]) for row in rows]
    first = [name for name in FIRST_METRICS if name in known]
    return [*first, *(name for name in known if name not in first)][:MOST_METRICS]
