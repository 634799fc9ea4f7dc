"""plow's JSON (--json) -> Report. Times there are texts, as in its tables."""

from __future__ import annotations

import re

from ingest.formats.kit.command_lines import duration
from ingest.formats.kit.json_values import Document, document
from ingest.formats.kit.printed_units import percentile
from ingest.formats.kit.report_scanner import JSON, Page
from ingest.formats.load.plow.report import MEGABYTE, PARTS, Report
from ingest.formats.load.plow.signs import START
from ingest.formats.load.plow.text import is_whole

AMOUNT = re.compile(r"(\d{1,18}(?:\.\d{1,12})?)MB/s")
RATES = {"Reads": "transfer_rate", "Writes": "transfer_rate_sent"}
BETWEEN = re.compile(r"\s*")


def report_of(page: Page) -> Report:
    """The report that begins here, or the last of those that plow printed of the same run."""
    report = of_document(document(page))
    while not report.expected and follows(page):
        begin, line = page.place, page.line
        later = of_document(document(page))
        if (later.numbers.value("duration") or 0) < (report.numbers.value("duration") or 0):
            page.place, page.line = begin, line
            break
        report = later
    return report


def follows(page: Page) -> bool:
    """Another report stands right behind this one; the page then stands before it."""
    begin, line = page.place, page.line
    page.take(BETWEEN)
    if JSON.match(page.text, page.place) and START.match(page.text, page.place):
        return True
    page.place, page.line = begin, line
    return False


def of_document(values: Document) -> Report:
    """All that one report says, as far as it goes."""
    report = Report(expected="" if values.is_whole else "the end of its JSON")
    numbers, place = report.numbers, "Summary"
    report.count = values.number(place, "Count") or 0
    numbers.add("duration", seconds(values, report, place, "Elapsed") or None, values.line(place, "Elapsed"))
    numbers.add("requests_per_second", values.number(place, "RPS"), values.line(place, "RPS"))
    for name, metric in RATES.items():
        text = values.text(place, name)
        if amount := AMOUNT.fullmatch(text):
            numbers.add(metric, float(amount[1]) * MEGABYTE, values.line(place, name))
        elif text:
            report.unread.append((values.line(place, name), name, text))
    for item, count, line in values.under(place, "Counts"):
        if isinstance(count, float):
            numbers.add("responses", count, line, item)
    for text, count, line in values.under("Error"):
        if isinstance(count, float) and 0 <= count < 1e18:
            report.errors.append((int(count), text))
            report.errors_line = report.errors_line or line
    statistics(values, report)
    for name, value, line in values.under("Percentiles"):
        if isinstance(value, str):
            numbers.add(percentile(name.removeprefix("P")), seconds(values, report, "Percentiles", name), line)
    return report


def seconds(values: Document, report: Report, *path: str) -> float | None:
    """A time, which is a text; one that is none is noted."""
    text = values.text(*path)
    if not text or is_whole(text):
        return duration(text)
    report.unread.append((values.line(*path), path[-1], text))
    return None


def statistics(values: Document, report: Report) -> None:
    """Times as texts, the rate second by second as numbers."""
    for table, metric in (("Latency", "latency"), ("RPS", "reply_rate")):
        path, parts = ("Statistics", table), dict[str, float]()
        for name, part in PARTS.items():
            is_text = bool(values.text(*path, name))
            value = seconds(values, report, *path, name) if is_text else values.number(*path, name)
            parts |= {} if value is None else {part: value}
        report.numbers.add_row(metric, parts, values.line(*path, "Mean"))
