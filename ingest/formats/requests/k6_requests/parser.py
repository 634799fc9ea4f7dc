"""k6 --out csv (a stream) -> one RunRecord for each: its HTTP requests."""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ingest.formats.requests.layout import PREFIX, WHOLE, WHOLE_OR_EMPTY, WORD, Kind, Layout, cells, decimal, one_of
from ingest.formats.requests.reader import runs
from ingest.formats.requests.run import Format
from ingest.formats.requests.tally import Requests, Window, moment
from ingest.records import Parsed

HEADER = re.compile(PREFIX + r"metric_name,timestamp,metric_value(?:,\w+)*\s*")
ROW = re.compile(r'"?[A-Za-z_]\w*"?,"?\d')
UNIT = 10**6  #: of a value: a millisecond's millionth part, a nanosecond
TIMES = {
    "latency": "http_req_duration",
    "connect_time": "http_req_connecting",
    "first_byte_time": "http_req_waiting",
    "transfer_time": "http_req_receiving",
}
BYTES = {("bytes_received", ""): "data_received", ("bytes_sent", ""): "data_sent"}
#: error_code -> item of requests_failed; source: k6 lib/netext/httpext/error_codes.go
REASONS = {
    1050: "timeout",
    1101: "connect",
    1210: "connect",
    1211: "timeout",
    1212: "refused",
    1220: "reset",
}
MOST_METRICS = 1000
SECONDS = 10**12  #: a moment below is in seconds, one above in nanoseconds
EXPECTED = "k6 counts a request as failed by its status (400 and more, or none) unless the script says otherwise."


class K6Requests(Requests):
    """The rows of one file."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, TIMES, 10**9, Window(10**9, 10**9))
        self.names: set[str] = set()
        self.is_begun = False
        self.users = 0

    def begin(self, data: bytes) -> None:
        """The first row tells how moments are written."""
        line = next((line for line in data[:65536].split(b"\n") if line.strip()), b"").decode("utf-8", "replace")
        moments = cells(line, ",", is_quoted=True)[1:2]
        if not self.is_begun and moments:
            self.is_begun = True
            if "T" in moments[0]:
                self.layout = self.fast = self.layout.reading({**self.layout.kinds, "timestamp": WORD})
            elif self.window and len(moments[0].strip()) > 13:
                self.window.grain = 1

    def add(self, frame: pl.DataFrame) -> None:
        names = frame["metric_name"]
        if names.dtype == pl.String:
            self.names.update(names.unique().to_list())
            if len(self.names) <= MOST_METRICS:
                self.fast = self.layout.reading({**self.layout.kinds, "metric_name": self._kind()})
            names = names.cast(pl.Enum(sorted(names.unique().to_list())))
        if isinstance(names.dtype, pl.Enum):
            places = {name: place for place, name in enumerate(names.dtype.categories)}
            self._add(frame, names.to_physical().to_numpy(), places)

    def _kind(self) -> Kind:
        return one_of(sorted(self.names))

    def _add(self, frame: pl.DataFrame, which: NDArray[np.integer], places: dict[str, int]) -> None:
        values = frame["metric_value"].to_numpy()

        def of(metric: str) -> NDArray[np.bool_]:
            mask: NDArray[np.bool_] = which == places.get(metric, len(places))
            return mask

        for name, metric in TIMES.items():
            times = values[of(metric)]
            self.times[name].add(times[times != 0] if name == "connect_time" else times)
        for key, metric in BYTES.items():
            if metric in places:
                self.sums[key] += int(values[of(metric)].sum() // UNIT)
        if (users := values[of("vus")]).size:
            self.users = max(self.users, int(users.max()) // UNIT)
        if "http_req_failed" in places:
            failures = values[of("http_req_failed")]
            bad = int(np.count_nonzero(failures))
            self.add_outcomes(failures.size - bad, bad)
        self._add_ends(frame, values, of("http_req_duration"))
        self._add_replies(frame, of("http_reqs"))

    def _add_ends(self, frame: pl.DataFrame, values: NDArray[np.int64], is_request: NDArray[np.bool_]) -> None:
        ends = nanoseconds(frame["timestamp"])[is_request]
        if self.window:
            self.window.add(np.where(ends > 0, ends - values[is_request], 0), ends)

    def _add_replies(self, frame: pl.DataFrame, is_request: NDArray[np.bool_]) -> None:
        self.completed += int(np.count_nonzero(is_request))
        if "status" not in frame.columns:
            return
        statuses = frame["status"].to_numpy()[is_request]
        self.add_codes(pl.Series(statuses))
        if "error_code" in frame.columns and not statuses.all():
            codes = frame["error_code"].to_numpy()[is_request][statuses == 0]
            for code, count in pl.Series(codes).value_counts().iter_rows():
                self.failures[REASONS.get(code, "other")] += count

    def settled(self) -> Requests:
        self.sums = +self.sums
        if self.users:
            self.sums["concurrency_peak", ""] = self.facts["concurrency"] = self.users
        if self.window and self.window.first:
            middle = self.window.first + self.window.grain // 2  # a moment in whole seconds was cut, not rounded
            if started := moment(middle, 10**9, "seconds"):
                self.facts["started_at"] = started
        if self.failed:
            self.caveats.append(EXPECTED)
        return self


def nanoseconds(moments: pl.Series) -> NDArray[np.int64]:
    """Since 1970; 0 where a moment cannot be read."""
    if moments.dtype == pl.String:
        zoned = moments.str.replace("Z", "+00:00", literal=True)
        dates = zoned.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f%z", strict=False, time_unit="ns")
        return dates.cast(pl.Int64).fill_null(0).to_numpy()
    numbers = moments.to_numpy()
    return np.where(numbers < SECONDS, numbers.clip(0, 9 * 10**9) * 10**9, numbers)


def layout(header: str) -> Layout | None:
    """The rows below a header of k6."""
    match = HEADER.fullmatch(header)
    if not match:
        return None
    names = tuple(header[match.end("prefix") :].strip().split(","))
    kinds = {"metric_name": WORD, "timestamp": WHOLE, "metric_value": decimal(UNIT)}
    kinds |= {name: WHOLE_OR_EMPTY for name in ("status", "error_code") if name in names}
    return Layout(names, kinds, ",", is_quoted=True, row=ROW, prefix=match["prefix"])


FORMAT = Format("k6", b"metric_name,timestamp", layout, K6Requests, is_quoted=True)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log with k6's rows. What is none is passed over in silence."""
    return runs(stream, FORMAT)
