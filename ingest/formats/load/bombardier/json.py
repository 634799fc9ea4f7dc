"""bombardier's JSON (-o json) -> Report. Times there are microseconds."""

from __future__ import annotations

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.json_values import Document
from ingest.formats.load.bombardier.report import Placed, Report

PARTS = ("mean", "stddev", "max")
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
SPEC = {"numberOfConnections": "concurrency", "numberOfRequests": "requests_planned", "rate": "rate_planned"}


def report_of(document: Document) -> Report:
    """All that the JSON tells, as far as it goes."""
    report = Report(duration=_placed(document, "result", "timeTakenSeconds"))
    _spec(document, report)
    report.others = _placed(document, "result", "others")
    if report.others[0] is not None:  # none of the codes was cut off
        report.codes = {name: _placed(document, "result", f"req{name}") for name in CLASSES}
    report.errors_line = document.line("result", "errors", "0", "count")
    report.errors = _errors(document) if document.is_whole else []
    report.rate = {part: _placed(document, "result", "rps", part) for part in PARTS}
    report.latency = {part: _placed(document, "result", "latency", part, per=1e6) for part in PARTS}
    for percent, value, line in document.under("result", "latency", "percentiles"):
        if isinstance(value, float) and percent.strip().isdigit() and len(percent) < 4:
            report.percentiles.append((percent.strip(), value / 1e6, line))
    _bytes(document, report)
    return report


def _placed(document: Document, *path: str, per: float = 1) -> Placed:
    value = document.number(*path)
    return (None if value is None else value / per, document.line(*path))


def _spec(document: Document, report: Report) -> None:
    report.facts |= url_facts(document.text("spec", "url"))
    for name, fact in SPEC.items():
        if document.number("spec", name) is not None:
            report.facts[fact] = document.count("spec", name)
    planned = document.number("spec", "testDurationSeconds")
    if planned is not None:
        report.facts["duration_planned"] = planned
    for name in ("method", "client"):
        if text := document.text("spec", name):
            report.facts[name] = text


def _errors(document: Document) -> list[tuple[int, str]]:
    errors, place = [], 0
    while document.has("result", "errors", str(place), "count"):
        path = ("result", "errors", str(place))
        errors.append((document.count(*path, "count"), document.text(*path, "description")))
        place += 1
    return errors


def _bytes(document: Document, report: Report) -> None:
    duration = report.duration[0]
    for name, count, rate in (
        ("bytesRead", "bytes_received", "transfer_rate"),
        ("bytesWritten", "bytes_sent", "transfer_rate_sent"),
    ):
        value, line = _placed(document, "result", name)
        report.others_measured.append((count, "", value, line))
        if value is not None and duration:
            report.others_measured.append((rate, "", value / duration, line))
