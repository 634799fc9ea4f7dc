"""oha reports, text and JSON -> one RunRecord for each."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, whole, word
from ingest.formats.kit.json_values import document
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.oha import text
from ingest.formats.load.oha.json import report_of
from ingest.formats.load.oha.layout import START
from ingest.formats.load.oha.report import Report, run
from ingest.records import Fact, Parsed

OPTIONS: dict[str, Option] = {
    "n": ("requests_planned", whole),
    "c": ("concurrency", whole),
    "p": ("streams_per_client", whole),
    "z": ("duration_planned", duration),
    "q": ("rate_planned", whole),
    "m": ("method", word),
    "method": ("method", word),
}


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an oha log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line = page.line
    known: dict[str, Fact] = {"tool": "oha", **asked_in_command(page.unclaimed(page.place), "oha", OPTIONS)}
    parsed, expected = json_report(page) if page.is_json() else text_report(page)
    yield run(parsed, known, line, bool(expected))
    if expected:
        yield page.broken_off(expected)


def text_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    report = Report()
    label = text.read(page, report)
    return report, f"its {label!r} line" if label else ""


def json_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    values = document(page)
    is_whole = values.is_whole and values.has("summary", "total")
    return report_of(values), "" if is_whole else "the end of its JSON, with a summary"
