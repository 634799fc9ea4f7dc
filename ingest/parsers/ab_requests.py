"""ab -g, the file for gnuplot (a stream) -> one RunRecord for each: exact percentiles, histogram, rate.

Source: httpd support/ab.c, output_results(), 2.0.16 to trunk of 2024: a header, then a row per completed request with
its start (ctime() of an unknown zone, and since the epoch: seconds, microseconds in 2.0.x to 2.2.8), then whole
milliseconds: connecting (ctime), after that (dtime), together (ttime), until the first byte (wait).
Rows are in the order of time until 2.2.8, by ttime since 2.2.9. Nothing says whether a request succeeded.
Percentiles are by nearest rank; those in ab's own report are one request further up.
"""

from __future__ import annotations

import re
from typing import BinaryIO

import polars as pl

from ingest.parsers._per_request import runs
from ingest.parsers._per_request_layout import PREFIX, WHOLE, Layout
from ingest.parsers._per_request_run import Format
from ingest.parsers._per_request_tally import LATEST, Requests, Window, moment
from ingest.records import Parsed

TITLE = "ApacheBench, a row per request (ab -g)"

COLUMNS = ("starttime", "seconds", "ctime", "dtime", "ttime", "wait")
TIMES = {"latency": "ttime", "connect_time": "ctime", "processing_time": "dtime", "first_byte_time": "wait"}
HEADER = re.compile(PREFIX + r"\t".join(COLUMNS) + r"[ \t]*\r?\n?")
SIGN = re.compile(r"(?:^|\n)" + PREFIX + r"starttime\tseconds\tctime")
ROW = re.compile(r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d")
MICROSECONDS = 10**14  #: a number of seconds this large would be three million years after 1970


class AbRequests(Requests):
    """The rows of one ab -g file. Starts and ends are counted in microseconds."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, TIMES, 1000, Window(10**6))

    def add(self, frame: pl.DataFrame) -> None:
        starts = frame["seconds"].to_numpy()
        if self.window and not self.completed:
            self.window.grain = 1 if starts[0] >= MICROSECONDS else 10**6
        if self.window:
            starts = starts * 1 if self.window.grain == 1 else starts.clip(0, LATEST) * 10**6
            self.window.add(starts, starts + frame["ttime"].to_numpy() * 1000)
        self.completed += frame.height
        for name, column in TIMES.items():
            self.times[name].add(frame[column].to_numpy())

    def settled(self) -> AbRequests:
        exact = "microseconds" if self.window and self.window.grain == 1 else "seconds"
        if self.window and (started := moment(self.window.first, 10**6, exact)):
            self.facts["started_at"] = started
        return self


def layout(header: str) -> Layout | None:
    """The rows below an ab -g header."""
    match = HEADER.fullmatch(header)
    kinds = dict.fromkeys(COLUMNS[1:], WHOLE)
    return Layout(COLUMNS, kinds, "\t", row=ROW, prefix=match["prefix"]) if match else None


FORMAT = Format("ab", b"starttime\tseconds", layout, AbRequests)


def sniff(head: bytes) -> bool:
    """The header of ab -g stands in `head`."""
    return bool(SIGN.search(head.decode("utf-8", "replace")))


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log with rows of ab -g. What is none is passed over in silence."""
    return runs(stream, FORMAT)
