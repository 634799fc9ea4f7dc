"""What is read of Locust's CSV files. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, RunRecord, TraceRecord

LOGS = ROOT / "fixtures/logs/locust/2.47.0"
STATS, HISTORY, REFUSED = (
    (LOGS / name).read_text("utf-8") for name in ("stats.csv", "stats_history.csv", "refused-stats.csv")
)


def read(log: str) -> list[RunRecord | TraceRecord | Problem]:
    return list(formats()["locust"].parse(io.BytesIO(log.encode())))


def only_run(log: str) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def traces(log: str) -> dict[tuple[str, str], TraceRecord]:
    return {(trace.metric, trace.item): trace for trace in read(log) if isinstance(trace, TraceRecord)}


def test_the_row_of_all_requests_is_the_run() -> None:
    run = only_run(STATS)
    assert (run.status, numbers(run)["requests_completed", ""]) == ("complete", 1526)
    assert numbers(run)["requests_per_second", ""] == 85.64996297070505
    assert numbers(run)["latency_max", ""] == 0.8225532249999787, "not the rounded one of the column 100%"
    assert numbers(run)["latency_p99.99", ""] == 0.82


def test_names_keep_their_count_and_mean() -> None:
    assert numbers(only_run(STATS))["requests_completed", "GET /missing"] == 405
    assert numbers(only_run(STATS))["latency_mean", "GET /"] == pytest.approx(0.035429, rel=1e-4)


def test_failed_requests_in_the_rate_are_said() -> None:
    (caveat,) = only_run(STATS).caveats
    assert caveat == "405 of the 1,526 requests failed; Locust counts them in the rate and the times."


def test_times_of_failures_alone_are_no_result() -> None:
    run = only_run(REFUSED)
    assert (run.status, run.facts["reason"]) == ("aborted", "every request failed")
    assert {metric for metric, _ in numbers(run)} == {"requests_completed", "requests_failed"}


def test_a_percentile_that_is_rounded_to_zero_was_not_measured() -> None:
    fast = STATS.replace(",17,35.30", ",0,35.30")
    assert ("latency_median", "") not in numbers(only_run(fast))


def test_a_percentile_rounded_above_the_maximum_is_no_contradiction() -> None:
    assert not any("percentiles fall" in caveat for caveat in only_run(STATS.replace(",580,820,", ",580,830,")).caveats)
    assert any("percentiles fall" in caveat for caveat in only_run(STATS.replace(",580,820,", ",580,82,")).caveats)


def test_quoted_headers_of_locust_1_are_read_too() -> None:
    header, rest = STATS.split("\n", 1)
    quoted = ",".join(f'"{name}"' for name in header.split(",")) + "\n" + rest
    assert numbers(only_run(quoted)) == numbers(only_run(STATS))


def test_a_table_without_its_last_row_breaks_off() -> None:
    run, problem = read(STATS[: STATS.index(",Aggregated")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, problem.line) == ("aborted", 3)
    assert "Aggregated" in problem.message


def test_a_history_is_traces_and_no_run() -> None:
    known = traces(HISTORY)
    assert not any(isinstance(item, RunRecord) for item in read(HISTORY))
    assert (known["load.users", ""].values == [0.0, *[4.0] * 17]).all()
    assert (known["load.requests_per_second", ""].values[-1], known["load.requests_per_second", ""].unit) == (
        108.8,
        "1/s",
    )
    assert known["load.latency_p99", "GET /"].times[-1] == 1795332583


def test_percentiles_of_no_requests_are_not_measured() -> None:
    first, second = traces(HISTORY)["load.latency_p50", ""].values[:2]
    assert first != first
    assert second != second


def test_a_header_whose_names_are_garbled_has_no_rows() -> None:
    """It once raised: `"Type,Name` begins like a header, and no column is called so."""
    garbled = STATS.replace("Type,Name,", '"Type,Name,', 1)
    assert [item for item in read(garbled) if isinstance(item, RunRecord) and item.status == "complete"] == []
