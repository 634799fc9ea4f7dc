"""oha reports, text and JSON -> one RunRecord for each.

Source: hatoo/oha src/printer.rs and src/result_data.rs, 0.1 to 1.15. Text has four decimals; KiB are 1024 bytes.
Says nothing about: version, start time, what was asked of it (unless the command is echoed).
Not read: `--output-format csv`, which has a line per request.
"""

from __future__ import annotations

from typing import BinaryIO

from ingest.parsers import _oha_text as text
from ingest.parsers._oha_json import report_of
from ingest.parsers._oha_layout import START
from ingest.parsers._oha_report import Report, run
from ingest.parsers._reports.json_values import document
from ingest.parsers._reports.pieces import Page, reports, starts
from ingest.parsers._reports.setup import Option, asked_in_command, duration, whole, word
from ingest.records import Fact, Parsed, Problem

TITLE = "oha"

OPTIONS: dict[str, Option] = {
    "n": ("requests_planned", whole),
    "c": ("concurrency", whole),
    "p": ("streams_per_client", whole),
    "z": ("duration_planned", duration),
    "q": ("rate_planned", whole),
    "m": ("method", word),
    "method": ("method", word),
}


def sniff(head: bytes) -> bool:
    """A report of oha begins in `head`, however little of it is left."""
    return starts(head, START)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an oha log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line = page.line
    known: dict[str, Fact] = {"tool": "oha", **asked_in_command(page.unclaimed(page.at), "oha", OPTIONS)}
    found, expected = json_report(page) if page.is_json() else text_report(page)
    yield run(found, known, line, bool(expected))
    if expected:
        yield Problem(page.line_at(page.at), f"The report breaks off here: expected {expected} next.")


def text_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    found = Report()
    label = text.read(page, found)
    return found, f"its {label!r} line" if label else ""


def json_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    said = document(page)
    is_whole = said.is_whole and said.has("summary", "total")
    return report_of(said), "" if is_whole else "the end of its JSON, with a summary"
