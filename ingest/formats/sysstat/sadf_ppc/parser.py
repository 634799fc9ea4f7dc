"""`sadf -p` of sysstat 5.1 to 12.7 and `sar -h` of 4.0 to 5.0 -> one TraceRecord per metric and item."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.kit.pieces import until_broken, utf8
from ingest.formats.sysstat.sadf.report import series_of
from ingest.formats.sysstat.sadf_ppc.rows import PpcLines
from ingest.records import Parsed


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    broken, lines = list[Exception](), PpcLines()
    lines.read(until_broken(utf8(stream), broken))
    expected = "No line of sadf -p: expected host, interval, time, item, name and value with tabs between."
    yield from series_of([] if lines.is_quoted else lines.reports, lines.problems, expected)
    if broken:
        raise broken[0]
