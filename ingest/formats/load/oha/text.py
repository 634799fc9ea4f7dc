"""oha's text -> Report, and the line that is missing at its end."""

from __future__ import annotations

import re

from ingest.formats.kit.command_lines import kind_of
from ingest.formats.kit.printed_units import bytes_of, half_digit, in_seconds, percentile
from ingest.formats.kit.report_scanner import Page
from ingest.formats.load.oha import layout
from ingest.formats.load.oha.layout import CODES, DETAILS, ERRORS, PERCENTILES
from ingest.formats.load.oha.report import Report

SURE = ("refused", "reset")  #: kinds that an error shows by its last words
Sections = dict[str, tuple[int, str]]


def read(page: Page, report: Report) -> str:
    """Fill `report` section by section. Returns what is missing, "" if it is whole."""
    if missing := _summary(page, report) or _data(page, report):
        return missing
    sections = _sections(page)
    _percentiles(sections, report)
    _details(sections, report)
    _replies(sections, report)
    missing = next((section for section in layout.ORDER if section not in sections), "")
    is_short = report.is_short or not (report.codes or report.errors)
    return missing or ("[code] N responses" if is_short else "")


def _summary(page: Page, report: Report) -> str:
    summary = page.take(layout.SUMMARY)
    texts, last = (summary.groups(), summary.lastindex or 0) if summary else ((), 0)
    lines = sum(last >= group for group in layout.LAST_GROUPS)
    first, numbers = page.line - lines, report.measured
    for offset, metric in enumerate(layout.SUMMARY_METRICS[: max(lines - 1, 0)]):
        numbers.add(metric, _seconds(texts[1 + 2 * offset], texts[2 + 2 * offset]), first + 1 + offset)
    if lines:
        percent = texts[0] or ""
        numbers.add("availability", float(percent.rstrip("%")) / (100 if percent.endswith("%") else 1), first)
    if lines > 1:
        report.slack = half_digit(texts[1] or "") * _seconds("1", texts[2])
    if lines < len(layout.SUMMARY_LABELS):
        return layout.SUMMARY_LABELS[lines]
    report.printed_rate = texts[9] or ""
    numbers.add("requests_per_second", texts[9], page.line - 1)
    return ""


def _seconds(number: str | None, unit: str | None) -> float:
    number, unit = number or "nan", unit or "s"
    return in_seconds(number, unit) if number[-1].isdigit() and "e" not in number else float("nan")


def _data(page: Page, report: Report) -> str:
    data = page.take(layout.DATA)
    lines = (data.lastindex or 0) if data else 0
    if data and lines == len(layout.DATA_LABELS):
        report.measured.add("bytes_body", bytes_of(data[1], 1024), page.line - 3)
        report.measured.add("transfer_rate", bytes_of(data[3], 1024), page.line - 1)
        return ""
    return layout.DATA_LABELS[lines]


def _sections(page: Page) -> Sections:
    """The sections that follow each other: (the line they begin on, their text). Parts of the replies are left out."""
    sections: Sections = {}
    while header := page.take(layout.HEADER):
        name = PERCENTILES if header[1].startswith("Latency") else header[1]
        if name in sections:
            break
        line, body = page.line, page.take(layout.BODY.get(name) or _part(name))
        sections[name] = (line, body[0] if body else "")
    return sections


def _part(name: str) -> re.Pattern[str]:
    return layout.BARS if "histogram" in name else layout.ROWS


def _percentiles(sections: Sections, report: Report) -> None:
    line, text = sections.get(PERCENTILES, (0, ""))
    for offset, (percent, number, unit) in enumerate(layout.PERCENTILE.findall(text)):
        report.measured.add(percentile(percent), _seconds(number, unit), line + offset)


def _details(sections: Sections, report: Report) -> None:
    line, text = sections.get(DETAILS, (0, ""))
    for offset, (label, *texts) in enumerate(layout.DETAIL.findall(text)):
        if known := layout.DETAIL_NAMES.get(label):
            mean, low, high = (_seconds(*texts[place : place + 2]) for place in (0, 2, 4))
            report.measured.add_row(known[0], {"mean": mean, "min": low, "max": high}, line + offset, known[1])


def _replies(sections: Sections, report: Report) -> None:
    line, text = sections.get(CODES, (0, ""))
    pairs = layout.CODE.findall(text)
    report.codes = [(code, int(count), line + offset) for offset, (code, count) in enumerate(pairs)]
    line, text = sections.get(ERRORS, (0, ""))
    pairs = layout.ERROR.findall(text)
    report.errors = [(int(count), error.strip(), line + offset) for offset, (count, error) in enumerate(pairs)]
    report.are_kinds_sure = text.endswith("\n") or not pairs or kind_of(pairs[-1][1]) in SURE
