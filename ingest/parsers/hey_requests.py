"""hey -o csv (a stream) -> one RunRecord for each.

Source: hey requester/print.go and report.go: a header, then a row for each request that got a reply, in seconds with
four decimals: all of it, DNS and connect, DNS, writing, waiting, reading; in newer versions its status and when it
began after hey itself did. Failed requests have no row; of more than a million the rest has none either.
A connect time of 0 is a kept-alive connection: not measured. Percentiles are exact to the 0.1 ms that are printed.
"""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np
import polars as pl

from ingest.parsers._per_request import runs
from ingest.parsers._per_request_layout import PREFIX, WHOLE, Layout, decimal
from ingest.parsers._per_request_run import Format
from ingest.parsers._per_request_tally import Requests, Window
from ingest.records import Parsed

TITLE = "hey, a row per request (-o csv)"

FIRST = ("response-time", "DNS+dialup", "DNS", "Request-write", "Response-delay", "Response-read")
ALL = (*FIRST, "status-code", "offset")
START = ",".join(map(re.escape, FIRST))
HEADER = re.compile(PREFIX + START + r"(?P<more>,status-code,offset)?\s*")
SIGN = re.compile(r"(?:^|\n)" + PREFIX + START + r"[,\r\n]")
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
            found = frame[column].to_numpy()
            self.times[name].add(found[found != 0] if name == "connect_time" else found)
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


def sniff(head: bytes) -> bool:
    """A header of hey's CSV stands in `head`."""
    return bool(SIGN.search(head.decode("utf-8", "replace")))


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log with hey's rows. What is none is passed over in silence."""
    return runs(stream, FORMAT)
