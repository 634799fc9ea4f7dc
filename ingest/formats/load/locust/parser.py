"""Locust's CSV files -> a RunRecord for each table of statistics, traces for each history."""

from __future__ import annotations

from typing import BinaryIO

from benchdb.domain.text.names import printable
from ingest.formats.kit.doubts import falling, unordered
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import percentile
from ingest.formats.load.locust.history import History
from ingest.formats.load.locust.rows import Header, Row, rows
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

TIMES = {
    "Median Response Time": "latency_median",
    "Average Response Time": "latency_mean",
    "Min Response Time": "latency_min",
    "Max Response Time": "latency_max",
}
MOST_NAMES = 50  #: those with the most requests are kept one by one
LONGEST_NAME = 200  #: characters
UNFINISHED = "The file breaks off here: expected its row 'Aggregated' of all requests."


def parse(stream: BinaryIO) -> Parsed:
    """What the files say, one after the other. What is none of Locust's is passed over in silence."""
    table: Table | History | None = None
    for row in rows(stream):
        if isinstance(row, Row) and table:
            table.add(row)
        elif table:
            yield from table.records()
            table = None
        if isinstance(row, Header):
            table = History() if row.is_history else Table(row.line)
    if table:
        yield from table.records()


class Table:
    """A file of statistics, while its rows are read."""

    def __init__(self, line: int) -> None:
        self.line = self.last_line = line
        self.total: Row | None = None
        self.names: list[Row] = []

    def add(self, row: Row) -> None:
        self.last_line = row.line
        if row.is_total:
            self.total = row
        else:
            self.names.append(row)

    def records(self) -> Parsed:
        """The run, and what its file lacks."""
        yield run(self)
        if self.total is None:
            yield Problem(self.last_line, UNFINISHED)


def run(table: Table) -> RunRecord:
    """All requests, and each name's count and mean where there are several."""
    numbers, facts = Measured(), dict[str, Fact](tool="locust")
    if table.total:
        of_all_requests(table.total, numbers)
    names = [row for row in table.names if row.number("Request Count")]
    for row in sorted(names, key=lambda row: -(row.number("Request Count") or 0))[: MOST_NAMES * (len(names) > 1)]:
        name = printable(row.name)[:LONGEST_NAME]
        numbers.add("requests_completed", row.number("Request Count"), row.line, name)
        numbers.add("latency_mean", row.seconds("Average Response Time"), row.line, name)
    if table.total and (reason := failure(numbers)):
        facts["reason"] = reason
        numbers.keep_only("requests_completed", "requests_failed")
        numbers.caveats.clear()
    status: Status = "complete" if table.total and "reason" not in facts else "aborted"
    return RunRecord("locust", "", facts, numbers.measurements, table.line, status, tuple(numbers.caveats))


def failure(numbers: Measured) -> str:
    """Why there is no result: times of failures say nothing of a server."""
    count, failed = numbers.value("requests_completed"), numbers.value("requests_failed")
    if not count:
        return "no request was made"
    return "every request failed" if failed == count else ""


def of_all_requests(row: Row, numbers: Measured) -> None:
    """The row "Aggregated". The column 100% is the maximum again, rounded; a 0 is less than half a millisecond."""
    count, failed = row.number("Request Count"), row.number("Failure Count")
    numbers.add("requests_completed", count, row.line)
    numbers.add("requests_failed", failed, row.line)
    numbers.add("requests_per_second", row.number("Requests/s"), row.line)
    for column, metric in TIMES.items():
        numbers.add(metric, row.seconds(column) or None, row.line)
    numbers.doubt(unordered(numbers, "latency"))
    percentiles = Measured()
    for column in row.cells:
        if column.endswith("%") and column != "100%":
            percentiles.add(percentile(column[:-1]), row.seconds(column) or None, row.line)
    numbers.doubt(falling(percentiles))  # among themselves: the maximum is not rounded, so p99.9 may be above it
    numbers.by_name |= percentiles.by_name
    if failed and count:
        numbers.doubt(
            f"{failed:,.0f} of the {count:,.0f} requests failed; Locust counts them in the rate and the times."
        )
