"""vegeta's JSON report (report -type=json) -> Report. Times there are nanoseconds; `duration` is the attack."""

from __future__ import annotations

from ingest.formats.kit.json_values import Document
from ingest.formats.kit.printed_units import percentile
from ingest.formats.load.vegeta.report import Report

NUMBERS = {
    ("rate",): ("requests_per_second_offered", ""),
    ("throughput",): ("requests_per_second", ""),
    ("success",): ("availability", ""),
    ("bytes_in", "total"): ("bytes_body", ""),
    ("bytes_out", "total"): ("bytes_sent", "body"),
}


def report_of(document: Document) -> Report:
    """All that the JSON tells, as far as it goes."""
    report = Report(total=document.number("requests"), total_line=document.line("requests"))
    for path, (metric, item) in NUMBERS.items():
        report.measured.add(metric, document.number(*path), document.line(*path), item)
    _times(document, report)
    if document.is_whole:
        report.codes = {
            code: int(n) for code, n, _ in document.under("status_codes") if isinstance(n, float) and 0 <= n < 1e18
        }
        report.errors = [str(text) for _, text, _ in document.under("errors")]
    report.codes_line = next((line for _, _, line in document.under("status_codes")), 0)
    if started := document.text("earliest"):
        report.facts["started_at"] = started
    return report


def _times(document: Document, report: Report) -> None:
    for name, value, line in document.under("latencies"):
        if not isinstance(value, float):
            continue
        if name in ("min", "mean", "max"):
            report.measured.add(f"latency_{name}", value / 1e9, line)
        elif name.endswith("th") and name[:-2].isdigit() and len(name) < 5:
            report.measured.add(percentile(name[:-2]), value / 1e9, line)
    attack, wait, line = document.number("duration"), document.number("wait"), document.line("duration")
    if attack is not None and wait is not None:
        report.measured.add("duration", (attack + wait) / 1e9, line)
        report.measured.add("duration", attack / 1e9, line, "attack")
        report.measured.add("duration", wait / 1e9, document.line("wait"), "wait")
    report.slack = 2e-9
