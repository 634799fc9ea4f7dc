"""autocannon's text: tables drawn with lines, and sentences below them -> Report."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.printed_units import bytes_of, percentile
from ingest.formats.kit.report_scanner import BLANK, END, NEWLINE, Page
from ingest.formats.load.autocannon.report import SAMPLES, Report

HEAD = re.compile(
    rf"{BLANK}Running (\d{{1,12}})(s| requests) test @ (\S+){NEWLINE}"
    rf"{BLANK}(\d{{1,9}}) connections(?: with (\d{{1,9}}) pipelining factor)?{END}"
)
OTHER = re.compile(
    rf"{BLANK}(?:[─-╿+-][^\n]*|\d{{1,9}} workers|Req/Bytes counts [^\n]*|(?:# )?of samples: [^\n]*)?{NEWLINE}"
)
#: A row that a narrow terminal has cut, or the rest of it.
CUT_ROW = re.compile(rf"{BLANK}(?:[│┃║|][^\n]*|[^\n─-╿]{{0,100}}\d[^\n─-╿]{{0,100}}│[^\n]*){NEWLINE}")
ROW = re.compile(rf"{BLANK}[│|]([^\n]*)[│|]{END}")
RESPONSES = re.compile(rf"{BLANK}(\d{{1,18}}) 2xx responses, (\d{{1,18}}) non 2xx responses{NEWLINE}")
TOTAL = re.compile(
    rf"{BLANK}([\d.]{{1,18}}k?M?) requests in (\d{{1,18}}(?:\.\d{{1,9}})?)s, ([\d.]{{1,18}} ?[kMGT]?B) read{END}"
)
ERRORS = re.compile(rf"{BLANK}([\d.]{{1,18}}[kM]?) errors \(([\d.]{{1,18}}[kM]?) timeouts\){END}")
LATENCY_PARTS = {"Avg": "latency_mean", "Stdev": "latency_stddev", "Max": "latency_max"}
RATE_PARTS = {"Avg": "", "Stdev": SAMPLES["stddev"], "Min": SAMPLES["min"]}
THOUSANDS = {"k": 1000.0, "M": 1e6, "": 1.0}
MOST_ROWS = 200
AMOUNT = re.compile(r"(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,18})(?:\.\d{1,9})?")


def report_of(page: Page) -> Report:
    """The report that begins here; the page then stands behind it."""
    report, columns = Report(expected="its line '... requests in ...'"), tuple[str, ...]()
    if head := page.take(HEAD):
        report.facts = {**url_facts(head[3]), "concurrency": int(head[4])}
        report.facts["requests_planned" if "requests" in head[2] else "duration_planned"] = int(head[1])
        report.facts |= {"streams_per_client": int(head[5])} if head[5] else {}
    for _ in range(MOST_ROWS):
        if row := page.take(ROW):
            cells = tuple(cell.strip() for cell in re.split("[│|]", row[1].rstrip(" \t│|")))
            columns = cells if cells[0] in ("Stat", "Code", "Percentile") else columns
            table_row(report, columns, cells, page.line - 1)
        elif page.take(CUT_ROW):
            report.cut_row, columns = report.cut_row or page.line - 1, ()
        elif not page.take(OTHER):
            break
    sentences(page, report)
    return report


def table_row(report: Report, columns: Sequence[str], cells: Sequence[str], line: int) -> None:
    """A row under its header. A row of nothing but zeros was not measured."""
    by_column = dict(zip(columns, cells, strict=False))
    if cells[0] == "Latency":
        values = {name: amount(text.removesuffix("ms")) for name, text in by_column.items()}
        for name, value in values.items() if any(values.values()) else ():
            metric = LATENCY_PARTS.get(name) or percentile(name.removesuffix("%"))
            report.numbers.add(metric, None if value is None else value / 1000, line)
    elif cells[0] == "Req/Sec":
        for name, item in RATE_PARTS.items():
            report.numbers.add("requests_per_second", amount(by_column.get(name, "")), line, item)
        report.is_answered = bool(report.numbers.value("requests_per_second"))
    elif cells[0] == "Bytes/Sec":
        report.numbers.add("transfer_rate", bytes_of(by_column.get("Avg", ""), 1000), line)
    elif columns[:1] == ("Percentile",) and (value := amount(cells[-1])) is not None:
        report.numbers.add(percentile(cells[0]), value / 1000, line)
    elif columns[:1] == ("Code",) and re.fullmatch(r"[1-5]\d\d", cells[0]):
        report.numbers.add("responses", amount(cells[-1]), line, cells[0])


def sentences(page: Page, report: Report) -> None:
    """What stands below the tables."""
    if row := page.take(RESPONSES):
        report.numbers.add("responses", row[1], page.line - 1, "2xx")
        report.numbers.add("responses", row[2], page.line - 1, "non_2xx")
        report.numbers.add("requests_completed", int(row[1]) + int(row[2]), page.line - 1)
    if row := page.take(TOTAL):
        report.expected = ""
        report.numbers.add("duration", row[2], page.line - 1)
        report.numbers.add("bytes_received", bytes_of(row[3], 1000), page.line - 1)
    if row := page.take(ERRORS):
        report.numbers.add("requests_failed", thousands(row[1]), page.line - 1)
        report.numbers.add("requests_failed", thousands(row[2]), page.line - 1, "timeout")


def amount(text: str) -> float | None:
    """`11,616.67`; None for what is no number, or one with a decimal comma: `10,41`."""
    return float(text.replace(",", "")) if AMOUNT.fullmatch(text.strip()) else None


def thousands(text: str) -> float | None:
    """`7k`, as autocannon shortens counts from 1000 on."""
    number = amount(text.rstrip("kM"))
    return None if number is None else number * THOUSANDS[text.lstrip("0123456789.")]
