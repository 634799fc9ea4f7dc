"""What the names of one row of `sadf -j` are: items, numbers, or objects and lists in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from ingest.formats.sysstat.sadf.paths import item_keys
from ingest.formats.sysstat.sadf.store import Rows

Tree = Mapping[str, Any]
NOT_A_SECTION = "timestamp"
DEEPEST = 8  #: containers in containers; sysstat has three


@dataclass(slots=True, eq=False)
class Names:
    """What the names of a row are, and the rows that had them by item."""

    items: tuple[str, ...]
    values: tuple[str, ...]
    inner: tuple[str, ...]  #: names of objects and lists
    values_of: Callable[[Tree], tuple[Any, ...]]
    item_key: Callable[[Tree], Any] | None  #: gives a key of `rows`
    rows: dict[Any, Rows] = field(default_factory=dict)


def one_or_more(names: tuple[str, ...]) -> Callable[[Tree], tuple[Any, ...]]:
    """Like itemgetter, but it always gives a tuple."""
    if len(names) == 1:
        name = names[0]
        return lambda row: (row[name],)
    return itemgetter(*names) if names else lambda row: ()


def names_of(row: Tree, is_listed: bool) -> Names:
    """Sort a row's names by what stands under them."""
    items = item_keys(row) if is_listed else ()
    inner = tuple(name for name, value in row.items() if isinstance(value, dict | list))
    is_value = {name: not isinstance(value, str | dict | list) for name, value in row.items()}
    values = tuple(name for name in row if is_value[name] and name not in items)
    return Names(items, values, inner, one_or_more(values), itemgetter(*items) if items else None)
