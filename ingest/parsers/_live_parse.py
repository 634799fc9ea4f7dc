"""A stream and a reader of a live tool -> what the log says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Protocol

from ingest.parsers._sar_pieces import Text, texts, utf8
from ingest.parsers.sar import until_broken
from ingest.records import Parsed, Problem, Record


class Reader(Protocol):
    def feed(self, text: Text) -> None: ...

    def found(self) -> Iterator[Record | Problem]: ...


def parsed(stream: BinaryIO, reader: Reader, nothing: str) -> Parsed:
    """All that `reader` finds, `nothing` as a problem where that is so. A broken archive gives what came before."""
    broken, is_empty = list[Exception](), True
    for text in texts(until_broken(utf8(stream), broken)):
        reader.feed(text)
    for each in reader.found():
        is_empty = False
        yield each
    if is_empty:
        yield Problem(0, nothing)
    if broken:
        raise broken[0]
