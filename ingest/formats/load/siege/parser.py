"""siege: its summary in text or JSON, and siege.log -> one RunRecord for each run."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.pasted.by_turns import items_apart
from ingest.formats.kit.report_scanner import events
from ingest.formats.load.siege.lines import ABORTED, LINES, Reader
from ingest.formats.load.siege.numbers import numbers
from ingest.formats.load.siege.report import Report
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

OPTION = re.compile(r"\s(?:-([crt])|--(concurrent|reps|time)=)[ \t]*(\d{1,9})([smhSMH]?)(?=\s|$)")
URL = re.compile(r"\shttps?://\S+")
SECONDS = {"s": 1, "m": 60, "h": 3600, "": 60}  #: -t without a letter is minutes
MOST_USERS = 255  #: that siege runs, whatever was asked of it, unless its configuration has another `limit`


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a siege log. What is no report is passed over in silence."""
    reader = Reader()
    yield from items_apart(reader.read(events(stream, LINES)), items)
    if reader.header is not None:
        yield Problem(reader.header, "Expected rows below this header of a siege.log: there are none.")


def items(report: Report) -> Parsed:
    """A report as a run, and what could not be read in it."""
    measured = numbers(report)
    if report.is_quoted:
        yield Problem(report.line, "A line of a siege report without the others: it is no run.")
        return
    yield run(report, measured)
    yield from measured.problems
    if report.is_whole and (missing := report.missing()):
        yield Problem(report.last_line, f"The report has lost lines: expected {', '.join(map(repr, missing))}.")
    if not report.is_whole and not report.is_interrupted:
        expected = report.expected()
        yield Problem(report.last_line, f"The report breaks off here: expected its {expected!r} line next.")


def run(report: Report, measured: Measured) -> RunRecord:
    known: dict[str, Fact] = {"tool": "siege"}
    printed = {"tool_version": report.version, "finished_at": report.finished_at, "note": report.mark}
    known |= {name: text for name, text in printed.items() if text}
    known |= of_this_run(facts_of_command(report.command), report.users)
    status, reason = ended(report)
    known |= {"reason": reason} if reason else {}
    if status == "complete" and report.first_error:
        measured.doubt(f"siege met errors in this run, the first: {report.first_error}.")
    caveats = tuple(measured.caveats)
    return RunRecord("siege", report.version, known, measured.measurements, report.line, status, caveats, report.is_row)


def of_this_run(commanded: dict[str, Fact], users: int | None) -> dict[str, Fact]:
    """What was asked; of a command that asked for another number of users nothing: it is of another run."""
    if users is None:
        return commanded
    wanted = commanded.get("concurrency", users)
    is_capped = isinstance(wanted, int) and wanted > users == MOST_USERS
    return {**(commanded if wanted == users or is_capped else {}), "concurrency": users}


def ended(report: Report) -> tuple[Status, str]:
    """How the run ended. Without a single transaction there is no result, whatever siege calls it."""
    nothing = report.fields.get("transactions")
    if report.is_aborted:
        return "aborted", ": ".join(text for text in (ABORTED, report.first_error) if text)
    if report.is_interrupted:
        return "interrupted", "^C"
    if not report.is_whole:
        return "aborted", report.first_error
    if nothing and nothing.text == "0":
        return "aborted", report.first_error or "no transaction was completed"
    return "complete", ""


def facts_of_command(command: str) -> dict[str, Fact]:
    """What an echoed command line says."""
    if not command:
        return {}
    known: dict[str, Fact] = {"command": command[command.index("siege") :]}
    given = {letter or word[0]: (int(number), unit.lower()) for letter, word, number, unit in OPTION.findall(command)}
    if "c" in given:
        known["concurrency"] = given["c"][0]
    if "t" in given:
        number, unit = given["t"]
        known["duration_planned"] = number * SECONDS[unit]
    elif "c" in given and "r" in given:
        known["requests_planned"] = given["c"][0] * given["r"][0]
    url = URL.search(command)
    return known | (url_facts(url[0].strip()) if url else {})
