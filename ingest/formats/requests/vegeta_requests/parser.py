"""vegeta encode -to csv (a stream) -> one RunRecord."""

from __future__ import annotations

from typing import BinaryIO

import numpy as np
import polars as pl

from ingest.formats.requests.gap import Gap
from ingest.formats.requests.layout import Layout, one_of
from ingest.formats.requests.reader import runs
from ingest.formats.requests.run import Format
from ingest.formats.requests.tally import Requests, Window, moment
from ingest.formats.requests.vegeta_requests.signs import first_row
from ingest.records import Parsed

BYTES = {("bytes_body", ""): "bytes_in", ("bytes_sent", "body"): "bytes_out"}
FACTS = ("method", "url")
NO_HEADER = b""
MANY = 10
SECOND = (
    "The rows {} {:g} s: another attack was appended. Neither a duration nor a rate is given; the other figures are "
    "over both."
)
TIMEOUTS = r"(?i)timeout|deadline exceeded"
REFUSED = r"connection refused|no such host|no route to host|network is unreachable"
RESET = r"connection reset|broken pipe|EOF"
ERROR = pl.col("error").str
REASON = (
    pl.when(ERROR.contains(TIMEOUTS))
    .then(pl.lit("timeout"))
    .when(ERROR.contains(REFUSED))
    .then(pl.lit("connect"))
    .when(ERROR.contains(RESET))
    .then(pl.lit("reset"))
    .otherwise(pl.lit("other"))
    .alias("reason")
)


class VegetaRequests(Requests):
    """The rows of one file."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, ["latency"], 10**9, Window(10**9))
        self.gap = Gap(10**9)
        self.shared: dict[str, set[str]] = {name: set() for name in FACTS if name in layout.kinds}

    def add(self, frame: pl.DataFrame) -> None:
        starts, latencies = frame["timestamp"].to_numpy(), frame["latency"].to_numpy()
        self.completed += frame.height
        if self.window:
            self.window.add(starts, starts + latencies)
            self.gap.add(starts, starts + latencies)
        self.times["latency"].add(latencies)
        self.add_codes(frame["code"])
        codes = frame["code"].to_numpy()
        good = int(np.count_nonzero((codes >= 200) & (codes < 400)))
        self.add_outcomes(good, frame.height - good)
        for metric, column in BYTES.items():
            self.sums[metric] += int(frame[column].sum())
        if good < frame.height:
            self._add_errors(frame["error"].filter(frame["code"] == 0))
        if set(frame.columns) == set(self.layout.kinds):
            for name, values in self.shared.items():
                values.update(frame[name].unique(maintain_order=True).head(2).to_list() if len(values) < 2 else ())
            self.fast = self._narrow()

    def _narrow(self) -> Layout:
        """Of method and URL only that they are still the same; nothing, once they are not."""
        kinds = {name: kind for name, kind in self.layout.kinds.items() if name not in self.shared}
        same = {name: one_of(values) for name, values in self.shared.items() if len(values) == 1}
        return self.layout.reading(kinds | same)

    def _add_errors(self, errors: pl.Series) -> None:
        """Why there was no reply at all."""
        for item, count in errors.value_counts(name="count").select(REASON, "count").iter_rows():
            self.failures[item] += count

    def is_interrupted(self, window: Window) -> bool:
        """A gap as long as many requests usually take to follow each other."""
        usual = (window.last - window.first) / self.completed
        return bool(self.gap.share(window)) and self.gap.length > MANY * usual

    def settled(self) -> Requests:
        self.failures = +self.failures
        goes_back = self.gap.goes_back or bool(self.window and self.gap.begins_again(self.window))
        if self.window and (goes_back or self.is_interrupted(self.window)):
            seconds = (self.gap.back if goes_back else self.gap.length) / 10**9
            self.caveats.append(SECOND.format("go back by" if goes_back else "leave out", seconds))
            self.window = None
        for name, values in self.shared.items():
            if len(values) == 1 and (only := next(iter(values))):
                self.facts[name] = only
        if self.window and (started := moment(self.window.first, 10**9, "microseconds")):
            self.facts["started_at"] = started
        return self


FORMAT = Format("vegeta", NO_HEADER, lambda line: None, VegetaRequests, is_quoted=True, first_row=first_row)


def parse(stream: BinaryIO) -> Parsed:
    """The run of a log with vegeta's rows. What is none is passed over in silence."""
    return runs(stream, FORMAT)
