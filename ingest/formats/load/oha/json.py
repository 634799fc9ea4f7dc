"""oha's JSON (-j, --output-format json) -> Report. Seconds and bytes; null is what was not measured."""

from __future__ import annotations

from ingest.formats.kit.json_values import Document
from ingest.formats.kit.printed_units import percentile
from ingest.formats.load.oha.layout import DETAIL_NAMES
from ingest.formats.load.oha.report import Report

SUMMARY = {
    "successRate": "availability",
    "total": "duration",
    "slowest": "latency_max",
    "fastest": "latency_min",
    "average": "latency_mean",
    "requestsPerSec": "requests_per_second",
    "totalData": "bytes_body",
    "sizePerSec": "transfer_rate",
}
PARTS = {"average": "mean", "fastest": "min", "slowest": "max"}
RATES = ("mean", "stddev", "max", "min")


def report_of(document: Document) -> Report:
    """All that the JSON tells, as far as it goes."""
    report = Report()
    numbers = report.measured
    for name, metric in SUMMARY.items():
        numbers.add(metric, document.number("summary", name), document.line("summary", name))
    report.printed_rate = f"{numbers.value('requests_per_second') or 0:.15g}"
    for name, value, line in document.under("latencyPercentiles"):
        if isinstance(value, float) and name[:1] == "p" and name[1:].replace(".", "", 1).isdigit():
            numbers.add(percentile(name[1:]), value, line)
    for part in RATES:
        numbers.add(f"reply_rate_{part}", document.number("rps", part), document.line("rps", part))
    for name, (metric, item) in DETAIL_NAMES.items():
        for label, part in PARTS.items():
            path = ("details", name, label)
            numbers.add(f"{metric}_{part}", document.number(*path), document.line(*path), item)
    report.codes = [(code, _whole(count), line) for code, count, line in document.under("statusCodeDistribution")]
    report.errors = [(_whole(count), text, line) for text, count, line in document.under("errorDistribution")]
    report.slack = (numbers.value("duration") or 0) * 1e-9
    return report


def _whole(value: object) -> int:
    return int(value) if isinstance(value, float) and 0 <= value < 1e18 else 0
