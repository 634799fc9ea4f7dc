"""k6 end-of-test summaries, text and JSON -> one RunRecord for each.

Source: grafana/k6 js/summary.js, grafana.com/docs/k6. In text a kB is 1000 bytes; in JSON times are milliseconds.
Says nothing about: version, URL, start time. Metrics of the script's own, groups and scenarios are passed over.
Not read: `--out csv` and `--out json`, which have a line per sample.
"""

from __future__ import annotations

from typing import BinaryIO

from ingest.parsers import _k6_layout as layout
from ingest.parsers._k6_json import report_of
from ingest.parsers._k6_layout import START
from ingest.parsers._k6_report import Report, run
from ingest.parsers._k6_text import Reader
from ingest.parsers._reports.json_values import document
from ingest.parsers._reports.pieces import Page, reports, starts
from ingest.parsers._reports.printed_units import seconds
from ingest.parsers._reports.setup import Option, asked_in_command, duration, whole
from ingest.records import Fact, Parsed, Problem

TITLE = "k6"

OPTIONS: dict[str, Option] = {
    "u": ("concurrency", whole),
    "vus": ("concurrency", whole),
    "d": ("duration_planned", duration),
    "duration": ("duration_planned", duration),
    "i": ("sessions_planned", whole),
    "iterations": ("sessions_planned", whole),
}


def sniff(head: bytes) -> bool:
    """A summary of k6 begins in `head`, however little of it is left."""
    return starts(head, START)


def parse(stream: BinaryIO) -> Parsed:
    """The tests of a k6 log. What is no summary is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The summary that begins here as a run, and where it breaks off."""
    line, before = page.line, page.unclaimed(page.at)
    found, expected = json_report(page) if page.is_json() else text_report(page)
    found.facts = facts(before) | found.facts
    if stopped := layout.STOPPED.search(before):
        found.stopped = stopped[0].strip()
    yield run(found, line, bool(expected))
    if expected:
        yield Problem(page.line_at(page.at), f"The summary breaks off here: expected {expected} next.")


def facts(before: str) -> dict[str, Fact]:
    """What k6 says before it starts."""
    known = asked_in_command(before, "k6", OPTIONS)
    if users := layout.MAX_VUS.search(before):
        known["concurrency"] = int(users[1])
    if looping := layout.LOOPING.search(before):
        known |= {"concurrency": int(looping[1]), "duration_planned": seconds(looping[2]) or 0.0}
    if script := layout.SCRIPT.search(before):
        known["script"] = script[1]
    return known


def text_report(page: Page) -> tuple[Report, str]:
    """(the summary, what is missing)."""
    found = Report()
    label = Reader(page, found).read()
    return found, f"its {label!r} line" if label else ""


def json_report(page: Page) -> tuple[Report, str]:
    """(the summary, what is missing)."""
    said = document(page)
    is_whole = said.is_whole and said.has("metrics")
    return report_of(said), "" if is_whole else "the end of its JSON, with its metrics"
