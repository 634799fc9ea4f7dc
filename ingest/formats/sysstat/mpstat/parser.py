"""`mpstat` as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and item."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.interval.parse import parsed
from ingest.formats.sysstat.interval.reader import Reader, Tool
from ingest.formats.sysstat.interval.rows import DIGITS, begins_with_time, byte
from ingest.formats.sysstat.kit.numbers import Mask
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.mpstat.layout import layout
from ingest.records import Parsed


def rows(text: Text) -> Mask:
    """Which lines can only be rows: no header ends with a digit."""
    return begins_with_time(text) & DIGITS[byte(text, -1)]


TOOL = Tool("mpstat", layout, rows)


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of mpstat, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No report of mpstat: expected a line with a time, CPU and column names.")
