"""bombardier's JSON (-o json) -> Report. Times there are microseconds."""

from __future__ import annotations

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.json_values import Document
from ingest.formats.load.bombardier.report import Placed, Report

PARTS = ("mean", "stddev", "max")
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
SPEC = {"numberOfConnections": "concurrency", "numberOfRequests": "requests_planned", "rate": "rate_planned"}


def report_of(said: Document) -> Report:
    """All that the JSON tells, as far as it goes."""
    report = Report(duration=_placed(said, "result", "timeTakenSeconds"))
    _spec(said, report)
    report.others = _placed(said, "result", "others")
    if report.others[0] is not None:  # none of the codes was cut off
        report.codes = {name: _placed(said, "result", f"req{name}") for name in CLASSES}
    report.errors_line = said.line("result", "errors", "0", "count")
    report.errors = _errors(said) if said.is_whole else []
    report.rate = {part: _placed(said, "result", "rps", part) for part in PARTS}
    report.latency = {part: _placed(said, "result", "latency", part, per=1e6) for part in PARTS}
    for percent, value, line in said.under("result", "latency", "percentiles"):
        if isinstance(value, float) and percent.strip().isdigit() and len(percent) < 4:
            report.percentiles.append((percent.strip(), value / 1e6, line))
    _bytes(said, report)
    return report


def _placed(said: Document, *path: str, per: float = 1) -> Placed:
    value = said.number(*path)
    return (None if value is None else value / per, said.line(*path))


def _spec(said: Document, report: Report) -> None:
    report.facts |= url_facts(said.text("spec", "url"))
    for name, fact in SPEC.items():
        if said.number("spec", name) is not None:
            report.facts[fact] = said.count("spec", name)
    planned = said.number("spec", "testDurationSeconds")
    if planned is not None:
        report.facts["duration_planned"] = planned
    for name in ("method", "client"):
        if text := said.text("spec", name):
            report.facts[name] = text


def _errors(said: Document) -> list[tuple[int, str]]:
    errors, place = [], 0
    while said.has("result", "errors", str(place), "count"):
        path = ("result", "errors", str(place))
        errors.append((said.count(*path, "count"), said.text(*path, "description")))
        place += 1
    return errors


def _bytes(said: Document, report: Report) -> None:
    duration = report.duration[0]
    for name, count, rate in (
        ("bytesRead", "bytes_received", "transfer_rate"),
        ("bytesWritten", "bytes_sent", "transfer_rate_sent"),
    ):
        value, line = _placed(said, "result", name)
        report.others_measured.append((count, "", value, line))
        if value is not None and duration:
            report.others_measured.append((rate, "", value / duration, line))
