"""Gatling's simulation.log, as text (a stream) -> one RunRecord for each: all requests, and each name's mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.command_lines import kind_of
from ingest.formats.requests.gatling_requests.rows import Header, Request, Row, Unread, UserEnd, rows
from ingest.formats.requests.layout import Layout
from ingest.formats.requests.tally import Requests, Window, doubts, moment, numbers
from ingest.records import EXCERPT_LENGTH, Fact, Measurement, Parsed, Problem, RunRecord, Status

LAYOUT = Layout(("start", "end"), {}, "\t")
AT_ONCE = 50_000  #: requests that are added together
MOST_NAMES = 50
MOST_KEPT = 10_000
MOST_PROBLEMS = 50
LONGEST_NAME = 200  #: characters
CUT = "The log breaks off in this row: expected its end next."


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log. What is none of Gatling's lines is passed over in silence."""
    run: Run | None = None
    for number, row in enumerate(rows(stream)):
        if isinstance(row, Header):
            yield from run.records() if run else ()
            run = Run(row.line, row)
        else:
            run = run or Run(row.line if isinstance(row, Unread) else number + 1, None)
            run.add(row)
    yield from run.records() if run else ()


class Run:
    """One run, while its rows are read."""

    def __init__(self, line: int, header: Header | None) -> None:
        self.line, self.header = line, header
        self.requests = Requests(LAYOUT, ("latency",), 1000, Window(1000))
        self.waiting: list[Request] = []
        self.names: dict[str, tuple[int, float]] = {}
        self.users = self.unread = 0
        self.problems: list[Problem] = []
        self.is_cut = False

    def add(self, row: Row) -> None:
        if isinstance(row, Request):
            self.waiting.append(row)
            if len(self.waiting) >= AT_ONCE:
                self.settle()
        elif isinstance(row, UserEnd):
            self.users += 1
        elif isinstance(row, Unread):
            self._not_read(row)

    def _not_read(self, row: Unread) -> None:
        self.is_cut = self.is_cut or not row.is_ended
        self.unread += row.is_ended
        if len(self.problems) < MOST_PROBLEMS:
            message = "Expected a request's start, end and OK or KO." if row.is_ended else CUT
            self.problems.append(Problem(row.line, message, excerpt=row.text[:EXCERPT_LENGTH]))

    def settle(self) -> None:
        """Count the requests that wait. One that never ended has no time."""
        requests, waiting = self.requests, self.waiting
        starts = np.array([request.start for request in waiting], np.int64)
        ends = np.array([request.end or request.start for request in waiting], np.int64)
        ended = np.array([bool(request.end) for request in waiting], np.bool_)
        requests.times["latency"].add((ends - starts)[ended])
        if requests.window:
            requests.window.add(starts, ends)
        good = sum(request.is_ok for request in waiting)
        requests.completed += len(waiting)
        requests.add_outcomes(good, len(waiting) - good)
        for request in waiting:
            self._count(request)
        self.waiting = []

    def _count(self, request: Request) -> None:
        if not request.is_ok and (kind := kind_of(request.message)) != "other":
            self.requests.failures[kind] += 1
        name = printable(request.name)[:LONGEST_NAME]
        if request.end and (name in self.names or len(self.names) < MOST_KEPT):
            count, total = self.names.get(name, (0, 0.0))
            self.names[name] = count + 1, total + (request.end - request.start) / 1000

    def records(self) -> Parsed:
        """The run, and what could not be read in it."""
        self.settle()
        requests = self.requests
        if len(self.names) > 1:
            ranked = sorted(self.names.items(), key=lambda name: (-name[1][0], name[0]))
            requests.labels = dict(ranked[:MOST_NAMES])
        yield self._record()
        yield from self.problems
        if not requests.completed and not self.problems:
            yield Problem(self.line, "A run of Gatling, but no request of it can be read: expected REQUEST lines next.")

    def _record(self) -> RunRecord:
        requests, facts = self.requests, self._facts()
        every_failed = requests.completed and requests.failed == requests.completed
        if every_failed or not requests.completed:
            facts["reason"] = "every request failed" if every_failed else "no request in the log"
        measurements = tuple(self._measurements(is_result="reason" not in facts))
        status: Status = "aborted" if "reason" in facts or self.is_cut else "complete"
        version = self.header.version if self.header else ""
        return RunRecord("gatling", version, facts, measurements, self.line, status, tuple(self._caveats()))

    def _facts(self) -> dict[str, Fact]:
        facts: dict[str, Fact] = {"tool": "gatling"}
        if self.header and self.header.version:
            facts["tool_version"] = self.header.version
        if self.requests.window and (started := moment(self.requests.window.first, 1000, "milliseconds")):
            facts["started_at"] = started
        return facts

    def _measurements(self, *, is_result: bool) -> Iterator[Measurement]:
        """Of failures alone their number."""
        if not self.requests.completed:
            return
        for number in numbers(self.requests):
            if is_result or number.metric in ("requests_completed", "requests_failed"):
                yield number
        if self.users:
            yield Measurement("sessions_completed", self.users, 0)

    def _caveats(self) -> Iterator[str]:
        requests = self.requests
        if requests.failed and requests.succeeded:
            yield (
                f"{requests.failed:,} of the {requests.completed:,} requests failed; they count in the rate and the "
                "times."
            )
        if self.unread:
            yield f"{self.unread} row{'s' * (self.unread > 1)} could not be read and are not counted."
        yield from doubts(requests)
