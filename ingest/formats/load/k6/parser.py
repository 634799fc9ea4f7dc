"""k6 end-of-test summaries, text and JSON -> one RunRecord for each."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, whole
from ingest.formats.kit.json_values import document
from ingest.formats.kit.pasted.by_turns import BY_TURNS
from ingest.formats.kit.printed_units import seconds
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.k6 import layout
from ingest.formats.load.k6.json import report_of
from ingest.formats.load.k6.layout import START
from ingest.formats.load.k6.report import Report, run
from ingest.formats.load.k6.text import Reader
from ingest.records import Fact, Parsed, Problem

BEGINNING = "The summary has no {!r} line, which k6 prints above what stands here: its beginning is not in the log."
OPTIONS: dict[str, Option] = {
    "u": ("concurrency", whole),
    "vus": ("concurrency", whole),
    "d": ("duration_planned", duration),
    "duration": ("duration_planned", duration),
    "i": ("sessions_planned", whole),
    "iterations": ("sessions_planned", whole),
}


def parse(stream: BinaryIO) -> Parsed:
    """The tests of a k6 log. What is no summary is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The summary that begins here as a run, and where it breaks off."""
    line, before = page.line, page.unclaimed(page.place)
    is_mixed = False
    if page.is_json():
        parsed, expected = json_report(page)
    else:
        parsed, expected, is_mixed = text_report(page)
    if is_mixed:
        yield Problem(line, BY_TURNS)
        return
    parsed.facts = facts(before) | parsed.facts
    if stopped := layout.STOPPED.search(before):
        parsed.stopped = stopped[0].strip()
    yield run(parsed, line, bool(expected))
    for number, name in parsed.unread:
        yield Problem(number, f"Nothing could be read of this line of {name}.")
    if parsed.left_out:
        yield Problem(line, BEGINNING.format(parsed.left_out))
    if expected:
        yield page.broken_off(expected, "summary")


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


def text_report(page: Page) -> tuple[Report, str, bool]:
    """(the summary, what is missing, whether another one's lines stand between its own)."""
    report = Report()
    reader = Reader(page, report)
    label = reader.read()
    report.left_out = reader.left_out
    return report, f"its {label!r} line" if label else "", reader.is_mixed


def json_report(page: Page) -> tuple[Report, str]:
    """(the summary, what is missing)."""
    values = document(page)
    is_whole = values.is_whole and values.has("metrics")
    return report_of(values), "" if is_whole else "the end of its JSON, with its metrics"
