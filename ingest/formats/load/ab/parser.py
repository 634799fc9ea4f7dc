"""ApacheBench (ab) reports, text and HTML -> one RunRecord for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO

from ingest.formats.kit.measured import Measured
from ingest.formats.kit.report_scanner import pages
from ingest.formats.load.ab.at_once import told_apart
from ingest.formats.load.ab.doubts import doubts
from ingest.formats.load.ab.facts import facts
from ingest.formats.load.ab.lacking import lacking
from ingest.formats.load.ab.lines import Reader
from ingest.formats.load.ab.numbers import numbers
from ingest.formats.load.ab.report import Report
from ingest.formats.load.ab.varied import with_lengths
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

#: The run itself may be whole: its result stands before what is lost.
UNFINISHED = "What ab prints last is not in the log: it was left out, or the log breaks off before it."
#: An option that few give, and then nothing is missing.
NO_PERCENTILES = "No percentiles stand below the times: ab was run with -d, or the log ends before them."


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an ab log. What is no report is passed over in silence: logs stand in mails, pages and scripts."""
    reader = Reader()
    for report in told_apart(reader.read(pages(stream))):
        if report.last_line == reader.cut_line:
            report.forget_cut(report.last_line)
        yield from items(report)


def items(report: Report) -> Parsed:
    """A report as a run, if it is one, and what could not be read in it."""
    if not report.is_started and not report.is_block:
        yield Problem(report.line, f"A piece of an ab report without its beginning: no {report.missing()!r} line.")
        return
    if (rate := report.fields.get("rate")) and rate.text.endswith("[#/sec]") and not report.has_banner:
        yield Problem(rate.line, "Another tool's report that looks like ab's: ab writes '(mean)' after its rate.")
        return
    measured = numbers(report)
    yield run(report, measured)
    yield from measured.problems
    if report.is_measured:
        yield from lacking(report)
    if problem := cut(report):
        yield problem


def run(report: Report, measured: Measured) -> RunRecord:
    """The report's record. Without a result it has facts and a count at most: nothing is made up for it."""
    if report.aborted_after and "complete" not in report.fields:
        text = report.aborted_after
        measured.add("requests_completed", int(text.text), text.line)
    known: dict[str, Fact] = {"tool": "ab", "tool_version": report.version, **facts(report)}
    if not report.version:
        del known["tool_version"]
    known = with_lengths(known, report, measured)
    reason = why_aborted(report)
    status = status_of(report)
    if status == "complete" and (ended := ended_before(known, measured)):
        status, known["reason"] = "interrupted", ended
    caveats = (*measured.caveats, *doubts(report, measured))
    if status != "aborted" and report.lacks_percentiles:
        caveats = (*caveats, NO_PERCENTILES)
    if status != "aborted" and cut(report):
        caveats = (*caveats, UNFINISHED)
    if status == "aborted" and reason:
        known["reason"] = reason
    elif report.errors:
        caveats = (*caveats, f"ab met errors in this run: {reason}.")
    return RunRecord("ab", report.version, known, measured.measurements, report.line, status, caveats)


def ended_before(known: Mapping[str, Fact], measured: Measured) -> str:
    """Whether fewer requests were completed than the command asked for: stdout alone does not show a ^C."""
    planned, done = known.get("requests_planned"), measured.value("requests_completed")
    is_ended = isinstance(planned, int) and done is not None and done < planned and "duration_planned" not in known
    return f"it ended after {done:.0f} of the {planned} requests planned" if is_ended and done is not None else ""


def why_aborted(report: Report) -> str:
    """ab's own words, or what its report shows; "" where the log just ends."""
    if report.errors:
        return "; ".join(error.rstrip(".") for error in report.errors)
    return "no request was completed" if report.is_empty else ""


def status_of(report: Report) -> Status:
    """A result under errors with no sign of the end is trunk's way to abort: others print none."""
    if not report.is_measured or report.is_empty:
        return "aborted"
    if report.interrupted:
        return "interrupted"
    if report.finished is None and report.errors:
        return "aborted"
    return "interrupted" if report.finished is None and report.step else "complete"


def cut(report: Report) -> Problem | None:
    """Where reading stopped, and what was expected next; None where the report has its end."""
    if report.is_measured and "transfer_rate" in report.fields and (table := report.open_table()):
        return Problem(report.last_line, f"The report ends or is cut off here: expected the {table} next.")
    has_failed = bool(report.errors) and not report.is_measured
    is_ended = report.is_empty or has_failed or report.aborted_after or report.rows
    if is_ended or (report.is_measured and "transfer_rate" in report.fields):
        return None
    expected = "Transfer rate" if report.is_measured else report.missing()
    return Problem(report.last_line, f"The report breaks off here: expected its {expected!r} line next.")
