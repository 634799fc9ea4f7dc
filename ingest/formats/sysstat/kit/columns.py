"""The names of a header line -> what each column is: item, or metric with the factor to its base unit.

Source: data/sysstat_columns.tsv. A section is known by the set of its names, never by their places or a release:
distributions back-port columns. A name that nobody knows is kept as `raw:<name>`, in the unit it is printed in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.kit.words import DATA, column_aliases

SENSORS = frozenset(("FAN", "TEMP", "IN"))  #: their rows end with the name of the device besides
PLACES = frozenset(("CPU", "INTR", "TTY", "DEV", "IFACE", "FCHOST", "BUS", "BAT", "FILESYSTEM", "MOUNTPOINT"))
ITEMS = PLACES | SENSORS | {"PID", "PPID"}
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?[%BkMGTP?]?")
NAME = re.compile(r"[%A-Za-z][\w%/.+:-]*")
CPU_COLUMN = re.compile(r"(?:CPU|cpu)(\d{1,6})")
INTERRUPT_COLUMN = re.compile(r"i(\d{3,6})/s")
MPSTAT_INTERRUPT = re.compile(r"(?:\d+|[A-Z_]+)/s")
PIDSTAT_OR_MPSTAT = frozenset(("Command", "COMMAND", "UID", "USER", "TGID", "TID", "NODE", "CORE"))
LONGEST_METRIC = 80


@dataclass(frozen=True, slots=True)
class Column:
    """A value's metric; what is printed, `* multiply / divide`, is in `unit`. 0 = text, which no trace can hold."""

    metric: str
    unit: str = ""
    multiply: int = 1
    divide: int = 1

    @property
    def is_text(self) -> bool:
        return self.multiply == 0


NOT_READ = Column("", "", 0)
#: The last column of processors, of disks and of memory, and others that stand before it only.
ENDS = {
    "%idle": frozenset(("%usr", "%user")),
    "%util": frozenset(("rkB/s", "areq-sz", "avgrq-sz", "avgqu-sz", "aqu-sz", "r/s")),
    "kbdirty": frozenset(("kbavail",)),
}
CUT_HEADER = "this header is cut off, and so are its rows: the columns that are missing were not read"


@dataclass(frozen=True, slots=True)
class Layout:
    """What the cells of a row are, after its time."""

    names: tuple[str, ...]
    items_first: int  #: cells before the values that name the item
    items_last: int  #: cells after them
    columns: tuple[Column, ...]
    has_tail: bool = False  #: any text may follow (what a USB device calls itself)
    is_cut: bool = False  #: the last name lost its end, and so did the numbers below: they are passed over

    @property
    def is_regular(self) -> bool:
        """Whether an item is one cell, and all others are numbers."""
        return (
            self.items_first + self.items_last <= 1
            and not self.has_tail
            and not any(column.is_text for column in self.columns)
        )


@dataclass(frozen=True, slots=True)
class Known:
    """A row of the table of columns."""

    section: str
    items: frozenset[str]
    column: Column


@cache
def known_columns() -> dict[str, tuple[Known, ...]]:
    """Column name -> the sections that have it."""
    by_name: dict[str, tuple[Known, ...]] = {}
    for line in (DATA / "sysstat_columns.tsv").read_text("utf-8").splitlines()[1:]:
        section, items, name, metric, unit, multiply, divide, _ = line.split("\t")
        known = Known(section, frozenset(items.split()), Column(metric, unit, int(multiply), int(divide)))
        by_name[name] = (*by_name.get(name, ()), known)
    return by_name


def is_name(token: str) -> bool:
    """Whether a token is an item's or a column's name."""
    token = column_aliases().get(token, token)
    return token in ITEMS or token in known_columns() or bool(INTERRUPT_COLUMN.fullmatch(token))


def is_header(names: Sequence[str]) -> bool:
    """Names alone, one of which is a column that sar has, or all of which look like one."""
    if not names or any(NUMBER.fullmatch(name) for name in names):
        return False
    english = [column_aliases().get(name, name) for name in names]
    if any(name not in ITEMS and is_name(name) for name in english) or english[0] == "INTR":
        return True
    rates = [name for name in english if name.endswith("/s") or name.startswith(("%", "kb", "MB"))]
    return bool(rates) and all(NAME.fullmatch(name) for name in english)


def is_foreign(names: Sequence[str]) -> bool:
    """A header of mpstat or pidstat: the same banner, many of the same names, other columns."""
    names = [column_aliases().get(name, name) for name in names]
    if PIDSTAT_OR_MPSTAT & set(names):
        return True
    if names[0] != "CPU":
        return False
    values = names[1:]
    if "intr/s" in values or (values and all(MPSTAT_INTERRUPT.fullmatch(name) for name in values)):
        return True
    return "%irq" in values and ("%steal" not in values or values.index("%steal") > values.index("%irq"))


@lru_cache(maxsize=4096)
def layout(printed: tuple[str, ...]) -> Layout:
    """What the columns named `printed` are."""
    names = tuple(column_aliases().get(name, name) for name in printed)
    first, last = _items(names)
    if names[0] == "BUS" and names[1:4] == ("idvendor", "idprod", "maxpower"):
        return Layout(names, 3, 0, _columns(names[3:4], frozenset(("BUS",))), has_tail=True)
    values = names[first : len(names) - last]
    named = frozenset(names[:first] + names[len(names) - last :])
    columns = _columns(values, named & ITEMS)
    if not last and is_cut(names):
        return Layout(names, first, last, (*columns[:-1], NOT_READ), is_cut=True)
    return Layout(names, first, last, columns, is_cut=lacks_end(names))


def lacks_end(names: Sequence[str]) -> bool:
    """Whether the edge of a screen fell between two columns: a last one is missing that every release has."""
    return any(end not in names and not known.isdisjoint(names) for end, known in ENDS.items())


def is_cut(names: Sequence[str]) -> bool:
    """Whether the last name is the beginning of another one, which stands there where a screen was wide enough."""
    if names[-1] in names[:-1]:  # ldavg-1 is all that is left of ldavg-15
        return True
    return not is_name(names[-1]) and any(name.startswith(names[-1]) for name in known_columns())


def _items(names: tuple[str, ...]) -> tuple[int, int]:
    """How many names before and after the values are the item's."""
    has_device = names[-1] == "DEVICE"
    if names[0] in ITEMS:
        return 1, int(has_device and names[0] in SENSORS)
    if has_device:
        return 0, 1 + (len(names) > 1 and names[-2] in SENSORS)
    return 0, int(names[-1] in ITEMS)


def _columns(values: tuple[str, ...], items: frozenset[str]) -> tuple[Column, ...]:
    """Each value's column, in the section that most of the names belong to where several have it."""
    candidates = {name: [k for k in known_columns().get(name, ()) if _is_of(k, items)] for name in values}
    votes = Counter(known.section for of_name in candidates.values() for known in of_name)
    return tuple(_column(name, items, candidates[name], votes) for name in values)


def _is_of(known: Known, items: frozenset[str]) -> bool:
    return bool(known.items & items) if items else not known.items


def _column(name: str, items: frozenset[str], candidates: list[Known], votes: Counter[str]) -> Column:
    if "INTR" in items and (match := CPU_COLUMN.fullmatch(name)):
        return Column(f"irq.per_s{{cpu={int(match[1])}}}", "1/s")
    if "CPU" in items and (match := INTERRUPT_COLUMN.fullmatch(name)):
        return Column(f"irq.per_s{{intr={int(match[1])}}}", "1/s")
    if candidates:
        return max(candidates, key=lambda known: votes[known.section]).column
    return Column(printable(f"raw:{name}")[:LONGEST_METRIC])
