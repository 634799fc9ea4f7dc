"""System activity reports: `sar` of Solaris 7 to 11 as text -> one TraceRecord per metric and item."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.solaris.solaris_sar.reader import Reader
from ingest.records import Parsed, Problem


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
