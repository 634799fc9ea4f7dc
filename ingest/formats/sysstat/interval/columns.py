"""The names of a header of iostat, mpstat, pidstat or vmstat -> what each cell of a row below it is.

Source: data/sysstat_live_columns.tsv. A cell is known by its column's name, never by its place or a release. A name
that nobody knows is kept as `raw:<name>`, in the unit it is printed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.kit.clock import time_tokens
from ingest.formats.sysstat.kit.columns import LONGEST_METRIC, Column, is_name
from ingest.formats.sysstat.kit.words import DATA

NO_COLUMN = Column("")
EPOCH = re.compile(r"\d{9,10}", re.ASCII)


class Kind(Enum):
    """What a cell is for."""

    ITEM = "item"  #: a part of the item's name
    VALUE = "value"
    WORD = "word"  #: text that has a meaning of its own, such as a scheduling policy
    PASSED = "passed"  #: read by somebody else, such as a time at the end of a row


@dataclass(frozen=True, slots=True)
class Cell:
    kind: Kind
    column: Column = NO_COLUMN
    part: str = ""  #: an interrupt: it becomes the item, and the CPU a part of the metric, as sar has it


ITEM, PASSED = Cell(Kind.ITEM), Cell(Kind.PASSED)


def as_it_is(name: str) -> str:
    return name


@dataclass(frozen=True, slots=True)
class Layout:
    """What the cells of a row are."""

    cells: tuple[Cell, ...]
    has_tail: bool = False  #: the last cell is text that may hold blanks
    absent: tuple[int, int] = (0, 0)  #: cells from, to: blank in some rows
    is_cut: bool = False  #: its header lost its end, and so did the rows: the last cell may be part of one
    item_name: Callable[[str], str] = as_it_is

    def places(self, kind: Kind) -> tuple[int, ...]:
        return tuple(place for place, cell in enumerate(self.cells) if cell.kind is kind)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Of the values, in their order."""
        return tuple(cell.column for cell in self.cells if cell.kind is Kind.VALUE)

    @property
    def has_item(self) -> bool:
        return any(cell.kind is Kind.ITEM for cell in self.cells)

    @property
    def ends_with_item(self) -> bool:
        return self.cells[-1].kind is Kind.ITEM


@cache
def rows() -> tuple[tuple[str, ...], ...]:
    """The table: tool, column, metric, unit, multiply, divide, kind."""
    lines = (DATA / "sysstat_live_columns.tsv").read_text("utf-8").splitlines()[1:]
    return tuple(tuple(line.split("\t")) for line in lines)


@cache
def columns(tool: str) -> dict[str, Column]:
    """Column name -> what it is, of one tool."""
    return {row[1]: Column(row[2], row[3], int(row[4]), int(row[5])) for row in rows() if row[0] == tool}


@cache
def gauges() -> frozenset[str]:
    """Metrics that say how something is, not how much of it there was: such a value is never an average since boot."""
    return frozenset(row[2] for row in rows() if row[6] == "gauge")


@cache
def column_names() -> frozenset[str]:
    """Of the tools whose rows begin with a time; no zone of a time is called so."""
    return frozenset((*columns("mpstat"), *columns("pidstat"), "PID", "PPID", "TGID", "TID", "Command"))


def is_column(name: str) -> bool:
    """Whether a word after a time is a column's name."""
    return name in column_names() or is_name(name)


def header_time_tokens(tokens: Sequence[str]) -> int:
    """How many of a header's first tokens are its time: one of a clock, or seconds since 1970 (`pidstat -H`)."""
    if len(tokens) > 1 and EPOCH.fullmatch(tokens[0]) and is_column(tokens[1]):
        return 1
    return time_tokens(tokens, is_column)


def cell(tool: str, name: str) -> Cell:
    """The cell of a column that is no item."""
    column = columns(tool).get(name) or Column(printable(f"raw:{name}")[:LONGEST_METRIC])
    return Cell(Kind.WORD if column.is_text else Kind.VALUE, column)
