"""httperf reports -> one RunRecord for each, however many a file holds: a sweep of rates is a run per rate."""

from __future__ import annotations

from typing import BinaryIO

from benchdb.domain.text.names import printable
from ingest.formats.kit.early_end import LEAST, SLACK
from ingest.formats.kit.pasted.by_turns import items_apart
from ingest.formats.kit.report_scanner import pages
from ingest.formats.load.httperf.doubts import doubts
from ingest.formats.load.httperf.facts import facts
from ingest.formats.load.httperf.layout import FIRST, Printed
from ingest.formats.load.httperf.lines import Reader
from ingest.formats.load.httperf.numbers import measurements
from ingest.formats.load.httperf.report import Report
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

FIRST_OPTION, LAST_OPTIONS = "--client=", ("--num-c", "--wse")  #: of every echo, which says what was asked between them

ALONE = f"The {FIRST!r} line of an httperf report without the others: it is no run."

FAILURES = {
    "timeout": "timed out",
    "socket": "timed out in TCP",
    "refused": "connections refused",
    "reset": "connections reset",
    "fd_unavailable": "without a file descriptor",
    "address_unavailable": "without a local port",
    "table_full": "without room in the system's file table",
    "other": "other errors",
}


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an httperf log. What is no report is passed over in silence."""
    reader, is_empty = Reader(), True
    for item in items_apart(reader.read(pages(stream)), items):
        is_empty = False
        yield item
    if reader.warned and is_empty:
        yield Problem(reader.warned, "httperf began here, but nothing of its report is in the log.")


def items(report: Report) -> Parsed:
    """A report as a run, if it is one, and what could not be read in it."""
    if not report.is_run:
        is_quoted = FIRST in report.rows
        message = ALONE if is_quoted else f"A piece of an httperf report without its beginning: no {FIRST!r} line."
        yield Problem(report.line, message)
        return
    yield run(report)
    command = report.echo or report.typed
    if FIRST_OPTION in command and not any(option in command for option in LAST_OPTIONS):
        yield Problem(report.line, "The command that httperf echoes is cut: what it asked for may be read wrong.")
    yield from report.problems
    if missing := report.missing:
        if report.is_measured:
            yield Problem(report.last_line, f"The report has no {missing!r} line.")
        elif not report.errors:
            yield Problem(report.last_line, f"The report breaks off here: expected its {missing!r} line next.")


def run(report: Report) -> RunRecord:
    """The report's record. Without a result it has facts, and the numbers that were printed."""
    known: dict[str, Fact] = {"tool": "httperf", **facts(report)}
    if report.version:
        known["tool_version"] = report.version
    status = status_of(report, known)
    if status == "aborted":
        known["reason"] = why_aborted(report)
    caveats = tuple(text if text.isprintable() else printable(text) for text in doubts(report))
    return RunRecord("httperf", report.version, known, measurements(report), report.line, status, caveats)


def why_aborted(report: Report) -> str:
    """httperf's own words, or what its report shows."""
    if report.errors:
        return printable("; ".join(report.errors))
    if report.is_measured:
        return f"no request was answered: {', '.join(failures(report.printed))}"
    return "the report breaks off" if report.rows else "no report follows the command"


def failures(printed: Printed) -> list[str]:
    """What there was in place of replies, as httperf calls it."""
    kinds = ((getattr(printed, name), words) for name, words in FAILURES.items())
    return [f"{count:,.0f} {words}" for count, words in kinds if count > 0] or [f"{printed.errors:,.0f} errors"]


def status_of(report: Report, known: dict[str, Fact]) -> Status:
    if not report.is_measured or is_unanswered(report.printed):
        return "aborted"
    return "interrupted" if report.interrupted or is_short(report, known) else "complete"


def is_unanswered(printed: Printed) -> bool:
    """All that was asked failed. Connections that were to make no call (--num-calls=0) have no errors."""
    return printed.replies == 0 and printed.errors > 0


def is_short(report: Report, known: dict[str, Fact]) -> bool:
    """Fewer connections or sessions than planned, in less time, and nothing but a ^C can be the reason."""
    printed = report.printed
    if str(known.get("period", "")).startswith("v"):
        return False
    runtime = known.get("duration_planned")
    if isinstance(runtime, int | float) and printed.duration >= LEAST * runtime - SLACK:
        return False
    if isinstance(sessions := known.get("sessions_planned"), int):
        return printed.sessions < sessions
    connections = known.get("connections_planned")
    return isinstance(connections, int) and printed.connections + printed.errors < connections
