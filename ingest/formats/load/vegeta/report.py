"""What a vegeta attack says, from text or JSON -> measurements.

Source: tsenart/vegeta lib/metrics.go. Code 0 is a request without a reply; its time is in the latencies, too. The rate
is what was sent over the attack; throughput is 2xx and 3xx replies over attack and wait, absent before 2019.
Bytes are those of bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.formats.kit.command_lines import asked_in_error, kind_of, reason
from ingest.formats.kit.doubts import check, contradicted
from ingest.formats.kit.measured import Measured
from ingest.records import Fact, RunRecord, Status

MEASURED = ("duration", "requests_failed", "requests_per_second_offered")  #: all that counts in a run without a reply


@dataclass(slots=True)
class Report:
    """The numbers of one attack, in base units, as printed."""

    measured: Measured = field(default_factory=Measured)
    total: float | None = None
    total_line: int = 0
    codes: dict[str, int] = field(default_factory=dict)
    codes_line: int = 0
    errors: list[str] = field(default_factory=list)
    slack: float = 0.0  #: seconds by which the printed durations may be off
    facts: dict[str, Fact] = field(default_factory=dict)
    cut_error: str = ""  #: the last of the errors, which the log ends in: what went wrong may stand in what is lost
    torn_lines: list[tuple[int, str]] = field(default_factory=list)  #: (line, label) with more numbers than names
    cut_lines: list[tuple[int, str]] = field(default_factory=list)  #: (line, label) whose times lost their end
    is_headless: bool = False  #: its 'Requests' line is not there

    @property
    def is_counted(self) -> bool:
        """Every request has its status: no digit of the counts is missing."""
        return self.total is not None and sum(self.codes.values()) == self.total

    @property
    def failures(self) -> int:
        """Requests without a reply."""
        return self.codes.get("0", 0)

    @property
    def is_refused(self) -> bool:
        """Not one reply came."""
        return bool(self.failures) and set(self.codes) == {"0"}

    def succeeded(self) -> int:
        return sum(count for code, count in self.codes.items() if code[:1] in ("2", "3"))


def run(report: Report, line: int, is_cut: bool) -> RunRecord:
    """The report's record. Without a reply there is no throughput and no latency."""
    numbers = report.measured
    if report.codes:
        _counts(report, numbers)
        _rates(report, numbers)
    facts = asked_in_error(report.errors) | report.facts
    if report.is_refused:
        numbers.keep_only(*MEASURED)
        facts["reason"] = reason(report.errors) or "no request was answered"
    check(numbers)
    status: Status = "aborted" if is_cut or report.is_refused else "complete"
    facts = {"tool": "vegeta", **facts}
    return RunRecord("vegeta", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))


def _counts(report: Report, measured: Measured) -> None:
    classes: dict[str, int] = {}
    for code, count in report.codes.items():
        if code != "0":
            classes[f"{code[:1]}xx"] = classes.get(f"{code[:1]}xx", 0) + count
    measured.add("requests_completed", sum(classes.values()), report.codes_line)
    for item, count in classes.items():
        measured.add("responses", count, report.codes_line, item)
    if report.failures:
        measured.add("requests_failed", report.failures, report.codes_line)
        kinds = {kind_of(text) for text in report.errors if not text[:3].isdigit()} if not report.cut_error else set()
        if len(kinds) == 1:
            measured.add("requests_failed", report.failures, report.codes_line, kinds.pop())


def _rates(report: Report, measured: Measured) -> None:
    duration, throughput = measured.value("duration"), measured.value("requests_per_second")
    replies = sum(report.codes.values()) - report.failures
    if throughput is None and duration and replies:
        measured.add("requests_per_second", replies / duration, report.total_line or report.codes_line)
    elif throughput is not None and report.succeeded() < replies:
        measured.doubt("vegeta's throughput leaves out replies that are neither 2xx nor 3xx.")
    if report.failures and not report.is_refused:
        measured.doubt(f"vegeta's latencies include {report.failures} requests that got no reply.")
    for sentence in _contradictions(report, measured, throughput):
        measured.doubt(sentence)


def _contradictions(report: Report, measured: Measured, throughput: float | None) -> Sequence[str]:
    duration, attack = measured.value("duration"), measured.value("duration", "attack")
    offered = measured.value("requests_per_second_offered")
    sentences = []
    if throughput is not None and duration:
        succeeded = report.succeeded()
        sentences.append(contradicted(succeeded, duration, report.slack, throughput, 0.0051 + throughput * 1e-6))
    if report.total and attack and offered:
        sentences.append(contradicted(report.total, attack, report.slack, offered, 0.0051 + offered * 1e-6))
    if report.total is not None and sum(report.codes.values()) != report.total:
        counted = sum(report.codes.values())
        sentences.append(f"The status codes add up to {counted}, but {report.total:.0f} requests are printed.")
    return sentences
