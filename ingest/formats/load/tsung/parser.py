"""tsung reports -> one RunRecord for each."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, whole
from ingest.formats.kit.doubts import check
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import NUMBER
from ingest.formats.kit.report_scanner import BLANK, NEWLINE, Page, reports
from ingest.formats.load.tsung.signs import START
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

BANNER = re.compile(rf"{BLANK}tsung (\S+)[^\n]*\n")
ROW = re.compile(rf"{BLANK}([A-Za-z][\w /]*?):[ \t]*({NUMBER})[^\n]*?{NEWLINE}")
METRICS = {"requests": "requests_completed", "requests per second": "requests_per_second"}
LAST = "requests per second"  #: the label without which a report is cut
OPTIONS: dict[str, Option] = {"n": ("requests_planned", whole), "c": ("concurrency", whole)}


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, before, numbers, labels = page.line, page.unclaimed(page.place), Measured(), set[str]()
    banner = page.take(BANNER)
    version = banner[1] if banner else ""
    while (row := page.take(ROW)) and row[1] not in labels:
        labels.add(row[1])
        numbers.add(METRICS.get(row[1], ""), row[2], page.line - 1)
    check(numbers)
    facts: dict[str, Fact] = {"tool": "tsung", **asked_in_command(before, "tsung", OPTIONS)}
    facts |= {"tool_version": version} if version else {}
    status: Status = "complete" if LAST in labels else "aborted"
    yield RunRecord("tsung", version, facts, numbers.measurements, line, status, tuple(numbers.caveats))
    if LAST not in labels:
        yield Problem(page.line, f"The report breaks off here: expected its {LAST!r} line next.")
