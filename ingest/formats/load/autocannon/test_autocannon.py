"""What the autocannon parser reads. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.pipeline.identify import identify
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/autocannon/9.0.0"
PLAIN = (LOGS / "plain.log").read_text("utf-8")


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["autocannon"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def real(name: str) -> RunRecord:
    (run,) = [item for item in read((LOGS / name).read_text("utf-8")) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_the_tables_of_the_text() -> None:
    run = real("plain.log")
    assert numbers(run)["requests_per_second", ""] == 11616.67
    assert numbers(run)["requests_per_second", "sample min"] == 760
    assert numbers(run)["latency_p97.5", ""] == 0.004
    assert numbers(run)["latency_mean", ""] == pytest.approx(0.00053)
    assert numbers(run)["transfer_rate", ""] == 13.3e6
    assert numbers(run)["duration", ""] == 3.11
    assert (run.facts["url"], run.facts["concurrency"], run.status) == ("http://127.0.0.1:28471/", 10, "complete")


def test_a_shortened_count_of_requests_sent_is_no_count_of_answers() -> None:
    assert ("requests_completed", "") not in numbers(real("plain.log"))


def test_the_json_counts_answers_and_its_uneven_samples_are_doubted() -> None:
    run = real("json.log")
    assert numbers(run)["requests_completed", ""] == 8757
    assert numbers(run)["latency_p99.9", ""] == 0.207
    assert run.facts["started_at"] == "2026-11-22T03:37:15.063Z"
    assert "8,757 requests in 2.31 s are 3790.91 a second" in run.caveats[0]


def test_statuses_and_the_table_of_percentiles() -> None:
    run = real("latency-404.log")
    assert numbers(run)["responses", "404"] == 1995
    assert numbers(run)["responses", "non_2xx"] == 1995
    assert numbers(run)["requests_completed", ""] == 1995 + numbers(run)["responses", "2xx"]
    assert numbers(run)["latency_p99.9", ""] == 0.533
    assert (run.facts["requests_planned"], run.facts["streams_per_client"]) == (2000, 2)


@pytest.mark.parametrize("name", ["refused.log", "reset.log"])
def test_a_run_without_an_answer_has_no_rate_and_no_times(name: str) -> None:
    run = real(name)
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")
    assert {metric for metric, _ in numbers(run)} <= {"requests_failed", "duration"}


def test_a_cut_report_says_what_it_lacks() -> None:
    run, problem = read(PLAIN[: PLAIN.index("Req/Bytes counts")])
    assert isinstance(run, RunRecord)
    assert (run.status, numbers(run)["requests_per_second", ""]) == ("aborted", 11616.67)
    assert "requests in" in problem.message  # type: ignore[union-attr]


def test_it_is_not_taken_for_wrk() -> None:
    assert [format.name for format in identify(PLAIN.encode())] == ["autocannon"]


def test_a_deviation_that_lost_its_decimal_point_is_doubted() -> None:
    log = (LOGS / "json.log").read_text("utf-8")
    assert log.count("11.03") == 1
    whole, damaged = (
        {words for run in read(text) if isinstance(run, RunRecord) for words in run.caveats}
        for text in (log, log.replace("11.03", "1103"))
    )
    assert damaged - whole == {"The deviation of latency is larger than from its minimum to its maximum."}
