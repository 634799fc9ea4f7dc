"""ab -g, the file for gnuplot (a stream) -> one RunRecord for each: exact percentiles, histogram, rate."""

from __future__ import annotations

import re
from typing import BinaryIO

import polars as pl

from ingest.formats.requests.layout import PREFIX, WHOLE, Layout
from ingest.formats.requests.reader import runs
from ingest.formats.requests.run import Format
from ingest.formats.requests.tally import LATEST, Requests, Window, moment
from ingest.records import Parsed

COLUMNS = ("starttime", "seconds", "ctime", "dtime", "ttime", "wait")
TIMES = {"latency": "ttime", "connect_time": "ctime", "processing_time": "dtime", "first_byte_time": "wait"}
HEADER = re.compile(PREFIX + r"\t".join(COLUMNS) + r"[ \t]*\r?\n?")
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


FORMAT = Format("ab", b"starttime\tseconds", layout, AbRequests, is_kept_beside=True)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log with rows of ab -g. What is none is passed over in silence."""
    return runs(stream, FORMAT)
