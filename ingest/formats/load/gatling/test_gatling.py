"""What is read of Gatling's JSON. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.gatling.parser import PERCENTILES_GUESSED
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/gatling/3.11.5"
GLOBAL, STATS, REFUSED = (
    (LOGS / name).read_text("utf-8") for name in ("global_stats.json", "stats.json", "refused.json")
)


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["gatling"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def only_run(log: str) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


@pytest.mark.parametrize("log", [GLOBAL, STATS], ids=["global_stats", "stats"])
def test_numbers_of_all_requests(log: str) -> None:
    run = only_run(log)
    assert (run.status, numbers(run)["requests_completed", ""]) == ("complete", 360)
    assert numbers(run)["requests_per_second", ""] == 36
    assert (numbers(run)["latency_mean", ""], numbers(run)["latency_max", ""]) == (0.106, 2.105)
    assert ("latency_min", "") not in numbers(run), "0 ms is too short to be printed"


def test_numbered_percentiles_are_the_usual_ones_and_that_is_said() -> None:
    run = only_run(GLOBAL)
    assert numbers(run)["latency_p95", ""] == 0.306
    assert PERCENTILES_GUESSED in run.caveats


def test_failed_requests_in_the_rate_are_said() -> None:
    assert "180 of the 360 requests failed; they count in the rate and the times." in only_run(GLOBAL).caveats


def test_requests_in_groups_have_their_count_and_mean_and_groups_have_none() -> None:
    run = numbers(only_run(STATS))
    assert (run["requests_completed", "Visit / Front page"], run["latency_mean", "Missing page"]) == (180, 0.066)
    assert ("requests_completed", "Visit") not in run


def test_times_of_failures_alone_are_no_result() -> None:
    run = only_run(REFUSED)
    assert (run.status, run.facts["reason"]) == ("aborted", "every request failed")
    assert {metric for metric, _ in numbers(run)} <= {"requests_completed", "requests_succeeded", "requests_failed"}


def test_cut_json_is_aborted_and_says_so() -> None:
    run, problem = read(STATS[: STATS.index('"contents"')])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, numbers(run)["requests_completed", ""]) == ("aborted", 360)
