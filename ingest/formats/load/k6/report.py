"""What a k6 test says, from text or JSON -> measurements.

Source: grafana.com/docs/k6, built-in metrics. http_reqs and the times count requests that failed, too; http_req_failed
is a rate whose "true" ones (✓, passes) are the failures. A test's iteration is kept as a session.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ingest.formats.kit.doubts import check
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import percentile
from ingest.formats.load.k6.layout import COUNTERS, PARTS, TRENDS
from ingest.records import Fact, RunRecord, Status

MEASURED = ("duration", "requests_failed")  #: all that counts in a test without a reply


@dataclass(slots=True)
class Report:
    """The numbers of one test, in base units, as printed."""

    measured: Measured = field(default_factory=Measured)
    unread: list[tuple[int, str]] = field(default_factory=list)  #: (line, metric) that says nothing
    left_out: str = ""  #: a metric whose line stood above those that were read
    seen: set[str] = field(default_factory=set)  #: names of the metrics
    facts: dict[str, Fact] = field(default_factory=dict)
    requests: int = 0  #: that http_req_failed speaks of
    failures: int = 0
    stopped: str = ""  #: why the test ended early, in k6's words

    def time(self, name: str, tags: str, label: str, value: float | None, line: int) -> None:
        """Keep one of a metric's times, in seconds; `label` is k6's name for it."""
        metric, item = time_named(name, tags, label)
        self.measured.add(metric, value, line, item)

    def counter(self, name: str, count: float | None, rate: float | None, line: int) -> None:
        total, per_second, item = COUNTERS[name]
        self.measured.add(total, count, line, item)
        if per_second:
            self.measured.add(per_second, rate, line, item)

    def failed(self, failures: int, requests: int, line: int) -> None:
        self.failures, self.requests = failures, requests
        self.measured.add("requests_failed", failures, line)

    def checks(self, share: float | None, line: int) -> None:
        self.measured.add("availability", share, line, "checks")

    def users(self, name: str, value: float | None, most: float | None, line: int) -> None:
        """vus_max is how many users there were; vus how many were at work."""
        if name == "vus_max" and value is not None:
            self.facts["concurrency"] = int(value)
        elif name == "vus":
            self.measured.add("concurrency_peak", most, line)


@lru_cache(1024)
def time_named(name: str, tags: str, label: str) -> tuple[str, str]:
    """(metric, item) of one of a trend's times; ("", "") for a statistic that is not kept."""
    metric, item = TRENDS[name]
    part = PARTS.get(label) or percentile_part(label)
    return (f"{metric}_{part}", " ".join(filter(None, (item, tags)))) if part else ("", "")


def percentile_part(label: str) -> str:
    """p(99.90) -> p99.9; "" for what is no percentile."""
    if not (label.startswith("p(") and label.endswith(")")):
        return ""
    return percentile(label[2:-1]).removeprefix("latency_")


def run(report: Report, line: int, is_cut: bool) -> RunRecord:
    """The report's record. Without a reply there is no rate and no time."""
    numbers = report.measured
    is_refused = bool(report.requests) and report.failures == report.requests and not numbers.value("bytes_received")
    facts: dict[str, Fact] = {"tool": "k6", **report.facts}
    if is_refused and not is_cut:
        numbers.keep_only(*MEASURED)
        facts["reason"] = report.stopped or f"none of {report.requests} requests got a reply"
    elif report.stopped:
        facts["reason"] = report.stopped
    if not is_refused:
        _doubts(report, numbers)
    status: Status = "aborted" if is_cut or is_refused else "interrupted" if report.stopped else "complete"
    return RunRecord("k6", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))


def _doubts(report: Report, measured: Measured) -> None:
    done = measured.value("requests_completed")
    if report.failures:
        measured.doubt(f"k6 counts {report.failures} failed requests into its rate and its times.")
    if done is not None and report.requests and done != report.requests:
        measured.doubt(f"http_req_failed speaks of {report.requests:,} requests, http_reqs of {done:,.0f}.")
    check(measured, ("latency", "connect_time", "first_byte_time"))
