"""What an oha run says, from text or JSON -> measurements, with what oha is known to print wrongly put right.

Source: hatoo/oha src/result_data.rs. Put right, with the printed text kept: requests per second count requests that
failed, and those that the end of the test cut off. Those last ones are no failures.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.formats.kit.command_lines import kinds_of, reason
from ingest.formats.kit.doubts import agrees, check, contradicted
from ingest.formats.kit.measured import Measured
from ingest.records import Fact, RunRecord, Status

DEADLINE = "aborted due to deadline"
MEASURED = ("duration", "requests_failed")  #: all that counts in a run without a reply


@dataclass(slots=True)
class Report:
    """The numbers of one run, in base units, as printed."""

    measured: Measured = field(default_factory=Measured)
    codes: list[tuple[str, int, int]] = field(default_factory=list)  #: (status code, replies, line)
    errors: list[tuple[int, str, int]] = field(default_factory=list)  #: (requests, error, line)
    printed_rate: str = ""
    slack: float = 0.0  #: seconds by which the printed duration may be off
    are_kinds_sure: bool = True

    @property
    def replies(self) -> int:
        return sum(count for _, count, _ in self.codes)

    @property
    def lost(self) -> int:
        """Requests without a reply, for whatever reason."""
        return sum(count for count, _, _ in self.errors)

    @property
    def is_refused(self) -> bool:
        """Not one reply came."""
        return not self.codes and any(text != DEADLINE for _, text, _ in self.errors)

    @property
    def is_short(self) -> bool:
        """Fewer requests are listed than the rate stands for: lines are missing."""
        duration, rate = self.measured.value("duration"), self.measured.value("requests_per_second")
        return self.replies + self.lost < (rate or 0) * max((duration or 0) - self.slack, 0) * 0.999999 - 0.5


def run(report: Report, facts: dict[str, Fact], line: int, is_cut: bool) -> RunRecord:
    """The report's record. Without a reply there is no rate and no time."""
    numbers, is_refused = report.measured, report.is_refused and not is_cut
    if not is_cut:
        _counts(report, numbers)
    if not is_cut and not is_refused:
        _rate(report, numbers)
    if is_refused:
        numbers.keep_only(*MEASURED)
        facts["reason"] = reason(text for _, text, _ in report.errors)
    check(numbers, ("latency", "connect_time", "first_byte_time"))
    status: Status = "aborted" if is_cut or is_refused else "complete"
    return RunRecord("oha", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))


def _counts(report: Report, measured: Measured) -> None:
    classes: dict[str, tuple[int, int]] = {}
    for code, count, line in report.codes:
        before, first = classes.get(f"{code[:1]}xx", (0, line))
        classes[f"{code[:1]}xx"] = (before + count, first)
    if report.codes:
        measured.add("requests_completed", report.replies, report.codes[0][2])
    for item, (count, line) in classes.items():
        measured.add("responses", count, line, item)
    failed = [(count, text) for count, text, _ in report.errors if text != DEADLINE]
    if failed:
        line = report.errors[0][2]
        measured.add("requests_failed", sum(count for count, _ in failed), line)
        for kind, count in kinds_of(failed).items() if report.are_kinds_sure else ():
            measured.add("requests_failed", count, line, kind)


def _rate(report: Report, measured: Measured) -> None:
    rate, duration = measured.value("requests_per_second"), measured.value("duration")
    if not rate or not duration or agrees(report.replies, duration, report.slack, rate, rate * 1e-6 + 1e-4):
        return
    every = report.replies + report.lost
    if report.lost and agrees(every, duration, report.slack, rate, rate * 1e-6 + 1e-4):
        measured.correct("requests_per_second", report.replies / every, report.printed_rate)
        measured.doubt(
            f"oha counts {report.lost} requests without a reply into its {report.printed_rate} requests per second; "
            "here are the others."
        )
    else:
        measured.doubt(contradicted(every, duration, report.slack, rate, 1e-4))
