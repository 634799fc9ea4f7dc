"""System activity reports: `sar` of Linux as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ingest.formats.sysstat.kit.pieces import texts, until_broken, utf8
from ingest.formats.sysstat.sar.reader import Reader
from ingest.records import Parsed, Problem, Record


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a sar log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for text in texts(until_broken(utf8(stream), broken)):
        reader.feed(text)
    yield from sorted(results(reader), key=lambda result: result.line)
    if broken:
        raise broken[0]


def results(reader: Reader) -> Iterator[Record | Problem]:
    problems = reader.problems.all()
    if not reader.has_results and not problems:
        yield Problem(0, "No report of sar: expected a line with a time and the names of columns, and rows below it.")
    for report in reader.reports:
        yield from report.traces()
    yield from problems
