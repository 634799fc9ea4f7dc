"""ApacheBench (ab) reports, text and HTML -> one RunRecord for each.

Source: httpd support/ab.c, output_results() and output_html_results(), 1.3.0 (ab 1.1) to trunk of 2024.
Says nothing about: start time, kernel, machine. A report cut before its result is an aborted run and a Problem.
A run interrupted with ^C looks like one whose stderr was not kept; it counts as interrupted only if the log shows it.
"""

from __future__ import annotations

import io
import re
from typing import BinaryIO, cast

from benchdb.text import blocks
from ingest.parsers._ab_doubts import doubts
from ingest.parsers._ab_facts import facts
from ingest.parsers._ab_lines import Reader
from ingest.parsers._ab_numbers import Numbers, numbers
from ingest.parsers._ab_report import Report
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

TITLE = "ApacheBench (ab)"

START = r"(?:^|[\r\n])(?:[ \t>|#*`\ufeff]|\[[^\[\]\r\n]{0,60}\] )*"
AB = r"(?:[^\s:]*/)?ab(?:\.exe)?"  #: the program, as its path was typed
SIGNS = (
    re.compile(r"This is ApacheBench, Version"),
    re.compile(START + r"Benchmarking [^\s:]\S* (?:\[through \S+\] )?\(be patient\)"),
    re.compile(START + r"Server Software:[^\r\n]*[\r\n]+[^\r\n]{0,80}?Server Hostname:"),
    re.compile(START + r"Server Software:[^\r\n]*\s*\Z"),
    re.compile(START + r"Concurr?ency Level:[^\r\n]*[\r\n]+(?:[^\r\n]*[\r\n]+){1,5}?[^\r\n:]*Complete requests:"),
    re.compile(r"<th[^<>]*>Server Software:</th>"),
    re.compile(START + AB + r": (?:invalid|wrong number|[Cc]annot use concurrency|[^\r\n]*\s+Usage: )"),
    re.compile(START + "Usage: " + AB + r" \[options\] \[http"),
)


class LastByte(io.RawIOBase):
    """A stream that remembers whether its last line was ended: a number on a line without end may be cut short."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.tail = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self.stream.read(len(buffer))
        buffer[: len(piece)] = piece
        self.tail = (self.tail + piece)[-4:]
        return len(piece)

    @property
    def is_cut(self) -> bool:
        return b"\n" not in self.tail[-2:]


def sniff(head: bytes) -> bool:
    """A report or a refusal of ab begins in `head`, however little of it is left."""
    text = head.decode("utf-8", "replace")
    return any(sign.search(text) for sign in SIGNS)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an ab log. What is no report is passed over in silence: logs stand in mails, pages and scripts."""
    watched, reader = LastByte(stream), Reader()
    for report in reader.read(blocks(cast(BinaryIO, watched))):
        if watched.is_cut and report.last_line == reader.last_line:
            report.forget_cut(report.last_line)
        yield from said(report)


def said(report: Report) -> Parsed:
    """A report as a run, if it is one, and what could not be read in it."""
    if not report.is_started and not report.is_block:
        yield Problem(report.line, f"A piece of an ab report without its beginning: no {report.missing()!r} line.")
        return
    found = numbers(report)
    yield run(report, found)
    yield from found.problems
    if problem := cut(report):
        yield problem


def run(report: Report, found: Numbers) -> RunRecord:
    """The report's record. Without a result it has facts and a count at most: nothing is made up for it."""
    if report.aborted_after and "complete" not in report.fields:
        text = report.aborted_after
        found.add("requests_completed", int(text.text), text.line)
    known: dict[str, Fact] = {"tool": "ab", "tool_version": report.version, **facts(report)}
    if not report.version:
        del known["tool_version"]
    reason = why_aborted(report)
    status = status_of(report)
    caveats = (*found.caveats, *doubts(report, found))
    if status == "aborted" and reason:
        known["reason"] = reason
    elif report.errors:
        caveats = (*caveats, f"ab met errors in this run: {reason}.")
    return RunRecord("ab", report.version, known, tuple(found.found.values()), report.line, status, caveats)


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
        return Problem(report.last_line, f"The report breaks off here: expected the {table} next.")
    is_ended = report.is_empty or report.errors or report.aborted_after or report.rows
    if is_ended or (report.is_measured and "transfer_rate" in report.fields):
        return None
    expected = "Transfer rate" if report.is_measured else report.missing()
    return Problem(report.last_line, f"The report breaks off here: expected its {expected!r} line next.")
