"""`prstat` of Solaris 8 to 11 -> one TraceRecord per metric and zone, user or process."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.solaris.prstat.reader import Reader
from ingest.records import Parsed, Problem


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text.strip(), is_ended)
    if not reader.runs.all:
        yield Problem(0, "No report of prstat: expected a header such as 'PID USERNAME  SIZE   RSS STATE' or 'ZONEID'.")
    yield from reader.traces()
    if broken:
        raise broken[0]
