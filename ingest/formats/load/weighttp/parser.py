"""weighttp reports -> one RunRecord for each."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, whole
from ingest.formats.kit.doubts import contradicted
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.report_scanner import BLANK, END, Page, reports
from ingest.formats.load.weighttp.signs import START
from ingest.records import Fact, Parsed, RunRecord, Status

N = r"(\d{1,18})"
PREAMBLE = re.compile(
    rf"(?:{BLANK}(?:(?:weighttp|starting benchmark|spawning thread|worker-|progress:|\.\.\.)[^\n]*)?\n)*"
)
SPAWNED = re.compile(r"spawning thread #\d+: (\d{1,9}) concurrent requests, (\d{1,18}) total requests")
LINES = {  # label -> its line; each stands under the one before
    "finished in": rf"{BLANK}finished in {N} sec, {N} millisec and {N} microsec, {N} req/s, {N} kbyte/s{END}",
    "requests:": rf"{BLANK}requests: {N} total, {N} started, {N} done, {N} succeeded, {N} failed, {N} errored{END}",
    "status codes:": rf"{BLANK}status codes: {N} 2xx, {N} 3xx, {N} 4xx, {N} 5xx{END}",
    "traffic:": rf"{BLANK}traffic: {N} bytes total, {N} bytes http, {N} bytes data{END}",
}
PATTERNS = {label: re.compile(line) for label, line in LINES.items()}
COUNTS = {
    "requests:": (
        *(("", ""), ("", ""), ("requests_completed", ""), ("requests_succeeded", "")),
        *(("requests_failed", ""), ("requests_failed", "socket")),
    ),
    "status codes:": tuple(("responses", item) for item in ("2xx", "3xx", "4xx", "5xx")),
    "traffic:": (("bytes_received", ""), ("bytes_received", "headers"), ("bytes_body", "")),
}
OPTIONS: dict[str, Option] = {
    "n": ("requests_planned", whole),
    "c": ("concurrency", whole),
    "t": ("threads", whole),
}
KEEPALIVE = re.compile(r"weighttp(?: [^\n]*)? -[a-z]*k\b")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a weighttp log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, before, numbers = page.line, page.unclaimed(page.place), Measured()
    preamble = page.take(PREAMBLE)
    missing = next((label for label in PATTERNS if not took(page, label, numbers)), "")
    planned = spawned(preamble[0] if preamble else "")
    facts: dict[str, Fact] = {"tool": "weighttp", **facts_of_command(before), **planned}
    is_refused = (not missing and not numbers.value("requests_completed")) or numbers.value("requests_succeeded") == 0
    if is_refused:
        numbers.keep_only("requests_failed", "requests_completed", "requests_succeeded")
        facts["reason"] = "no request succeeded"
    status: Status = "aborted" if missing or is_refused else "complete"
    yield RunRecord("weighttp", "", facts, numbers.measurements, line, status, tuple(numbers.caveats))
    if missing:
        yield page.broken_off(f"its {missing!r} line")


def took(page: Page, label: str, numbers: Measured) -> bool:
    """Whether the line stands here; its numbers then are kept."""
    line, row = page.line, page.take(PATTERNS[label])
    if row is None:
        return False
    for (metric, item), text in zip(COUNTS.get(label, ()), row.groups(), strict=False):
        numbers.add(metric, text, line, item)
    if label == "finished in":
        seconds, milliseconds, microseconds, rate, kilobytes = map(int, row.groups())
        numbers.add("duration", (seconds * 10**6 + milliseconds * 1000 + microseconds) / 10**6, line)
        numbers.add("requests_per_second", rate, line)
        numbers.add("transfer_rate", kilobytes * 1024, line)
    elif label == "requests:":
        check_rate(numbers)
    return True


def check_rate(numbers: Measured) -> None:
    """The rate is cut to a whole number."""
    done, duration, rate = (
        numbers.value(name) or 0.0 for name in ("requests_completed", "duration", "requests_per_second")
    )
    if done and duration:
        numbers.doubt(contradicted(done, duration, 1e-6, rate, 1.0))


def facts_of_command(before: str) -> dict[str, Fact]:
    """What the command line before the report asked for; weighttp needs no scheme before its host."""
    known = asked_in_command(before, "weighttp", OPTIONS)
    return known | ({"keepalive": bool(KEEPALIVE.search(before))} if known else {})


def spawned(preamble: str) -> dict[str, Fact]:
    """Threads share the clients and requests out among themselves."""
    threads = SPAWNED.findall(preamble)
    if not threads:
        return {}
    return {
        "concurrency": sum(int(clients) for clients, _ in threads),
        "requests_planned": sum(int(requests) for _, requests in threads),
        "threads": len(threads),
    }
