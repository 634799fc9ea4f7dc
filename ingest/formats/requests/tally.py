"""What a run's requests add up to, whatever tool wrote them: Requests, filled block by block, -> measurements.

latency_pNN are there only where enough requests stand above them: p99.9 needs 1000. `latency_histogram` has an item for
each bucket that is not empty: its upper bound in seconds, twenty to a decade; "0" holds times too short to be printed.
Numbers are computed, so their line is 0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import polars as pl

from ingest.formats.requests.counts import Counts, Whole
from ingest.formats.requests.layout import Layout
from ingest.records import Fact, Measurement

PERCENTILES = {"50": 2, "75": 4, "90": 10, "95": 20, "99": 100, "99.9": 1000}  #: and how many requests each needs
CLASSES = {"1", "2", "3", "4", "5"}
LATEST = 253_402_300_799  #: seconds; the end of the year 9999
FINE = 100  #: a run must last this many times longer than its start times are coarse


class Window:
    """From the first request's start to the last one's end."""

    def __init__(self, per_second: int, grain: int = 1) -> None:
        self.per_second = per_second
        self.grain = grain  #: units; the step in which start times are printed
        self.first = self.last = 0  #: 0 = none yet

    def add(self, starts: Whole, ends: Whole) -> None:
        """A start of 0 was not measured."""
        known = starts > 0
        if not known.all():
            starts, ends = starts[known], ends[known]
        if starts.size:
            first, last = int(starts.min()), int(ends.max())
            self.first, self.last = min(self.first or first, first), max(self.last, last)

    @property
    def duration(self) -> float | None:
        """Seconds; None where start times are too coarse to tell."""
        length = self.last - self.first
        return length / self.per_second if self.first and length >= FINE * self.grain else None


class Requests:
    """One run's requests so far. A format's own class says how a block of rows is added."""

    def __init__(self, layout: Layout, times: Iterable[str], per_second: int, window: Window | None = None) -> None:
        self.layout = layout  #: what is read of a row
        self.fast = layout  #: what is read of it first; a block that does not fit is read again with `layout`
        self.times = {name: Counts(per_second) for name in times}
        self.window = window
        self.completed = 0
        self.succeeded: int | None = None
        self.failed: int | None = None
        self.failures: Counter[str] = Counter()  #: by reason; those that have one
        self.classes: Counter[str] = Counter()
        self.sums: Counter[tuple[str, str]] = Counter()  #: (metric, item) -> bytes and such
        self.labels: dict[str, tuple[int, float]] = {}  #: label -> (requests, their latencies' sum in seconds)
        self.facts: dict[str, Fact] = {}
        self.caveats: list[str] = []

    def begin(self, data: bytes) -> None:
        """The rows about to be read begin like this; called before the first of them, and perhaps again later."""

    def add(self, frame: pl.DataFrame) -> None:
        raise NotImplementedError

    def add_outcomes(self, good: int, bad: int) -> None:
        self.succeeded, self.failed = (self.succeeded or 0) + good, (self.failed or 0) + bad

    def settled(self) -> Requests:
        """All rows were added: the tally to tell, with what only their whole shows."""
        return self

    def add_codes(self, codes: pl.Series) -> None:
        """Count responses by the class of their HTTP status."""
        for code, count in codes.value_counts().iter_rows():
            self.add_code(str(code), count)

    def add_code(self, code: str, count: int) -> None:
        """What is no HTTP status is no response."""
        if len(code) == 3 and code.isdigit() and code[0] in CLASSES:
            self.classes[f"{code[0]}xx"] += count


def moment(units: int, per_second: int, digits: str) -> str:
    """A start, as a fact: `units` since 1970; "" if that is no moment of a benchmark. `digits` as datetime has them."""
    seconds, rest = divmod(units, per_second)
    if not 0 < seconds <= LATEST:
        return ""
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest * 10**6 // per_second).isoformat("T", digits)


def numbers(requests: Requests) -> Iterator[Measurement]:
    """The measurements; none for what was not measured."""
    for metric, value in (
        ("requests_completed", requests.completed),
        ("requests_succeeded", requests.succeeded),
        ("requests_failed", requests.failed),
        ("duration", requests.window.duration if requests.window else None),
        ("requests_per_second", rate(requests)),
    ):
        if value is not None:
            yield Measurement(metric, value, 0)
    for (metric, item), count in requests.sums.items():
        yield Measurement(metric, count, 0, item)
    for item, count in sorted(requests.failures.items()):
        yield Measurement("requests_failed", count, 0, item)
    for item, count in sorted(requests.classes.items()):
        yield Measurement("responses", count, 0, item)
    for name, counts in requests.times.items():
        yield from _moments(name, counts)
    if latency := requests.times.get("latency"):
        yield from _distribution(latency)
    for label, (count, total) in requests.labels.items():
        yield Measurement("requests_completed", count, 0, label)
        yield Measurement("latency_mean", float(f"{total / count:.12g}"), 0, label)


def rate(requests: Requests) -> float | None:
    duration = requests.window.duration if requests.window else None
    return float(f"{requests.completed / duration:.12g}") if duration else None


def _moments(name: str, counts: Counts) -> Iterator[Measurement]:
    if not counts.total:
        return
    yield Measurement(f"{name}_mean", counts.mean, 0)
    yield Measurement(f"{name}_min", counts.seconds(counts.low), 0)
    yield Measurement(f"{name}_max", counts.seconds(counts.high), 0)
    if not math.isnan(counts.stddev):
        yield Measurement(f"{name}_stddev", counts.stddev, 0)
    yield Measurement(f"{name}_median", counts.percentile(50), 0)


def _distribution(latency: Counts) -> Iterator[Measurement]:
    for percent, needed in PERCENTILES.items():
        if latency.total >= needed:
            yield Measurement(f"latency_p{percent}", latency.percentile(float(percent)), 0)
    for bound, count in latency.histogram():
        yield Measurement("latency_histogram", count, 0, bound)


def doubts(requests: Requests) -> Iterator[str]:
    """What a reader of these numbers should know first."""
    yield from requests.caveats
    if requests.window and requests.completed:
        yield _of_the_rate(requests, requests.window)
    for name, counts in requests.times.items():
        title = name.replace("_", " ")
        if counts.negative:
            yield (
                f"{counts.negative:,} requests have a negative {title}: a counter overflowed or a clock went back. "
                "They are not in its figures."
            )
        if counts.error:
            yield f"Percentiles and median of the {title} are off by {counts.error:.2g} of themselves at most."


def _of_the_rate(requests: Requests, window: Window) -> str:
    grain = window.grain / window.per_second
    if window.duration is None:
        if not window.first:
            return "No start times can be read, so there is no duration and no rate."
        return f"Start times are printed in steps of {grain:g} s: too coarse for the rate of so short a run."
    off = f" Start times are printed in steps of {grain:g} s." if window.grain > 1 else ""
    return (
        f"The rate is computed: {requests.completed:,} requests in the {window.duration:g} s from the first start to "
        f"the last end.{off}"
    )
