"""wrk and wrk2 reports -> one RunRecord for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ingest.formats.kit.measured import Measured
from ingest.formats.kit.pasted.by_turns import items_apart
from ingest.formats.kit.report_scanner import events
from ingest.formats.load.wrk.facts import facts, planned_duration
from ingest.formats.load.wrk.numbers import numbers, rounding
from ingest.formats.load.wrk.report import LINES, ORDER, Report, reports
from ingest.records import Parsed, Problem, RunRecord, Status

NEEDED = {"latency": "Latency", "requests": "requests in", "rate": "Requests/sec"}
TOGETHER = {"running": "connections", "stats": "per_thread"}  #: a line, and the one that never fails below it
PERCENTILES = ("50", "75", "90", "99")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a wrk log. What is no report is passed over in silence."""
    yield from items_apart(reports(events(stream, LINES)), items)


def items(report: Report) -> Parsed:
    """A report as a run, and what could not be read in it."""
    measured = numbers(report)
    yield run(report, measured)
    yield from measured.problems
    yield from gaps(report)


def run(report: Report, measured: Measured) -> RunRecord:
    known = facts(report, measured)
    offered = known.get("rate_planned")
    if offered is not None and report.command:
        measured.add("requests_per_second_offered", float(offered), report.command.line)
    tool = "wrk2" if report.is_wrk2 or offered is not None else "wrk"
    status, reason = ended(report, measured)
    known = {"tool": tool, **known} | ({"reason": reason} if reason else {})
    return RunRecord(tool, report.version, known, measured.measurements, report.line, status, tuple(measured.caveats))


def ended(report: Report, measured: Measured) -> tuple[Status, str]:
    """How the run ended, and why if not by itself. ^C makes wrk report at once: it ran shorter than planned then."""
    if refused := report.fields.get("refused"):
        return "aborted", refused.text.strip()
    if not report.is_whole:
        return "aborted", ""
    planned, least = planned_duration(report)
    duration = measured.value("duration")
    if duration is not None and duration + rounding(report.fields["requests"].text.split()[3][:-1]) < least:
        return "interrupted", f"it ended after {duration:g} s of the {planned:g} s planned"
    return "complete", ""


def gaps(report: Report) -> Parsed:
    """Where reading stopped, and what was expected next; for a whole report, the lines that it lacks."""
    if report.is_whole:
        yield from (Problem(report.line, f"This wrk report has no {line!r} line.") for line in lacking(report))
    elif "refused" not in report.fields:
        yield Problem(report.last_line, f"The report breaks off here: expected its {report.expected()} line next.")


def lacking(report: Report) -> Iterator[str]:
    """The lines that stand in each such report, but not in this one, or not so that they can be read."""
    needed = dict(NEEDED) | {after: ORDER[after] for before, after in TOGETHER.items() if before in report.fields}
    yield from (line for name, line in needed.items() if name not in report.fields)
    if "distribution" in report.fields and not report.is_wrk2:
        read = {text.text.split("%")[0] for text in report.percentiles.get("", ())}
        yield from (f"{percent}%" for percent in PERCENTILES if percent not in read)
