"""What is read from the rows of ab -g. The real logs are in fixtures/logs/ab_requests/."""

from __future__ import annotations

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.test_per_request import HEADER, ab_log, ab_row, histogram, only_run, runs, value

ab_requests = formats()["ab_requests"]

LOGS = ROOT / "fixtures" / "logs" / "ab_requests"
OLD = (LOGS / "2.0.41-dev-httpd2.0.64" / "gnuplot.tsv").read_text()
SLOW = (LOGS / "2.4.71-debian12" / "slow-n2000-c10.tsv").read_text()

#: what ab itself printed of the same run, in its report
AB_SAID = {
    "requests_completed": 2000,
    "latency_mean": 0.013,
    "latency_stddev": 0.0124,
    "latency_median": 0.009,
    "latency_max": 0.096,
    "latency_p50": 0.009,
    "latency_p75": 0.018,
    "latency_p90": 0.029,
    "latency_p99": 0.060,
    "processing_time_stddev": 0.0124,
    "first_byte_time_max": 0.096,
    "connect_time_max": 0.001,
}


@pytest.mark.parametrize("metric", AB_SAID)
def test_the_rows_say_what_ab_itself_said_of_the_run(metric: str) -> None:
    assert value(only_run(ab_requests, SLOW), metric) == pytest.approx(AB_SAID[metric], abs=0.00006)


def test_a_histogram_counts_every_request_once() -> None:
    run = only_run(ab_requests, SLOW)
    assert sum(histogram(run).values()) == 2000
    assert histogram(run)["0.1"] == 2  # 92 and 96 ms


def test_microseconds_of_old_versions_give_the_rate() -> None:
    run = only_run(ab_requests, OLD)
    assert run.facts["started_at"] == "2026-11-21T01:10:40.956895+00:00"
    assert value(run, "duration") == pytest.approx(0.022191)
    assert value(run, "requests_per_second") == pytest.approx(120 / 0.022191)


def test_whole_seconds_give_no_rate_of_a_short_run() -> None:
    run = only_run(ab_requests, SLOW)
    assert (value(run, "duration"), value(run, "requests_per_second")) == (None, None)
    assert run.caveats == ("Start times are printed in steps of 1 s: too coarse for the rate of so short a run.",)


def test_whole_seconds_give_the_rate_of_a_long_run_in_any_order_of_rows() -> None:
    log = HEADER + ab_row(10, 1795223215 + 200) + ab_row(20, 1795223215) + ab_row(30, 1795223215 + 100)
    run = only_run(ab_requests, log)
    assert value(run, "duration") == pytest.approx(200.011)
    assert "3 requests in the 200.011 s" in run.caveats[0]
    assert run.facts["started_at"] == "2026-11-21T01:06:55+00:00"


def test_a_start_of_zero_was_not_measured() -> None:
    run = only_run(ab_requests, HEADER + ab_row(1, 0))
    assert ("started_at" in run.facts, value(run, "requests_completed")) == (False, 1)


@pytest.mark.parametrize("place", range(1, 5))
def test_it_is_recognised_however_few_rows_are_left(place: int) -> None:
    assert ab_requests.sniff("".join(OLD.splitlines(keepends=True)[:place]).encode())


def test_it_is_recognised_after_other_text_but_not_without_its_header() -> None:
    assert ab_requests.sniff(b"ab said:\n> " + OLD.encode())
    assert not ab_requests.sniff(OLD[len(HEADER) :].encode())


def test_rows_of_two_runs_in_one_file_stay_apart() -> None:
    assert [value(run, "requests_completed") for run in runs(ab_requests, OLD + SLOW + ab_log([1]))] == [120, 2000, 1]
