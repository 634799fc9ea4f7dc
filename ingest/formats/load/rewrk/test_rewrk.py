"""What is read of rewrk's reports. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/rewrk/0.3.2"
PLAIN = (LOGS / "plain.log").read_text("utf-8")


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["rewrk"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def runs(log: str) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def real(name: str) -> list[RunRecord]:
    return runs((LOGS / name).read_text("utf-8"))


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_the_three_tables_of_the_text() -> None:
    (run,) = runs(PLAIN)
    assert numbers(run)["requests_per_second", ""] == 5109.47
    assert numbers(run)["latency_stddev", ""] == pytest.approx(0.00148)
    assert numbers(run)["bytes_received", ""] == pytest.approx(18.46 * 1024**2)
    assert numbers(run)["requests_failed", "receive"] == 12
    assert (run.facts["concurrency"], run.facts["duration_planned"], run.status) == (4, 3, "complete")


def test_means_of_the_slowest_are_no_percentiles() -> None:
    (run,) = runs(PLAIN)
    assert not any(metric.startswith("latency_p") for metric, _ in numbers(run))


def test_the_json_has_milliseconds_and_bytes() -> None:
    (run,) = real("json.log")
    assert numbers(run)["latency_mean", ""] == pytest.approx(0.000781711)
    assert numbers(run)["transfer_rate", ""] == 6449931.341967961
    assert numbers(run)["requests_completed", ""] == 10232


@pytest.mark.parametrize("name", ["rounds.log", "rounds-json.log"])
def test_each_round_is_a_run(name: str) -> None:
    assert [run.status for run in real(name)] == ["complete", "complete"]


def test_a_refused_connection_is_no_result() -> None:
    (run,) = real("refused.log")
    assert (run.status, run.measurements) == ("aborted", ())
    assert run.facts["reason"] == "connection error: Connection refused (os error 111)"


def test_json_without_a_request_is_no_result() -> None:
    (run,) = runs(
        '{"latency_avg":null,"latency_max":null,"latency_min":null,"latency_std_deviation":null,"requests_avg":null,'
        '"requests_total":0,"transfer_rate":null,"transfer_total":null}\n'
    )
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")


def test_a_planned_length_of_minutes() -> None:
    (run,) = runs(PLAIN.replace("for 3 second(s)", "for 1 minute(s), 30 second(s)"))
    assert run.facts["duration_planned"] == 90


@pytest.mark.parametrize("label", ["Latencies:", "Requests:", "Transfer:"])
def test_a_cut_report_says_what_it_lacks(label: str) -> None:
    run, problem = read(PLAIN[: PLAIN.index(f"  {label}")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert run.status == "aborted"
    assert label in problem.message


def test_the_errors_in_a_numbered_list_are_counted_though_its_empty_lines_have_numbers_too() -> None:
    listed = "".join(f"{number}) {line}\n" for number, line in enumerate(PLAIN.splitlines(), 1))
    (run,) = runs(listed)
    assert numbers(run)["requests_failed", "receive"] == 12
