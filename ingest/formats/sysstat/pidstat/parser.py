"""`pidstat` as text, sysstat 7.1 to 12.7 -> one TraceRecord per metric and process."""

from __future__ import annotations

from typing import BinaryIO

import numpy as np

from ingest.formats.sysstat.interval.parse import parsed
from ingest.formats.sysstat.interval.reader import Reader, Tool
from ingest.formats.sysstat.interval.rows import begins_with_time, byte
from ingest.formats.sysstat.kit.numbers import Mask
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.pidstat.signs import COMMAND, layout
from ingest.records import Parsed


def rows(text: Text) -> Mask:
    """Which lines can only be rows: headers end with Command."""
    is_header = np.ones(len(text.starts), dtype=bool)
    for place, letter in enumerate(COMMAND.encode(), -len(COMMAND)):
        is_header &= byte(text, place) == letter
    return begins_with_time(text) & ~is_header


TOOL = Tool("pidstat", layout, rows)


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of pidstat, and what could not be read of it."""
    nothing = "No report of pidstat: expected a line with a time, PID, column names and Command."
    yield from parsed(stream, Reader(TOOL), nothing)
