"""rewrk reports -> one RunRecord for each round."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, kinds_of, reason, url_facts, whole
from ingest.formats.kit.doubts import check
from ingest.formats.kit.json_values import document
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import bytes_of
from ingest.formats.kit.report_scanner import BLANK, EMPTY, END, NEWLINE, Page, reports
from ingest.formats.load.rewrk.signs import START
from ingest.records import Fact, Parsed, RunRecord, Status

N = r"(\d{1,18}(?:\.\d{1,9})?)"
SIZE = r"(\d{1,18}\.\d\d [KMG]?B)"
HEAD = re.compile(
    rf"{BLANK}(?:Beginning round [^\n]{{1,80}}?)?Benchmarking (\d{{1,9}}) connections @ (\S+) for ([^\n]*){END}"
)
LENGTH = re.compile(r"(\d{1,9}) (day|hour|minute|second)\(s\)")
LINES = {  # label -> its lines; each stands under the one before
    "Latencies:": rf"{BLANK}Latencies:{NEWLINE}{BLANK}Avg +Stdev +Min +Max{NEWLINE}"
    rf"{BLANK}{N}ms +{N}ms +{N}ms +{N}ms{NEWLINE}",
    "Requests:": rf"{BLANK}Requests:{NEWLINE}{BLANK}Total: +{N} +Req/Sec: +{N}{BLANK}{NEWLINE}",
    "Transfer:": rf"{BLANK}Transfer:{NEWLINE}{BLANK}Total: +{SIZE} +Transfer Rate: +{SIZE}/Sec{END}",
}
PATTERNS = {label: re.compile(lines) for label, lines in LINES.items()}
RULE = r"[-+*| \t\x1d\x1e]"  #: what the lines of its table are drawn with
TABLE = re.compile(rf"{EMPTY}(?:{RULE}{{3,200}}\n|{RULE}{{0,40}}(?:Percentile|\d{{1,2}}(?:\.\d)?% )[^\n]*\n){{1,20}}")
TABLE_END = re.compile(rf"% [^\n]*\n{RULE}{{3,200}}\n[ \t\x1d\x1e\n]*\Z")
ERROR = re.compile(rf"{EMPTY}{BLANK}(\d{{1,18}}) Errors: ([^\n]{{1,500}}){END}")
FAILURE = re.compile(rf"{EMPTY}{BLANK}(connection error: [^\n]{{1,500}}|No requests completed successfully){END}")
SECONDS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
PARTS = ("mean", "stddev", "min", "max")
IN_JSON = {"latency_avg": "mean", "latency_std_deviation": "stddev", "latency_min": "min", "latency_max": "max"}
REST_OF_JSON = {
    "requests_total": "requests_completed",
    "requests_avg": "requests_per_second",
    "transfer_total": "bytes_received",
    "transfer_rate": "transfer_rate",
}
OPTIONS: dict[str, Option] = {"c": ("concurrency", whole), "t": ("threads", whole), "threads": ("threads", whole)}
MOST_ERRORS = 50


def parse(stream: BinaryIO) -> Parsed:
    """The rounds of a rewrk log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, before, numbers = page.line, page.unclaimed(page.place), Measured()
    facts: dict[str, Fact] = {"tool": "rewrk", **asked_in_command(before, "rewrk", OPTIONS)}
    missing = of_json(page, numbers) if page.is_json() else of_text(page, numbers, facts)
    if not missing and not numbers.value("requests_completed"):
        facts.setdefault("reason", "no request was answered")
    check(numbers)
    status: Status = "aborted" if missing or "reason" in facts else "complete"
    yield RunRecord("rewrk", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))
    if missing:
        yield page.broken_off(missing)


def of_json(page: Page, numbers: Measured) -> str:
    """What the JSON says; what is missing at its end."""
    values = document(page)
    for name, part in IN_JSON.items():
        milliseconds = values.number(name)
        numbers.add(f"latency_{part}", None if milliseconds is None else milliseconds / 1000, values.line(name))
    for name, metric in REST_OF_JSON.items():
        numbers.add(metric, values.number(name), values.line(name))
    return "" if values.is_whole else "the end of its JSON"


def of_text(page: Page, numbers: Measured, facts: dict[str, Fact]) -> str:
    """What the text says; the label that is missing at its end."""
    if head := page.take(HEAD):
        facts |= {**url_facts(head[2]), "concurrency": int(head[1])}
        if planned := sum(int(count) * SECONDS[unit] for count, unit in LENGTH.findall(head[3])):
            facts["duration_planned"] = planned
    if failure := page.take(FAILURE):
        facts["reason"] = failure[1]
        return ""
    missing = next((f"its {label!r} lines" for label in PATTERNS if not took(page, label, numbers)), "")
    table = page.take(TABLE)
    if table and not missing and not TABLE_END.search(table[0]):
        missing = "the end of its table of percentiles"
    errors = list[tuple[int, str]]()
    while len(errors) < MOST_ERRORS and (error := page.take(ERROR)):
        errors.append((int(error[1]), error[2].strip()))
    for kind, count in kinds_of(errors).items():
        numbers.add("requests_failed", count, page.line - 1, kind)
    if errors and not numbers.value("requests_completed"):
        facts["reason"] = reason(text for _, text in errors)
    return missing


def took(page: Page, label: str, numbers: Measured) -> bool:
    """Whether the lines stand here; their numbers then are kept."""
    row = page.take(PATTERNS[label])
    if row is None:
        return False
    line = page.line - 1
    if label == "Latencies:":
        times = dict(zip(PARTS, (float(f"{text}e-3") for text in row.groups()), strict=True))
        numbers.add_row("latency", times, line)
    elif label == "Requests:":
        numbers.add("requests_completed", row[1], line)
        numbers.add("requests_per_second", row[2], line)
    else:
        numbers.add("bytes_received", bytes_of(row[1], 1024), line)
        numbers.add("transfer_rate", bytes_of(row[2], 1024), line)
    return True
