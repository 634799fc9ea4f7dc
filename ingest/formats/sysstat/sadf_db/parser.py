"""`sadf -d` of sysstat 8.1 to 12.7 and `sadf -D` -> one TraceRecord per metric and item."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.kit.pieces import until_broken, utf8
from ingest.formats.sysstat.sadf.report import series_of
from ingest.formats.sysstat.sadf_db.rows import DbLines
from ingest.records import Parsed


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    broken, lines = list[Exception](), DbLines()
    lines.read(until_broken(utf8(stream), broken))
    expected = "No row of sadf -d: expected host;interval;time;values under a line '# hostname;interval;timestamp;…'."
    yield from series_of([] if lines.is_quoted else lines.reports, lines.problems, expected)
    if broken:
        raise broken[0]
