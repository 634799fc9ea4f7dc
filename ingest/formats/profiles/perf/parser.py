"""`perf report --stdio` -> one RunRecord for each event; also text copied from its terminal interface."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.profiles.perf.reader import Reader
from ingest.records import Parsed, Problem


def parse(stream: BinaryIO) -> Parsed:
    """The profiles of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text, is_ended)
    reader.check()
    kept = [profile for profile in reader.profiles if profile.shares]
    if not kept:
        yield Problem(0, "No profile of perf: expected a line '# Overhead  Command  Shared Object  Symbol' and rows.")
    for profile in kept:
        yield profile.record()
    yield from reader.problems.all()
    if broken:
        raise broken[0]
