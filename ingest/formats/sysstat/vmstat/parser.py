"""`vmstat` of Linux, procps 2 to 4 -> one TraceRecord per metric."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.interval.parse import parsed
from ingest.formats.sysstat.vmstat.reader import Reader
from ingest.records import Parsed


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of vmstat, and what could not be read of it."""
    yield from parsed(stream, Reader(), "No report of vmstat: expected a line with r, b, swpd and other names.")
