"""wrk and wrk2 reports -> one RunRecord for each.

Source: wrk src/wrk.c and units.c, 1.0 to 4.2; wrk2 src/wrk.c. Both call themselves wrk: a report with a calibration or
an HdrHistogram, or a command with -R, is wrk2's. A short wrk2 run without --latency looks like wrk.
Says nothing about: version (unless `wrk -v` stands before), start, method, wrk2's rate (unless the command is echoed).
"""

from __future__ import annotations

from typing import BinaryIO

from ingest.parsers._reports.events import events, head_text, line_pattern
from ingest.parsers._reports.found import Found
from ingest.parsers._wrk_facts import facts, planned_duration
from ingest.parsers._wrk_numbers import numbers, rounding
from ingest.parsers._wrk_report import LINES, SHAPES, Report, reports
from ingest.records import Parsed, Problem, RunRecord, Status

TITLE = "wrk and wrk2"

SIGNS = line_pattern({name: SHAPES[name] for name in ("running", "stats", "calibration", "refused")})
NEEDED = {"latency": "Latency", "requests": "requests in", "rate": "Requests/sec"}


def sniff(head: bytes) -> bool:
    """A report of wrk begins in `head`, however little of it is left."""
    return SIGNS.search(head_text(head)) is not None


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a wrk log. What is no report is passed over in silence."""
    for report in reports(events(stream, LINES)):
        found = numbers(report)
        yield run(report, found)
        yield from found.problems
        yield from gaps(report)


def run(report: Report, found: Found) -> RunRecord:
    known = facts(report, found)
    offered = known.get("rate_planned")
    if offered is not None and report.command:
        found.add("requests_per_second_offered", float(offered), report.command.line)
    tool = "wrk2" if report.is_wrk2 or offered is not None else "wrk"
    status, reason = ended(report, found)
    known = {"tool": tool, **known} | ({"reason": reason} if reason else {})
    return RunRecord(tool, report.version, known, found.measurements, report.line, status, tuple(found.caveats))


def ended(report: Report, found: Found) -> tuple[Status, str]:
    """How the run ended, and why if not by itself. ^C makes wrk report at once: it ran shorter than planned then."""
    if refused := report.fields.get("refused"):
        return "aborted", refused.text.strip()
    if not report.is_whole:
        return "aborted", ""
    planned, least = planned_duration(report)
    duration = found.value("duration")
    if duration is not None and duration + rounding(report.fields["requests"].text.split()[3][:-1]) < least:
        return "interrupted", f"it ended after {duration:g} s of the {planned:g} s planned"
    return "complete", ""


def gaps(report: Report) -> Parsed:
    """Where reading stopped, and what was expected next; for a whole report, the lines that it lacks."""
    if report.is_whole:
        lacking = [line for name, line in NEEDED.items() if name not in report.fields]
        yield from (Problem(report.line, f"This wrk report has no {line!r} line.") for line in lacking)
    elif "refused" not in report.fields:
        yield Problem(report.last_line, f"The report breaks off here: expected its {report.expected()} line next.")
