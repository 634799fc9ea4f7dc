"""The columns of Solaris' sar, vmstat, mpstat and prstat -> metric, and the factor to its base unit.

Source: data/solaris_columns.tsv. Names come twice in one header (sy, alloc, ov): a column is known by its section and
place. A name that nobody knows is kept as `raw:<name>`, in the unit it is printed in.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchdb.domain.text.names import printable

ITEM = "item"
NUMBER = re.compile(r"-?(?:\d{1,18}(?:\.\d{0,9})?|\.\d{1,9})")
UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, "P": 2**50}
SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,3})?)([KMGTP]?)")
LONGEST_METRIC = 80


@dataclass(frozen=True, slots=True)
class Column:
    """What is printed under `name`, `* multiply / divide`, is the metric's value in `unit`."""

    name: str
    metric: str
    unit: str = ""
    multiply: int = 1
    divide: int = 1

    def value(self, printed: float) -> float:
        return printed * self.multiply / self.divide


@cache
def sections(tool: str) -> dict[str, tuple[Column, ...]]:
    """Section -> its columns, in the order of printing."""
    by_section: dict[str, tuple[Column, ...]] = {}
    for line in Path(__file__).with_name("data").joinpath("solaris_columns.tsv").read_text("utf-8").splitlines()[1:]:
        owner, section, name, metric, unit, multiply, divide = line.split("\t")
        if owner == tool:
            by_section[section] = (*by_section.get(section, ()), Column(name, metric, unit, int(multiply), int(divide)))
    return by_section


def raw(name: str) -> Column:
    return Column(name, printable(f"raw:{name}")[:LONGEST_METRIC])


def number(cell: str) -> float | None:
    """A printed number; None where it is none. vmstat prints a rate below a half of a negative difference as -0."""
    return float(cell) + 0.0 if NUMBER.fullmatch(cell) else None


def size(cell: str) -> float:
    """`6916K`, `13G` -> bytes; NaN where it is no size."""
    match = SIZE.fullmatch(cell)
    return float(match[1]) * UNITS[match[2]] if match else math.nan
