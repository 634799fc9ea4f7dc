"""bombardier reports, text and JSON -> one RunRecord for each."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, whole, word
from ingest.formats.kit.json_values import document
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.bombardier import text
from ingest.formats.load.bombardier.json import report_of
from ingest.formats.load.bombardier.layout import START
from ingest.formats.load.bombardier.report import Report, run
from ingest.records import Fact, Parsed, Problem

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


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a bombardier log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, commanded = page.line, asked_in_command(page.unclaimed(page.place), "bombardier", OPTIONS)
    parsed, expected = json_report(page) if page.is_json() else text_report(page)
    known: dict[str, Fact] = {"tool": "bombardier", **commanded}
    parsed.facts = known | parsed.facts
    yield run(parsed, line, bool(expected))
    unread = [(percent, number) for percent, value, number in parsed.percentiles if value is None]
    yield from (Problem(number, f"Expected a time with its unit behind {percent}%.") for percent, number in unread)
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
    is_whole = values.is_whole and values.has("result", "req2xx")
    return report_of(values), "" if is_whole else "the end of its JSON, with a result"
