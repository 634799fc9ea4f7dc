"""What the vegeta parser reads, doubts and refuses. The real logs are in fixtures/logs/vegeta/.

The other texts are put together from tsenart/vegeta lib/reporters.go and lib/metrics.go, with numbers that agree.
"""

from __future__ import annotations

import json

import pytest

from ingest.formats import formats
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS, Samples, numbers, only_run, read, value

vegeta = formats()["vegeta"]

REAL = sorted((LOGS / "vegeta").rglob("*.log"))
REFUSED = (LOGS / "vegeta/unknown-version/report-refused.log").read_text("utf-8")
TEXT = """\
Requests      [total, rate, throughput]         500, 100.20, 97.99
Duration      [total, attack, wait]             5.001s, 4.99s, 10.502ms
Latencies     [min, mean, 50, 90, 95, 99, max]  330.814µs, 835.371µs, 485.354µs, 1.769ms, 3.919ms, 4.106ms, 1m2.5s
Bytes In      [total, mean]                     2048000, 4096.00
Bytes Out     [total, mean]                     0, 0.00
Success       [ratio]                           98.00%
Status Codes  [code:count]                      0:4  200:490  404:6
Error Set:
404 Not Measured
Get "http://127.0.0.1:18080/": read tcp 127.0.0.1:4->127.0.0.1:18080: read: connection reset by peer
"""
OLD = """\
Requests\t[total]\t\t\t1200
Duration\t[total]\t\t\t1.998307684s
Latencies\t[mean, max, 95, 99]\t50.1ms, 90.2ms, 70.3ms, 80.4ms
Bytes In\t[total, mean]\t\t3714690, 3095.57
Bytes Out\t[total, mean]\t\t0, 0.00
Success\t\t[ratio]\t\t\t100.00%
Status Codes\t[code:count]\t\t200:1200
Error Set:
"""
REPORT = {
    "latencies": {
        "total": 237119463,
        "mean": 2371194,
        "50th": 2854306,
        "95th": 3478629,
        "99th": 3530000,
        "max": 3660505,
    },
    "bytes_in": {"total": 606700, "mean": 6067},
    "bytes_out": {"total": 0, "mean": 0},
    "earliest": "2026-11-21T14:45:50.645818631+02:00",
    "latest": "2026-11-21T14:45:51.635818575+02:00",
    "end": "2026-11-21T14:45:51.639325797+02:00",
    "duration": 989999944,
    "wait": 3507222,
    "requests": 100,
    "rate": 101.01010672380401,
    "throughput": 100.65324,
    "success": 1,
    "status_codes": {"200": 100},
    "errors": [],
}
JSON = json.dumps(REPORT, indent=1) + "\n"


def test_a_text_report_reads_as_printed() -> None:
    run = only_run(vegeta, TEXT)
    assert (value(run, "requests_per_second"), value(run, "requests_per_second_offered")) == (97.99, 100.2)
    assert (value(run, "latency_min"), value(run, "latency_p50"), value(run, "latency_max")) == (
        330.814e-6,
        485.354e-6,
        62.5,
    )
    assert (value(run, "duration"), value(run, "duration", "wait"), value(run, "availability")) == (
        5.001,
        0.010502,
        0.98,
    )
    assert [value(run, "responses", item) for item in ("2xx", "4xx")] == [490, 6]
    assert (value(run, "requests_completed"), value(run, "requests_failed", "reset")) == (496, 4)


def test_what_is_left_out_or_put_in_is_said() -> None:
    caveats = only_run(vegeta, TEXT).caveats
    assert ["leaves out" in caveat or "include 4" in caveat for caveat in caveats] == [True, True]


def test_the_brackets_name_the_columns() -> None:
    run = only_run(vegeta, OLD)
    assert (value(run, "latency_mean"), value(run, "latency_max"), value(run, "latency_p95")) == (
        0.0501,
        0.0902,
        0.0703,
    )
    assert (value(run, "requests_per_second"), run.status) == (pytest.approx(1200 / 1.998307684), "complete")


def test_json_reads_as_printed() -> None:
    run = only_run(vegeta, JSON)
    assert (value(run, "latency_p99"), value(run, "latency_mean"), value(run, "bytes_body")) == (
        0.00353,
        0.002371194,
        606700,
    )
    assert (value(run, "duration"), value(run, "duration", "attack")) == (pytest.approx(0.993507166), 0.989999944)
    assert (run.facts["started_at"], run.caveats, run.status) == ("2026-11-21T14:45:50.645818631+02:00", (), "complete")


def test_a_refused_attack_has_a_reason_and_no_result() -> None:
    run = only_run(vegeta, REFUSED)
    assert (run.status, "connection refused" in str(run.facts["reason"])) == ("aborted", True)
    assert (value(run, "requests_failed", "refused"), value(run, "requests_per_second_offered")) == (50, 50.97)
    assert value(run, "latency_mean") is value(run, "requests_per_second") is None
    assert (run.facts["url"], run.facts["method"]) == ("http://127.0.0.1:18999/", "GET")


def test_a_plot_of_quantiles_is_a_distribution() -> None:
    run = only_run(vegeta, (LOGS / "vegeta/unknown-version/hdrplot.log").read_text())
    assert (value(run, "latency_min"), value(run, "latency_p87.5"), value(run, "latency_max")) == (
        353.638e-6,
        0.004384831,
        0.064684874,
    )
    assert (value(run, "latency_p99.9999"), value(run, "requests_completed")) == (0.064684874, 400)


def test_a_histogram_is_counted() -> None:
    run = only_run(vegeta, (LOGS / "vegeta/unknown-version/report-hist.log").read_text())
    assert (numbers(run), len(run.caveats)) == ({("requests_completed", ""): 400}, 1)


def test_the_echoed_command_tells_what_was_asked() -> None:
    command = '$ echo "GET http://127.0.0.1:18082/" | vegeta attack -duration=5s -rate=100/1s | vegeta report\n'
    facts = only_run(vegeta, command + OLD).facts
    assert (facts["rate_planned"], facts["duration_planned"], facts["url"]) == (100, 5, "http://127.0.0.1:18082/")


def test_numbers_that_contradict_each_other_are_doubted() -> None:
    assert any("120.2" in caveat for caveat in only_run(vegeta, TEXT.replace("100.20", "120.20")).caveats)
    assert any("add up to 500" in caveat for caveat in only_run(vegeta, TEXT.replace(" 500,", " 501,")).caveats)


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(vegeta, TEXT[: TEXT.index("Status")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "latency_p99"), value(run, "requests_completed")) == ("aborted", 0.004106, None)
    assert (problem.line, "'Status Codes'" in problem.message) == (7, True)


def test_several_reports_are_several_runs_and_other_text_is_passed_over() -> None:
    runs = [item for item in read(vegeta, TEXT + "Summary:\n" + JSON + OLD + "Running 3s test @ a\n" + TEXT) if item]
    assert [run.status for run in runs if isinstance(run, RunRecord)] == ["complete"] * 4
    assert len(runs) == 4


SPECTRUM = b"  Detailed Percentile spectrum:\n       Value   Percentile   TotalCount 1/(1-Percentile)\n"


@pytest.mark.parametrize("text", [SPECTRUM, b"Requests/sec: 3\n", b'{"latencies": {"x": 1}}', b"Requests [total]\n"])
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not vegeta.sniff(text)


ALL = [TEXT, OLD, JSON, *(path.read_text("utf-8") for path in REAL)]


CUT = ("requests_failed",)  #: its kind is known from the errors at the end
CUT_BEFORE_ERRORS = (*CUT, *(metric for metric, _ in numbers(only_run(vegeta, TEXT))))
SAMPLES = Samples(
    vegeta,
    changed=[*REAL, TEXT, OLD, JSON],
    cut={
        **dict.fromkeys((TEXT, OLD, JSON), CUT),
        **{path: CUT_BEFORE_ERRORS if "refused" in path.name else CUT for path in REAL},
        REFUSED: CUT_BEFORE_ERRORS,
    },
)
