"""Gatling's statistics as JSON -> one RunRecord for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from benchdb.domain.text.names import printable
from ingest.formats.kit.doubts import check
from ingest.formats.kit.json_values import Document, Path, of_json
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.report_scanner import reports
from ingest.formats.load.gatling.signs import START
from ingest.records import Fact, Parsed, RunRecord, Status

TIMES = {
    "minResponseTime": "latency_min",
    "maxResponseTime": "latency_max",
    "meanResponseTime": "latency_mean",
    "standardDeviation": "latency_stddev",
    "percentiles1": "latency_p50",
    "percentiles2": "latency_p75",
    "percentiles3": "latency_p95",
    "percentiles4": "latency_p99",
}
COUNTS = {"total": "requests_completed", "ok": "requests_succeeded", "ko": "requests_failed"}
PERCENTILES_GUESSED = (
    "The file does not say which percentiles it has: they are taken for the 50th, 75th, 95th and 99th, which Gatling "
    "computes unless its configuration says otherwise."
)
MOST_NAMES = 50
LONGEST_NAME = 200  #: characters
DEEPEST = 8  #: groups in groups


def parse(stream: BinaryIO) -> Parsed:
    """The tests of a file. What is no report is passed over in silence."""
    return reports(stream, START, of_json(run))


def run(values: Document, line: int) -> RunRecord:
    """All requests; times of failures alone are no result."""
    numbers, facts = Measured(), dict[str, Fact](tool="gatling")
    of_all_requests(values, ("stats",) if values.has("stats", "name") else (), numbers)
    count, failed = numbers.value("requests_completed"), numbers.value("requests_failed")
    if values.is_whole and (not count or failed == count):
        facts["reason"] = "every request failed" if count else "no request was made"
        numbers.keep_only(*COUNTS.values())
    else:
        of_names(values, numbers)
        check(numbers)
        numbers.doubt(PERCENTILES_GUESSED if numbers.value("latency_p95") else "")
    if failed and count and failed < count:
        numbers.doubt(f"{failed:,.0f} of the {count:,.0f} requests failed; they count in the rate and the times.")
    status: Status = "complete" if values.is_whole and "reason" not in facts else "aborted"
    return RunRecord("gatling", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))


def of_all_requests(values: Document, place: Path, numbers: Measured) -> None:
    """What the file says of all requests. A time of 0 is too short to be printed."""
    for part, metric in COUNTS.items():
        path = (*place, "numberOfRequests", part)
        numbers.add(metric, values.number(*path), values.line(*path))
    rate = (*place, "meanNumberOfRequestsPerSecond", "total")
    numbers.add("requests_per_second", values.number(*rate), values.line(*rate))
    for name, metric in TIMES.items():
        path = (*place, name, "total")
        milliseconds = values.number(*path)
        numbers.add(metric, milliseconds / 1000 if milliseconds else None, values.line(*path))


def of_names(values: Document, numbers: Measured) -> None:
    """Count and mean of each name, of those with the most requests."""
    places = [(values.number(*place, "stats", "numberOfRequests", "total") or 0, place) for place in requests(values)]
    for _, place in sorted(places, key=lambda ranked: -ranked[0])[:MOST_NAMES] if len(places) > 1 else ():
        item = printable(values.text(*place, "path") or values.text(*place, "name"))[:LONGEST_NAME]
        count, mean = (*place, "stats", "numberOfRequests", "total"), (*place, "stats", "meanResponseTime", "total")
        milliseconds = values.number(*mean)
        if item:
            numbers.add("requests_completed", values.number(*count), values.line(*count), item)
            numbers.add("latency_mean", milliseconds / 1000 if milliseconds else None, values.line(*mean), item)


def requests(values: Document, place: Path = ()) -> Iterator[Path]:
    """Where the requests stand that are no groups."""
    for name in values.names(*place, "contents"):
        inner = (*place, "contents", name)
        if values.text(*inner, "type") == "REQUEST":
            yield inner
        elif len(inner) < 2 * DEEPEST:
            yield from requests(values, inner)
