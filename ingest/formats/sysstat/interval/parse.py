"""A stream and a reader of a live tool -> what the log says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Protocol

from ingest.formats.sysstat.kit.pieces import Text, texts, until_broken, utf8
from ingest.records import Parsed, Problem, Record


class Reader(Protocol):
    def feed(self, text: Text) -> None: ...

    def results(self) -> Iterator[Record | Problem]: ...


def parsed(stream: BinaryIO, reader: Reader, nothing: str) -> Parsed:
    """All that `reader` finds, `nothing` as a problem where that is so. A broken archive gives what came before."""
    broken, is_empty = list[Exception](), True
    for text in texts(until_broken(utf8(stream), broken)):
        reader.feed(text)
    for result in reader.results():
        is_empty = False
        yield result
    if is_empty:
        yield Problem(0, nothing)
    if broken:
        raise broken[0]
