"""What is read from k6's CSV. The real log, a short one, is in fixtures/logs/k6_requests/."""

from __future__ import annotations

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.test_per_request import only_run, problems, value
from ingest.formats.requests.test_per_request import small_blocks as small_blocks

k6_requests = formats()["k6_requests"]

LOGS = ROOT / "fixtures" / "logs" / "k6_requests"
REAL = (LOGS / "0.50.0" / "out-head.csv").read_text()
HEADER = "metric_name,timestamp,metric_value,error_code,status,extra_tags\n"


def request(second: int | str, ms: float, status: int = 200, connecting: float = 0, code: str = "") -> str:
    failed = int(status == 0 or status >= 400)
    rows = {"http_reqs": 1, "http_req_duration": ms, "http_req_connecting": connecting, "http_req_failed": failed}
    return "".join(f"{name},{second},{number:f},{code},{status},\n" for name, number in rows.items())


def other(second: int, name: str, number: float) -> str:
    return f"{name},{second},{number:f},,,\n"


def test_the_real_log_has_one_request() -> None:
    run = only_run(k6_requests, REAL)
    assert (value(run, "requests_completed"), value(run, "requests_succeeded")) == (1, 1)
    assert value(run, "latency_max") == pytest.approx(0.002140835)
    assert value(run, "connect_time_max") == pytest.approx(0.031471366)
    assert value(run, "first_byte_time_mean") == pytest.approx(0.001882267)
    assert value(run, "transfer_time_mean") == pytest.approx(0.000171548)
    assert value(run, "responses", "2xx") == 1


def test_the_rate_of_a_long_run_goes_by_whole_seconds() -> None:
    log = HEADER + "".join(request(1795225366 + second, 500) for second in range(201))
    run = only_run(k6_requests, log)
    assert value(run, "duration") == pytest.approx(200.5)
    assert "steps of 1 s" in run.caveats[0]
    assert run.facts["started_at"] == "2026-11-21T01:42:46+00:00"


def test_nanoseconds_and_dates_are_moments_too() -> None:
    nano = HEADER + request(1795225366000000000, 1) + request(1795225367000000000, 1)
    assert value(only_run(k6_requests, nano), "duration") == pytest.approx(1.001)
    dates = HEADER + request("2026-11-21T01:42:46Z", 1) + request("2026-11-21T02:45:46+01:00", 1)
    assert value(only_run(k6_requests, dates), "duration") == pytest.approx(180.001)


@pytest.mark.usefixtures("small_blocks")
def test_failures_have_reasons_where_there_was_no_reply() -> None:
    rows = [request(1, 5)] * 300 + [request(2, 60000, 0, code="1050")] * 2 + [request(3, 1, 0, code="1212")]
    run = only_run(k6_requests, HEADER + "".join(rows) + request(3, 4, 503))
    assert [value(run, f"requests_{name}") for name in ("completed", "succeeded", "failed")] == [304, 300, 4]
    assert [value(run, "requests_failed", item) for item in ("timeout", "refused")] == [2, 1]
    assert value(run, "responses", "5xx") == 1


def test_a_connect_time_of_zero_was_not_measured() -> None:
    run = only_run(k6_requests, HEADER + request(1, 5, connecting=2) + request(1, 5))
    assert value(run, "connect_time_mean") == 0.002


@pytest.mark.usefixtures("small_blocks")
def test_metrics_of_the_script_do_no_harm_and_users_are_counted() -> None:
    rows = [other(1, "my_trend", 7), other(1, "vus", 5), other(2, "vus", 3), other(2, "data_received", 2500)]
    run = only_run(k6_requests, HEADER + request(1, 5) * 100 + "".join(rows) + other(3, "late_counter", 1) * 200)
    assert (value(run, "requests_completed"), run.facts["concurrency"]) == (100, 5)
    assert value(run, "bytes_received") == 2500


def test_a_log_that_breaks_off_says_where() -> None:
    cut = HEADER + request(1, 5) + "http_reqs,1,1.0"
    (problem,) = problems(k6_requests, cut)
    assert (only_run(k6_requests, cut).status, problem.line) == ("aborted", 6)


@pytest.mark.parametrize("second", range(1, 12))
def test_it_is_recognised_however_few_rows_are_left(second: int) -> None:
    assert k6_requests.sniff("".join(REAL.splitlines(keepends=True)[:second]).encode())


def test_the_summary_of_k6_is_none_of_it() -> None:
    assert not k6_requests.sniff(b"     http_req_duration..............: avg=55.06ms min=1ms\n")
