"""What the k6 parser reads, doubts and refuses. The real logs are in fixtures/logs/k6/."""

from __future__ import annotations

import io
import json
from itertools import zip_longest
from typing import Any

import pytest

from ingest.formats import formats
from ingest.formats.kit.pasted.by_turns import BY_TURNS
from ingest.pipeline import identify
from ingest.pipeline.reading import reassembly
from ingest.records import Problem, RunRecord
from ingest.tests.growth import cpu_growth
from ingest.tests.reports import LOGS, Samples, numbers, only_run, printable_as_json, read, value

k6 = formats()["k6"]

REAL = sorted(path for path in (LOGS / "k6").rglob("*.*") if path.suffix in (".log", ".json"))
OLD = (LOGS / "k6/0.50.0/stdout-summary.log").read_text("utf-8")
MIXED = (LOGS / "k6/0.50.0/stdout-mixed-status-threshold.log").read_text("utf-8")
NEW = (LOGS / "k6/1.x/stdout-summary.log").read_text("utf-8")
FULL = (LOGS / "k6/1.x/stdout-summary-full.log").read_text("utf-8")
NEW_MIXED = (LOGS / "k6/1.x/stdout-mixed-status.log").read_text("utf-8")
EXPORT = (LOGS / "k6/0.50.0/summary-export.json").read_text("utf-8")
RUNNING = "running (0m02.1s), 0/5 VUs, 178 complete and 0 interrupted iterations\ndefault ✓ [ 100% ] 5 VUs  2s\n"


def handled() -> dict[str, Any]:
    """What handleSummary gets for the test of EXPORT."""
    metrics: dict[str, Any] = {}
    for name, shown in json.loads(EXPORT)["metrics"].items():
        values = {("rate" if key == "value" and "passes" in shown else key): item for key, item in shown.items()}
        values.pop("thresholds", None)
        metrics[name] = {"type": "trend", "contains": "time", "values": values}
    metrics["http_req_duration"]["thresholds"] = {"p(95)<500": {"ok": True}, "p(95)<5": {"ok": False}}
    return {"options": {"summaryTrendStats": []}, "state": {"testRunDurationMs": 2069.5}, "metrics": metrics}


def test_a_summary_of_0_50_reads_as_printed() -> None:
    run = only_run(k6, OLD)
    assert (value(run, "requests_per_second"), value(run, "requests_completed")) == (86.010196, 178)
    assert (value(run, "latency_mean"), value(run, "latency_median"), value(run, "latency_p95")) == (
        0.05506,
        0.03662,
        0.17064,
    )
    assert (value(run, "first_byte_time_max"), value(run, "connect_time_mean", "blocked")) == (0.38347, 0.00162)
    assert (value(run, "bytes_received"), value(run, "transfer_rate_sent"), value(run, "requests_failed")) == (
        15000,
        7000,
        0,
    )
    assert (value(run, "availability", "checks"), run.facts["concurrency"], run.caveats) == (1, 5, ())


def test_a_summary_of_1_reads_as_printed() -> None:
    run = only_run(k6, NEW)
    assert (value(run, "requests_per_second"), value(run, "requests_completed")) == (93.723665, 196)
    assert (value(run, "latency_min"), value(run, "latency_p90"), value(run, "latency_max")) == (
        0.0008417,
        0.12316,
        0.40208,
    )
    assert (value(run, "transfer_rate"), value(run, "concurrency_peak"), run.status) == (7900, 5, "complete")


def test_a_full_summary_has_the_parts_of_a_request() -> None:
    run = only_run(k6, FULL)
    assert (value(run, "transfer_time_mean"), value(run, "transfer_time_mean", "request")) == (194.15e-6, 65.58e-6)
    assert value(run, "connect_time_mean", "tls") is None


def test_requests_with_the_expected_response_are_a_part() -> None:
    run = only_run(k6, NEW_MIXED)
    assert (value(run, "latency_mean"), value(run, "latency_mean", "expected_response:true")) == (0.00152, 0.00153)


@pytest.mark.parametrize(("text", "failed"), [(MIXED, 708), (NEW_MIXED, 3161)])
def test_failures_are_what_is_true_of_http_req_failed(text: str, failed: int) -> None:
    run = only_run(k6, text)
    assert value(run, "requests_failed") == failed
    assert f"{failed} failed requests" in run.caveats[0]


def test_both_kinds_of_json_read_as_the_text() -> None:
    flat, nested = only_run(k6, EXPORT), only_run(k6, json.dumps(handled(), indent=2))
    assert value(flat, "latency_p95") == value(nested, "latency_p95") == pytest.approx(0.17064461325)
    assert value(flat, "requests_per_second") == value(nested, "requests_per_second") == pytest.approx(86.0101956)
    assert value(flat, "availability", "checks") == value(nested, "availability", "checks") == 1
    assert (value(flat, "connect_time_mean", "tls"), value(nested, "duration")) == (None, 2.0695)
    assert set(numbers(flat)) == set(numbers(only_run(k6, OLD))) == set(numbers(nested)) - {("duration", "")}


def test_false_means_met_in_an_export_and_unmet_in_a_summary() -> None:
    assert only_run(k6, EXPORT).caveats == ()
    assert only_run(k6, EXPORT.replace('500": false', '500": true')).caveats[0].endswith("http_req_duration p(95)<500.")
    assert only_run(k6, json.dumps(handled())).caveats == (
        "A threshold of this k6 test was not met: http_req_duration p(95)<5.",
    )


def test_thresholds_that_were_not_met_are_said() -> None:
    assert "http_req_duration" in only_run(k6, OLD.replace("✓ http_req_duration", "✗ http_req_duration")).caveats[0]
    assert "'p(95)<500'" in only_run(k6, NEW.replace("✓ 'p(95)", "✗ 'p(95)")).caveats[0]


def test_the_lines_before_tell_the_setup_and_the_duration() -> None:
    intro = (
        "  scenarios: (100.00%) 1 scenario, 5 max VUs, 32s max duration\n  * default: 5 looping VUs for 2s (grace\n\n"
    )
    run = only_run(k6, intro + RUNNING + OLD)
    assert (run.facts["duration_planned"], value(run, "duration"), run.line) == (2, 2.1, 4)
    assert numbers(only_run(k6, NEW + RUNNING)) == numbers(only_run(k6, NEW)) | {("duration", ""): 2.1}


def test_a_refused_test_has_a_reason_and_no_result() -> None:
    text = OLD.replace("0.00%   ✓ 0         ✗ 178", "100.00% ✓ 178       ✗ 0").replace("15 kB   7.2 kB/s", "0 B  0 B/s")
    run = only_run(k6, text)
    assert (run.status, run.facts["reason"]) == ("aborted", "none of 178 requests got a reply")
    assert {metric for metric, _ in numbers(run)} == {"requests_failed"}


def test_a_test_that_was_stopped_is_interrupted() -> None:
    text = (
        RUNNING
        + 'time="2026" level=error msg="test run was aborted because k6 received a \'interrupt\' signal"\n'
        + OLD
    )
    run = only_run(k6, text)
    assert (run.status, "interrupt" in str(run.facts["reason"])) == ("interrupted", True)


def test_many_thresholds_take_linear_time() -> None:
    def doubts_of(count: int) -> None:
        metrics = {f"a{{b:{n}}}": {"avg": 1.5, "thresholds": {f"p(95)<{n}": True}} for n in range(count)}
        assert len(only_run(k6, json.dumps({"root_group": {}, "metrics": metrics})).caveats) == count

    assert cpu_growth(doubts_of, 1000, 8000) < 4


def test_a_number_beyond_all_numbers_is_absent() -> None:
    assert "concurrency" not in only_run(k6, EXPORT.replace('"value": 5', '"value": 1e400')).facts


def test_what_is_no_percentile_is_passed_over() -> None:
    assert "p(995)" in (log := EXPORT.replace('"p(95)":', '"p(995)":'))
    assert "p995" not in printable_as_json(k6, log.encode())


def test_progress_without_a_summary_is_an_aborted_test() -> None:
    run, problem = read(k6, RUNNING)
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, "'http_reqs'" in problem.message) == ("aborted", True)


def test_half_a_summary_says_where_it_stops() -> None:
    run, problem = read(k6, NEW[: NEW.index("    EXECUTION")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "requests_completed")) == ("aborted", 196)
    assert "'data_sent'" in problem.message


def test_results_of_groups_are_passed_over() -> None:
    group = (
        "  █ GROUP: shop\n\n    HTTP\n    http_req_duration..............: avg=9s min=9s\n    http_reqs....: 1 1/s\n\n"
    )
    assert numbers(only_run(k6, NEW + group)) == numbers(only_run(k6, NEW))


def test_several_summaries_are_several_runs() -> None:
    runs = [item for item in read(k6, OLD + NEW + EXPORT + RUNNING + MIXED + FULL) if isinstance(item, RunRecord)]
    assert [value(run, "requests_completed") for run in runs] == [178, 196, 178, 1181, 220]
    assert [run.status for run in runs] == ["complete"] * 5


SAMPLE = b'{"type":"Metric","data":{"name":"http_reqs","type":"counter"},"metric":"http_reqs"}\n'


@pytest.mark.parametrize(
    "text", [SAMPLE, b"metric_name,timestamp,metric_value\nhttp_reqs,1,1.0\n", b'{"metrics": {"cpu": 1}}']
)
def test_other_text_is_not_taken_for_a_summary(text: bytes) -> None:
    assert not k6.sniff(text)


ALL = [path.read_text("utf-8") for path in REAL] + [json.dumps(handled(), indent=2)]


DURATION = "http_req_duration..............: "


@pytest.mark.parametrize(
    ("left", "is_told"), [("p(95)=1.71ms", False), ("p(95)=1.71m", True), ("p(95)=1.7", True), ("count=60", False)]
)
def test_a_time_that_lost_its_unit_is_no_other_time(left: str, is_told: bool) -> None:
    line = next(line for line in NEW.split("\n") if DURATION.strip() in line)
    items = list(k6.parse(io.BytesIO(NEW.replace(line, line[: line.index("p(95)=")] + left).encode())))
    (run,) = [item for item in items if isinstance(item, RunRecord)]
    assert any(isinstance(item, Problem) for item in items) is is_told
    assert numbers(run).get(("latency_p95", "")) == (0.00171 if left == "p(95)=1.71ms" else None)


@pytest.mark.parametrize(
    ("printed", "changed"),
    [
        ("0.00% 0 out of 196", "0.00% O out of 196"),
        ("min=5        max=5", "min=S        max=5"),
        ("5     min=5", "x     min=5"),
    ],
)
def test_a_count_that_cannot_be_read_any_more_is_told(printed: str, changed: str) -> None:
    log = next((LOGS / "k6").rglob("stdout-summary.log")).read_text()
    assert printed in log
    entries = list(k6.parse(io.BytesIO(log.replace(printed, changed, 1).encode())))
    assert any(isinstance(entry, Problem) for entry in entries)


SAMPLES = Samples(k6, changed=REAL, cut=dict.fromkeys(REAL, ()))


def test_the_checks_of_the_next_test_are_not_those_of_the_one_before() -> None:
    """Metrics are sorted: a test without checks begins with what was received."""
    without = "".join(line for line in OLD.splitlines(keepends=True) if "checks" not in line)
    first, second = (record for record in read(k6, without + OLD) if isinstance(record, RunRecord))
    assert (value(first, "availability", "checks"), first.status) == (None, "complete")
    assert numbers(second) == numbers(only_run(k6, OLD))


@pytest.mark.parametrize("other", [OLD, NEW])
@pytest.mark.parametrize("one", [OLD, NEW])
def test_two_summaries_line_by_line_are_no_run(one: str, other: str) -> None:
    pairs = zip_longest(one.splitlines(), other.splitlines())
    records = read(k6, "".join(f"{line}\n" for pair in pairs for line in pair if line is not None))
    assert {record.message for record in records if isinstance(record, Problem)} >= {BY_TURNS}
    assert not any(isinstance(record, RunRecord) and record.status == "complete" for record in records)


@pytest.mark.parametrize("other", [OLD, MIXED, NEW, NEW_MIXED, FULL])
@pytest.mark.parametrize("one", [OLD, MIXED, NEW, NEW_MIXED, FULL])
def test_each_of_two_summaries_says_what_it_says_alone(one: str, other: str) -> None:
    runs = [record for record in read(k6, one + other) if isinstance(record, RunRecord)]
    assert [numbers(run) for run in runs] == [numbers(only_run(k6, one)), numbers(only_run(k6, other))]


def test_metrics_of_a_script_stand_in_any_order() -> None:
    own = OLD.replace(
        "     data_sent", "     Waiting_room...................: 5      min=5        max=5\n     data_sent"
    )
    assert numbers(only_run(k6, own)) == numbers(only_run(k6, OLD))


AB = (LOGS / "ab/1.1-apache1.3.0/length-failures.log").read_text("utf-8")


@pytest.mark.parametrize("summary", [OLD, MIXED, NEW, FULL])
def test_a_summary_line_by_line_with_a_report_of_ab_is_read_and_says_so(summary: str) -> None:
    pairs = zip_longest(summary.splitlines(), AB.splitlines(), fillvalue="")
    log = "".join(f"{line}\n" for pair in pairs for line in pair)
    items = [item.what for item in identify.read(io.BytesIO(log.encode()))]
    runs = {item.tool: item for item in items if isinstance(item, RunRecord)}
    assert set(runs) == {"ab", "k6"}
    alone = only_run(k6, summary)
    assert (numbers(runs["k6"]), runs["k6"].status) == (numbers(alone), "complete")
    assert runs["k6"].caveats == (*alone.caveats, reassembly.MIXED)
    assert not [item for item in items if isinstance(item, Problem)], "the other lines are those of ab"


def test_two_lines_that_somebody_quotes_with_words_between_them_are_no_summary() -> None:
    line = next(line for line in OLD.splitlines() if "http_reqs." in line)
    assert not k6.sniff(f"Before:\n{line}\nAfter:\n{line}\nBetter!\n".encode())
