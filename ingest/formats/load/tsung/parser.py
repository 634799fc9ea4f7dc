"""Tsung's statistics -> one RunRecord for each test."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from typing import BinaryIO

from ingest.formats.kit.command_lines import kind_of
from ingest.formats.kit.doubts import check
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.report_scanner import events
from ingest.formats.load.tsung.dumps import Test, tests
from ingest.formats.load.tsung.signs import LINES
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

KINDS = {"request": "latency", "connect": "connect_time"}
SUMS = {
    "size_rcv": "bytes_received",
    "size_sent": "bytes_sent",
    "finish_users_count": "sessions_completed",
    "users": "concurrency_peak",
}
ERRORS = {"econnrefused": "refused", "econnreset": "reset", "etimedout": "timeout", "emfile": "fd_unavailable"}
#: Pauses are in them, or they are requests again, or of other protocols.
PASSED_OVER = re.compile(
    r"tr_.*|session|page|users_count|connected|reconnect|newphase|request_noack|(?:no)?match(?:_.*)?|async_.*"
)
STATUS = re.compile(r"[1-5]\d\d")
UNKNOWN = "Statistics that Tsung is not known to print, and that were not read: {}."
GAP = "Dumps are missing before this one: {:,} times that they counted are in no number."
UNREAD = "Expected two or seven numbers behind the name of a statistic."
MOST_UNREAD = 50
LATEST = 253_402_300_799  #: seconds; the end of the year 9999


def parse(stream: BinaryIO) -> Parsed:
    """The tests of a Tsung log. What is none of its lines is passed over in silence."""
    for test in tests(events(stream, LINES)):
        if test.sums or test.times:
            yield run(test)
        else:
            yield Problem(test.line, "None of the test's statistics could be read.")
        yield from (Problem(line, UNREAD, 0, text[:200]) for line, text in test.unread[:MOST_UNREAD])
        if unknown := unknown_names(test):
            yield Problem(test.line, UNKNOWN.format(", ".join(unknown)[:300]))
        if test.has_lost_its_start:
            yield Problem(test.line, "Expected 'stats: dump at' above the first numbers: the duration is not known.")
        if test.gap:
            yield Problem(test.gap[0], GAP.format(test.gap[1]))
        if not test.is_whole:
            yield Problem(test.last_line, "The log breaks off here: expected more dumps, and 'EndMonitor' in the end.")


def unknown_names(test: Test) -> list[str]:
    """The statistics of which nobody knows what they count: failures under another name perhaps."""
    unread = (test.sums.keys() - SUMS.keys()) | (test.times.keys() - KINDS.keys())
    return sorted(name for name in unread if not (is_failure(name) or STATUS.fullmatch(name) or is_passed_over(name)))


def is_passed_over(name: str) -> bool:
    return PASSED_OVER.fullmatch(name) is not None


def is_failure(name: str) -> bool:
    return name.startswith("error_")


def run(test: Test) -> RunRecord:
    """What the dumps add up to. Without a reply there is no rate and no time."""
    numbers, facts = Measured(), dict[str, Fact](tool="tsung")
    for name, metric in KINDS.items():
        of_times(test, name, metric, numbers)
    for name, metric in SUMS.items():
        total, line = test.sums.get(name, (None, 0))
        numbers.add(metric, total, line)
    of_responses(test, numbers)
    of_errors(test, numbers)
    if test.interval:
        over_time(test, numbers, facts)
    check(numbers, ("latency", "connect_time"))
    if not numbers.value("requests_completed"):
        facts["reason"] = "no request was answered" if test.is_whole else "the log breaks off"
    elif test.gap:
        facts["reason"] = "dumps are missing"
    status: Status = "complete" if test.is_whole and "reason" not in facts else "aborted"
    return RunRecord("tsung", "", facts, numbers.measurements, test.line, status, tuple(numbers.caveats))


def of_times(test: Test, name: str, metric: str, numbers: Measured) -> None:
    """Milliseconds of one kind; the line is that of the last dump."""
    times = test.times.get(name)
    if not times or not times.count:
        return
    if metric == "latency":
        numbers.add("requests_completed", times.count, times.line)
    parts = {"mean": times.mean, "min": times.low, "max": times.high, "stddev": times.deviation}
    numbers.add_row(metric, {part: rounded(value / 1000) for part, value in parts.items()}, times.line)


def of_responses(test: Test, numbers: Measured) -> None:
    """Replies by the class of their status."""
    classes, lines = Counter[str](), dict[str, int]()
    for name, (total, line) in test.sums.items():
        if STATUS.fullmatch(name):
            classes[f"{name[0]}xx"] += total
            lines[f"{name[0]}xx"] = line
    for item, total in sorted(classes.items()):
        numbers.add("responses", total, lines[item], item)


def of_errors(test: Test, numbers: Measured) -> None:
    """Failures by their kind; a connection that was tried again failed each time. Tsung has no sum of them.

    An error_abort is a user who gave up after some of the others.
    """
    kinds, lines = Counter[str](), dict[str, int]()
    for name, (total, line) in test.sums.items():
        if name.startswith("error_abort"):
            numbers.add("sessions_failed", (numbers.value("sessions_failed") or 0) + total, line)
            numbers.add("sessions_completed", (numbers.value("sessions_completed") or total) - total, line)
        elif is_failure(name):
            words = name.removeprefix("error_").replace("_", " ")
            item = next((item for word, item in ERRORS.items() if word in words), kind_of(words))
            kinds[item] += total
            lines[item] = line
    for item, total in sorted(kinds.items()):
        numbers.add("requests_failed", total, lines[item], item)


def over_time(test: Test, numbers: Measured, facts: dict[str, Fact]) -> None:
    """Duration, rates and start, from the moments of the dumps."""
    start = test.moments[0] - (test.interval or 0)
    duration, count = test.moments[-1] - start, numbers.value("requests_completed")
    if duration <= 0:
        return
    numbers.add("duration", duration, 0)
    if count:
        numbers.add("requests_per_second", rounded(count / duration), 0)
        numbers.add("transfer_rate", rounded((numbers.value("bytes_received") or 0) / duration) or None, 0)
        numbers.doubt(
            f"The rate is computed: {count:,.0f} requests in the {duration:.0f} s from Tsung's start to its last dump, "
            "in whole seconds; the time in which users arrive and leave is part of it."
        )
    if 0 < start <= LATEST:
        facts["started_at"] = datetime.fromtimestamp(start, UTC).isoformat()


def rounded(value: float) -> float:
    """Twelve digits, which is more than Tsung's clock has."""
    return float(f"{value:.12g}")
