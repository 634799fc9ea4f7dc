"""vegeta reports (text, JSON, histogram, hdrplot) -> one RunRecord for each.

Source: tsenart/vegeta lib/reporters.go and lib/metrics.go. Durations are Go's, in text; nanoseconds in JSON.
Says nothing about: version, what was asked of it (unless an error names the URL or the command is echoed).
Not read: results of `vegeta attack` and `encode`, which have a record per request.
"""

from __future__ import annotations

from typing import BinaryIO

from ingest.parsers import _vegeta_layout as layout
from ingest.parsers import _vegeta_text as text
from ingest.parsers._reports.json_values import document
from ingest.parsers._reports.pieces import Page, reports, starts
from ingest.parsers._reports.setup import Option, asked_in_command, duration, url_facts, whole
from ingest.parsers._vegeta_json import report_of
from ingest.parsers._vegeta_layout import START
from ingest.parsers._vegeta_report import Report, run
from ingest.records import Fact, Parsed, Problem

TITLE = "vegeta"


def per_second(text: str) -> int | None:
    """-rate=100 or -rate=100/s or 100/1s; None for other units of time."""
    number, _, unit = text.partition("/")
    return whole(number) if unit in ("", "s", "1s") else None


OPTIONS: dict[str, Option] = {
    "rate": ("rate_planned", per_second),
    "duration": ("duration_planned", duration),
    "workers": ("concurrency", whole),
    "max-workers": ("concurrency_planned_most", whole),
}
TEXTS = {"Requests": text.read, "Bucket": text.histogram, "Value(ms)": text.quantiles}


def sniff(head: bytes) -> bool:
    """A report of vegeta begins in `head`, however little of it is left."""
    return starts(head, START)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a vegeta log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, asked = page.line, facts(page.unclaimed(page.at))
    found, expected = json_report(page) if page.is_json() else text_report(page)
    found.facts = asked | found.facts
    yield run(found, line, bool(expected))
    if expected:
        yield Problem(page.line_at(page.at), f"The report breaks off here: expected {expected} next.")


def facts(before: str) -> dict[str, Fact]:
    """What the echoed command asked for."""
    asked = asked_in_command(before, "vegeta", OPTIONS)
    targets = layout.TARGET.findall(before) if asked else []
    return asked | ({"method": targets[-1][0], **url_facts(targets[-1][1])} if targets else {})


def text_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    found = Report()
    first = START.search(page.text, page.at)
    read = TEXTS.get(first[0].split(maxsplit=1)[0], text.read) if first else text.read
    label = read(page, found)
    return found, f"its {label!r} line" if label else ""


def json_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    said = document(page)
    is_whole = said.is_whole and said.has("requests")
    return report_of(said), "" if is_whole else "the end of its JSON, with its requests"
