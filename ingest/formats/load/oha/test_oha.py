"""What the oha parser reads, corrects, doubts and refuses. The real logs are in fixtures/logs/oha/.

The JSON is put together from hatoo/oha src/printer.rs and schema.json, with the numbers of text.log.
"""

from __future__ import annotations

import json

import pytest

from ingest.formats import formats
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS, Samples, numbers, only_run, printable_as_json, read, value

oha = formats()["oha"]

REAL = sorted((LOGS / "oha").rglob("*.log"))
TEXT = (LOGS / "oha/1.4.7/text.log").read_text("utf-8")
REFUSED = (LOGS / "oha/1.4.7/refused.log").read_text("utf-8")
LOST = TEXT.replace("[200] 500 responses", "[200] 490 responses") + "\nError distribution:\n"
REPORT = {
    "summary": {
        "successRate": 1.0,
        "total": 0.0096,
        "slowest": 0.00101,
        "fastest": 0.00003,
        "average": 0.00018,
        "requestsPerSec": 500 / 0.0096,
        "totalData": 2048000,
        "sizePerRequest": 4096,
        "sizePerSec": 2048000 / 0.0096,
    },
    "responseTimeHistogram": {"0.0001": 500},
    "latencyPercentiles": {"p10": 0.00008, "p50": 0.00017, "p99.99": 0.001},
    "rps": {"mean": 51000.5, "stddev": 90.0, "max": 52000.0, "min": None, "percentiles": {"p10": 50000.0}},
    "details": {
        "DNSDialup": {"average": 0.0004, "fastest": 0.0001, "slowest": 0.0007},
        "DNSLookup": {"average": None, "fastest": None, "slowest": None},
    },
    "statusCodeDistribution": {"200": 490, "404": 10},
    "errorDistribution": {},
}
JSON = json.dumps(REPORT, indent=2) + "\n"


def test_a_text_report_reads_as_printed() -> None:
    run = only_run(oha, TEXT)
    assert (value(run, "requests_per_second"), value(run, "duration"), value(run, "availability")) == (
        51850.7664,
        0.0096,
        1,
    )
    assert (value(run, "latency_p99"), value(run, "latency_p99.99"), value(run, "latency_max")) == (
        0.0006,
        0.001,
        0.001,
    )
    assert value(run, "transfer_rate") == pytest.approx(202.54 * 2**20)
    assert (value(run, "connect_time_max"), value(run, "requests_completed"), run.caveats) == (0.0007, 500, ())


def test_a_refused_run_has_a_reason_and_no_result() -> None:
    run = only_run(oha, REFUSED)
    assert (run.status, run.facts["reason"], run.caveats) == ("aborted", "Connection refused (os error 111)", ())
    assert numbers(run) == {("duration", ""): 0.0008, ("requests_failed", ""): 20, ("requests_failed", "refused"): 20}


def test_failed_requests_are_taken_out_of_the_rate() -> None:
    run = only_run(oha, LOST + "  [10] connection closed before message completed\n")
    assert value(run, "requests_per_second") == pytest.approx(51850.7664 * 490 / 500)
    assert (value(run, "requests_failed"), value(run, "requests_failed", "receive")) == (10, 10)
    assert "10 requests without a reply" in run.caveats[0]


def test_what_the_end_of_the_test_cut_off_did_not_fail() -> None:
    run = only_run(oha, LOST + "  [10] aborted due to deadline\n")
    assert value(run, "requests_per_second") == pytest.approx(51850.7664 * 490 / 500)
    assert value(run, "requests_failed") is None


def test_later_versions_choose_the_unit_of_times() -> None:
    newer = TEXT.replace("0.0096 secs", "9.6430 ms").replace("0.0010 secs", "1.0123 ms").replace("| ", "ms | ")
    run = only_run(oha, newer.replace(" secs", " ms"))
    assert (value(run, "duration"), value(run, "latency_max")) == (0.009643, 0.0010123)
    assert (value(run, "latency_p10"), run.caveats, run.status) == (1e-7, (), "complete")


def test_earlier_versions_print_a_fraction_and_other_headings() -> None:
    older = TEXT.replace("100.00%", "1.0000").replace("Response time distribution", "Latency distribution")
    run = only_run(oha, older)
    assert (value(run, "availability"), value(run, "latency_p50")) == (1, 0.0002)


def test_the_parts_of_a_breakdown_are_passed_over() -> None:
    part = TEXT[TEXT.index("Response time histogram") : TEXT.index("\n\n\n")].replace("0.0002", "0.7")
    part = part.replace("histogram:", "histogram (2xx only):").replace("distribution:", "distribution (2xx only):")
    run = only_run(oha, TEXT.replace("\n\n\n", "\n\n" + part + "\n\n\n"))
    assert (numbers(run), run.status) == (numbers(only_run(oha, TEXT)), "complete")


def test_json_reads_as_printed() -> None:
    run = only_run(oha, JSON)
    assert (value(run, "requests_per_second"), value(run, "latency_p99.99")) == (pytest.approx(52083.333), 0.001)
    assert (value(run, "responses", "2xx"), value(run, "responses", "4xx"), value(run, "requests_completed")) == (
        490,
        10,
        500,
    )
    assert (value(run, "reply_rate_mean"), value(run, "reply_rate_min"), value(run, "bytes_body")) == (
        51000.5,
        None,
        2048000,
    )
    assert (value(run, "connect_time_mean"), value(run, "connect_time_mean", "dns"), run.caveats) == (0.0004, None, ())


def test_json_of_a_refused_run_has_a_reason() -> None:
    shown = REPORT | {"statusCodeDistribution": {}, "errorDistribution": {"Connection refused (os error 111)": 500}}
    run = only_run(oha, json.dumps(shown))
    assert (run.status, run.facts["reason"]) == ("aborted", "Connection refused (os error 111)")


def test_what_is_no_percentage_is_passed_over() -> None:
    shown = REPORT | {"latencyPercentiles": {"p500": 1.0, "p99.9": 0.5, "p": 1.0, "p1.2.3": 1.0}}
    assert "latency_p500" not in printable_as_json(oha, json.dumps(shown).encode())
    assert value(only_run(oha, json.dumps(shown)), "latency_p99.9") == 0.5


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(oha, TEXT[: TEXT.index("\x1b[1m\x1b[4mStatus code")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "latency_p99"), value(run, "requests_completed")) == ("aborted", 0.0006, None)
    assert "'Status code distribution:'" in problem.message


def test_a_missing_status_line_is_missed() -> None:
    assert only_run(oha, LOST.replace("\nError distribution:\n", "")).status == "aborted"


def test_numbers_that_contradict_each_other_are_doubted() -> None:
    shown = REPORT | {"summary": REPORT["summary"] | {"requestsPerSec": 31850.0}}  # type: ignore[operator]
    assert "31850" in only_run(oha, json.dumps(shown)).caveats[0]


def test_several_reports_are_several_runs() -> None:
    runs = [item for item in read(oha, TEXT + JSON + REFUSED + TEXT) if isinstance(item, RunRecord)]
    assert [run.status for run in runs] == ["complete", "complete", "aborted", "complete"]


@pytest.mark.parametrize("text", [b"Summary:\n  Total:\t0.3 secs\n", b"Success rate: 3\n", b'{"summary": {"x": 1}}'])
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not oha.sniff(text)


SAMPLES = Samples(
    oha,
    changed=[*REAL, JSON],
    cut=dict.fromkeys((TEXT, REFUSED, JSON), ("requests_per_second", "availability", "bytes_body", "transfer_rate")),
)
