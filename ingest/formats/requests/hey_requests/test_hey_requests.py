"""What is read from hey's CSV. No file of hey itself was at hand: see fixtures/logs/hey_requests/*/ORIGIN."""

from __future__ import annotations

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.hey_requests.parser import NO_FAILURES
from ingest.formats.requests.test_per_request import only_run, problems, runs, value

hey_requests = formats()["hey_requests"]

LOGS = ROOT / "fixtures" / "logs" / "hey_requests" / "made-by-hand"
NEW, OLD = (LOGS / "v0.1.5.csv").read_text(), (LOGS / "old-six-columns.csv").read_text()
LATENCIES = sorted(float(line.split(",")[0]) for line in NEW.splitlines()[1:])


def test_latencies_are_those_of_the_rows() -> None:
    run = only_run(hey_requests, NEW)
    assert value(run, "latency_mean") == pytest.approx(sum(LATENCIES) / 300)
    assert (value(run, "latency_p50"), value(run, "latency_p99")) == (LATENCIES[149], LATENCIES[296])


def test_offsets_give_the_rate() -> None:
    run = only_run(hey_requests, NEW)
    assert value(run, "duration") == 3.0016
    assert value(run, "requests_per_second") == pytest.approx(300 / 3.0016)
    assert [value(run, "responses", item) for item in ("2xx", "5xx")] == [295, 5]


def test_a_connect_time_of_zero_was_not_measured() -> None:
    assert value(only_run(hey_requests, NEW), "connect_time_mean") == 0.0012


def test_older_columns_give_times_but_no_rate() -> None:
    run = only_run(hey_requests, OLD)
    assert value(run, "latency_max") == 0.0087
    assert (value(run, "duration"), value(run, "responses", "2xx")) == (None, None)


def test_what_hey_does_not_write_is_said() -> None:
    assert only_run(hey_requests, OLD).caveats == (NO_FAILURES,)


def test_nothing_that_is_no_number_is_a_time() -> None:
    (problem,) = problems(hey_requests, OLD.replace("0.0031", "NaN"))
    assert (problem.line, "'NaN'" in problem.message) == (3, True)


def test_two_runs_in_one_file_stay_apart() -> None:
    assert [value(run, "requests_completed") for run in runs(hey_requests, NEW + OLD)] == [300, 3]


@pytest.mark.parametrize("whole", [NEW, OLD])
def test_it_is_recognised_however_few_rows_are_left(whole: str) -> None:
    lines = whole.splitlines(keepends=True)
    assert all(hey_requests.sniff("".join(lines[:place]).encode()) for place in range(1, len(lines)))
