"""`iostat` as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and device."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.interval.parse import parsed
from ingest.formats.sysstat.iostat.reader import Reader
from ingest.records import Parsed


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of iostat, and what could not be read of it."""
    yield from parsed(stream, Reader(), "No report of iostat: expected a line with 'Device' or 'avg-cpu:'.")
