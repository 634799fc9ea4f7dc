"""Lines of `sadf -d` that are all rows of one section -> columns, by Polars. It gives the same doubles as Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from ingest.formats.sysstat.kit.numbers import Floats
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.sadf_db.sections import FIRST, SEPARATOR, Section

TIME, ITEM = "time", "item"
MINUS = ord("-")  #: of the interval of restarts and comments, which is -1

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Table:
    """Some rows."""

    values: Floats  #: (rows, columns)
    moments: pl.Series  #: the time cells, each once as long as it stays the same
    rows_of_moments: Codes  #: how many rows have it
    items: Sequence[tuple[bytes, int]]  #: (item, its first row), in the order they come
    codes: Codes  #: which of `items` each row has


def are_samples_of(host: bytes, text: Text, begin: int, end: int) -> bool:
    """Whether all these lines begin with this host, and none is a restart or a comment."""
    before, starts = host + SEPARATOR, text.starts[begin:end]
    if int(text.lengths[begin:end].min()) <= len(before):
        return False
    is_same = ((text.buffer[starts + place] == letter).all() for place, letter in enumerate(before))
    return all(is_same) and not (text.buffer[starts + len(before)] == MINUS).any()


def table_of(section: Section, content: bytes, count: int) -> Table | None:
    """`count` lines as rows of `section`; None if one of them is none."""
    width = FIRST + section.cells
    if np.count_nonzero(np.frombuffer(content, np.uint8) == ord(SEPARATOR)) != (width - 1) * count:
        return None
    words = (TIME, ITEM) if section.item_cells else (TIME,)
    values = [str(number) for number in range(len(section.columns))]
    frame = _frame(content, words, values, b"," in content)
    if frame is None and b"," in content:  # of an item's name
        frame = _frame(content, words, values, has_commas=False)
    if frame is None or frame.height != count or any(frame.null_count().row(0)):
        return None
    moments = frame[TIME].rle().struct.unnest()
    items, codes = _items(frame) if section.item_cells else ([(b"", 0)], np.zeros(count, np.int64))
    return Table(
        frame.select(values).to_numpy(),
        moments["value"],
        moments["len"].to_numpy().astype(np.int64),
        items,
        codes,
    )


def _frame(content: bytes, words: Sequence[str], values: Sequence[str], has_commas: bool) -> pl.DataFrame | None:
    """`words` from the time on, then numbers. None if one of them is none. `has_commas`: before their decimals."""
    types = [*[pl.String()] * (FIRST - 1 + len(words)), *[pl.Float64()] * len(values)]
    try:
        frame = pl.read_csv(
            content,
            has_header=False,
            schema={f"column_{place}": kind for place, kind in enumerate(types, 1)},
            columns=[f"column_{place}" for place in range(FIRST, len(types) + 1)],
            separator=SEPARATOR.decode(),
            quote_char=None,
            decimal_comma=has_commas,
            n_threads=1,
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None
    frame.columns = [*words, *values]
    return frame


def _items(frame: pl.DataFrame) -> tuple[list[tuple[bytes, int]], Codes]:
    """(each item and its first row; which one each row has)."""
    names = frame[ITEM].unique(maintain_order=True)
    codes = frame[ITEM].cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int64)
    _, first = np.unique(codes, return_index=True)
    return [(name.encode(), int(place)) for name, place in zip(names, first, strict=True)], codes
