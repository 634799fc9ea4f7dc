"""Samples of a live tool's JSON that differ in nothing but their numbers and times -> columns, by Polars.

The first of them says where numbers stand. Its other texts must stand in each of them, to the byte: so nothing is read
here that would be read otherwise one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from ingest.formats.sysstat.interval.json_samples import BETWEEN, Row
from ingest.formats.sysstat.interval.table import Table
from ingest.formats.sysstat.kit.numbers import Floats

MARK = b"\x1e"
CELLS = bytes.maketrans(b"\n}" + MARK, b"\t,\n")  #: rows of cells from lines of JSON
AFTER_NAME = b'": '
NUMBER = re.compile(rb"-?\d{1,12}(?:\.\d{1,12})?")
DIGITS = b"0123456789.-"  #: and other signs of numbers
DIGIT = re.compile(rb"[0-9.-]")
STAMP = b'\t\t\t\t\t"timestamp'
ISO = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-5][0-9]:[0-5][0-9][+-][0-9]{4}$"
MOST_CELLS = 20_000  #: of a sample


@dataclass(frozen=True, slots=True)
class Block:
    """Some samples."""

    numbers: Floats  #: (numbers of a sample, samples)
    stamps: Sequence[str]
    seconds: Floats | None  #: since 1970, of each sample; None where the stamps do not all say so

    def stamps_to_read(self) -> Sequence[str]:
        """One where Polars has read all of them, else each."""
        return self.stamps if self.seconds is None else self.stamps[:1]

    def times(self, seconds: Sequence[float]) -> Floats:
        """Of each sample, from what `stamps_to_read` are."""
        return np.array(seconds) if self.seconds is None else self.seconds

    def parts(self, rows: Sequence[tuple[Table, Row]]) -> list[Floats] | None:
        """(samples, values) of each of the first sample's rows; None where a number that names an item varies."""
        parts, place = list[Floats](), 0
        for table, (_, _, cells) in rows:
            values = list[int]()
            for cell_place, cell in enumerate(cells):
                if isinstance(cell, str):
                    continue
                if table.is_value(cell_place):
                    values.append(place)
                elif place >= len(self.numbers) or (self.numbers[place] != self.numbers[place][0]).any():
                    return None
                place += 1
            parts.append(self.numbers[values].T if place <= len(self.numbers) else self.numbers[:0])
        return parts if place == len(self.numbers) else None


def block_of(content: bytes, first: bytes) -> Block | None:
    """`content`, samples of which `first` is the first; None if they differ in more than numbers."""
    cells = _cells(first).split(b",")
    if MARK in content or len(cells) > MOST_CELLS or cells[0] != STAMP or not _differ_in_digits(content, first):
        return None
    numbers = [place for place, cell in enumerate(cells) if NUMBER.fullmatch(cell)]
    texts = [place for place, cell in enumerate(cells) if place != 1 and place not in numbers and DIGIT.search(cell)]
    frame = _frame(_cells(content), len(cells), numbers, sorted([1, *texts]))
    if frame is None or not all(_is_constant(frame[name_of(place)], cells[place]) for place in texts):
        return None
    columns = [frame[name_of(place)] for place in numbers]
    if any(column.null_count() for column in columns) or frame.height != content.count(BETWEEN) + 1:
        return None
    stamps = frame[name_of(1)].fill_null("").str.strip_chars('"')
    return Block(np.array([column.to_numpy() for column in columns]), stamps.to_list(), seconds_of(stamps))


def _differ_in_digits(content: bytes, first: bytes) -> bool:
    """Whether nothing but signs of numbers differs between the samples."""
    samples = content.count(BETWEEN) + 1
    return content.translate(None, DIGITS) == BETWEEN.join([first.translate(None, DIGITS)] * samples)


def seconds_of(stamps: pl.Series) -> Floats | None:
    if not stamps.str.contains(ISO).all():
        return None
    moments = stamps.str.to_datetime("%Y-%m-%dT%H:%M:%S%z", time_unit="ms", strict=False)
    return None if moments.null_count() else moments.dt.epoch("ms").to_numpy() / 1000.0


def _cells(content: bytes) -> bytes:
    return content.replace(BETWEEN, MARK).replace(AFTER_NAME, b",").translate(CELLS)


def _frame(rows: bytes, cells: int, numbers: Sequence[int], texts: Sequence[int]) -> pl.DataFrame | None:
    """Columns by their places; None if a number is none."""
    kinds: dict[str, pl.DataType] = {name_of(place): pl.String() for place in range(cells)}
    kinds |= {name_of(place): pl.Float64() for place in numbers}
    columns = [name_of(place) for place in sorted([*numbers, *texts])]
    try:
        return pl.read_csv(rows, has_header=False, schema=kinds, columns=columns, quote_char=None, n_threads=1)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None


def name_of(place: int) -> str:
    """As Polars calls a column that has no name, and wants it called."""
    return f"column_{place + 1}"


def _is_constant(texts: pl.Series, text: bytes) -> bool:
    return not texts.null_count() and bool((texts == text.decode("utf-8", "replace")).all())
