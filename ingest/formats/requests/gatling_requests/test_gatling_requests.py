"""What is read of a simulation.log. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.test_per_request import only_run, problems, runs, value

gatling = formats()["gatling_requests"]

LOGS = ROOT / "fixtures/logs/gatling_requests"
PLAIN = (LOGS / "3.11.5/plain.log").read_text("utf-8")
START = 1795332945000


def request(begin: int = 0, length: int = 10, status: str = "OK", message: str = " ", name: str = "Front") -> str:
    return f"REQUEST\t\t{name}\t{START + begin}\t{START + begin + length}\t{status}\t{message}\n"


def test_it_says_what_gatling_itself_says_of_the_test() -> None:
    run = only_run(gatling, PLAIN)
    own = only_run(formats()["gatling"], (ROOT / "fixtures/logs/gatling/3.11.5/stats.json").read_text("utf-8"))
    for metric in ("requests_completed", "requests_failed", "latency_max"):
        assert value(run, metric) == value(own, metric)
    for metric in ("latency_mean", "latency_p50", "latency_p75", "latency_p95"):
        assert value(run, metric) == pytest.approx(value(own, metric), abs=0.001)


def test_rate_duration_and_start_are_those_of_the_requests() -> None:
    run = only_run(gatling, PLAIN)
    assert (value(run, "duration"), run.facts["started_at"]) == (9.265, "2026-11-22T07:35:45.103+00:00")
    assert value(run, "requests_per_second") == pytest.approx(360 / 9.265)
    assert (run.tool_version, value(run, "sessions_completed")) == ("3.11.5", 30)


def test_names_stand_behind_their_groups() -> None:
    assert value(only_run(gatling, PLAIN), "requests_completed", "Visit / Front page") == 180


@pytest.mark.parametrize("name", ["3.0.log", "2.x.log"])
def test_earlier_versions_say_the_same(name: str) -> None:
    now = only_run(gatling, "".join(PLAIN.splitlines(keepends=True)[:80]))
    then = only_run(gatling, (LOGS / "derived" / name).read_text("utf-8"))
    assert [n for n in then.measurements if n.metric != "sessions_completed"] == [
        n for n in now.measurements if n.metric != "sessions_completed"
    ]


def test_failures_without_a_reply_have_a_reason() -> None:
    run = only_run(gatling, request(0) + request(5, 1, "KO", "j.n.ConnectException: Connection refused"))
    assert value(run, "requests_failed", "refused") == 1
    assert run.caveats[0] == "1 of the 2 requests failed; they count in the rate and the times."


def test_times_of_failures_alone_are_no_result() -> None:
    run = only_run(gatling, (LOGS / "3.11.5/refused.log").read_text("utf-8"))
    assert (run.status, run.facts["reason"]) == ("aborted", "every request failed")
    assert not any(number.metric.startswith("latency") for number in run.measurements)


def test_a_request_that_never_ended_has_no_time() -> None:
    run = only_run(gatling, request(0, 20) + f"REQUEST\t\tFront\t{START}\t-9223372036854775808\tKO\tgone\n")
    assert (value(run, "requests_completed"), value(run, "latency_max")) == (2, 0.02)


def test_each_header_begins_a_run() -> None:
    assert [run.status for run in runs(gatling, PLAIN + PLAIN)] == ["complete", "complete"]


def test_a_row_that_cannot_be_read_is_said_and_not_counted() -> None:
    log = PLAIN.replace("REQUEST\tVisit\tFront page\t1795332945342\t", "REQUEST\tVisit\tFront page\tthen\t", 1)
    (problem,) = problems(gatling, log)
    assert (problem.line, value(only_run(gatling, log), "requests_completed")) == (11, 359)
    assert "1 row could not be read" in only_run(gatling, log).caveats[1]


def test_a_log_that_breaks_off_in_a_row_says_where() -> None:
    cut = request(0) + request(5)[:-25]
    (problem,) = problems(gatling, cut)
    assert (only_run(gatling, cut).status, problem.line) == ("aborted", 2)
