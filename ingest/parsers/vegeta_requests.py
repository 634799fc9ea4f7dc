"""vegeta encode -to csv (a stream) -> one RunRecord.

Source: vegeta lib/results.go, NewCSVEncoder(), and `vegeta encode -h`: start (nanoseconds since 1970), HTTP status
(0: no reply), latency in nanoseconds, bytes out, bytes in, error, body (base64), attack, sequence number, method, URL,
headers (base64); older versions have fewer of the last. There is no header. As vegeta counts, a request succeeded if
its status is 200 to 399.
Latencies are nanoseconds: percentiles are exact up to some ten thousand requests, then the caveat states the error.
"""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np
import polars as pl

from ingest.parsers._per_request import FIRST_LINES, runs
from ingest.parsers._per_request_layout import WHOLE, WORD, Kind, Layout, cells
from ingest.parsers._per_request_run import Format
from ingest.parsers._per_request_tally import Requests, Window, moment
from ingest.records import Parsed

TITLE = "vegeta, a row per request (encode -to csv)"

COLUMNS = ("timestamp", "code", "latency", "bytes_out", "bytes_in", "error", "body", "attack", "seq", "method", "url")
ALL = (*COLUMNS, "headers")
WIDTHS = (6, 7, 8, 9, 11, 12)  #: cells in a row, by version
READ = {**dict.fromkeys(COLUMNS[:5], WHOLE), **dict.fromkeys(("error", "method", "url"), WORD)}
BYTES = {("bytes_body", ""): "bytes_in", ("bytes_sent", "body"): "bytes_out"}
FACTS = ("method", "url")
ROW = re.compile(r'(?P<before>[ \t>|#*]*)"?\d{18,19}"?,"?\d{1,3}"?,"?\d{1,15}"?,"?\d+"?,"?\d+"?,')
BEGINS = re.compile(r'"?\d{16,19}"?,')
NO_HEADER = b""
TIMEOUTS = r"(?i)timeout|deadline exceeded"
REFUSED = r"connection refused|no such host|no route to host|network is unreachable"
RESET = r"connection reset|broken pipe|EOF"


class VegetaRequests(Requests):
    """The rows of one file."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, ["latency"], 10**9, Window(10**9))
        self.shared: dict[str, set[str]] = {name: set() for name in FACTS if name in layout.kinds}

    def add(self, frame: pl.DataFrame) -> None:
        starts, latencies = frame["timestamp"].to_numpy(), frame["latency"].to_numpy()
        self.completed += frame.height
        if self.window:
            self.window.add(starts, starts + latencies)
        self.times["latency"].add(latencies)
        self.add_codes(frame["code"])
        codes = frame["code"].to_numpy()
        good = int(np.count_nonzero((codes >= 200) & (codes < 400)))
        self.add_outcomes(good, frame.height - good)
        for metric, column in BYTES.items():
            self.sums[metric] += int(frame[column].sum())
        if good < frame.height:
            self._add_errors(frame.filter(pl.col("code") == 0)["error"])
        if set(frame.columns) == set(self.layout.kinds):
            for name, values in self.shared.items():
                values.update(frame[name].unique(maintain_order=True).head(2).to_list() if len(values) < 2 else ())
            self.fast = self._narrow()

    def _narrow(self) -> Layout:
        """Of method and URL only that they are still the same; nothing, once they are not."""
        kinds = {name: kind for name, kind in self.layout.kinds.items() if name not in self.shared}
        same = {name: Kind(pl.Enum(list(values)), None) for name, values in self.shared.items() if len(values) == 1}
        return self.layout.reading(kinds | same)

    def _add_errors(self, errors: pl.Series) -> None:
        """Why there was no reply at all."""
        left = errors
        for item, pattern in (("timeout", TIMEOUTS), ("connect", REFUSED), ("reset", RESET), ("other", "")):
            found = left.str.contains(pattern)
            self.failures[item] += int(found.sum())
            left = left.filter(~found)

    def settled(self) -> Requests:
        self.failures = +self.failures
        for name, values in self.shared.items():
            if len(values) == 1 and (only := next(iter(values))):
                self.facts[name] = only
        if self.window and (started := moment(self.window.first, 10**9, "microseconds")):
            self.facts["started_at"] = started
        return self


def first_row(line: str) -> Layout | None:
    """Such rows, if `line` is one."""
    match = ROW.match(line)
    if not match or not line.endswith("\n"):
        return None
    width = len(cells(line[match.end("before") :], ",", is_quoted=True))
    if width not in WIDTHS:
        return None
    kinds = {name: kind for name, kind in READ.items() if name in ALL[:width]}
    return Layout(ALL[:width], kinds, ",", is_quoted=True, row=BEGINS, prefix=match["before"])


FORMAT = Format("vegeta", NO_HEADER, lambda line: None, VegetaRequests, is_quoted=True, first_row=first_row)


def sniff(head: bytes) -> bool:
    """One of the first lines is a row of vegeta."""
    lines = head.decode("utf-8", "replace").splitlines(keepends=True)
    return any(first_row(line) for line in lines[:FIRST_LINES])


def parse(stream: BinaryIO) -> Parsed:
    """The run of a log with vegeta's rows. What is none is passed over in silence."""
    return runs(stream, FORMAT)
