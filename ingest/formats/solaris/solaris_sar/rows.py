"""A row of Solaris' sar under its header -> (metric, value) pairs."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property

from ingest.formats.solaris.columns import ITEM, Column, number

OF_LIMIT = re.compile(r"(\d{1,15})/(\d{1,15})")


class BadRow(ValueError):
    """Why a line is no row of its header."""


@dataclass(frozen=True)
class Layout:
    """What the cells of a row are, after its time."""

    columns: tuple[Column, ...]

    @cached_property
    def has_item(self) -> bool:
        return self.columns[0].metric == ITEM


def row_values(layout: Layout, names: str, row: str) -> tuple[str, list[tuple[str, float]]]:
    """(item, [(metric, value)]). `names` and `row` are whole lines: right-aligned values end where their names end."""
    cells: list[str] = row.split()
    columns, item = layout.columns, ""
    if layout.has_item:
        if not cells:
            raise BadRow("expected a device's name and its values, found nothing")
        item, cells, columns = cells[0], cells[1:], columns[1:]
    if len(cells) < len(columns) and not layout.has_item:
        cells = in_their_columns(names, row, len(columns))
    if len(cells) != len(columns):
        raise BadRow(f"expected {len(columns)} cells as under the header, found {len(cells)}")
    return item, [pair for column, cell in zip(columns, cells, strict=True) for pair in values_of(column, cell)]


def in_their_columns(names: str, row: str, count: int) -> list[str]:
    """The cells of a row some of which are blank (`-q` of a queue that was empty); "" for these.

    BadRow where a cell ends where no column does: then the row is cut, not blank.
    """
    ends = {match.end(): place for place, match in enumerate(list(re.finditer(r"\S+", names))[-count:])}
    cells = [""] * count
    for match in re.finditer(r"\S+", row):
        place = ends.get(match.end())
        if place is None:
            raise BadRow(f"this row is cut: expected {count} cells as under its header, found {len(row.split())}")
        cells[place] = match[0]
    return cells


def values_of(column: Column, cell: str) -> list[tuple[str, float]]:
    if not cell:
        return [(column.metric, math.nan)]
    if match := OF_LIMIT.fullmatch(cell):
        limit = float(match[2])
        return [(column.metric, float(match[1])), (f"{column.metric}_limit", limit if limit else math.nan)]
    value = number(cell)
    if value is None:
        raise BadRow(f"expected a number, found {cell[:40]!r}")
    return [(column.metric, column.value(value))]
