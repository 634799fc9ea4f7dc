"""h2load (nghttp2) report -> one RunRecord for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, duration, whole
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.h2load import layout
from ingest.formats.load.h2load.layout import START
from ingest.formats.load.h2load.numbers import numbers
from ingest.records import Fact, Parsed, RunRecord, Status

OPTIONS: dict[str, Option] = {
    "n": ("requests_planned", whole),
    "requests": ("requests_planned", whole),
    "c": ("concurrency", whole),
    "clients": ("concurrency", whole),
    "t": ("threads", whole),
    "threads": ("threads", whole),
    "m": ("streams_per_client", whole),
    "max-concurrent-streams": ("streams_per_client", whole),
    "D": ("duration_planned", duration),
    "duration": ("duration_planned", duration),
    "rps": ("rate_planned_per_client", duration),
}


@dataclass(slots=True)
class Report:
    """The texts of a report with the lines they stand on."""

    preamble: str = ""
    summary: tuple[str | None, ...] = (None,) * 17
    line: int = 0  #: of "finished in"
    columns: tuple[str, ...] = ()
    rows: dict[str, tuple[int, list[str]]] = field(default_factory=dict)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of an h2load log. What is no report is passed over in silence."""
    return reports(stream, START, run)


def run(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, before, report = page.line, page.unclaimed(page.place), Report()
    expected = read(page, report)
    planned = facts(report.preamble)
    main = planned.get("duration_planned") if planned.get("warmup_planned") else None
    measured = numbers(report.summary, report.line, report.columns, report.rows, main)
    known: dict[str, Fact] = {"tool": "h2load", **asked_in_command(before, "h2load", OPTIONS), **planned}
    total, done = report.summary[3], report.summary[5]
    is_refused = done == "0" and total != "0"
    if is_refused:
        known["reason"] = f"no request was completed: {report.summary[8]} of {total} errored"
    status: Status = "aborted" if expected or is_refused else "complete"
    yield RunRecord("h2load", "", known, measured.measurements, line, status, tuple(measured.caveats))
    if expected:
        yield page.broken_off(f"its {expected!r} line")


def read(page: Page, report: Report) -> str:
    """Fill `report`. Returns the line that is missing at its end, "" if it is whole."""
    if preamble := page.take(layout.PREAMBLE):
        report.preamble = preamble[0]
    skip_to_result(page)
    summary = page.take(layout.SUMMARY)
    last = (summary.lastindex or 0) if summary else 0
    rows = sum(last >= group for group in layout.LAST_GROUPS)
    if summary:
        report.summary, report.line = summary.groups(), page.line - rows
    if rows < len(layout.SUMMARY_LABELS):
        return layout.SUMMARY_LABELS[rows]
    page.take(layout.DATAGRAMS)
    return table(page, report)


def skip_to_result(page: Page) -> None:
    """Pass over warnings between the preamble and the result; not over the beginning of another run."""
    if layout.FINISHED.match(page.text, page.place):
        return
    sign = START.search(page.text, page.place, page.place + layout.SEARCHED)
    if sign and sign[0].startswith("finished"):
        page.start(START)


def table(page: Page, report: Report) -> str:
    """Read the table of times. Returns the row that is missing, "" if it is whole."""
    columns = page.take(layout.COLUMNS)
    if not columns:
        return "min max mean sd"
    report.columns = ("min", "max", *columns[1].split(), "sd", "+/- sd")
    while (row := layout.ROW.match(page.text, page.place)) and row[1] not in report.rows:
        report.rows[row[1]] = (page.line, row[2].rstrip("%").split())
        page.go(row.end())
    is_old = report.summary[9] is None and report.rows
    return "" if is_old or "req/s" in report.rows else "req/s"


def facts(preamble: str) -> dict[str, Fact]:
    """What was asked for and what the two sides agreed on."""
    spawned = layout.SPAWNED.findall(preamble)
    known: dict[str, Fact] = {}
    if spawned:
        known = {"concurrency": sum(int(clients) for clients, *_ in spawned), "threads": len(spawned)}
        if requests := sum(int(requests or 0) for _, requests, *_ in spawned):
            known["requests_planned"] = requests
        if spawned[0][3]:
            known |= {"warmup_planned": float(spawned[0][2]), "duration_planned": float(spawned[0][3])}
    agreed = dict(layout.NEGOTIATED.findall(preamble))
    if protocol := agreed.get("Application protocol"):
        known |= {"protocol": protocol, "tls": "TLS Protocol" in agreed}
    if version := agreed.get("TLS Protocol"):
        known |= {"tls": True, "tls_protocol": version, "tls_cipher": agreed.get("Cipher", "")}
    return known
