"""Blocks of rows -> columns of numbers and words: by Polars where a block is as it should be, else row by row.

A block that Polars refuses is halved until the piece that holds the bad row is small; only that piece is read slowly.
A row that cannot be read becomes a Problem and the rest still counts. Lines that are no rows at all (another tool's
text) are passed over in silence, unless rows follow: then they are a Problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from ingest.formats.requests.blocks import Block, count
from ingest.formats.requests.layout import LARGEST, WORD, Kind, Layout, Value, row
from ingest.records import EXCERPT_LENGTH, Parsed, Problem

SMALL = 8 << 10  #: bytes; a piece with a bad row is read row by row from here on
LARGEST_SLOW = 512 << 10  #: bytes of a piece that is read row by row
NEAR = 64 << 10  #: bytes in which the end of a quoted row is looked for
MOST_PROBLEMS = 50
MOST_LINES = 1000  #: of one row, in quotes


@dataclass(slots=True)
class Trouble:
    """What could not be read in one run's rows."""

    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    rows: int = 0  #: damaged ones among them
    foreign: tuple[int, int, str] | None = None  #: (first line, how many, its text) of lines that may be another tool's

    def add(self, line: int, message: str, text: str) -> None:
        self.count += 1
        if self.count <= MOST_PROBLEMS:
            self.problems.append(Problem(line, message, excerpt=text[:EXCERPT_LENGTH]))

    def bad_row(self, line: int, message: str, text: str) -> None:
        self.rows_follow()
        self.rows += 1
        self.add(line, message, text)

    def no_row(self, line: int, text: str) -> None:
        first, count, excerpt = self.foreign or (line, 0, text)
        self.foreign = (first, count + 1, excerpt)

    def rows_follow(self) -> None:
        """The lines that were no rows stood between rows: then they are worth a word."""
        if self.foreign:
            line, count, text = self.foreign
            self.foreign = None
            self.add(line, f"{count} line{'s' * (count > 1)} between the rows of requests cannot be read.", text)

    def results(self) -> Parsed:
        yield from self.problems
        if self.count > MOST_PROBLEMS:
            yield Problem(0, f"{self.count - MOST_PROBLEMS} more problems like these are not listed.")


def frames(layout: Layout, block: Block, trouble: Trouble) -> Iterator[pl.DataFrame]:
    """The rows of `block`, in order. Columns are those of `layout.kinds`, without nulls."""
    pieces, small = [block], SMALL
    while pieces:
        piece = pieces.pop()
        if (frame := by_polars(layout, piece.data)) is not None:
            trouble.rows_follow()
            yield frame
            small = SMALL
        elif len(piece.data) <= small or not 0 < (middle := _middle(layout, piece.data)) < len(piece.data):
            yield by_rows(layout, piece, trouble)
            small = min(2 * small, LARGEST_SLOW)  # bad rows come in crowds: do not search for the good ones among them
        else:
            pieces += reversed(piece.cut(middle))


def _middle(layout: Layout, data: bytes) -> int:
    """Where a row ends near the middle."""
    index = data.find(b"\n", len(data) // 2) + 1
    while layout.is_quoted and index and count(data, b'"', index) % 2:
        index = data.find(b"\n", index) + 1
        if index - len(data) // 2 > NEAR:
            return 0
    return index


def by_polars(layout: Layout, data: bytes) -> pl.DataFrame | None:
    """All rows of `data`; None if any is not as it should be, or a quote that never ends would take the rest."""
    if layout.is_quoted and data.count(b'"') % 2:
        return None
    kinds = [layout.kinds.get(name, WORD) for name in layout.columns]
    try:
        frame = pl.read_csv(
            data,
            has_header=False,
            schema={f"column_{place}": dtype(kind) for place, kind in enumerate(kinds, 1)},
            columns=[f"column_{place + 1}" for place in layout.places],
            separator=layout.separator,
            quote_char='"' if layout.is_quoted and b'"' in data else None,
            raise_if_empty=False,  # else Polars copies the block to see
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None
    frame.columns = [layout.columns[place] for place in layout.places]
    for name in frame.columns:
        if frame[name].null_count():
            if layout.kinds[name].empty is None:
                return None
            frame = frame.with_columns(frame[name].fill_null(layout.kinds[name].empty))
    return _in_whole_numbers(layout, frame)


def _in_whole_numbers(layout: Layout, frame: pl.DataFrame) -> pl.DataFrame | None:
    """Decimals as whole numbers; None if one is none."""
    decimals = [(name, kind.scale) for name, kind in layout.kinds.items() if kind.dtype == "Float64"]
    for name, scale in decimals:
        values = frame[name].to_numpy() * scale
        if not (np.abs(values) < LARGEST).all():
            return None
        frame = frame.with_columns(pl.Series(name, np.rint(values).astype(np.int64)))
    return frame


def by_rows(layout: Layout, block: Block, trouble: Trouble) -> pl.DataFrame:
    """The rows of `block` that can be read; what is wrong with the others goes to `trouble`."""
    lines = block.data.decode("utf-8", "benchdb-latin1").split("\n")
    read: list[list[Value]] = []
    index = 0
    while index < len(lines):
        end = _end(lines, index) if layout.is_quoted else index + 1
        values = row(layout, "\n".join(lines[index:end]))
        if isinstance(values, str) and any(map(layout.row.match, lines[index + 1 : end])):  # a quote too many
            end, values = index + 1, row(layout, lines[index])
        if isinstance(values, list):
            trouble.rows_follow()
            read.append(values)
        elif values:
            trouble.bad_row(block.line + index, values, lines[index])
        elif lines[index].strip():
            trouble.no_row(block.line + index, lines[index])
        index = end
    return typed_frame(layout, read)


def typed_frame(layout: Layout, read: list[list[Value]]) -> pl.DataFrame:
    names = [layout.columns[place] for place in layout.places]
    types = {name: _kept(layout.kinds[name]) for name in names}
    return pl.DataFrame(read, schema=types, orient="row")


def dtype(kind: Kind) -> pl.DataType:
    """As which type Polars reads such cells."""
    if kind.names:
        return pl.Enum(kind.names)
    plain: type[pl.DataType] = getattr(pl, kind.dtype)
    return plain()


def _kept(kind: Kind) -> pl.DataType:
    return pl.Int64() if kind.dtype == "Float64" else dtype(kind)


def _end(lines: list[str], index: int) -> int:
    """The line after the row that begins at `at`: quotes may go on over lines."""
    is_open = lines[index].count('"') % 2
    end = index + 1
    while is_open and end < min(len(lines), index + MOST_LINES):
        is_open ^= lines[end].count('"') % 2
        end += 1
    return index + 1 if is_open else end
