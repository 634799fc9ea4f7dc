"""plow's text -> Report: the last of the reports that it printed of one run."""

from __future__ import annotations

import re

from ingest.formats.kit.command_lines import duration, url_facts
from ingest.formats.kit.printed_units import percentile
from ingest.formats.kit.report_scanner import BLANK, EMPTY, END, NEWLINE, Page
from ingest.formats.load.plow.report import MEGABYTE, PARTS, Report

HEAD = re.compile(
    rf"{BLANK}Benchmarking (\S+)(?: with (\d{{1,18}}) request\(s\))?(?: for (\S+))? using (\d{{1,9}}) connection\(s\)"
    r"(?:[^\n]*?(?= Summary:)|[^\n]*(?:\n|\Z))"
)
CHARTS = re.compile(rf"{BLANK}@? ?Real-time charts is (?:listening|on)[^\n]*\n")
SUMMARY = re.compile(rf"{EMPTY}{BLANK}Summary:{NEWLINE}{BLANK}Elapsed +(\S+)[^\n]*\n{BLANK}Count +(\d{{1,18}})[^\n]*\n")
STATUS = re.compile(rf"{BLANK}([1-5]xx) +(\d{{1,18}}){NEWLINE}")
NUMBER = r"(\d{1,18}(?:\.\d{1,12})?)"
RATES = re.compile(
    rf"{BLANK}RPS +{NUMBER}{NEWLINE}{BLANK}Reads +{NUMBER}MB/s{NEWLINE}{BLANK}Writes +{NUMBER}MB/s{NEWLINE}"
)
ERRORS = re.compile(rf"{EMPTY}{BLANK}Error:{NEWLINE}")
ERROR = re.compile(rf'{BLANK}(\d{{1,18}}) +"([^\n]{{0,500}})"{NEWLINE}')
STATISTICS = re.compile(rf"{EMPTY}{BLANK}Statistics +Min +Mean +StdDev +Max{NEWLINE}")
ROW = re.compile(rf"{BLANK}(Latency|RPS) +(\S+) +(\S+) +(\S+) +(\S+){NEWLINE}")
PERCENTILES = re.compile(rf"{EMPTY}{BLANK}Latency Percentile:{NEWLINE}{BLANK}(P[^\n]{{1,200}})\n([^\n]{{1,400}})\n")
HISTOGRAM = re.compile(rf"{EMPTY}{BLANK}Latency Histogram:{NEWLINE}")
BIN = re.compile(rf"{BLANK}([\d.]\S{{0,30}}) +(\d{{1,18}})(?: +([\d.]{{1,6}}%))?(?: *■*)?{END}")
MOST = 100  #: rows of a table


def report_of(page: Page) -> Report:
    """The report that begins here; the page then stands behind it, and behind what it printed before it ended."""
    head = page.take(HEAD)
    page.take(CHARTS)
    report = snapshot(page)
    while (summary := SUMMARY.match(page.text, page.place)) and _is_later(report, summary[1]):
        report = snapshot(page)
    if head:
        report.facts = {**url_facts(head[1]), "concurrency": int(head[4])}
        report.facts |= {"requests_planned": int(head[2])} if head[2] else {}
        planned = duration(head[3]) if head[3] else None
        report.facts |= {"duration_planned": planned} if planned else {}
    return report


def _is_later(report: Report, elapsed: str) -> bool:
    """A report of the same run comes: its time has gone on."""
    return (duration(elapsed) or 0) >= (report.numbers.value("duration") or 0)


def snapshot(page: Page) -> Report:
    """One report, as far as it goes."""
    report = Report()
    for read, title in ((summary, "Summary"), (statistics, "Statistics"), (percentiles, "Latency Percentile")):
        if not read(page, report):
            report.expected = f"its table {title!r}"
            return report
    if not histogram(page):
        report.expected = "the last report of the run"
    return report


def summary(page: Page, report: Report) -> bool:
    row = page.take(SUMMARY)
    if row is None or not is_whole(row[1]):
        return False
    report.count = float(row[2])
    report.numbers.add("duration", duration(row[1]) or None, page.line - 2)
    while status := page.take(STATUS):
        report.numbers.add("responses", status[2], page.line - 1, status[1])
    rates = page.take(RATES)
    if rates is None:
        return False
    rate, read, written = map(float, rates.groups())
    report.numbers.add("requests_per_second", rate, page.line - 3)
    report.numbers.add("transfer_rate", read * MEGABYTE, page.line - 2)
    report.numbers.add("transfer_rate_sent", written * MEGABYTE, page.line - 1)
    if page.take(ERRORS):
        report.errors_line = page.line
        while len(report.errors) < MOST and (error := page.take(ERROR)):
            report.errors.append((int(error[1]), error[2]))
    return True


def statistics(page: Page, report: Report) -> bool:
    """Times, and the rate second by second; a run of less than a second has no rate there."""
    if not page.take(STATISTICS):
        return False
    names = set[str]()
    while (row := page.take(ROW)) and row[1] not in names:
        names.add(row[1])
        metric = "latency" if row[1] == "Latency" else "reply_rate"
        values = [duration(text) for text in row.groups()[1:]]
        if metric == "latency" and not all(map(is_whole, row.groups()[1:])):
            return False
        if any(value is None and text != "-" for text, value in zip(row.groups()[1:], values, strict=True)):
            return False
        parts = {part: value for part, value in zip(PARTS.values(), values, strict=True) if value is not None}
        report.numbers.add_row(metric, parts, page.line - 1)
    return "Latency" in names


def is_whole(text: str) -> bool:
    """Whether a time has its unit: Go ends times with seconds, 3m is what the edge of a screen left of 3ms."""
    return text in ("0", "-") or (text.endswith("s") and duration(text) is not None)


def percentiles(page: Page, report: Report) -> bool:
    row = page.take(PERCENTILES)
    if row is None:
        return False
    names, texts = row[1].split(), row[2].split()
    if len(names) != len(texts) or not all(map(is_whole, texts)):
        return False
    for name, text in zip(names, texts, strict=True):
        report.numbers.add(percentile(name.removeprefix("P")), duration(text), page.line - 1)
    return True


def histogram(page: Page) -> bool:
    """Whether this is the last report of a run: only its histogram has percentages."""
    if not page.take(HISTOGRAM):
        return False
    is_last, rows = False, 0
    while rows < MOST and (row := page.take(BIN)):
        is_last, rows = bool(row[3]), rows + 1
    return is_last
