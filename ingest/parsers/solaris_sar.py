"""System activity reports: `sar` of Solaris 7 to 11 as text -> one TraceRecord per metric and item.

Source: illumos usr/src/cmd/sa/sar.c, whose output is that of Solaris 10, and the manual pages. Every option: -u -b -d
-q -r -w -c -a -m -p -g -k -v -y. Reports of `sar -f` (one option after the other) and live ones (all options of a
sample under one another, the time on the first line only).
Metrics are those of the project's table of Solaris' columns, and have the names of the Linux ones where they mean the
same. Values are in base units: `cpu.idle` a fraction of 1, `swap.free` bytes (512-byte blocks are printed),
`disk.svctm` seconds. `mem.free` is known in bytes where the architecture tells the size of a page (sun4u and sun4v
8192, i86pc 4096), else it is `mem.free_pages`. `-v` gives sizes and, as `..._limit`, their limits. A blank cell is NaN.
The CPU's items are `all`, disks' items the printed names; sar cuts them to 8 letters, a second `sd0` of a sample is
`sd0 (2)`. In a non-global zone sar reports the CPUs of the whole machine or of the zone's pool.
Times are seconds since the epoch, the printed time taken as UTC: sar prints no zone, the fact `clock` says so. The date
is always month/day/year, in any language. A row's time is the end of its interval. A day begins where times fall by
more than 12 hours. `unix restarts` is the metric `restart`; averages are no samples.
Without its first line (`SunOS ...`) a report could be that of AIX or HP-UX, and is not read.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._reports.events import head_text
from ingest.parsers._solaris_lines import lines_until_broken
from ingest.parsers._solaris_sar_reader import BANNER, Reader, header
from ingest.records import Parsed, Problem

TITLE = "sar of Solaris, text"

RESTART = re.compile(r"\d\d:\d\d:\d\d\s+unix restarts\s*")


def sniff(head: bytes) -> bool:
    """Whether a banner of Solaris' sar stands in `head`, and below it a header or a restart."""
    has_banner = False
    for line in head_text(head).split("\n"):
        if BANNER.fullmatch(line.strip()):
            has_banner = True
        elif has_banner and (header(line) is not None or RESTART.fullmatch(line.strip())):
            return True
    return False


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for number, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(number, text, is_ended)
    if not reader.hosts and not reader.problems.listed:
        yield Problem(
            0, "No report of Solaris' sar: expected a line that begins with 'SunOS', a header and rows below."
        )
    for host in reader.hosts:
        yield from host.traces()
    yield from reader.problems.all()
    if broken:
        raise broken[0]
