"""The header of `sadf -d` -> its sections: what names the item, what the values are.

Source: what six releases print; sensors and USB devices from no sample.
The item stands first, more names of a sensor or a USB device after it. `CPU*` stands for as many columns as the rows
have. With -h several sections share a header, and `[...]` follows those that each row repeats for item after item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ingest.formats.sysstat.kit.columns import ITEMS, Column, Known, is_name, known_columns, layout
from ingest.formats.sysstat.kit.words import item_aliases
from ingest.formats.sysstat.sadf.store import Rows, item_name

SEPARATOR = b";"
FIRST = 3  #: cells of a row before its values: host, interval, time
REPEATED = "[...]"
CPUS = "CPU*"
MORE_ITEM_NAMES = {"BUS": ("idvendor", "idprod")}


@dataclass(slots=True, eq=False)
class Section:
    """A part of each row."""

    kind: str  #: CPU, DEV…; "" where it has no items
    item_cells: int
    columns: tuple[Column, ...]
    is_repeated: bool = False
    is_open: bool = False  #: INTR;CPU*: the rest of a row
    rows: dict[bytes, Rows] = field(default_factory=dict)  #: by item cells
    cells: int = field(init=False)  #: of a row, its item's and its values
    texts: tuple[int, ...] = field(init=False)  #: cells that hold words, such as the state of a battery

    def __post_init__(self) -> None:
        self.cells = self.item_cells + len(self.columns)
        self.texts = tuple(place for place, column in enumerate(self.columns, self.item_cells) if column.is_text)

    @property
    def is_table(self) -> bool:
        """Whether each row has one item and numbers, as many as there are columns."""
        return bool(self.columns) and self.item_cells < 2 and not (self.is_repeated or self.texts)

    def of(self, cpus: Sequence[int]) -> Section:
        """This one with a column for each of these processors after the one for all of them."""
        names = (self.kind, "all", *(f"CPU{number}" for number in cpus))
        return Section(self.kind, 1, layout(names).columns, is_open=True)


def sections_of(names: Sequence[str]) -> list[Section]:
    """The sections of a header, after host, interval and time."""
    if not any(name.endswith(REPEATED) for name in names):
        return [section(tuple(names))]
    sections, plain, item = list[Section](), list[str](), list[str]()
    for name in names:
        if name in ITEMS and not item:
            sections += together(plain)
            plain, item = [], [name]
        elif item:
            item.append(name.removesuffix(REPEATED))
            if name.endswith(REPEATED):
                sections.append(section(tuple(item), is_repeated=True))
                item = []
        else:
            plain.append(name)
    sections += together(plain)
    return sections + ([section(tuple(item))] if item else [])


def section(names: tuple[str, ...], *, is_repeated: bool = False) -> Section:
    kind = names[0] if names[0] in ITEMS else ""
    if kind and names[1:2] == (CPUS,):
        return Section(kind, 1, (), is_repeated, is_open=True)
    more = MORE_ITEM_NAMES.get(kind, ("DEVICE",))
    items = 1 if kind else 0
    while items and names[items : items + 1] and names[items] in more:
        items += 1
    return Section(kind, items, layout((*names[: min(items, 1)], *names[items:])).columns, is_repeated)


def together(names: list[str]) -> list[Section]:
    """Sections without items, told apart by which names belong together."""
    groups, part, belongs = list[Section](), list[str](), frozenset[str]()
    for name in names:
        sections = candidates("", name)
        if part and sections and not (belongs & sections if belongs else True):
            groups.append(section(tuple(part)))
            part, belongs = [], frozenset()
        part.append(name)
        belongs = (belongs & sections or sections) if belongs else sections
    return groups + ([section(tuple(part))] if part else [])


@lru_cache(maxsize=4096)
def candidates(kind: str, name: str) -> frozenset[str]:
    """The sections that may have `name`."""
    return frozenset(known.section for known in known_columns().get(name, ()) if fits(known, kind))


def fits(known: Known, kind: str) -> bool:
    return kind in known.items if kind else not known.items


def item_of(kind: str, cells: Sequence[str]) -> str:
    """The item as sar's text names it: -1 is all CPUs, or the sum of all interrupts."""
    if kind in ("CPU", "INTR") and cells[0] == "-1":
        return "all" if kind == "CPU" else "sum"
    if kind == "BUS" and len(cells) == 3:
        return item_name(f"{cells[0]} {cells[1]}:{cells[2]}")
    return item_name(item_aliases().get(cells[0], " ".join(cells)))


def is_header(names: Sequence[str]) -> bool:
    """Whether these are names of sar's columns."""
    return any(is_name(name.removesuffix(REPEATED)) or name == CPUS for name in names)
