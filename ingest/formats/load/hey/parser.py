"""hey (formerly boom) summary -> one RunRecord for each."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, asked_in_error, duration, reason, whole, word
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.hey import layout
from ingest.formats.load.hey.layout import START
from ingest.formats.load.hey.report import Report, numbers
from ingest.records import EXCERPT_LENGTH, Fact, Parsed, Problem, RunRecord, Status

OPTIONS: dict[str, Option] = {
    "n": ("requests_planned", whole),
    "c": ("concurrency", whole),
    "q": ("rate_planned_per_client", whole),
    "z": ("duration_planned", duration),
    "m": ("method", word),
}

CUT_ERROR = "An error is cut, so errors are not told by kind."


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a hey log. What is no summary is passed over in silence."""
    return reports(stream, START, summary)


def summary(page: Page) -> Parsed:
    """The summary that begins here as a run, and where it breaks off."""
    line, before = page.line, page.unclaimed(page.place)
    report = Report()
    expected = read(page, report)
    measured = numbers(report, is_cut=bool(expected))
    failed = [text for _, text in report.errors]
    known: dict[str, Fact] = {"tool": "hey", **asked_in_command(before, "hey", OPTIONS), **asked_in_error(failed)}
    if report.is_refused and not expected:
        known["reason"] = reason(failed) or "no request was completed"
    status: Status = "aborted" if expected or report.is_refused else "complete"
    yield RunRecord("hey", "", known, measured.measurements, line, status, tuple(measured.caveats))
    if report.cut_error:
        yield Problem(line, CUT_ERROR, excerpt=report.cut_error[:EXCERPT_LENGTH])
    if expected:
        yield page.broken_off(f"its {expected!r} line")


def read(page: Page, report: Report) -> str:
    """Fill `report` from the sections that follow each other. Returns what is missing at its end, "" if it is whole."""
    summary = page.take(layout.SUMMARY)
    lines = (summary.lastindex or 0) if summary else 0
    if summary:
        report.summary, report.summary_line = summary.groups(), page.line - lines
    if lines < len(layout.SUMMARY_LABELS):
        return layout.SUMMARY_LABELS[lines]
    if data := page.take(layout.DATA):
        report.data, report.data_line = data[1], page.line - data[0].strip().count("\n") - 1
    page.take(layout.NOTE)
    while (header := page.take(layout.HEADER)) and header[1] not in report.sections:
        line, body = page.line, page.take(layout.BODY[header[1]])
        report.sections[header[1]] = (line, body[0] if body else "")
    report.count()
    return report.missing()
