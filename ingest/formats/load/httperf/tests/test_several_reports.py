"""Many runs in one log, and what is printed between or inside the reports."""

from __future__ import annotations

import pytest

from ingest.formats.load.httperf.tests.logs import DEBIAN, ECHO, PLAIN, REPORT, only_run, problems, read, real, runs
from ingest.tests.reports import LOGS, numbers, value


def test_a_sweep_is_a_run_for_each_rate() -> None:
    sweep = "".join(PLAIN.replace("--rate=200", f"--rate={rate}") for rate in (100, 200, 300))
    assert [(run.facts["rate_planned"], run.line) for run in runs(sweep)] == [(100, 1), (200, 24), (300, 47)]


def test_reports_without_any_command_are_runs() -> None:
    assert [run.line for run in runs(REPORT + REPORT + "\n" + REPORT)] == [1, 21, 42]


def test_the_runs_of_autobench_are_read_once() -> None:
    all_runs = runs(real(f"{DEBIAN}/autobench-stdout.log"))
    assert [(run.facts["rate_planned"], run.line) for run in all_runs] == [(20, 3), (40, 29)]
    assert [value(run, "reply_rate_mean") for run in all_runs] == [99.9, None]


@pytest.mark.parametrize("end", [len(ECHO), PLAIN.index("Request rate"), len(PLAIN)])
def test_another_tools_report_ends_our_own(end: int) -> None:
    ab = (LOGS / "ab" / "2.4.71-debian12" / "small-n2.log").read_text()
    before, after = read(PLAIN[:end]), read(PLAIN[:end] + ab + "Session: avg 9.00 connections/session\n" + REPORT)
    assert (before[0], "command" in runs(PLAIN[:end] + ab + REPORT)[1].facts) == (after[0], False)


def test_a_page_that_httperf_prints_is_no_other_tools_report() -> None:
    log = PLAIN.replace(" --num-conns", " --print-reply=body --num-conns", 1)
    echo, newline, rest = log.partition("\n")
    run = only_run(f"{echo}{newline}RH0: HTTP/1.1 200 OK\nServer Software:        nginx\n{rest}")
    assert (run.status, run.line) == ("complete", 1)
    assert value(run, "requests_per_second") == value(only_run(PLAIN), "requests_per_second")


def test_verbose_noise_is_passed_over() -> None:
    dump = "SH0:GET / HTTP/1.1\nRB0:Total: connections 9 requests 9 replies 9 test-duration 1.000 s\nRB0:Summary:\n"
    noise = dump + "reply-rate = 200.0   \nhttperf: maximum number of open descriptors = 1024\n[0.999747 s] 200=100\n"
    assert numbers(only_run(PLAIN.replace("Maximum", noise + "Maximum"))) == numbers(only_run(PLAIN))
    assert problems(real(f"{DEBIAN}/verbose-vv-histogram.log")) == []


def test_a_report_across_two_pieces_is_one_run() -> None:
    long = PLAIN * 1200
    assert {(run.status, len(run.measurements)) for run in runs(long)} == {("complete", 40)}
    assert [run.line for run in runs(long)] == [1 + 23 * place for place in range(1200)]
