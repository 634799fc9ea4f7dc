"""The lines of Locust's CSV files -> headers and the rows below them, cells by the name of their column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO

from ingest.formats.kit.report_scanner import pages
from ingest.formats.load.locust.signs import START

NUMBER = re.compile(r"\d{1,18}(?:\.\d{1,18})?(?:[eE][-+]?\d{1,2})?", re.ASCII)
NAMED = {"Type", "Name"}  #: columns without which a row is nobody's
TOTAL = "Aggregated"  #: the name of the row of all requests


@dataclass(frozen=True, slots=True)
class Header:
    """The names of a file's columns."""

    columns: tuple[str, ...]
    line: int

    @property
    def is_history(self) -> bool:
        return self.columns[0] == "Timestamp"


@dataclass(frozen=True, slots=True)
class Row:
    """One line below a header."""

    cells: Mapping[str, str]
    line: int

    @property
    def is_total(self) -> bool:
        return not self.cells["Type"] and self.cells["Name"] == TOTAL

    @property
    def name(self) -> str:
        """`GET /`; "" for the row of all requests."""
        return "" if self.is_total else f"{self.cells['Type']} {self.cells['Name']}".strip()

    def number(self, column: str) -> float | None:
        """None for `N/A`, and for a column that is not there."""
        text = self.cells.get(column, "")
        return float(text) if NUMBER.fullmatch(text) else None

    def seconds(self, column: str) -> float | None:
        """Of a cell in milliseconds."""
        milliseconds = self.number(column)
        return None if milliseconds is None else milliseconds / 1000


def rows(stream: BinaryIO) -> Iterator[Header | Row | None]:
    """Headers and rows in order; None where the rows of a file end with what is none: a row that was cut, or a text.

    The last column of either file is not read: a row that was cut within it says all the same.
    """
    header: Header | None = None
    for number, text in chain.from_iterable(page.lines() for page in pages(stream)):
        bare = text.strip()
        if START.match(bare) and set(columns := tuple(_cells(bare))) >= NAMED:
            header = Header(columns, number)
            yield header
        elif header:
            cells = _cells(bare)
            if len(cells) == len(header.columns):
                yield Row(dict(zip(header.columns, cells, strict=True)), number)
            elif bare:
                header = None
                yield None


def _cells(text: str) -> list[str]:
    try:
        return next(csv.reader([text]), [])
    except csv.Error:
        return text.split(",")
