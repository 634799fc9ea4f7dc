"""prstat's tables: their headers, and a row's cells as (metric, value) pairs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ingest.formats.solaris.columns import Column, number, sections, size

PROCESS = ("PID", "USERNAME", "SIZE", "RSS", "STATE", "PRI", "NICE", "TIME", "CPU")
STATES = ("PID", "USERNAME", "USR", "SYS", "TRP", "TFL", "DFL", "LCK", "SLP", "LAT", "VCX", "ICX", "SCL", "SIG")
NAMES = (("PROCESS/NLWP",), ("PROCESS/LWPID",), ("PROCESS/LWP",))
GROUPS = {"ZONEID": "zone", "TASKID": "task", "PROJID": "project"}
COUNTED = ("VCX", "ICX", "SCL", "SIG")  #: in an interval
TIME = re.compile(r"(\d{1,9}):(\d\d):(\d\d)")
PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,2})?|\.\d{1,2})%?")
THOUSANDS = re.compile(r"(\.?)(\d{1,4})([KM]?)")
OWNER = re.compile(r"(?P<name>.{1,64}?)/(?P<number>-?\d{1,9})")
Pair = tuple[Column, float]


class BadRow(ValueError):
    """Why a line is no row of its table."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table, by its header."""

    kind: str  #: process, zone, user, task or project
    names: tuple[str, ...]

    @property
    def is_of_states(self) -> bool:
        return "USR" in self.names


@lru_cache(maxsize=256)
def may_head_table(text: str) -> bool:
    """Quickly; most texts have no header."""
    return "CPU" in text or "USR" in text


def table_of(line: str) -> Table | None:
    """The table that a header begins; None for any other line."""
    if len(line) > 200 or not may_head_table(line):
        return None
    names = tuple(line.split())
    start, last = names[:-1], names[-1:]
    if last in NAMES and (start in (PROCESS, (*PROCESS, "LGRP")) or start == STATES):
        return Table("process", names)
    kind = GROUPS.get(names[0]) if names else None
    if kind and names[1:2] in (("NPROC",), ("NLWP",)) and last in (("ZONE",), ("PROJECT",)) and is_group(names[2:-1]):
        return Table(kind, names)
    if names[:2] in (("NPROC", "USERNAME"), ("NLWP", "USERNAME")) and is_group(names[2:]):
        return Table("user", names)
    return None


def is_group(names: tuple[str, ...]) -> bool:
    return names in (("SWAP", "RSS", "MEMORY", "TIME", "CPU"), ("SIZE", "RSS", "MEMORY", "TIME", "CPU"))


def row_of(table: Table, line: str) -> tuple[str, list[Pair]]:
    """(item, [(column, value)]) of a row. BadRow where it is none."""
    cells = line.split(None, len(table.names) - 1)
    if len(cells) != len(table.names) or not cells[0].isdigit():
        raise BadRow(f"expected {len(table.names)} cells as under the header, found {len(line.split())}")
    row = dict(zip(table.names, cells, strict=True))
    if table.kind == "process":
        return process(table, row)
    columns = sections("prstat")["group"]
    pairs = [
        (named(table.kind, column), read(column.name, row[column.name])) for column in columns if column.name in row
    ]
    item = {"zone": row.get("ZONE", ""), "user": row.get("USERNAME", ""), "project": row.get("PROJECT", "")}
    return item.get(table.kind) or f"{cells[0]} {row.get('PROJECT', '')}", pairs


def process(table: Table, row: dict[str, str]) -> tuple[str, list[Pair]]:
    last = table.names[-1]
    owner = OWNER.fullmatch(row[last].strip())
    if not owner:
        raise BadRow(
            f"expected a process and the number of its threads at the end of this line, found {row[last][:40]!r}"
        )
    columns = sections("prstat")["-m" if table.is_of_states else "process"]
    pairs = [(column, read(column.name, row[column.name])) for column in columns if column.name in row]
    if last == "PROCESS/NLWP":
        pairs.append((columns[-1], float(owner["number"])))
        return f"{row['PID']} {owner['name']}", pairs
    return f"{row['PID']} {owner['name']}/{owner['number']}", pairs


@lru_cache(maxsize=64)
def named(kind: str, column: Column) -> Column:
    return Column(column.name, f"{kind}.{column.metric}", column.unit, column.multiply, column.divide)


def read(name: str, cell: str) -> float:
    """A cell in its column's base unit; NaN for `-`, which prstat prints for what it does not know."""
    value = None if cell != "-" else math.nan
    if name in ("SIZE", "RSS", "SWAP"):
        value = size(cell) if not math.isnan(size(cell)) else value
    elif name == "TIME":
        match = TIME.fullmatch(cell)
        value = int(match[1]) * 3600.0 + int(match[2]) * 60 + int(match[3]) if match else value
    elif name in COUNTED:
        match = THOUSANDS.fullmatch(cell)
        value = thousands(match) if match else value
    elif name in ("PRI", "NICE", "NPROC", "NLWP"):
        value = number(cell) if number(cell) is not None else value
    elif match := PERCENT.fullmatch(cell):
        value = float(match[1]) / 100
    if value is None:
        raise BadRow(f"expected a value of {name}, found {cell[:40]!r}")
    return value


def thousands(match: re.Match[str]) -> float:
    """`12K` is 12,000; `.3M` is 300,000."""
    return float(match[1] + match[2]) * {"": 1, "K": 1_000, "M": 1_000_000}[match[3]]


def columns_per_second(pairs: list[Pair], interval: float) -> Iterator[Pair]:
    """Counts of an interval as rates; as they are printed where the interval is not known."""
    for column, value in pairs:
        if column.name not in COUNTED:
            yield column, value
        elif math.isnan(interval):
            yield Column(column.name, f"raw:{column.name}"), value
        else:
            yield column, value / interval
