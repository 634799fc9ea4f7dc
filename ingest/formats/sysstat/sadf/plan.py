"""A sample's layout, found out once -> all numbers of each sample like it, in one row.

Nearly all samples of a log have the same sections, items and names in them. For these the whole sample is one row of a
table: its numbers are picked out in the plan's order, without a look at any name.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

from ingest.formats.sysstat.kit.columns import Column
from ingest.formats.sysstat.sadf.names import DEEPEST, NOT_A_SECTION, Names, Tree, names_of
from ingest.formats.sysstat.sadf.paths import ALIASES, column, item_of
from ingest.formats.sysstat.sadf.store import Rows, Store


class Step(NamedTuple):
    """A container: where it stands, and what must be the same in it."""

    parent: int  #: the number of the object it is in
    name: str
    sizes: list[int]  #: names in each of its rows
    values_of: Callable[[Tree], tuple[Any, ...]]
    item_key: Callable[[Tree], Any]
    items: list[Any] | None  #: None for an object


class Plan:
    """The layout of `sample`, if it is as regular as nearly all are."""

    def __init__(self, sample: Tree, store: Store, line: int) -> None:
        self._steps: list[Step] = []
        self._objects = 1
        self._size = len(sample)
        self._columns: list[tuple[str, Column]] = []
        self._rows: Rows | None = None
        self._is_regular = True
        for name, section in sample.items():
            if name != NOT_A_SECTION:
                self._section(0, name, ALIASES.get(name, name), section, 1)
        if self._is_regular and self._columns:
            items, columns = zip(*self._columns, strict=True)
            self._rows = store.table(items, columns, line)

    def _section(self, parent: int, name: str, path: str, section: object, depth: int) -> None:
        if isinstance(section, dict) and depth < DEEPEST:
            names = names_of(section, is_listed=False)
            self._steps.append(Step(parent, name, [len(section)], names.values_of, nothing, None))
            self._columns += (("", column(path, key)) for key in names.values)
            here = self._objects
            self._objects += 1
            for key in names.inner:
                self._section(here, key, f"{path}.{key}", section[key], depth + 1)
        elif isinstance(section, list) and all(isinstance(row, dict) for row in section):
            self._list(parent, name, path + "[]", section)
        else:
            self._is_regular = False

    def _list(self, parent: int, name: str, path: str, rows: list[Any]) -> None:
        first = rows[0] if rows else {}
        names = names_of(first, is_listed=True)
        if rows and (names.item_key is None or names.inner or any(row.keys() != first.keys() for row in rows)):
            self._is_regular = False
            return
        self._steps.append(
            Step(parent, name, [*map(len, rows)], names.values_of, names.item_key or nothing, items(names, rows))
        )
        for row in rows:
            item = item_of(tuple(row[key] for key in names.items))
            self._columns += ((item, column(path, key_of_value)) for key_of_value in names.values)

    def add(self, sample: Tree, time: float) -> bool:
        """Keep the numbers of `sample`; False, and nothing is kept, if its layout is another."""
        rows = self._rows
        if rows is None or len(sample) != self._size:
            return False
        try:
            rows.values.extend(array("d", self._values(sample)))
        except (KeyError, TypeError, OverflowError, Other):
            return False
        rows.times.append(time)
        return True

    def _values(self, sample: Tree) -> list[Any]:
        objects, values = [sample], list[Any]()
        for parent, name, sizes, values_of, item_key, items in self._steps:
            node = objects[parent][name]
            if items is None:
                if len(node) != sizes[0]:
                    raise Other
                objects.append(node)
                values += values_of(node)
            else:
                if [*map(item_key, node)] != items or [*map(len, node)] != sizes:
                    raise Other
                values += chain.from_iterable(map(values_of, node))
        return values


class Other(Exception):
    """The sample is laid out in another way."""


def items(names: Names, rows: list[Any]) -> list[Any]:
    return [*map(names.item_key, rows)] if names.item_key else []


def nothing(row: Tree) -> None:
    """The item of what has none."""
