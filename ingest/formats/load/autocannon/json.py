"""autocannon's JSON (-j) -> Report. Latencies there are milliseconds, throughput bytes a second."""

from __future__ import annotations

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.json_values import Document
from ingest.formats.kit.printed_units import percentile
from ingest.formats.load.autocannon.report import SAMPLES, Report

NUMBERS: dict[tuple[str, ...], tuple[str, str]] = {
    ("duration",): ("duration", ""),
    ("requests", "total"): ("requests_completed", ""),
    ("requests", "average"): ("requests_per_second", ""),
    ("requests", "min"): ("requests_per_second", SAMPLES["min"]),
    ("requests", "stddev"): ("requests_per_second", SAMPLES["stddev"]),
    ("throughput", "average"): ("transfer_rate", ""),
    ("throughput", "total"): ("bytes_received", ""),
    ("errors",): ("requests_failed", ""),
    ("timeouts",): ("requests_failed", "timeout"),
    ("2xx",): ("responses", "2xx"),
    ("3xx",): ("responses", "3xx"),
    ("4xx",): ("responses", "4xx"),
    ("5xx",): ("responses", "5xx"),
    ("non2xx",): ("responses", "non_2xx"),
}
LATENCIES = {"average": "latency_mean", "stddev": "latency_stddev", "min": "latency_min", "max": "latency_max"}
FACTS = {"connections": "concurrency", "pipelining": "streams_per_client", "workers": "threads"}


def report_of(values: Document) -> Report:
    """All that the JSON says, as far as it goes."""
    report = Report(expected="" if values.is_whole else "the end of its JSON")
    for path, (metric, item) in NUMBERS.items():
        report.numbers.add(metric, values.number(*path), values.line(*path), item)
    for name, value, line in values.under("latency"):
        metric = LATENCIES.get(name) or (percentile(name[1:].replace("_", ".")) if name[:1] == "p" else "")
        if isinstance(value, float):
            report.numbers.add(metric, value / 1000, line)
    report.facts = dict(url_facts(values.text("url")))
    report.facts |= {fact: values.count(name) for name, fact in FACTS.items() if values.count(name)}
    if started := values.text("start"):
        report.facts["started_at"] = started
    report.is_answered = bool(values.number("requests", "total"))
    return report
