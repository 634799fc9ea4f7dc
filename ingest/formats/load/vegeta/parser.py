"""vegeta reports (text, JSON, histogram, hdrplot) -> one RunRecord for each."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, url_facts, whole
from ingest.formats.kit.json_values import document
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.vegeta import layout, text
from ingest.formats.load.vegeta.json import report_of
from ingest.formats.load.vegeta.layout import START
from ingest.formats.load.vegeta.report import Report, run
from ingest.records import Fact, Parsed, Problem


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


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a vegeta log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, commanded = page.line, facts(page.unclaimed(page.place))
    parsed, expected = json_report(page) if page.is_json() else text_report(page)
    parsed.facts = commanded | parsed.facts
    yield run(parsed, line, bool(expected))
    if parsed.is_headless:
        yield Problem(line, "The report has no 'Requests' line: what was offered is not known.")
    for number, label in parsed.torn_lines:
        yield Problem(number, f"This line of {label} has more numbers than names: none was read.")
    for number, label in parsed.cut_lines:
        yield Problem(number, f"This line of {label} is cut: not all of its times were read.")
    if parsed.cut_error:
        yield Problem(page.line, "The log ends in this error, so errors are not told by kind.", 0, parsed.cut_error)
    if expected:
        yield page.broken_off(expected)


def facts(before: str) -> dict[str, Fact]:
    """What the echoed command asked for."""
    commanded = asked_in_command(before, "vegeta", OPTIONS)
    targets = layout.TARGET.findall(before) if commanded else []
    return commanded | ({"method": targets[-1][0], **url_facts(targets[-1][1])} if targets else {})


def text_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    report = Report()
    first = START.search(page.text, page.place)
    read = TEXTS.get(first[0].split(maxsplit=1)[0], text.read) if first else text.read
    label = read(page, report)
    return report, f"its {label!r} line" if label else ""


def json_report(page: Page) -> tuple[Report, str]:
    """(the report, what is missing)."""
    values = document(page)
    is_whole = values.is_whole and values.has("requests")
    return report_of(values), "" if is_whole else "the end of its JSON, with its requests"
