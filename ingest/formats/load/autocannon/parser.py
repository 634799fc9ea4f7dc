"""autocannon reports -> one RunRecord for each."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, whole
from ingest.formats.kit.doubts import check
from ingest.formats.kit.json_values import document
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.autocannon import json, text
from ingest.formats.load.autocannon.report import Report
from ingest.formats.load.autocannon.signs import START
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

OPTIONS: dict[str, Option] = {
    "c": ("concurrency", whole),
    "connections": ("concurrency", whole),
    "d": ("duration_planned", duration),
    "duration": ("duration_planned", duration),
    "a": ("requests_planned", whole),
    "amount": ("requests_planned", whole),
    "p": ("streams_per_client", whole),
    "pipelining": ("streams_per_client", whole),
    "R": ("rate_planned", whole),
    "overallRate": ("rate_planned", whole),
    "w": ("threads", whole),
    "workers": ("threads", whole),
}
FAILURES = ("requests_failed", "responses", "requests_completed", "duration")  #: all that counts without an answer
CUT_TABLE = "This row of a table is not whole: what stands in it, or below it as a header, is not read."
UNEVEN = 0.02  #: by which the mean of the samples may miss requests / duration


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an autocannon log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, before = page.line, page.unclaimed(page.place)
    read = json.report_of(document(page)) if page.is_json() else text.report_of(page)
    yield run(read, line, before)
    if read.cut_row:
        yield Problem(read.cut_row, CUT_TABLE)
    if read.expected:
        yield page.broken_off(read.expected)


def run(read: Report, line: int, before: str) -> RunRecord:
    """Without a single answer there is no result, whatever autocannon prints as 0."""
    numbers = read.numbers
    facts: dict[str, Fact] = {"tool": "autocannon", **asked_in_command(before, "autocannon", OPTIONS), **read.facts}
    if not read.is_answered:
        numbers.keep_only(*FAILURES)
        facts |= {} if read.expected else {"reason": "no request was answered"}
    check(numbers)
    numbers.doubt(unlike_its_samples(read))
    status: Status = "aborted" if read.expected or not read.is_answered else "complete"
    return RunRecord("autocannon", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))


def unlike_its_samples(read: Report) -> str:
    """A sentence where the mean of the samples is not the rate of the whole run."""
    done, seconds, rate = (
        read.numbers.value(name) for name in ("requests_completed", "duration", "requests_per_second")
    )
    if not done or not seconds or not rate or abs(done / seconds / rate - 1) <= UNEVEN:
        return ""
    return (
        f"autocannon's rate is the mean of its samples, {rate:g} a second; "
        f"{done:,.0f} requests in {seconds:g} s are {done / seconds:.2f} a second."
    )
