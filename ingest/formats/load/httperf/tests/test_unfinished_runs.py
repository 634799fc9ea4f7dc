"""Runs that did not come to their end: aborted, interrupted, cut; and which are complete."""

from __future__ import annotations

import pytest

from ingest.formats.load.httperf.tests.logs import (
    DEBIAN,
    ECHO,
    PLAIN,
    REPORT,
    RESET,
    SESSIONS,
    THREE,
    WARNING,
    only_run,
    problems,
    read,
    real,
    runs,
)
from ingest.records import Problem, RunRecord
from ingest.tests.reports import numbers, value


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("errors-refused.log", "50 connections refused"),
        ("errors-client-timeout.log", "40 timed out"),
        ("fd-unavail.log", "20 timed out, 80 without a file descriptor"),
    ],
)
def test_a_run_without_a_reply_is_aborted_and_says_what_there_was(log: str, reason: str) -> None:
    run = only_run(real(f"{DEBIAN}/{log}"))
    assert (run.status, run.facts["reason"]) == ("aborted", f"no request was answered: {reason}")


def test_connections_that_were_to_make_no_call_are_complete() -> None:
    assert only_run(real(f"{DEBIAN}/nocalls-rate0.log")).status == "complete"


def test_an_unknown_host_is_an_aborted_run_with_its_reason() -> None:
    run = only_run(real(f"{DEBIAN}/bad-host.log"))
    reason = "httperf.core_addr_intern: invalid server address no-such-host.invalid"
    assert (run.status, run.facts["reason"], run.measurements) == ("aborted", reason, ())
    assert run.facts["host"] == "no-such-host.invalid"


def test_an_error_after_the_echo_belongs_to_it() -> None:
    error = "httperf.core_addr_intern: invalid server address x\n"
    assert [run.status for run in runs(ECHO + error + ECHO + error + PLAIN)] == ["aborted", "aborted", "complete"]


def test_a_killed_run_says_what_was_expected() -> None:
    run, problem = read(ECHO)
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, run.facts["reason"]) == ("aborted", "no report follows the command")
    assert (problem.line, "'Total' line next" in problem.message) == (1, True)


def test_a_killed_run_does_not_take_the_next_ones_result() -> None:
    assert [(run.status, run.line) for run in runs(ECHO + PLAIN)] == [("complete", 1)]
    assert [run.status for run in runs(ECHO.replace("200", "300") + PLAIN)] == ["aborted", "complete"]


def test_nothing_but_a_warning_is_a_problem() -> None:
    assert [problem.line for problem in problems(WARNING)] == [1]
    assert read(b"") == []


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(PLAIN[: PLAIN.index("Reply time")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "reply_rate_mean"), value(run, "requests_per_second")) == ("aborted", 200, None)
    assert (problem.line, "'Reply time [ms]' line next" in problem.message) == (14, True)


@pytest.mark.parametrize("log", [PLAIN, SESSIONS, RESET, THREE], ids=["plain", "sessions", "reset", "three"])
def test_a_number_cut_in_the_middle_is_not_read(log: str) -> None:
    whole = [set(numbers(run).items()) for run in runs(log)]
    for end in range(1, len(log)):
        for run, all_of_it in zip(runs(log[:end]), whole, strict=False):
            assert set(numbers(run).items()) <= all_of_it, log[:end][-60:]


def test_a_run_that_made_too_few_connections_was_interrupted() -> None:
    assert only_run(real(f"{DEBIAN}/sigint-interrupted.log")).status == "interrupted"
    assert only_run(SESSIONS.replace("--wsess=40", "--wsess=400")).status == "interrupted"


@pytest.mark.parametrize(
    ("runtime", "connections", "status"),
    [(60, 1200, "complete"), (60, 9000, "interrupted"), (6, 9000, "complete"), (1, 1200, "complete")],
)
def test_a_run_with_a_time_limit_ends_by_it_or_by_its_connections(runtime: int, connections: int, status: str) -> None:
    log = PLAIN.replace("--num-conns=1200", f"--runtime={runtime} --num-conns={connections}")
    assert only_run(log).status == status


@pytest.mark.parametrize("glued", ["^CMaximum", "^C\nMaximum", "  ^CMaximum"])
def test_a_caret_c_in_the_log_is_an_interruption(glued: str) -> None:
    run = only_run(PLAIN.replace("Maximum", glued))
    assert (run.status, value(run, "requests_completed")) == ("interrupted", 1200)


def test_missing_lines_and_unreadable_ones_are_told() -> None:
    (missing,) = problems(PLAIN.replace("Request size [B]: 69.0\n", ""))
    (unreadable, _) = problems(PLAIN.replace("Request size [B]: 69.0", "Request size [B]: ?"))
    assert "no 'Request size [B]' line" in missing.message
    assert (unreadable.line, unreadable.excerpt) == (12, "Request size [B]: ?")


def test_a_piece_without_its_beginning_is_told() -> None:
    (problem,) = read(REPORT[REPORT.index("Request rate") :])
    assert isinstance(problem, Problem)
    assert "without its beginning" in problem.message
