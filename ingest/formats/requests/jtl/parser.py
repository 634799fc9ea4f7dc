"""JMeter results, CSV (a stream) -> one RunRecord for each: all requests, and each label's mean."""

from __future__ import annotations

import itertools
from typing import BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ingest.formats.requests.jtl import columns
from ingest.formats.requests.jtl.labels import Labels, reason
from ingest.formats.requests.jtl.parts import Mask, Parents, families, transactions
from ingest.formats.requests.jtl.times import WRITTEN, grain, milliseconds
from ingest.formats.requests.layout import WHOLE, WORD, Layout, cells, one_of
from ingest.formats.requests.reader import runs
from ingest.formats.requests.run import Format
from ingest.formats.requests.tally import Requests, Window, moment
from ingest.records import Parsed

TIMES = {"latency": "elapsed", "first_byte_time": "Latency", "connect_time": "Connect"}
BYTES = {"bytes_received": "bytes", "bytes_sent": "sentBytes"}
MOST_NARROW = 1000  #: labels; with more, each block is likely to bring new ones
COLUMNS_GUESSED = "The log has no header: its columns are taken to be those that JMeter writes by default."
ONLY_TRANSACTIONS = "Every row is the sum of a transaction controller: a request here is a whole transaction."
NO_CONNECT = "Connect times of 0 ms (a kept-alive connection, or too short to tell) are not in their figures: {}."


class Tally(Requests):
    """Requests of one kind."""

    def __init__(self, layout: Layout) -> None:
        times = [name for name, column in TIMES.items() if column in layout.columns]
        super().__init__(layout, times, 1000, Window(1000))
        self.by_label = Labels()
        self.most_threads = 0
        self.not_connected = 0
        self.has_plain_codes = True  #: every responseCode yet was a number

    def add(self, frame: pl.DataFrame) -> None:
        self.add_rows(frame, milliseconds(frame))

    def add_rows(self, frame: pl.DataFrame, starts: NDArray[np.int64]) -> None:
        """`starts`: milliseconds; 0 where a row does not say."""
        self.completed += frame.height
        if self.window:
            self.window.add(starts, starts + frame["elapsed"].to_numpy())
        for name in self.times:
            self._add_times(name, _answered(frame) if name == "first_byte_time" else frame[TIMES[name]].to_numpy())
        for metric, column in BYTES.items():
            if column in frame.columns:
                self.sums[metric, ""] += int(frame[column].sum())
        if "allThreads" in frame.columns:
            self.most_threads = max(self.most_threads, int(frame["allThreads"].max() or 0))  # type: ignore[arg-type]
        self._add_outcome(frame)
        if "label" in frame.columns:
            self.by_label.add(frame)

    def _add_times(self, name: str, times: NDArray[np.int64]) -> None:
        if name == "connect_time":
            self.not_connected += int((times == 0).sum())
            times = times[times != 0]
        self.times[name].add(times)

    def _add_outcome(self, frame: pl.DataFrame) -> None:
        if "success" in frame.columns:
            good = int(frame["success"].sum())
            self.add_outcomes(good, frame.height - good)
        if "responseCode" in frame.columns:
            for code, count in frame["responseCode"].value_counts().iter_rows():
                self.add_code(str(code), count)
                self.has_plain_codes = self.has_plain_codes and str(code).isdecimal()
                if item := reason(str(code)):
                    self.failures[item] += count

    def settled(self) -> Requests:
        if self.most_threads:
            self.sums["concurrency_peak", ""] = self.facts["concurrency"] = self.most_threads
        is_moment = self.layout.kinds.get("timeStamp") is WHOLE
        if self.window and is_moment and (started := moment(self.window.first, 1000, "milliseconds")):
            self.facts["started_at"] = started
        if self.not_connected:
            self.caveats.append(NO_CONNECT.format(self.not_connected))
        self.labels = self.by_label.most_frequent(self.caveats)
        return self


def _answered(frame: pl.DataFrame) -> NDArray[np.int64]:
    """Latency of the rows with an HTTP status: without a reply there is no first byte."""
    if "responseCode" in frame.columns and frame["responseCode"].dtype == pl.String:
        frame = frame.filter(pl.col("responseCode").str.contains(r"^\d+$"))
    return frame["Latency"].to_numpy()


class JtlRequests(Tally):
    """The rows of one JTL file."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.transactions = Tally(layout)
        self.parents = Parents()
        self.sub_results = 0
        self.is_settled = False

    def begin(self, data: bytes) -> None:
        """The first row tells whether timeStamp is a number or a date."""
        line = next((line for line in data[:65536].split(b"\n") if line.strip()), b"").decode("utf-8", "replace")
        first = cells(line, self.layout.separator, is_quoted=True)[0].strip()
        if not self.is_settled and line:
            self.is_settled = True
            if "timeStamp" in self.layout.kinds and WRITTEN.match(first):
                self.layout = self.layout.reading({**self.layout.kinds, "timeStamp": WORD})
                self.window, self.transactions.window = Window(1000, grain(first)), Window(1000, grain(first))
            self.fast = self.layout

    def _narrow(self) -> Layout:
        """Enough for blocks whose labels are known: without messages and threads, and HTTP statuses as numbers."""
        labels = self.by_label.plain()
        if "label" in self.layout.kinds and not 0 < len(labels) <= MOST_NARROW:
            return self.layout
        kinds = {
            name: kind for name, kind in self.layout.kinds.items() if name not in ("responseMessage", "threadName")
        }
        if "label" in kinds:
            kinds["label"] = one_of(labels)
        if "responseCode" in kinds and self.has_plain_codes:
            kinds["responseCode"] = WHOLE
        return self.layout.reading(kinds)

    def add(self, frame: pl.DataFrame) -> None:
        starts = milliseconds(frame)
        is_whole = set(frame.columns) == set(self.layout.kinds)
        if is_whole:
            frame, starts = self._own(frame, starts)
        if frame.height:
            self.add_rows(frame, starts)
        if is_whole and self.is_settled:
            self.fast = self._narrow()

    def _own(self, frame: pl.DataFrame, starts: NDArray[np.int64]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
        """The requests among the rows of `frame`; its other rows are counted apart."""
        sums, subs = transactions(frame), self._subs(frame, starts)
        if sums.any():
            self.transactions.add_rows(frame.filter(sums), starts[sums])
        self.sub_results += int(subs.sum())
        own = ~(sums | subs)
        if own.all():
            return frame, starts
        if "label" in frame.columns:
            self.by_label.suspect(frame["label"].filter(~own).unique().to_list())
        return frame.filter(own), starts[own]

    def _subs(self, frame: pl.DataFrame, starts: NDArray[np.int64]) -> Mask:
        if "label" not in frame.columns:
            return np.zeros(frame.height, np.bool_)
        labels = frame["label"].unique().to_list()
        family = families(itertools.chain(labels, self.by_label.seen))
        self.by_label.suspect(family)
        return self.parents.sub_results(frame, starts, family)

    def settled(self) -> Requests:
        told = self if self.completed or not self.transactions.completed else self.transactions
        if told is self.transactions:
            told.caveats.append(ONLY_TRANSACTIONS)
        elif self.transactions.completed:
            told.caveats.append(f"Rows that sum up a transaction are not added: {self.transactions.completed}.")
        if self.sub_results:
            told.caveats.append(f"Sub-results of other rows are not added: {self.sub_results}.")
        if "SampleCount" in self.layout.columns:
            told.caveats.append("A row may stand for several samples; it is counted as one.")
        return Tally.settled(told)


FORMAT = Format("jmeter", b"elapsed", columns.header, JtlRequests, True, columns.first_row, COLUMNS_GUESSED)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a JTL file. What is none is passed over in silence."""
    return runs(stream, FORMAT)
