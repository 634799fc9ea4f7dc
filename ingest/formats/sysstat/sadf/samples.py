"""One sample of `sadf -j`, as the object it is -> rows in the store.

A section's rows have the same names sample after sample, so what they mean is found out once for each set of names.
"""

from __future__ import annotations

import math
from array import array
from typing import Any

from ingest.formats.sysstat.sadf.names import DEEPEST, NOT_A_SECTION, Names, Tree, names_of, one_or_more
from ingest.formats.sysstat.sadf.paths import ALIASES, column, item_of
from ingest.formats.sysstat.sadf.plan import Plan
from ingest.formats.sysstat.sadf.store import Rows, Store

MOST_PLANS = 8
MOST_NAMES = 10_000  #: sets of names that are remembered; sysstat has some fifty


class Samples:
    """Reads sample after sample of one report into its store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[tuple[str, tuple[str, ...]], Names] = {}
        self._plans: list[Plan] = []  #: the one that fitted last is the first

    def add(self, sample: Tree, time: float, line: int) -> None:
        for place, plan in enumerate(self._plans):
            if plan.add(sample, time):
                if place:
                    self._plans.insert(0, self._plans.pop(place))
                return
        if len(self._plans) < MOST_PLANS:
            plan = Plan(sample, self.store, line)
            if plan.add(sample, time):
                self._plans.append(plan)
                return
        self._slowly(sample, time, line)

    def _slowly(self, sample: Tree, time: float, line: int) -> None:
        """Section by section, whatever is odd about them."""
        for name, section in sample.items():
            if name != NOT_A_SECTION:
                self._section(ALIASES.get(name, name), section, time, line, 0)

    def _section(self, path: str, section: object, time: float, line: int, depth: int) -> None:
        if isinstance(section, dict):
            self._row(path, section, time, line, depth, is_listed=False)
        elif isinstance(section, list):
            self._list(path + "[]", section, time, line, depth)

    def _list(self, path: str, listed: list[Any], time: float, line: int, depth: int) -> None:
        """Rows that mostly have the same names: the way that nearly all numbers of a log come."""
        last: tuple[str, ...] = ()
        names: Names | None = None
        for row in listed:
            if not isinstance(row, dict):
                continue
            keys = tuple(row)
            if keys != last:
                last, names = keys, self._known.get((path, keys))
            if names is None or names.item_key is None or names.inner:
                self._row(path, row, time, line, depth, is_listed=True)
                names = self._known.get((path, keys))
                continue
            try:
                rows = names.rows.get(names.item_key(row))
            except TypeError:  # an item that is no name but an object: no sysstat wrote it
                continue
            put(rows or self._rows(path, names, row, line), time, names.values_of(row))

    def _row(self, path: str, row: Tree, time: float, line: int, depth: int, *, is_listed: bool) -> None:
        key = (path, tuple(row))
        names = self._known.get(key)
        if names is None:
            names = names_of(row, is_listed)
            if len(self._known) < MOST_NAMES:
                self._known[key] = names
        if names.values and all(isinstance(row[name], str | int | float) for name in names.items):
            rows = names.rows.get(names.item_key(row) if names.item_key else "")
            put(rows or self._rows(path, names, row, line), time, names.values_of(row))
        if depth < DEEPEST:
            for name in names.inner:
                self._section(f"{path}.{name}", row[name], time, line, depth + 1)

    def _rows(self, path: str, names: Names, row: Tree, line: int) -> Rows:
        """The place of an item that is new here."""
        item = item_of(one_or_more(names.items)(row))
        rows = self.store.new(item, [column(path, name) for name in names.values], line)
        if not self.store.is_full:
            names.rows[names.item_key(row) if names.item_key else ""] = rows
        return rows


def put(rows: Rows, time: float, values: tuple[Any, ...]) -> None:
    """Add a row; what is no number in it was not measured."""
    try:
        rows.values.extend(array("d", values))
    except (TypeError, OverflowError):
        rows.values.extend(array("d", [as_number(value) for value in values]))
    rows.times.append(time)


def as_number(value: object) -> float:
    if isinstance(value, int | float):
        try:
            return float(value)
        except OverflowError:
            return math.nan
    return math.nan
