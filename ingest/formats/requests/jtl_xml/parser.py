"""JMeter results, XML (a stream) -> one RunRecord for each document: all requests, and each label's mean."""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np

from ingest.formats.requests.blocks import Source, blocks
from ingest.formats.requests.jtl.columns import layout
from ingest.formats.requests.jtl.parts import TRANSACTION
from ingest.formats.requests.jtl.tally import Tally, not_added
from ingest.formats.requests.jtl_xml.elements import Element, elements, plain
from ingest.formats.requests.layout import Value
from ingest.formats.requests.run import record
from ingest.formats.requests.table import Trouble, typed_frame
from ingest.records import EXCERPT_LENGTH, Parsed, Problem

TOOL = "jmeter"
#: attribute -> the column of CSV that means the same
NUMBERS = {
    b"t": "elapsed",
    b"lt": "Latency",
    b"ct": "Connect",
    b"ts": "timeStamp",
    b"by": "bytes",
    b"sby": "sentBytes",
    b"na": "allThreads",
}
WORDS = {b"lb": "label", b"rc": "responseCode", b"rm": "responseMessage", b"tn": "threadName"}
SUCCESS = b"s"
TRUTHS = {b"true": True, b"false": False}
NUMBER = re.compile(rb"[-+]?\d{1,18}")
AT_ONCE = 20_000  #: samples that are counted together
DEEPEST = 1000  #: samples within samples


class BadSample(ValueError):
    """A sample that cannot be read, and why."""


class Rows:
    """Samples that wait to be counted."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.tally = Tally(layout(names, ",", ""))
        self.rows: list[list[Value]] = []

    def add(self, row: list[Value]) -> None:
        self.rows.append(row)
        if len(self.rows) >= AT_ONCE:
            self.count()

    def count(self) -> None:
        """Count those that wait."""
        if not self.rows:
            return
        frame = typed_frame(self.tally.layout, self.rows)
        starts = frame["timeStamp"].to_numpy() if "timeStamp" in frame.columns else np.zeros(frame.height, np.int64)
        self.tally.add_rows(frame, starts)
        self.rows = []


class Document:
    """One test's samples, while they are read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.trouble = Trouble()
        self.cut: Problem | None = None
        self.attributes: tuple[bytes, ...] = ()  #: that are read, as the first sample has them
        self.requests = self.sums = Rows(())
        self.sub_results = 0
        self.open: list[bool] = []  #: of each sample that is open: whether samples in it are requests of their own

    def sample(self, sample: Element) -> None:
        """Count a sample for what it is."""
        if not self.attributes:
            self._begin(sample)
        is_own = all(self.open)
        is_sum = plain(sample.attributes.get(b"rm", b"")).startswith(TRANSACTION)
        if not sample.is_empty and len(self.open) < DEEPEST:
            self.open.append(is_own and is_sum)
        if not is_own:
            self.sub_results += 1
            return
        try:
            (self.sums if is_sum else self.requests).add(self._row(sample))
        except BadSample as error:
            self.trouble.bad_row(sample.line, str(error), plain(sample.text))

    def close(self) -> None:
        if self.open:
            self.open.pop()

    def _begin(self, sample: Element) -> None:
        known = (*NUMBERS, *WORDS, SUCCESS)
        self.attributes = tuple(name for name in known if name in sample.attributes)
        names = tuple(NUMBERS.get(name) or WORDS.get(name) or "success" for name in self.attributes)
        self.requests, self.sums = Rows(names), Rows(names)

    def _row(self, sample: Element) -> list[Value]:
        if b"t" not in self.attributes:
            raise BadSample("A sample does not say how long it took: expected an attribute t.")
        return [value_of(name, sample.attributes.get(name)) for name in self.attributes]

    def results(self, is_broken: bool) -> Parsed:
        """The run, and what could not be read in it."""
        self.requests.count()
        self.sums.count()
        requests = not_added(self.requests.tally, self.sums.tally, self.sub_results)
        yield record(TOOL, requests, self.trouble, self.line, is_cut=is_broken or self.cut is not None)
        yield from self.trouble.results()
        if self.cut:
            yield self.cut
        elif not requests.completed:
            yield Problem(self.line, "A document without a sample that can be read: expected <httpSample …> next.")


def value_of(name: bytes, value: bytes | None) -> Value:
    """An attribute as its column has it. BadSample where it is no such value."""
    if name in WORDS:
        return plain(value or b"")
    if name == SUCCESS and value in TRUTHS:
        return TRUTHS[value]
    if name != SUCCESS and value is not None and NUMBER.fullmatch(value):
        return int(value)
    shown = "missing" if value is None else f"{plain(value)[:40]!r}, which cannot be read"
    raise BadSample(f"The attribute {name.decode()} of a sample is {shown}.")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log. What stands outside of documents is passed over."""
    source, document = Source(stream), None
    for element in elements(blocks(source, is_quoted=False)):
        if element.kind == "begin":
            if document:
                document.cut = cut_before(element)
                yield from document.results(is_broken=False)
            document = Document(element.line)
        elif document is None:
            continue
        elif element.kind == "sample":
            document.sample(element)
        elif element.kind == "close":
            document.close()
        elif element.kind == "end":
            yield from document.results(is_broken=False)
            document = None
        else:
            document.cut = cut_before(element)
    if document:
        document.cut = document.cut or Problem(0, "The log breaks off: expected </testResults> at its end.")
        yield from document.results(is_broken=source.fault is not None)
    if source.fault:
        raise source.fault


def cut_before(element: Element) -> Problem:
    text = element.text.decode("utf-8", "replace")[:EXCERPT_LENGTH]
    return Problem(element.line, "The log breaks off here: expected </testResults> before this.", excerpt=text)
