"""System activity as XML: `sadf -x` of sysstat 8.1 to 12.7 -> one TraceRecord per metric and item."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.sax.saxutils import unescape

from ingest.formats.sysstat.kit.pieces import until_broken, utf8
from ingest.formats.sysstat.kit.words import text_of
from ingest.formats.sysstat.sadf.hosts import Hosts
from ingest.formats.sysstat.sadf.pieces import Piece, cut, gathered
from ingest.formats.sysstat.sadf.report import series_of
from ingest.formats.sysstat.sadf_xml.tree import sample_of
from ingest.records import Parsed

START, END = b"<timestamp ", b"</timestamp>"
FACT = re.compile(
    r'<host (nodename)="([^"\n]{0,300})"|'
    r"<(sysname|release|machine|number-of-cpus|file-date|timezone)>([^<\n]{0,300})</"
)
#: Behind what a logger put before it, too.
MARK = re.compile(r"[^<>]{0,300}<(boot|comment) (.{0,500}?)/?>\s*")
LONGEST_MARK = 1000  #: characters of a line that may be one
ATTRIBUTE = re.compile(r'(date|time|utc|tz|cpu_count)="([^"]{0,40})"')
TEXT = re.compile(r'com="(.*)"\s*/?\s*$')
ENTITIES = {"&quot;": '"', "&apos;": "'"}
LONGEST_TEXT = 2**20  #: bytes between two samples that are looked through


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    broken = list[Exception]()
    hosts = read(until_broken(utf8(stream), broken))
    yield from series_of(hosts.reports, hosts.problems, "No sample of sadf -x: expected elements <timestamp …>.")
    if broken:
        raise broken[0]


def read(content: Iterable[bytes]) -> Hosts:
    """Everything that `content` says."""
    hosts = Hosts()
    for piece in cut(gathered(content), START, END):
        if piece.kind == "text":
            between(hosts, text_of(piece.content[:LONGEST_TEXT]), piece.line)
        elif piece.kind == "cut":
            hosts.problems.add(piece.line, "this sample is cut off: expected </timestamp>")
        else:
            sample(hosts, piece)
    return hosts


def between(hosts: Hosts, text: str, line: int) -> None:
    """What stands outside of the samples: facts, restarts, comments."""
    facts = {
        ("nodename" if match[1] else match[3]): unescape(match[2] or match[4] or "") for match in FACT.finditer(text)
    }
    if facts:
        hosts.add_facts(facts, line)
    for number, mark_line in enumerate(text.split("\n"), line):
        match = MARK.fullmatch(mark_line) if len(mark_line) < LONGEST_MARK else None
        if match:
            mark(hosts, match, number)


def mark(hosts: Hosts, match: re.Match[str], line: int) -> None:
    """A restart or a comment."""
    values: dict[str, object] = dict(ATTRIBUTE.findall(match[2]))
    if str(values.get("cpu_count", "")).isdigit():
        values["cpu_count"] = float(str(values["cpu_count"]))
    if comment := TEXT.search(match[2]):
        values["com"] = unescape(comment[1], ENTITIES)
    hosts.add({match[1]: values}, line, len(match[0]))


def sample(hosts: Hosts, piece: Piece) -> None:
    try:
        element = element_of(piece.content)
    except ParseError as error:
        hosts.problems.add(piece.line, f"expected one sample in XML: {error}", text_of(piece.content[:200]))
        if (again := piece.content.rfind(START)) > 0:
            line = piece.line + piece.content.count(b"\n", 0, again)
            sample(hosts, Piece("object", piece.content[again:], line))
        return
    hosts.add({"timestamp": dict(element.attrib), **sample_of(element)}, piece.line, len(piece.content))


def element_of(text: bytes) -> Element:
    try:
        return fromstring(text)
    except ParseError:
        return fromstring(text_of(text).encode("utf-8", "replace"))
