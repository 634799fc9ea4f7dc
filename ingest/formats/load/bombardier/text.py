"""bombardier's text -> Report, and the line that is missing at its end."""

from __future__ import annotations

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.printed_units import bytes_of, seconds
from ingest.formats.kit.report_scanner import Page
from ingest.formats.load.bombardier import layout
from ingest.formats.load.bombardier.report import Report

PARTS = ("mean", "stddev", "max")
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")


def read(page: Page, report: Report) -> str:
    """Fill `report` section by section. Returns what is missing, "" if it is whole."""
    _intro(page, report)
    if not page.take(layout.HEAD):
        return "Statistics"
    for label, section in {"Reqs/sec": _rates, "Latency": _times, "HTTP codes:": _codes, "Throughput:": _speed}.items():
        if not section(page, report):
            return label
    return ""


def _intro(page: Page, report: Report) -> None:
    intro = page.take(layout.INTRO)
    if not intro:
        return
    url, requests, duration, connections = intro.groups()
    report.facts |= {**url_facts(url), "concurrency": int(connections)}
    if requests:
        report.facts["requests_planned"] = int(requests)
    elif (planned := seconds(duration)) is not None:
        report.facts["duration_planned"] = planned
    page.take(layout.PROGRESS)


def _rates(page: Page, report: Report) -> bool:
    line, row = page.line, page.take(layout.RATES)
    if row and row[1]:
        report.printed_rate = row[1]
        report.rate = {part: (number(text), line) for part, text in zip(PARTS, row.groups(), strict=True)}
    return bool(row)


def _times(page: Page, report: Report) -> bool:
    line, row = page.line, page.take(layout.TIMES)
    if row and row[1]:
        report.latency = {part: (seconds(text), line) for part, text in zip(PARTS, row.groups(), strict=True)}
    line = page.line + 1
    if row and (rows := page.take(layout.PERCENTILES)):
        pairs = layout.PERCENTILE.findall(rows[1])
        report.percentiles = [(percent, seconds(time), line + offset) for offset, (percent, time) in enumerate(pairs)]
    return bool(row)


def _codes(page: Page, report: Report) -> bool:
    line, row = page.line, page.take(layout.CODES)
    if row:
        counts = row.groups()
        report.codes = {name: (float(count), line + 1) for name, count in zip(CLASSES, counts, strict=False)}
        report.others = (float(counts[5]), line + 2)
    report.errors_line = page.line
    if row and (rows := page.take(layout.ERRORS)):
        report.errors = [(int(count), text) for text, count in layout.ERROR.findall(rows[1])]
    return bool(row)


def _speed(page: Page, report: Report) -> bool:
    line, row = page.line, page.take(layout.SPEED)
    if row:
        report.others_measured.append(("transfer_rate", "both directions", bytes_of(row[1], 1024), line))
    return bool(row)


def number(text: str) -> float | None:
    """A printed decimal; None if it is none."""
    return float(text) if text.count(".") < 2 and text.strip(".") else None
