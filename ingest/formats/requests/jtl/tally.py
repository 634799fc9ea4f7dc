"""What requests of JMeter add up to, whether they come from CSV or XML; and where a second test seems to begin."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ingest.formats.requests.gap import Gap
from ingest.formats.requests.jtl.labels import Labels, reason
from ingest.formats.requests.jtl.times import milliseconds
from ingest.formats.requests.layout import WHOLE, Layout
from ingest.formats.requests.tally import Requests, Window, moment

TIMES = {"latency": "elapsed", "first_byte_time": "Latency", "connect_time": "Connect"}
BYTES = {"bytes_received": "bytes", "bytes_sent": "sentBytes"}
NO_CONNECT = "Connect times of 0 ms (a kept-alive connection, or too short to tell) are not in their figures: {:,}."
ONLY_TRANSACTIONS = "Every row is the sum of a transaction controller: a request here is a whole transaction."
HALF = 0.5
GAP = (
    "No request ran for {:g} s after the first {:,} requests: JMeter may have appended a second test to the file. "
    "All figures are over both."
)
GAP_RULES = (
    "No request ran for {:g} s after the first {:,} requests, which is most of this log: JMeter appended a second "
    "test. Neither a duration nor a rate is given; the other figures are over both."
)
AGAIN = (
    "The rows go back to the beginning of the log: it holds a test twice, or an earlier one behind a later. Neither a "
    "duration nor a rate is given; the other figures are over both."
)


class Tally(Requests):
    """Requests of one kind."""

    def __init__(self, layout: Layout) -> None:
        times = [name for name, column in TIMES.items() if column in layout.columns]
        super().__init__(layout, times, 1000, Window(1000))
        self.by_label = Labels()
        self.gap = Gap(1000)
        self.most_threads = 0
        self.not_connected = 0
        self.has_plain_codes = True  #: every responseCode yet was a number

    def add(self, frame: pl.DataFrame) -> None:
        self.add_rows(frame, milliseconds(frame))

    def add_rows(self, frame: pl.DataFrame, starts: NDArray[np.int64]) -> None:
        """`starts`: milliseconds; 0 where a row does not say."""
        self.completed += frame.height
        if self.window:
            ends = starts + frame["elapsed"].to_numpy()
            self.window.add(starts, ends)
            self.gap.add(starts, ends)
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
        if self.window and self.gap.begins_again(self.window):
            self.caveats.append(AGAIN)
            self.window = None
        if self.window and (share := self.gap.share(self.window)):
            self.caveats.append((GAP_RULES if share > HALF else GAP).format(self.gap.length / 1000, self.gap.rows))
            if share > HALF:
                self.window = None
        self.labels = self.by_label.most_frequent(self.caveats)
        return self


def _answered(frame: pl.DataFrame) -> NDArray[np.int64]:
    """Latency of the rows with an HTTP status: without a reply there is no first byte."""
    if "responseCode" in frame.columns and frame["responseCode"].dtype == pl.String:
        frame = frame.filter(pl.col("responseCode").str.contains(r"^\d+$"))
    return frame["Latency"].to_numpy()


def not_added(requests: Tally, sums: Tally, sub_results: int) -> Requests:
    """The tally to show and what it leaves out: sub-results, and sums of transactions unless there is nothing else."""
    shown = requests if requests.completed or not sums.completed else sums
    if shown is sums:
        shown.caveats.append(ONLY_TRANSACTIONS)
    elif sums.completed:
        shown.caveats.append(f"Rows that sum up a transaction are not added: {sums.completed:,}.")
    if sub_results:
        shown.caveats.append(f"Sub-results of other rows are not added: {sub_results:,}.")
    if "SampleCount" in requests.layout.columns:
        shown.caveats.append("A row may stand for several samples; it is counted as one.")
    return Tally.settled(shown)
