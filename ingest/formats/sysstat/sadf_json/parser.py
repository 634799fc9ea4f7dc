"""System activity as JSON: `sadf -j` of sysstat 10.0.3 to 12.7 -> one TraceRecord per metric and item."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from ingest.formats.sysstat.kit.pieces import until_broken, utf8
from ingest.formats.sysstat.kit.words import text_of
from ingest.formats.sysstat.sadf.hosts import Hosts
from ingest.formats.sysstat.sadf.pieces import START, pieces
from ingest.formats.sysstat.sadf.report import series_of
from ingest.formats.sysstat.sadf_json.object import NoObject, object_of
from ingest.records import Parsed, Problem, Record

FACT = re.compile(
    r'"(nodename|sysname|release|machine|number-of-cpus|file-date|timezone)"\s{0,20}:\s{0,20}"?([^",\n}]{0,300})'
)
LONGEST_TEXT = 256 * 1024  #: bytes between two objects that are looked through for facts


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    broken = list[Exception]()
    yield from sorted_out(read(until_broken(utf8(stream), broken)))
    if broken:
        raise broken[0]


def read(content: Iterable[bytes]) -> Hosts:
    """Everything that `content` says."""
    hosts = Hosts()
    for piece in pieces(content):
        line = piece.line + piece.content.startswith(b"\n")
        if piece.kind == "text":
            if facts := dict(FACT.findall(text_of(piece.content[:LONGEST_TEXT]))):
                hosts.add_facts(facts, piece.line)
        elif piece.kind == "cut":
            hosts.problems.add(line, "this sample is cut off: expected its closing bracket")
        else:
            read_object(hosts, piece.content, line)
    return hosts


def read_object(hosts: Hosts, text: bytes, line: int) -> None:
    try:
        sample = object_of(text)
    except NoObject as error:
        hosts.problems.add(line, f"expected one sample in JSON: {error}", text_of(text[:200]))
        if (again := text.rfind(START)) > 0:  # another one began in it
            read_object(hosts, text[again:], line + text.count(b"\n", 0, again))
        return
    hosts.add(sample, line, len(text))


def sorted_out(hosts: Hosts) -> Iterator[Record | Problem]:
    expected = "No sample of sadf: expected objects with a timestamp in the list 'statistics'."
    return series_of(hosts.reports, hosts.problems, expected)
