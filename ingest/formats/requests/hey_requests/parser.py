"""hey -o csv (a stream) -> one RunRecord for each."""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np
import polars as pl

from ingest.formats.requests.hey_requests.signs import FIRST, START
from ingest.formats.requests.layout import PREFIX, WHOLE, Layout, decimal
from ingest.formats.requests.reader import runs
from ingest.formats.requests.run import Format
from ingest.formats.requests.tally import Requests, Window
from ingest.records import Parsed

ALL = (*FIRST, "status-code", "offset")
HEADER = re.compile(PREFIX + START + r"(?P<more>,status-code,offset)?\s*")
ROW = re.compile(r"-?[\d.]")
UNIT = 10_000  #: in a second: what four decimals tell
TIMES = {
    "latency": "response-time",
    "connect_time": "DNS+dialup",
    "first_byte_time": "Response-delay",
    "transfer_time": "Response-read",
}
MOST_ROWS = 1_000_000
NO_FAILURES = "hey writes no row for a request that got no reply: failures of that kind are not counted here."
CUT_SHORT = "hey keeps the first million requests only; there may have been more."


class HeyRequests(Requests):
    """The rows of one file."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, TIMES, UNIT, Window(UNIT) if "offset" in layout.columns else None)

    def add(self, frame: pl.DataFrame) -> None:
        self.completed += frame.height
        for name, column in TIMES.items():
            times = frame[column].to_numpy()
            self.times[name].add(times[times != 0] if name == "connect_time" else times)
        if self.window:
            starts = frame["offset"].to_numpy() + 1  # the first may begin at 0, which would be no start
            self.window.add(np.maximum(starts, 1), starts + frame["response-time"].to_numpy())
            self.add_codes(frame["status-code"])

    def settled(self) -> Requests:
        self.caveats.append(NO_FAILURES)
        if self.completed == MOST_ROWS:
            self.caveats.append(CUT_SHORT)
        return self


def layout(header: str) -> Layout | None:
    """The rows below a header of hey."""
    match = HEADER.fullmatch(header)
    if not match:
        return None
    names = ALL if match["more"] else FIRST
    kinds = {name: decimal(UNIT) for name in TIMES.values()}
    kinds |= {"status-code": WHOLE, "offset": decimal(UNIT)} if match["more"] else {}
    return Layout(names, kinds, ",", row=ROW, prefix=match["prefix"])


FORMAT = Format("hey", b"response-time,DNS+dialup", layout, HeyRequests)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log with hey's rows. What is none is passed over in silence."""
    return runs(stream, FORMAT)
