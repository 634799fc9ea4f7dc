"""Lines of `sadf -d` that are all rows of one section -> columns, by Polars. It gives the same doubles as Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from ingest.formats.sysstat.kit.numbers import Floats
from ingest.formats.sysstat.sadf_db.sections import FIRST, SEPARATOR, Section

HOST, INTERVAL, TIME, ITEM = "host", "interval", "time", "item"
NO_INTERVAL = "-1"  #: of restarts and comments

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Table:
    """Some rows."""

    frame: pl.DataFrame  #: the cells before the values
    values: Floats  #: (rows, columns)
    moments: Sequence[str]  #: the time cells, each once as long as it stays the same
    rows_of_moments: Codes  #: how many rows have it
    items: Sequence[tuple[bytes, int]]  #: (item, its first row), in the order they come
    codes: Codes  #: which of `items` each row has

    def is_of(self, host: bytes) -> bool:
        """Whether all rows are samples of this host."""
        hosts = self.frame[HOST]
        return hosts[0].encode() == host and bool(
            (hosts == hosts[0]).all() and (self.frame[INTERVAL] != NO_INTERVAL).all()
        )


def table_of(section: Section, content: bytes, count: int) -> Table | None:
    """`count` lines as rows of `section`; None if one of them is none."""
    width = FIRST + section.cells
    if content.count(SEPARATOR) != (width - 1) * count:
        return None
    names = (HOST, INTERVAL, TIME, *((ITEM,) if section.item_cells else ()))
    values = [str(number) for number in range(len(section.columns))]
    frame = _frame(content, names, values, b"," in content)
    if frame is None and b"," in content:  # of an item's name
        frame = _frame(content, names, values, has_commas=False)
    if frame is None or frame.height != count or any(frame.null_count().row(0)):
        return None
    moments = frame[TIME].rle().struct.unnest()
    items, codes = _items(frame) if section.item_cells else ([(b"", 0)], np.zeros(count, np.int64))
    return Table(
        frame.select(names),
        frame.select(values).to_numpy(),
        moments["value"].to_list(),
        moments["len"].to_numpy().astype(np.int64),
        items,
        codes,
    )


def _frame(content: bytes, names: Sequence[str], values: Sequence[str], has_commas: bool) -> pl.DataFrame | None:
    """Words under `names`, then numbers; `has_commas`: before their decimals. None if one of them is none."""
    try:
        return pl.read_csv(
            content,
            has_header=False,
            schema={**dict.fromkeys(names, pl.String()), **dict.fromkeys(values, pl.Float64())},
            separator=SEPARATOR.decode(),
            quote_char=None,
            decimal_comma=has_commas,
            n_threads=1,
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None


def _items(frame: pl.DataFrame) -> tuple[list[tuple[bytes, int]], Codes]:
    """(each item and its first row; which one each row has)."""
    names = frame[ITEM].unique(maintain_order=True)
    codes = frame[ITEM].cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int64)
    _, first = np.unique(codes, return_index=True)
    return [(name.encode(), int(place)) for name, place in zip(names, first, strict=True)], codes
