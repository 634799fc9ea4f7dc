"""What is read of Tsung's statistics. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/tsung/1.7.0-debian12"
PLAIN, REFUSED = ((LOGS / name).read_text("utf-8") for name in ("plain.log", "refused.log"))


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["tsung"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def only_run(log: str) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_the_intervals_add_up_to_what_the_last_dump_says() -> None:
    run = numbers(only_run(PLAIN))
    assert run["requests_completed", ""] == 1651 + 2003 + 1386 == 5040
    assert run["latency_mean", ""] == pytest.approx(0.005682185119047616), "its global mean"
    assert run["connect_time_mean", ""] == pytest.approx(0.010435016666666666)


def test_maximum_and_minimum_are_those_of_the_whole_test() -> None:
    run = numbers(only_run(PLAIN))
    assert (run["latency_max", ""], run["latency_min", ""]) == (0.176264, 0.000071)


def test_the_deviation_is_that_of_all_intervals() -> None:
    two = PLAIN[: PLAIN.index("stats: tr_miss")].replace("1651 8.90602907328891 14.235231215179079", "2 4.0 1.0")
    assert numbers(only_run(two))["latency_stddev", ""] == pytest.approx(0.001)


def test_counts_are_sums_and_statuses_are_classes() -> None:
    run = numbers(only_run(PLAIN))
    assert (run["responses", "2xx"], run["responses", "4xx"]) == (4800, 240)
    assert (run["bytes_received", ""], run["sessions_completed", ""]) == (6136320, 240)
    assert run["concurrency_peak", ""] == 8


def test_rate_and_start_are_computed_from_the_dumps_and_that_is_said() -> None:
    run = only_run(PLAIN)
    assert (numbers(run)["duration", ""], numbers(run)["requests_per_second", ""]) == (31, pytest.approx(5040 / 31))
    assert run.facts["started_at"] == "2026-11-22T07:29:16+00:00"
    assert "5,040 requests in the 31 s from Tsung's start to its last dump" in run.caveats[0]


def test_two_dumps_do_not_say_how_far_the_first_is_from_the_start() -> None:
    run = only_run(PLAIN[: PLAIN.index("# stats: dump at 1795332586")] + "EndMonitor:{1795,332577,810848}\n")
    assert run.status == "complete"
    assert not {"duration", "requests_per_second"} & {metric for metric, _ in numbers(run)}
    assert "started_at" not in run.facts


def test_a_test_without_a_reply_is_no_result() -> None:
    run = only_run(REFUSED)
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")
    assert (numbers(run)["requests_failed", "refused"], numbers(run)["sessions_failed", ""]) == (384, 96)
    assert numbers(run)["sessions_completed", ""] == 0, "users who gave up finished, too"


def test_a_log_without_its_end_breaks_off() -> None:
    run, problem = read(PLAIN[: PLAIN.index("EndMonitor")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, problem.line) == ("aborted", 68)


def test_tests_one_after_the_other_are_runs_of_their_own() -> None:
    assert [item.status for item in read(PLAIN + REFUSED) if isinstance(item, RunRecord)] == ["complete", "aborted"]
    cut = PLAIN[: PLAIN.index("EndMonitor")]
    assert len([item for item in read(cut + PLAIN) if isinstance(item, RunRecord)]) == 2, "its time goes back"


def test_a_statistic_that_nobody_knows_is_named() -> None:
    log = REFUSED.replace("error_connect_econnrefused", "Errors_connect_econnrefused")
    (problem,) = [item for item in read(log) if isinstance(item, Problem)]
    assert "Errors_connect_econnrefused" in problem.message
    assert not [item for item in read(PLAIN) if isinstance(item, Problem) and "known" in item.message]
