"""plow reports -> one RunRecord for each run."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, reason, whole, word
from ingest.formats.kit.doubts import check
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.plow import json, text
from ingest.formats.load.plow.signs import START
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

OPTIONS: dict[str, Option] = {
    "c": ("concurrency", whole),
    "concurrency": ("concurrency", whole),
    "n": ("requests_planned", whole),
    "requests": ("requests_planned", whole),
    "d": ("duration_planned", duration),
    "duration": ("duration_planned", duration),
    "rate": ("rate_planned", whole),
    "m": ("method", word),
    "method": ("method", word),
}
WITHOUT_RESULT = ("requests_failed", "duration")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a plow log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The reports of the run that begins here as a run, and where the last of them breaks off."""
    line, before = page.line, page.unclaimed(page.place)
    read = (json.report_of(page) if page.is_json() else text.report_of(page)).settled()
    numbers, facts = read.numbers, dict[str, Fact](tool="plow")
    facts |= asked_in_command(before, "plow", OPTIONS) | read.facts
    is_answered = bool(numbers.value("requests_completed"))
    if not is_answered:
        numbers.keep_only(*WITHOUT_RESULT)
        words = reason(text for _, text in read.errors) or "no request was answered"
        facts |= {} if read.expected else {"reason": words}
    check(numbers, ("latency", "reply_rate"))
    status: Status = "complete" if is_answered and not read.expected else "aborted"
    yield RunRecord("plow", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))
    for number, name, printed in read.unread:
        yield Problem(number, f"Expected a number with its unit behind {name}, as plow prints it.", 0, printed)
    if read.expected:
        yield page.broken_off(read.expected)
