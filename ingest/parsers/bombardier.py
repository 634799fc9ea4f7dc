"""bombardier reports, text and JSON -> one RunRecord for each.

Source: codesenberg/bombardier templates.go and internal/test_info.go. KB is 1024 bytes; JSON times are microseconds.
Says nothing about: version, start time. The text says nothing of the duration, so its rate is a mean of samples.
A run of fewer requests than it was told to make was interrupted.
"""

from __future__ import annotations

from typing import BinaryIO

from ingest.parsers import _bombardier_text as text
from ingest.parsers._bombardier_json import report_of
from ingest.parsers._bombardier_layout import START
from ingest.parsers._bombardier_report import Report, run
from ingest.parsers._reports.json_values import document
from ingest.parsers._reports.pieces import Page, reports, starts
from ingest.parsers._reports.setup import Option, asked_in_command, duration, whole, word
from ingest.records import Fact, Parsed, Problem

TITLE = "bombardier"

OPTIONS: dict[str, Option] = {
    "c": ("concurrency", whole),
    "connections": ("concurrency", whole),
    "n": ("requests_planned", whole),
    "requests": ("requests_planned", whole),
    "d": ("duration_planned", duration),
    "duration": ("duration_planned", duration),
    "r": ("rate_planned", whole),
    "rate": ("rate_planned", whole),
    "m": ("method", word),
    "method": ("method", word),
}


def sniff(head: bytes) -> bool:
    """A report of bombardier begins in `head`, however little of it is left."""
    return starts(head, START)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a bombardier log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, asked = page.line, asked_in_command(page.unclaimed(page.at), "bombardier", OPTIONS)
    found, expected = json_report(page) if page.is_json() else text_report(page)
    known: dict[str, Fact] = {"tool": "bombardier", **asked}
    found.facts = known | found.facts
    yield run(found, line, bool(expected))
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
    is_whole = said.is_whole and said.has("result", "req2xx")
    return report_of(said), "" if is_whole else "the end of its JSON, with a result"
