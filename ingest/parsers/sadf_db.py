"""System activity for a database: `sadf -d` of sysstat 8.1 to 12.7, `sadf -D` -> one TraceRecord per metric and item.

Source: what six releases print, and 4.0 and 5.0 with `sar -H`.
Reads: semicolons between the cells; the metrics, items, times and values that `sar` prints of the same recording;
decimal commas; times in UTC, in local time (-t, -T) and as seconds since the epoch (-U, -D); all sections in one line
(-h) where only one reading of the line is possible.
Each section begins with a line of names. `sar -H` of 4.0 to 5.0 and `sadf -d` of 5.1 to 8.0 print none: of these only
what the number of cells makes certain is read, the processors' lines; the rest is told, and `sar -h` or `sadf -p` of
the same recording has the names.
Serial lines of 8.1 to 11.0 repeat the line's number before each value, which is passed over.
Restarts are the metric `restart`, comments (-C) the fact `comments`, as of `sar`.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._sadf_db_rows import DbLines
from ingest.parsers._sadf_report import series_of
from ingest.parsers._sar_pieces import cleaned, utf8
from ingest.parsers.sar import until_broken
from ingest.records import Parsed

TITLE = "sadf -d (sysstat), semicolons"

HEADER = re.compile(rb"#\s?hostname;interval;timestamp[;,]")
ROW = re.compile(rb"[^;\n]{1,255};-?\d{1,9};(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^;\n]{0,40}|\d{9,10});[^\n]")
LINES_LOOKED_AT = 20


def sniff(head: bytes) -> bool:
    """Whether one of the first lines is sadf's header or row."""
    lines = cleaned(head).split(b"\n")[:LINES_LOOKED_AT]
    return any(HEADER.match(line) or ROW.match(line) for line in lines)


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    broken, lines = list[Exception](), DbLines()
    lines.read(until_broken(utf8(stream), broken))
    expected = "No row of sadf -d: expected host;interval;time;values under a line '# hostname;interval;timestamp;…'."
    yield from series_of(lines.reports, lines.problems, expected)
    if broken:
        raise broken[0]
