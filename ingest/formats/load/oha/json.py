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


def report_of(said: Document) -> Report:
    """All that the JSON tells, as far as it goes."""
    report = Report()
    found = report.measured
    for name, metric in SUMMARY.items():
        found.add(metric, said.number("summary", name), said.line("summary", name))
    report.printed_rate = f"{found.value('requests_per_second') or 0:.15g}"
    for name, value, line in said.under("latencyPercentiles"):
        if isinstance(value, float) and name[:1] == "p" and name[1:].replace(".", "", 1).isdigit():
            found.add(percentile(name[1:]), value, line)
    for part in RATES:
        found.add(f"reply_rate_{part}", said.number("rps", part), said.line("rps", part))
    for name, (metric, item) in DETAIL_NAMES.items():
        for label, part in PARTS.items():
            found.add(f"{metric}_{part}", said.number("details", name, label), said.line("details", name, label), item)
    report.codes = [(code, _whole(count), line) for code, count, line in said.under("statusCodeDistribution")]
    report.errors = [(_whole(count), text, line) for text, count, line in said.under("errorDistribution")]
    report.slack = (found.value("duration") or 0) * 1e-9
    return report


def _whole(value: object) -> int:
    return int(value) if isinstance(value, float) and 0 <= value < 1e18 else 0
