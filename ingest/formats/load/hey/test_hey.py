"""What the hey parser reads, corrects, doubts and refuses. The real logs are in fixtures/logs/hey/."""

from __future__ import annotations

import pytest

from ingest.formats import formats
from ingest.formats.kit import report_scanner
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS, Samples, numbers, only_run, printable_as_json, read, value

hey = formats()["hey"]

REAL = sorted((LOGS / "hey").rglob("*.log"))


TLS = (LOGS / "hey/0.1.5/tls.log").read_text("utf-8")
RESET = (LOGS / "hey/0.1.5/errors-reset.log").read_text("utf-8")
MIXED = (LOGS / "hey/0.1.5/status-mixed.log").read_text("utf-8")
REFUSED = (LOGS / "hey/0.1.5/refused.log").read_text("utf-8")


def test_a_summary_reads_as_printed() -> None:
    run = only_run(hey, TLS)
    assert (value(run, "requests_per_second"), value(run, "duration")) == (2676.6046, 0.0374)
    assert (value(run, "latency_mean"), value(run, "latency_p95"), value(run, "latency_max")) == (
        0.0018,
        0.0108,
        0.0229,
    )
    assert (value(run, "connect_time_max"), value(run, "connect_time_max", "dns")) == (0.0124, 0.0025)
    assert (value(run, "bytes_body"), value(run, "requests_completed"), run.caveats) == (409600, 100, ())


def test_replies_are_counted_by_class() -> None:
    run = only_run(hey, MIXED)
    assert [value(run, "responses", item) for item in ("2xx", "3xx", "4xx", "5xx")] == [40, 40, 40, 80]


def test_failed_requests_are_taken_out_of_the_rate() -> None:
    run = only_run(hey, RESET)
    (rate,) = [number for number in run.measurements if number.metric == "requests_per_second"]
    assert (rate.value, rate.printed) == (pytest.approx(1189.1847 * 270 / 300), "1189.1847")
    assert (value(run, "requests_failed"), value(run, "requests_failed", "reset")) == (30, 30)
    assert "30 failed requests" in run.caveats[0]


def test_an_error_tells_what_was_asked() -> None:
    facts = only_run(hey, RESET).facts
    assert (facts["url"], facts["method"], facts["port"]) == ("http://127.0.0.1:18088/", "GET", 18088)


def test_a_refused_run_has_a_reason_and_no_result() -> None:
    run = only_run(hey, REFUSED)
    assert (run.status, "connection refused" in str(run.facts["reason"])) == ("aborted", True)
    assert set(numbers(run)) == {("duration", ""), ("requests_failed", ""), ("requests_failed", "refused")}


def test_zeros_where_no_name_was_looked_up_are_absent() -> None:
    assert value(only_run(hey, MIXED), "connect_time_mean", "dns") is None


def test_the_echoed_command_tells_what_was_asked() -> None:
    run = only_run(hey, "user@host:~$ hey -n 100 -c=5 -z 1m30s https://localhost:18443/4k.html\n" + TLS)
    assert (run.facts["requests_planned"], run.facts["concurrency"], run.facts["duration_planned"]) == (100, 5, 90)
    assert (run.facts["url"], run.facts["tls"]) == ("https://localhost:18443/4k.html", True)


def test_older_versions_write_one_percent_sign_and_count_replies_only() -> None:
    run = only_run(hey, RESET.replace("%%", "%").replace("1189.1847", "1070.1546"))
    assert (value(run, "latency_p99"), value(run, "requests_per_second"), run.caveats) == (0.0107, 1070.1546, ())


def test_means_of_more_than_a_million_replies_are_put_right() -> None:
    big = TLS.replace("[200]\t100 ", "[200]\t2000000 ").replace("0.0374", "100.0000").replace("2676.6046", "20000.0000")
    run = only_run(hey, big.replace("Average:\t0.0018", "Average:\t0.0036"))
    assert value(run, "latency_mean") == pytest.approx(0.0018)
    assert value(run, "connect_time_mean") is None
    assert any("million" in caveat for caveat in run.caveats)


def test_a_rate_that_stops_at_a_million_is_put_right() -> None:
    big = TLS.replace("[200]\t100 ", "[200]\t2000000 ").replace("0.0374", "100.0000").replace("2676.6046", "10000.0000")
    assert value(only_run(hey, big), "requests_per_second") == pytest.approx(20000)


def test_numbers_that_contradict_each_other_are_doubted() -> None:
    run = only_run(hey, TLS.replace("2676.6046", "2076.6046"))
    assert (value(run, "requests_per_second"), "2076.6" in run.caveats[0]) == (2076.6046, True)


def test_percentiles_that_fall_are_doubted() -> None:
    assert any("fall" in caveat for caveat in only_run(hey, TLS.replace("75%% in 0.0011", "75%% in 0.0911")).caveats)


def test_what_is_no_percentage_is_passed_over() -> None:
    assert "latency_p" not in printable_as_json(hey, TLS.replace("%% in", "0%% in").encode()).replace("latency_max", "")
    assert printable_as_json(hey, TLS.replace("10%% in", "999%% in").encode())


def test_half_a_summary_says_where_it_stops() -> None:
    run, problem = read(hey, TLS[: TLS.index("Details")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "latency_p99")) == ("aborted", 0.0229)
    assert "'Details (average, fastest, slowest):'" in problem.message
    assert problem.line == 34


def test_a_missing_status_line_is_missed() -> None:
    run, problem = read(hey, MIXED[: MIXED.index("  [503]")])
    assert isinstance(run, RunRecord)
    assert (run.status, value(run, "requests_completed")) == ("aborted", None)
    assert isinstance(problem, Problem)


def test_several_summaries_are_several_runs_with_their_own_lines() -> None:
    first, second = (item for item in read(hey, TLS + RESET) if isinstance(item, RunRecord))
    assert second.line == first.line + TLS.count("\n")
    assert numbers(second) == numbers(only_run(hey, RESET))


def test_reports_are_found_across_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_scanner, "PIECE", 700)
    monkeypatch.setattr("benchdb.domain.text.BLOCK", 300)
    monkeypatch.setattr(report_scanner, "MARGIN", 5000)
    runs = read(hey, TLS * 20)
    assert [numbers(run) for run in runs if isinstance(run, RunRecord)] == [numbers(only_run(hey, TLS))] * 20
    assert [run.line for run in runs] == [2 + n * TLS.count("\n") for n in range(20)]


def test_other_tools_are_passed_over() -> None:
    mixed = (LOGS / "ab/2.4.71-debian12/small-n2.log").read_text() + TLS + "Running 3s test @ http://a/\n"
    assert numbers(only_run(hey, mixed)) == numbers(only_run(hey, TLS))


@pytest.mark.parametrize(
    "text", [b"Summary:\n  Success rate:\t100.00%\n", b"Summary: Total: 3 secs\n", b"Total:\t0.1 secs\n"]
)
def test_other_text_is_not_taken_for_a_summary(text: bytes) -> None:
    assert not hey.sniff(text)


SAMPLES = Samples(hey, changed=REAL, cut=dict.fromkeys(REAL, ("requests_per_second",)))
