"""System activity for pattern processing: `sadf -p` of sysstat 5.1 to 12.7, `sar -h` of 4.0 to 5.0 -> one TraceRecord
per metric and item.

Source: what eight releases print.
Reads: one value per line, after host, interval, time, item and name, with tabs between; the metrics, items, times and
values that `sar` prints of the same recording; decimal commas; times in UTC, in local time and as seconds since the
epoch. Items have their names of `sar`: `cpu0` is 0, `ttyS0` is 0, `i024` is 24.
A name that two sections have (`retrans/s` of NFS and of TCP) is of the section that the names before it are of.
Restarts are the metric `restart`, comments (-C) the fact `comments`, as of `sar`.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._sadf_ppc_rows import PpcLines
from ingest.parsers._sadf_report import series_of
from ingest.parsers._sar_pieces import cleaned, utf8
from ingest.parsers.sar import until_broken
from ingest.records import Parsed

TITLE = "sadf -p (sysstat), tabs"

ROW = re.compile(rb"[^\t\n]{1,255}\t-?\d{1,9}\t(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^\t\n]{0,40}|\d{9,10})\t[^\n]")
LINES_LOOKED_AT = 20


def sniff(head: bytes) -> bool:
    """Whether one of the first lines is sadf's."""
    return any(ROW.match(line) for line in cleaned(head).split(b"\n")[:LINES_LOOKED_AT])


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    broken, lines = list[Exception](), PpcLines()
    lines.read(until_broken(utf8(stream), broken))
    expected = "No line of sadf -p: expected host, interval, time, item, name and value with tabs between."
    yield from series_of(lines.reports, lines.problems, expected)
    if broken:
        raise broken[0]
