"""What is read of fortio's JSON. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.fortio.command import fortio
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/fortio/1.63.9"
RATE = (LOGS / "rate.json").read_text("utf-8")


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["fortio"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def only_run(log: str) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def real(name: str) -> RunRecord:
    return only_run((LOGS / name).read_text("utf-8"))


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_numbers_of_a_run_at_a_rate() -> None:
    run = real("rate.json")
    assert (run.tool_version, run.status, run.caveats) == ("1.63.9", "complete", ())
    assert numbers(run)["requests_per_second", ""] == 199.42547839657013
    assert numbers(run)["requests_per_second_offered", ""] == 200
    assert numbers(run)["duration", ""] == 3.008642651
    assert (numbers(run)["requests_completed", ""], numbers(run)["responses", "2xx"]) == (600, 600)
    assert numbers(run)["latency_mean", ""] == 0.012935280535000003
    assert numbers(run)["latency_p99.9", ""] == 0.12452053851428574
    assert numbers(run)["bytes_received", ""] == 757800


def test_connecting_has_times_of_its_own() -> None:
    run = real("rate.json")
    assert numbers(run)["connect_time_max", ""] == 0.014540417
    assert (numbers(run)["connect_time_p90", ""], numbers(run)["connections", ""]) == (0.0143242502, 4)


def test_facts_are_what_was_asked_for() -> None:
    facts = real("rate.json").facts
    assert (facts["rate_planned"], facts["duration_planned"], facts["concurrency"]) == (200, 3, 4)
    assert (facts["port"], facts["keepalive"]) == (28915, True)
    assert facts["started_at"] == "2026-11-22T07:44:41.130417321Z"
    assert "rate_planned" not in real("max.json").facts
    assert real("max.json").facts["requests_planned"] == 2000


def test_a_status_that_is_an_error_is_still_a_reply() -> None:
    run = real("max.json")
    assert (run.status, numbers(run)["responses", "4xx"], numbers(run)["requests_failed", ""]) == (
        "complete",
        2000,
        2000,
    )


def test_calls_without_a_reply_are_no_result() -> None:
    run = real("refused.json")
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")
    assert numbers(run)["requests_failed", "socket"] == 20
    assert "latency_mean" not in {metric for metric, _ in numbers(run)}


def test_calls_without_a_reply_among_others_are_said() -> None:
    run = only_run(RATE.replace('"200": 600', '"-1": 6,\n    "200": 594'))
    assert numbers(run)["requests_completed", ""] == 594
    assert run.caveats == ("6 of the 600 calls had no reply; fortio counts them in the rate and the times.",)


def test_json_below_the_text_is_found() -> None:
    run = real("text-and-json.log")
    assert (run.line, numbers(run)["requests_completed", ""]) == (18, 500)


def test_sizes_of_the_other_client_are_of_bodies() -> None:
    run = only_run(RATE.replace('"DisableFastClient": false', '"DisableFastClient": true'))
    assert numbers(run)["bytes_body", ""] == 757800
    assert ("bytes_received", "") not in numbers(run)


def test_a_rate_that_the_calls_do_not_make_is_doubted() -> None:
    assert "but 299.425" in only_run(RATE.replace('"ActualQPS": 199', '"ActualQPS": 299')).caveats[0]


def test_a_cut_report_is_aborted_and_says_so() -> None:
    run, problem = read(RATE[: RATE.index('"RetCodes"')])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, numbers(run)["latency_mean", ""]) == ("aborted", pytest.approx(0.0129, rel=0.01))
    assert "end of its JSON" in problem.message


def test_the_command_of_another_run() -> None:
    facts = {"url": "http://127.0.0.1/", "concurrency": 4, "rate": 200.0, "duration": 3.0}
    assert [str(word) for word in fortio(facts)][:8] == ["fortio", "load", "-c", "4", "-qps", "200", "-t", "3s"]
    assert fortio({"url": "http://127.0.0.1/"}) == []
