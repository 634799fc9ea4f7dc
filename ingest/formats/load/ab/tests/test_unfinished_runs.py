"""Runs without a result, and reports that break off."""

from __future__ import annotations

import re

import pytest

from ingest.formats.load.ab.parser import UNFINISHED
from ingest.formats.load.ab.tests.logs import DEBIAN, PLAIN, numbers, only_run, read, real, value
from ingest.records import Problem, RunRecord


def test_an_aborted_run_says_why_and_keeps_its_count() -> None:
    run = only_run(real(f"{DEBIAN}/reset-aborted.log"))
    assert (run.status, run.facts["reason"]) == ("aborted", "apr_socket_recv: Connection reset by peer (104)")
    assert numbers(run) == {("requests_completed", ""): 250}


def test_a_refused_command_line_is_an_aborted_run() -> None:
    run = only_run(real(f"{DEBIAN}/url-no-path.log"))
    assert (run.status, run.facts["reason"], run.measurements) == ("aborted", "ab: invalid URL", ())


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(PLAIN[: PLAIN.index("Total transferred")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "requests_per_second")) == ("aborted", None)
    assert (problem.line, "Total transferred" in problem.message) == (30, True)


@pytest.mark.parametrize("end", ["Transfer rate", "Processing:", "  90%"])
def test_a_run_whose_log_was_cut_behind_its_result_says_so(end: str) -> None:
    run = only_run(PLAIN[: PLAIN.index(end)])
    assert (run.status, value(run, "requests_per_second")) == ("complete", 53421.09)
    assert run.caveats[-1] == UNFINISHED


def test_a_number_cut_in_the_middle_is_not_read() -> None:
    for end in range(1, len(PLAIN)):
        for run in read(PLAIN[:end]):
            if isinstance(run, RunRecord):
                whole = numbers(only_run(PLAIN)) | {("latency_max", ""): 0.002}
                assert not set(numbers(run).items()) - set(whole.items()), PLAIN[:end][-60:]


def test_a_run_that_a_signal_ended_is_interrupted() -> None:
    assert only_run(PLAIN.replace("Finished 5000 requests\n", "")).status == "interrupted"
    assert only_run(PLAIN.replace("5000 requests\n\n", "5000 requests (interrupted)\n\n")).status == "interrupted"


def test_a_run_of_fewer_requests_than_its_command_asked_for_was_interrupted() -> None:
    """Standard output alone, as `benchdb record` keeps it, does not show the ^C."""
    result = PLAIN[PLAIN.index("Server Software") :]
    done = round(value(only_run(result), "requests_completed") or 0)
    address = re.search(r"Benchmarking ([^ ]+)", PLAIN)
    assert address
    path = re.search(r"Document Path: +(.*)", result)
    concurrency = re.search(r"Concurrency Level: +(.*)", result)
    assert path
    assert concurrency
    for planned, status in ((100 * done, "interrupted"), (done, "complete")):
        command = f"$ ab -k -n {planned} -c {concurrency[1]} http://{address[1]}:18080{path[1]}\n"
        run = only_run(command + f"Benchmarking {address[1]} (be patient)\n\n\n" + result)
        assert run.status == status
        assert run.facts["requests_planned"] == planned
    assert only_run(command.replace("-n", "-t 9 -n") + result).status == "complete", "its time was up"


def test_a_report_that_ends_with_its_rate_lacks_its_times_and_one_without_their_table_is_not_cut() -> None:
    head, _, rest = PLAIN.partition("Connection Times")
    reports = (head, head + rest[rest.index("Percentage") :])
    cut, left_out = ([item for item in read(text) if isinstance(item, Problem)] for text in reports)
    assert ["connection times" in problem.message for problem in cut] == [True]
    assert left_out == []


@pytest.mark.parametrize("text", ["invalid option -- z", "Cannot mix PUT and HEAD", "wrong number of arguments"])
def test_a_refused_command_line_is_no_end_of_the_run_above(text: str) -> None:
    begun = PLAIN[: PLAIN.index("Completed")]
    runs = [item for item in read(f"{begun}ab: {text}\nab: wrong number of arguments\n") if isinstance(item, RunRecord)]
    assert [("reason" in run.facts, "host" in run.facts) for run in runs] == [(False, True), (True, False)]
    assert str(runs[1].facts["reason"]).startswith(f"ab: {text}")
