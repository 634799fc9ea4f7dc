"""A log with one row per request (a stream) -> one RunRecord for each run in it, in bounded memory.

blocks of whole rows -> frames of columns -> a tally that grows with the number of distinct times, not of requests.
A header begins a run; formats that may have none say what a first row looks like. Text before a header is passed over.
A last row without its line end counts if it can be read; else the file broke off there, and the run is aborted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ingest.formats.requests.blocks import Block, Source, blocks, newlines
from ingest.formats.requests.layout import FIRST_LINES, Layout
from ingest.formats.requests.run import Format, Run
from ingest.records import Parsed


class Reader:
    """A log, while its blocks are read."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.run: Run | None = None
        self.line = 1  #: the next block's first

    def take(self, data: bytes) -> Parsed:
        """Count the rows of `data`; the runs that end in it."""
        if self.run and (lines := self.run.take(data)):
            self.line += lines
            return
        for layout, block in sections(Block(data, self.line), self.format):
            if layout:
                yield from self.end()
                self.run = Run(self.format, layout, block.line)
            elif self.run:
                self.run.read(block)
            elif self.format.first_row:
                self.run = _begun(self.format, block)
        self.line += newlines(data)

    def end(self) -> Parsed:
        if self.run:
            yield from self.run.results()


def runs(stream: BinaryIO, format: Format) -> Parsed:
    """The runs of a log."""
    reader, source = Reader(format), Source(stream)
    for data in blocks(source, format.is_quoted):
        yield from reader.take(data)
    if source.fault and reader.run:
        reader.run.is_broken = True
    yield from reader.end()
    if source.fault:
        raise source.fault


def sections(block: Block, format: Format) -> Iterator[tuple[Layout | None, Block]]:
    """(layout, header) or (None, lines between headers), in order."""
    rest, place = block, 0
    while format.mark and (place := rest.data.find(format.mark, place)) >= 0:
        start, end = rest.data.rfind(b"\n", 0, place) + 1, rest.data.find(b"\n", place) + 1 or len(rest.data)
        place = end
        if layout := format.header(rest.data[start:end].decode("utf-8", "benchdb-latin1")):
            before, header = rest.cut(start)
            header, rest = header.cut(end - start)
            if before.data:
                yield None, before
            yield layout, header
            place = 0
    if rest.data:
        yield None, rest


def _begun(format: Format, block: Block) -> Run | None:
    """A run that begins without a header, if one of the first lines is a row."""
    place = 0
    for _ in range(FIRST_LINES):
        end = block.data.find(b"\n", place) + 1
        if not end or not format.first_row:
            return None
        if layout := format.first_row(block.data[place:end].decode("utf-8", "benchdb-latin1")):
            _, rows = block.cut(place)
            run = Run(format, layout, rows.line)
            run.has_header, run.is_text_above = False, bool(block.data[:place].strip())
            run.requests.caveats += [format.no_header] if format.no_header else []
            run.read(rows)
            return run
        place = end
    return None
