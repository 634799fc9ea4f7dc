"""System activity as JSON: `sadf -j` of sysstat 10.0.3 to 12.7 -> one TraceRecord per metric and item.

Source: the places in data/sysstat_columns.tsv, and what four releases print.
Reads: the same metrics, items, times and values, to the last bit, as `sar` prints of the same recording (format `sar`
names them), and what only JSON has: disk rates in sectors beside those in kilobytes.
Times are seconds since the epoch: of UTC, or the local time taken as UTC where the log was written with -T or -t; the
fact `clock` says which.
Read sample by sample and never whole: memory is bounded for a log of any length, because rows wait in a temporary file
for their series. Where the log is not laid out as sadf does it (minified, indented anew, names sorted) samples are
found by their brackets. What is no JSON but was written by sadf is read: decimal commas, missing commas, `nan`, quotes
in comments. A sample that is cut off, or that nobody can mend, is a problem, and the others count.
Restarts are the metric `restart`, comments the fact `comments`, as of `sar`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from ingest.parsers._sadf_hosts import Hosts
from ingest.parsers._sadf_object import NoObject, object_of
from ingest.parsers._sadf_pieces import START, pieces
from ingest.parsers._sadf_report import series_of
from ingest.parsers._sar_pieces import utf8
from ingest.parsers._sar_words import text_of
from ingest.parsers.sar import until_broken
from ingest.records import Parsed, Problem, Record

TITLE = "sadf -j (sysstat), JSON"

OPENING = re.compile(rb'\{\s{0,80}"sysstat"\s{0,80}:\s{0,80}\{')
OF_SADF = re.compile(rb'"(?:sysdata-version|file-date|file-utc-time)"\s{0,80}:|"timestamp"\s{0,80}:\s{0,80}\{')
FACT = re.compile(
    r'"(nodename|sysname|release|machine|number-of-cpus|file-date|timezone)"\s{0,20}:\s{0,20}"?([^",\n}]{0,300})'
)
LONGEST_TEXT = 256 * 1024  #: bytes between two objects that are looked through for facts


def sniff(head: bytes) -> bool:
    """Whether sadf's JSON begins in `head`: iostat and mpstat write the same opening, but no file date."""
    return bool(OPENING.search(head) and OF_SADF.search(head))


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
            if told := dict(FACT.findall(text_of(piece.content[:LONGEST_TEXT]))):
                hosts.tell(told, piece.line)
        elif piece.kind == "cut":
            hosts.problems.add(line, "this sample is cut off: expected its closing bracket")
        else:
            read_object(hosts, piece.content, line)
    return hosts


def read_object(hosts: Hosts, text: bytes, line: int) -> None:
    try:
        found = object_of(text)
    except NoObject as error:
        hosts.problems.add(line, f"expected one sample in JSON: {error}", text_of(text[:200]))
        if (again := text.rfind(START)) > 0:  # another one began in it
            read_object(hosts, text[again:], line + text.count(b"\n", 0, again))
        return
    hosts.add(found, line, len(text))


def sorted_out(hosts: Hosts) -> Iterator[Record | Problem]:
    expected = "No sample of sadf: expected objects with a timestamp in the list 'statistics'."
    return series_of(hosts.reports, hosts.problems, expected)
