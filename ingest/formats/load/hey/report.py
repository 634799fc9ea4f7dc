"""The sections of a hey summary -> measurements in base units, with what hey is known to print wrongly put right.

Source: rakyll/hey requester/report.go. Put right, with the printed text kept: requests per second since 2018 (v0.1.2)
count requests that failed; before, they stop counting at a million; means over more than a million replies are
divided by a million.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.formats.kit.command_lines import SURE_KINDS, kind_of, kinds_of
from ingest.formats.kit.doubts import agrees, check, contradicted
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import half_digit, percentile
from ingest.formats.load.hey import layout
from ingest.formats.load.hey.layout import CODES, DETAILS, ERRORS, HISTOGRAM, LATENCIES

DIVIDED = "hey divides sums over all replies by a million: the mean is put right, those of details are left out."
MOST = 1_000_000  #: replies of which hey keeps the times


@dataclass(slots=True)
class Report:
    """The texts of a summary with the lines they begin on."""

    summary: tuple[str | None, ...] = (None,) * 5
    summary_line: int = 0  #: of its first number
    data: str = ""
    data_line: int = 0
    sections: dict[str, tuple[int, str]] = field(default_factory=dict)
    codes: list[tuple[int, int]] = field(default_factory=list)  #: (status code, replies)
    errors: list[tuple[int, str]] = field(default_factory=list)  #: (requests, error)

    def count(self) -> None:
        """Read the replies and the errors."""
        self.codes = [(int(code), int(count)) for code, count in layout.CODE.findall(self.text(CODES))]
        self.errors = [(int(count), " ".join(text.split())) for count, text in layout.ERROR.findall(self.text(ERRORS))]

    def text(self, section: str) -> str:
        return self.sections[section][1] if section in self.sections else ""

    @property
    def replies(self) -> int:
        return sum(count for _, count in self.codes)

    @property
    def failures(self) -> int:
        return sum(count for count, _ in self.errors)

    @property
    def cut_error(self) -> str:
        """An error that somebody shortened, or that the log ends in: its kind may be any."""
        is_unended = bool(self.errors) and not self.text(ERRORS).endswith("\n")
        last = self.errors[-1][1] or "without words" if is_unended else ""
        is_short = bool(last) and kind_of(last) not in SURE_KINDS
        return last if is_short else next((text for _, text in self.errors if text.endswith("...")), "")

    def sure_errors(self) -> list[tuple[int, str]]:
        """The errors to be told by kind: none if the log may have been cut in the words of one."""
        return [] if self.cut_error else self.errors

    @property
    def is_refused(self) -> bool:
        """Not one reply came."""
        return not self.replies and bool(self.errors)

    @property
    def is_short(self) -> bool:
        """Fewer requests are listed than the rate stands for: lines are missing."""
        duration, rate = float(self.summary[0] or 0), float(self.summary[4] or 0)
        counted = self.replies + self.failures
        return counted < MOST and counted < rate * max(duration - 5e-5, 0) - 0.5

    def missing(self) -> str:
        """What ought to come next, "" if all is there. boom had no details, and the codes before the histogram."""
        if not {HISTOGRAM, LATENCIES, CODES} <= self.sections.keys():
            return next(section for section in layout.ORDER if section not in self.sections)
        return "[code] N responses" if self.is_short or not (self.codes or self.errors) else ""


def numbers(report: Report, is_cut: bool) -> Measured:
    """All that is measured. A summary without a reply has no rate and no times."""
    measured = Measured()
    if report.is_refused:
        measured.add("duration", report.summary[0], report.summary_line)
    else:
        _summary(report, measured)
        _sections(report, measured)
    if not is_cut:
        _counts(report, measured)
        _rate(report, measured)
        _means_of_a_million(report, measured)
    check(measured, ("latency", "connect_time", "first_byte_time"))
    return measured


def _summary(report: Report, measured: Measured) -> None:
    for offset, (metric, text) in enumerate(zip(layout.SUMMARY_METRICS, report.summary, strict=True)):
        measured.add(metric, text, report.summary_line + offset)
    if measured.value("latency_max") == 0:  # hey met no reply
        measured.forget("latency_max", "latency_min", "latency_mean")
    if report.data:
        measured.add("bytes_body", report.data, report.data_line)


def _sections(report: Report, measured: Measured) -> None:
    line, text = report.sections.get(LATENCIES, (0, ""))
    for offset, (percent, value) in enumerate(layout.LATENCY.findall(text)):
        if percent != "0":  # an empty slot: fewer replies than percentiles
            measured.add(percentile(percent), value, line + offset)
    line, text = report.sections.get(DETAILS, (0, ""))
    for offset, (label, mean, low, high) in enumerate(layout.DETAIL.findall(text)):
        name, item = layout.DETAIL_NAMES.get(label, ("", ""))
        if name and mean != "NaN":
            measured.add_row(name, {"mean": float(mean), "min": float(low), "max": float(high)}, line + offset, item)


def _counts(report: Report, measured: Measured) -> None:
    line = report.sections[CODES][0]
    classes: dict[str, tuple[int, int]] = {}
    for offset, (code, count) in enumerate(report.codes):
        before, first = classes.get(f"{code // 100}xx", (0, line + offset))
        classes[f"{code // 100}xx"] = (before + count, first)
    if report.codes:
        measured.add("requests_completed", report.replies, line)
    for name, (count, first) in classes.items():
        measured.add("responses", count, first, name)
    if report.errors:
        line = report.sections[ERRORS][0]
        measured.add("requests_failed", report.failures, line)
        for kind, count in kinds_of(report.sure_errors()).items():
            measured.add("requests_failed", count, line, kind)


def _rate(report: Report, measured: Measured) -> None:
    """requests_per_second counts replies; hey's own counts every request, or stops at a million."""
    rate, duration = measured.value("requests_per_second"), measured.value("duration")
    if rate is None or not duration:
        return
    printed = report.summary[4] or ""
    replies, failures, slack = report.replies, report.failures, half_digit(report.summary[0] or "")
    if agrees(replies, duration, slack, rate, 1e-4):
        return
    if failures and agrees(replies + failures, duration, slack, rate, 1e-4):
        measured.correct("requests_per_second", replies / (replies + failures), printed)
        requests = "1 failed request" if failures == 1 else f"{failures} failed requests"
        measured.doubt(f"hey counts {requests} into its {printed} requests per second; here are the others.")
    elif replies > MOST and agrees(MOST, duration, slack, rate, 1e-4):
        measured.correct("requests_per_second", replies / MOST, printed)
        measured.doubt(
            f"This hey counts a million replies at most: its {printed} requests per second leave out the others."
        )
    else:
        measured.doubt(contradicted(replies + failures, duration, slack, rate, 1e-4))


def _means_of_a_million(report: Report, measured: Measured) -> None:
    if report.replies <= MOST:
        return
    measured.correct("latency_mean", MOST / report.replies, report.summary[3] or "")
    measured.forget("connect_time_mean", "first_byte_time_mean", "transfer_time_mean")
    measured.doubt("hey keeps a million times: percentiles and details stand for the first million replies only.")
    measured.doubt(DIVIDED)
