"""Programs that wrote into one log at once: what cannot be told apart is told, and is no run."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import combinations, zip_longest

import pytest

from ingest.formats.kit.pasted.by_turns import BY_TURNS
from ingest.pipeline.identify import read
from ingest.records import Problem, RunRecord
from ingest.tests.goldens import LOGS, all_logs

TOOLS = ("httperf", "siege", "wrk")
MOST = 6  #: logs of a tool
LONGEST = 4000  #: bytes of one
Tool = Callable[[int], tuple[str, str]]


def runs_of(log: str) -> list[RunRecord]:
    return [item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, RunRecord)]


def problems_of(log: str) -> list[tuple[int, str]]:
    items = read(io.BytesIO(log.encode()))
    return [(item.what.line, item.what.message) for item in items if isinstance(item.what, Problem)]


def values_of(run: RunRecord) -> set[float]:
    return {number.value for number in run.measurements}


def line_by_line(*logs: str) -> str:
    rows = zip_longest(*(log.splitlines() for log in logs))
    return "".join(f"{line}\n" for row in rows for line in row if line is not None)


def whole_reports(tool: str) -> Iterator[tuple[str, set[float]]]:
    """(a log of one complete run, its numbers)."""
    logs = [log for log in all_logs() if log.relative_to(LOGS).parts[0] == tool and log.stat().st_size < LONGEST]
    for log in logs:
        text = log.read_text("utf-8", "replace")
        (run, *others) = runs_of(text) or [None]
        if run is not None and not others and run.status == "complete":
            yield text, values_of(run)


@pytest.mark.parametrize("tool", TOOLS)
def test_no_complete_run_has_numbers_of_two_reports(tool: str) -> None:
    reports = list(whole_reports(tool))[:MOST]
    assert len(reports) > 3
    for (one, its), (other, theirs) in combinations(reports, 2):
        for run in runs_of(line_by_line(one, other)):
            numbers = values_of(run)
            is_of_both = numbers & (its - theirs) and numbers & (theirs - its)
            assert run.status == "aborted" or not is_of_both, tool


def wrk(port: int) -> tuple[str, str]:
    """(what it prints as it begins, its result)."""
    log = (LOGS / "wrk/4.1.0-debian12/latency.log").read_text().replace(":18080/", f":{port}/")
    begun, connections, *result = log.replace("246.31MB", f"{port}.00MB").splitlines(keepends=True)
    return begun + connections, "".join(result)


def siege(users: int) -> tuple[str, str]:
    begun = f"** SIEGE 4.1.6\n** Preparing {users} concurrent users for battle.\nThe server is now under siege...\n"
    names = "Availability Elapsed_time Data_transferred Response_time Transaction_rate Throughput Concurrency"
    units = ("%", "secs", "MB", "secs", "trans/sec", "MB/sec", "")
    lines = [f"{name.replace('_', ' ')}: {users}.25 {unit}\n" for name, unit in zip(names.split(), units, strict=True)]
    counts = (
        "Successful transactions: 9\nFailed transactions: 0\nLongest transaction: 0.09\nShortest transaction: 0.01\n"
    )
    return begun, f"Transactions: {users}00 hits\n{''.join(lines)}{counts}"


def httperf(port: int) -> tuple[str, str]:
    log = next(log for log in sorted((LOGS / "httperf").rglob("*.log")) if "Total: connections" in log.read_text())
    echo, _, result = log.read_text().partition("\nMaximum connect burst")
    return echo.replace("--port=", f"--port={port}") + "\n", "Maximum connect burst" + result


def webbench(clients: int) -> tuple[str, str]:
    begun = f"Benchmarking: GET http://127.0.0.1:80/\n{clients} clients, running 30 sec.\n\n"
    return begun, f"Speed={clients}000 pages/min, 100 bytes/sec.\nRequests: {clients}500 susceed, 0 failed.\n"


BEGUN_AT_ONCE = pytest.mark.parametrize("tool", [wrk, siege, httperf, webbench])


@BEGUN_AT_ONCE
def test_results_behind_each_other_under_several_beginnings_are_of_nobody(tool: Tool) -> None:
    (begun, result), (begun_too, other) = tool(11), tool(12)
    for count in (2, 3):
        beginnings = (begun + begun_too) * (count - 1) if count == 2 else begun + begun_too + tool(13)[0]
        log = beginnings + result + other + (tool(13)[1] if count == 3 else "")
        assert [run for run in runs_of(log) if run.measurements] == []
        assert [message for _, message in problems_of(log)] == [BY_TURNS]


@BEGUN_AT_ONCE
def test_a_run_that_was_ended_before_its_result_takes_nothing_from_the_next(tool: Tool) -> None:
    (begun, _), (begun_too, other) = tool(11), tool(12)
    aborted, complete = runs_of(begun + begun_too + other)
    assert (aborted.status, complete.status) == ("aborted", "complete")
    assert values_of(complete) == values_of(runs_of(begun_too + other)[0])
