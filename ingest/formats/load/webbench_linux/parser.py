"""Reports of the Linux `webbench` 1.5 -> one RunRecord for each. Not the Ziff-Davis suite, which is `webbench`."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.pasted.by_turns import items_apart
from ingest.formats.kit.report_scanner import events
from ingest.formats.load.webbench_linux.numbers import numbers, seconds
from ingest.formats.load.webbench_linux.report import LINES, METHOD, Reader, Report
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

TARGET = re.compile(rf"Benchmarking: ({METHOD}) (\S+)(?: \(using HTTP/([\d.]+)\))?")
REQUEST = re.compile(rf"({METHOD}) (\S+) HTTP/([\d.]+)")
CLIENTS = re.compile(r"(?:Run+ing info: )?(\d{1,9}) client")
PROXY = re.compile(r", via proxy server (\S+:\d+)[,.]")
URL = re.compile(r"\shttps?://\S+")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a webbench log. What is no report is passed over in silence."""
    yield from items_apart(Reader().read(events(stream, LINES)), items)


def items(report: Report) -> Parsed:
    """A report as a run, and what could not be read in it."""
    measured = numbers(report)
    yield run(report, measured)
    yield from measured.problems
    if expected := gap(report):
        message = "The report breaks off here: expected its {!r} line next."
        message = "The report has no {!r} line that can be read." if report.is_whole else message
        yield Problem(report.last_line, message.format(expected))


def run(report: Report, measured: Measured) -> RunRecord:
    known = facts(report)
    status, reason = ended(report)
    if status == "complete" and report.errors:
        measured.doubt(f"webbench met errors in this run: {'; '.join(report.errors)}.")
    known |= {"reason": reason} if reason else {}
    version = str(known.get("tool_version", ""))
    return RunRecord("webbench", version, known, measured.measurements, report.line, status, tuple(measured.caveats))


def ended(report: Report) -> tuple[Status, str]:
    if report.is_whole:
        return "complete", ""
    if report.is_interrupted:
        return "interrupted", "^C"
    return "aborted", "; ".join(dict.fromkeys(report.errors))


def gap(report: Report) -> str:
    """What should have come next where the log just ends; "" where it is known why nothing did."""
    if report.is_whole and "speed" not in report.fields:
        return "Speed="
    if report.is_whole or report.errors or report.is_interrupted:
        return ""
    if "speed" in report.fields:
        return "Requests:"
    return "Speed=" if "info" in report.fields else "clients, running" if report.setup else "Benchmarking:"


def facts(report: Report) -> dict[str, Fact]:
    """What was asked of whom."""
    known: dict[str, Fact] = {"tool": "webbench"}
    if version := _version(report):
        known["tool_version"] = version
    known |= _target(report)
    if info := report.fields.get("info"):
        known |= _info(info.text)
    if report.setup:
        known["keepalive"] = False
    if report.command:
        known["command"] = report.command.text[report.command.text.index("webbench") :].rstrip()
    return known


def _version(report: Report) -> str:
    texts = [report.fields[name].text.split() for name in ("banner", "agent") if name in report.fields]
    return next((words[-1] for words in texts if words and words[-1][:1].isdigit()), "")


def _target(report: Report) -> dict[str, Fact]:
    """The URL, or what a fork's raw request tells: no port. HTTP/1.0 is not printed with the URL."""
    if (target := report.fields.get("target")) and (match := TARGET.match(target.text)):
        version = {"http_version": match[3] or "1.0"}
        return {"method": match[1], **(url_facts(match[2]) or {"url": match[2]}), **version}
    line, host = report.fields.get("line"), report.fields.get("host")
    match = REQUEST.match(line.text) if line else None
    known: dict[str, Fact] = {"method": match[1], "path": match[2], "http_version": match[3]} if match else {}
    if host and (name := host.text.partition(":")[2].strip()):
        known |= {"host": name.partition(":")[0]}
    url = URL.search(report.command.text) if report.command else None
    return known | (url_facts(url[0].strip()) if url else {})


def _info(text: str) -> dict[str, Fact]:
    known: dict[str, Fact] = {}
    if clients := CLIENTS.match(text):
        known["concurrency"] = int(clients[1])
    if time := seconds(text):
        known["duration_planned"] = time
    if proxy := PROXY.search(text):
        known["proxy"] = proxy[1]
    for words, name in ((", early socket close", "early_close"), (", forcing reload", "reload")):
        known |= {name: True} if words in text else {}
    return known
