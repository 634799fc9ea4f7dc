"""Data frames -> a file of CSV (RFC 4180, UTF-8) or Parquet, in bounded memory.

Polars writes Parquet of one frame at once: the pieces go into files of their own, which it then streams into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from benchdb.tables.columns import TABLES

MOMENT = "%Y-%m-%dT%H:%M:%S%.6fZ"
FORMULA = r"^[=+\-@\t\r]"
ENOUGH = 200_000  #: rows of a piece: small frames are gathered until there are so many
INTRODUCTION = """# The tables of this export

One file for each table. Numbers are in base units: seconds, bytes, per second, fractions of 1. An empty cell is not
known, or was not measured. Columns of kind `json` hold JSON, those of kind `moment` UTC.
"""


def write(pieces: Iterable[pl.DataFrame], schema: Mapping[str, pl.DataType], path: Path) -> int:
    """Write one table into a new file, in the form that its ending names. How many rows it has."""
    return WRITERS[path.suffix](gathered(pieces, schema), path)


def gathered(pieces: Iterable[pl.DataFrame], schema: Mapping[str, pl.DataType]) -> Iterator[pl.DataFrame]:
    """The same rows in larger frames; one frame without rows where there are none."""
    waiting, count, is_first = list[pl.DataFrame](), 0, True
    for piece in pieces:
        waiting.append(piece)
        count += piece.height
        if count >= ENOUGH:
            yield pl.concat(waiting)
            waiting, count, is_first = [], 0, False
    if waiting or is_first:
        yield pl.concat([pl.DataFrame(schema=schema), *waiting])


def write_csv(pieces: Iterable[pl.DataFrame], path: Path) -> int:
    rows = 0
    with path.open("xb") as file:
        for number, piece in enumerate(pieces):
            file.write(csv(piece, has_header=not number))
            rows += piece.height
    return rows


def csv(piece: pl.DataFrame, *, has_header: bool) -> bytes:
    """Texts that a spreadsheet would run as a formula have an apostrophe before them; Parquet has them as they are."""
    texts = pl.col(pl.String)
    inert = piece.with_columns(pl.when(texts.str.contains(FORMULA)).then("'" + texts).otherwise(texts).name.keep())
    return inert.write_csv(include_header=has_header, datetime_format=MOMENT).encode()


def parquet(piece: pl.DataFrame) -> bytes:
    """One frame as a whole file."""
    file = BytesIO()
    piece.write_parquet(file)
    return file.getvalue()


def write_parquet(pieces: Iterable[pl.DataFrame], path: Path) -> int:
    rows = 0
    with TemporaryDirectory(dir=path.parent, prefix=".pieces-") as folder:
        for number, piece in enumerate(pieces):
            piece.write_parquet(Path(folder) / f"{number:08}.parquet")
            rows += piece.height
        pl.scan_parquet(Path(folder) / "*.parquet").sink_parquet(path)
    return rows


WRITERS = {".csv": write_csv, ".parquet": write_parquet}


def description() -> str:
    """What stands in which column, as Markdown."""
    return INTRODUCTION + "".join(_section(table) for table in TABLES)


def _section(table: str) -> str:
    rows = "".join(f"| `{column.name}` | {column.kind} | {column.meaning} |\n" for column in TABLES[table])
    return f"\n## {table}\n\n| column | kind | means |\n|---|---|---|\n{rows}"
