"""What a bombardier run says, from text or JSON -> measurements, with what it is known to print wrongly put right.

Source: codesenberg/bombardier internal/test_info.go. A request that fails is counted in `others`, and into the rate and
the times. Reqs/sec Avg is the mean of samples taken every few ms. The deviation of times forgets how often each
occurred. Throughput counts both directions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.formats.kit.command_lines import kinds_of, reason
from ingest.formats.kit.doubts import check
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import percentile
from ingest.records import Fact, RunRecord, Status

SAMPLED = "bombardier's Reqs/sec is the mean of its own short samples, not requests over time."
DEVIATION = "bombardier's deviation of times counts equal times once: it is too small the more requests there were."
Placed = tuple[float | None, int]  #: a number and its line
ABSENT: Placed = (None, 0)


@dataclass(slots=True)
class Report:
    """The numbers of one run, in seconds and bytes."""

    facts: dict[str, Fact] = field(default_factory=dict)
    codes: dict[str, Placed] = field(default_factory=dict)  #: 1xx to 5xx
    others: Placed = ABSENT
    errors: list[tuple[int, str]] = field(default_factory=list)
    errors_line: int = 0
    rate: dict[str, Placed] = field(default_factory=dict)  #: mean, stddev, max
    printed_rate: str = ""
    latency: dict[str, Placed] = field(default_factory=dict)  #: mean, stddev, max
    percentiles: list[tuple[str, float | None, int]] = field(default_factory=list)
    duration: Placed = ABSENT
    others_measured: list[tuple[str, str, float | None, int]] = field(default_factory=list)  #: metric, item, ...

    @property
    def replies(self) -> int:
        return sum(int(count or 0) for count, _ in self.codes.values())

    @property
    def failures(self) -> int:
        return max(sum(count for count, _ in self.errors), int(self.others[0] or 0))

    @property
    def is_refused(self) -> bool:
        """Not one reply came."""
        return bool(self.codes) and not self.replies

    @property
    def is_short(self) -> bool:
        """Fewer requests were made than planned: somebody pressed ^C."""
        planned = self.facts.get("requests_planned")
        return bool(self.codes) and isinstance(planned, int) and self.replies + int(self.others[0] or 0) < planned


def run(report: Report, line: int, is_cut: bool) -> RunRecord:
    """The report's record. Without a reply there is no rate and no time."""
    measured = Measured()
    if not report.is_refused:
        _times(report, measured)
        _rate(report, measured)
    measured.add("duration", *report.duration)
    _counts(report, measured)
    check(measured)
    status: Status = "aborted" if is_cut or report.is_refused else "interrupted" if report.is_short else "complete"
    if report.is_refused:
        report.facts["reason"] = reason(text for _, text in report.errors) or "no request was completed"
    elif status == "interrupted":
        report.facts["reason"] = f"stopped after {report.replies + report.failures} requests"
    return RunRecord("bombardier", "", report.facts, measured.measurements, line, status, tuple(measured.caveats))


def _times(report: Report, measured: Measured) -> None:
    for part, (value, line) in report.latency.items():
        measured.add(f"latency_{part}", value or None, line)
    for percent, value, line in report.percentiles:
        measured.add(percentile(percent), value, line)
    for metric, item, value, line in report.others_measured:
        measured.add(metric, value, line, item)
    if measured.value("latency_stddev") is not None:
        measured.doubt(DEVIATION)


def _rate(report: Report, measured: Measured) -> None:
    """Requests over time where the time is known; else the mean of samples. Replies only."""
    for part, (value, line) in report.rate.items():
        measured.add(f"reply_rate_{part}", value or None, line)
    duration, line = report.duration
    mean, mean_line = report.rate.get("mean", ABSENT)
    if duration and report.codes:
        measured.add("requests_per_second", report.replies / duration, line)
    elif mean:
        measured.add("requests_per_second", mean, mean_line)
        measured.doubt(SAMPLED)
        if report.failures:
            measured.correct(
                "requests_per_second", report.replies / (report.replies + report.failures), report.printed_rate
            )
    if report.failures:
        measured.doubt(f"bombardier counts {report.failures} failed requests into its samples and its times.")


def _counts(report: Report, measured: Measured) -> None:
    codes = {} if report.is_refused else report.codes
    if codes:
        measured.add("requests_completed", report.replies, min(line for _, line in codes.values()))
    for item, (count, line) in codes.items():
        measured.add("responses", count, line, item)
    if report.others[0] is not None:
        measured.add("requests_failed", report.failures, report.others[1])
    for kind, count in kinds_of(report.errors).items():
        measured.add("requests_failed", count, report.errors_line, kind)
