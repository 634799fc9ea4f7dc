"""What the bombardier parser reads, corrects, doubts and refuses. The real logs are in fixtures/logs/bombardier/."""

from __future__ import annotations

import io
import json

import pytest

from ingest.formats import formats
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS, Samples, numbers, only_run, read, value

bombardier = formats()["bombardier"]

REAL = sorted(path for path in (LOGS / "bombardier").rglob("*.*") if path.suffix in (".log", ".json"))
TEXTS = [path for path in REAL if path.suffix == ".log"]
ERRORS = (LOGS / "bombardier/unknown-version/errors.log").read_text()
STATUS = (LOGS / "bombardier/unknown-version/status.log").read_text()
JSON = (LOGS / "bombardier/unknown-version/result.json").read_text()
PRETTY = json.dumps(json.loads(JSON), indent=2) + "\n"
LISTED = "  Errors:\n    dial tcp 127.0.0.1:1: connect: connection refused - 60\n       timeout - 40\n"
FAILED = ERRORS.replace("2xx - 300", "2xx - 200").replace("others - 0\n", "others - 100\n" + LISTED)


def test_a_text_report_reads_as_printed() -> None:
    run = only_run(bombardier, STATUS)
    assert (value(run, "latency_mean"), value(run, "latency_p99"), value(run, "latency_max")) == (
        0.00389,
        0.01721,
        0.0195,
    )
    assert [value(run, "responses", item) for item in ("2xx", "3xx", "4xx", "5xx")] == [40, 40, 40, 80]
    assert value(run, "transfer_rate", "both directions") == pytest.approx(186.11 * 1024)
    assert (value(run, "requests_completed"), value(run, "requests_failed"), run.status) == (200, 0, "complete")


def test_the_rate_of_a_text_is_a_mean_of_samples() -> None:
    run = only_run(bombardier, STATUS)
    assert (value(run, "requests_per_second"), value(run, "reply_rate_max")) == (1405.82, 2878.03)
    assert any("samples" in caveat for caveat in run.caveats)


def test_json_reads_as_printed_and_its_rate_is_requests_over_time() -> None:
    run = only_run(bombardier, JSON)
    assert value(run, "requests_per_second") == pytest.approx(500 / 0.034185705)
    assert value(run, "transfer_rate") == pytest.approx(2168000 / 0.034185705)
    assert (value(run, "latency_mean"), value(run, "latency_p50"), value(run, "latency_p99")) == (
        0.00033339,
        8e-5,
        0.007281,
    )
    assert (run.facts["method"], run.facts["concurrency"], run.facts["url"]) == (
        "GET",
        5,
        "http://127.0.0.1:18080/4k.html",
    )


def test_json_may_be_printed_prettily() -> None:
    run = only_run(bombardier, PRETTY)
    assert numbers(run) == numbers(only_run(bombardier, JSON))
    (mean,) = [number for number in run.measurements if number.metric == "latency_mean"]
    assert "333.39" in PRETTY.split("\n")[mean.line - 1]


def test_the_deviation_of_times_is_doubted() -> None:
    assert "deviation" in only_run(bombardier, JSON).caveats[0]


def test_the_intro_tells_what_was_asked() -> None:
    facts = only_run(bombardier, ERRORS).facts
    assert (facts["url"], facts["requests_planned"], facts["concurrency"]) == ("http://127.0.0.1:18088/", 300, 5)
    timed = only_run(bombardier, ERRORS.replace("with 300 request(s)", "for 1m10s"))
    assert timed.facts["duration_planned"] == 70


def test_failed_requests_are_taken_out_of_the_rate() -> None:
    run = only_run(bombardier, FAILED)
    assert value(run, "requests_per_second") == pytest.approx(766.93 * 2 / 3)
    assert [value(run, "requests_failed", item) for item in ("", "refused", "timeout")] == [100, 60, 40]
    assert any("100 failed" in caveat for caveat in run.caveats)


def test_a_refused_run_has_a_reason_and_no_result() -> None:
    run = only_run(bombardier, FAILED.replace("2xx - 200", "2xx - 0"))
    assert (run.status, "connection refused" in str(run.facts["reason"])) == ("aborted", True)
    assert {metric for metric, _ in numbers(run)} == {"requests_failed"}


def test_fewer_requests_than_planned_are_an_interrupted_run() -> None:
    run = only_run(bombardier, ERRORS.replace("2xx - 300", "2xx - 120"))
    assert (run.status, run.facts["reason"]) == ("interrupted", "stopped after 120 requests")


def test_progress_is_passed_over() -> None:
    bar = "\r 0 / 300   0.00%\r 120 / 300 [===>------]  40.00% 588/s\r 300 / 300 [==========] 100.00% 0s\nDone!\n"
    first, rest = ERRORS.split("\n", 1)
    assert numbers(only_run(bombardier, f"{first}\n{bar}{rest}")) == numbers(only_run(bombardier, ERRORS))


def test_a_run_without_data_has_no_times() -> None:
    lines = ERRORS.split("\n")
    empty = "  There wasn't enough data to compute statistics for {}."
    run = only_run(
        bombardier, "\n".join([*lines[:2], empty.format("requests"), empty.format("latencies"), *lines[10:]])
    )
    assert (value(run, "requests_completed"), value(run, "latency_mean"), run.status) == (300, None, "complete")


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(bombardier, ERRORS[: ERRORS.index("    others")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "requests_completed"), value(run, "latency_p99")) == ("aborted", None, 0.03526)
    assert (problem.line, "'HTTP codes:'" in problem.message) == (11, True)


def test_half_a_json_says_that_it_breaks_off() -> None:
    run, problem = read(bombardier, JSON[: JSON.index('"latency"')])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "requests_completed"), value(run, "latency_mean")) == ("aborted", 500, None)


def test_several_reports_are_several_runs() -> None:
    runs = [item for item in read(bombardier, ERRORS + JSON + "\n" + STATUS + JSON) if isinstance(item, RunRecord)]
    assert [value(run, "requests_completed") for run in runs] == [300, 500, 200, 500]


@pytest.mark.parametrize(
    "text", [b"  Thread Stats   Avg      Stdev     Max   +/- Stdev\n", b'{"spec": {"x": 1}}', b"Bombarding x\n"]
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not bombardier.sniff(text)


def test_a_percentile_that_cannot_be_read_any_more_is_told() -> None:
    log = next((LOGS / "bombardier").rglob("duration.log")).read_text()
    (problem,) = (
        entry
        for entry in bombardier.parse(io.BytesIO(log.replace("38.36ms", "38.3bms").encode()))
        if isinstance(entry, Problem)
    )
    assert "50%" in problem.message


SAMPLES = Samples(
    bombardier,
    changed=[*TEXTS, PRETTY],
    cut=dict.fromkeys((*REAL, PRETTY), ("requests_per_second",)),
)
