"""What the wrk parser reads, doubts and refuses. The real logs are in fixtures/logs/wrk/."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord
from ingest.tests.reports import CHANGES as ANY_TOOLS
from ingest.tests.reports import LOGS, REDRAWN, numbers, value

CHANGES = ANY_TOOLS | REDRAWN

wrk = formats()["wrk"]

REAL = sorted((LOGS / "wrk").rglob("*.log"))
ALONE = [path for path in REAL if path.parent.name != "derived"]
NAMES = [f"{path.parent.name}/{path.name}" for path in ALONE]
FOREIGN = [path for path in sorted(LOGS.rglob("*.log")) if "wrk" not in path.parts and "mixed-tools" not in path.name]


def real(name: str) -> str:
    return (LOGS / "wrk" / name).read_text()


WRK = real("4.1.0-debian12/latency.log")
WRK2 = real("wrk2/u_latency.log")


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(wrk.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def only_run(log: str | bytes) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "wrk", read(log))), allow_nan=False)


# Known values.

KNOWN = {
    ("4.1.0-debian12/latency.log", "requests_per_second"): 19775.92,
    ("4.1.0-debian12/latency.log", "latency_p50"): 0.000287,
    ("4.1.0-debian12/latency.log", "latency_p75"): 0.00107,
    ("4.1.0-debian12/latency.log", "latency_mean"): 0.00087,
    ("4.1.0-debian12/latency.log", "transfer_rate"): 81.78 * 1024**2,
    ("4.1.0-debian12/big.log", "bytes_received"): 1.2 * 1024**3,
    ("4.1.0-debian12/big.log", "duration"): 3.06,
    ("wrk2/latency.log", "latency_p99.9"): 0.01329,
    ("wrk2/overload.log", "latency_p50"): 10.44,
    ("wrk2/overload.log", "requests_completed"): 1115,
}


@pytest.mark.parametrize(("name", "metric"), KNOWN)
def test_the_numbers_are_those_of_the_log(name: str, metric: str) -> None:
    assert value(only_run(real(name)), metric) == pytest.approx(KNOWN[name, metric])


def test_every_number_remembers_its_line() -> None:
    for path in REAL:
        text = path.read_text().split("\n")
        for run in read(path.read_bytes()):
            for number in run.measurements if isinstance(run, RunRecord) else ():
                assert any(digit in text[number.line - 1] for digit in "0123456789"), (path, number)


def test_the_setup_of_a_run() -> None:
    facts = only_run(WRK).facts
    assert (facts["threads"], facts["concurrency"], facts["duration_planned"]) == (2, 10, 3)
    assert (facts["host"], facts["port"], facts["path"], facts["tls"]) == ("127.0.0.1", 18080, "/4k.html", False)


def test_wrk2_is_told_by_what_it_prints() -> None:
    assert only_run(real("wrk2/plain.log")).tool == "wrk2"
    assert only_run(WRK).tool == "wrk"


def test_wrk2_prints_its_mean_with_more_digits_below_the_spectrum() -> None:
    run = only_run(real("wrk2/latency.log"))
    assert (value(run, "latency_mean"), value(run, "latency_max")) == (0.001328, 0.014016)


def test_uncorrected_latencies_stand_beside_the_recorded_ones() -> None:
    run = only_run(WRK2)
    assert (value(run, "latency_p50"), value(run, "latency_p50", "uncorrected")) == (1.04, 0.03523)
    assert value(run, "latency_mean", "uncorrected") == 0.050198


def test_the_rates_of_single_threads_are_not_the_runs() -> None:
    assert value(only_run(WRK), "reply_rate_mean", "thread") == 9960


def test_a_row_that_is_no_number_is_absent() -> None:
    assert value(only_run(real("wrk2/overload.log")), "reply_rate_mean", "thread") is None


def test_socket_errors_have_kinds() -> None:
    errors = "  Socket errors: connect 0, read 12, write 3, timeout 4\n"
    run = only_run(WRK.replace("Requests/sec", errors + "Requests/sec"))
    assert [value(run, "requests_failed", kind) for kind in ("connect", "receive", "write", "timeout")] == [0, 12, 3, 4]


def test_bad_replies_are_counted_without_redirects() -> None:
    assert value(only_run(real("wrk2/non2xx.log")), "responses", "non_2xx_3xx") == 720


@pytest.mark.parametrize("options", ["-t9 -c10", "-t2 -c99", "-c10 -t2 -d3s --header x http://staging/", "-t4"])
def test_a_command_that_the_report_contradicts_is_of_another_run(options: str) -> None:
    assert only_run(f"$ wrk {options}\n{WRK}").facts == only_run(WRK).facts
    facts = only_run(f"$ wrk {options} $OPTIONS\n{WRK}").facts
    assert (facts["threads"], facts["command"]) == (2, f"wrk {options} $OPTIONS")


def test_an_echoed_command_tells_the_rate() -> None:
    command = "wrk -t2 -c10 -d90s -R2000 http://127.0.0.1:18080/4k.html"
    run = only_run(f"user@host:~$ {command}\n" + WRK.replace("3s test", "2m test"))
    assert (run.tool, run.line, run.facts["rate_planned"], run.facts["duration_planned"]) == ("wrk2", 1, 2000, 90)
    assert value(run, "requests_per_second_offered") == 2000


def test_wrk_1_says_how_many_requests_it_makes() -> None:
    run = only_run(WRK.replace("Running 3s test @", "Making 59565 requests to"))
    assert (run.facts["requests_planned"], run.facts["path"], run.status) == (59565, "/4k.html", "complete")


def test_minutes_are_rounded_by_wrk() -> None:
    run = only_run(WRK.replace("3s test", "2m test").replace("in 3.01s", "in 1.50m"))
    assert (run.status, value(run, "duration"), run.facts.get("duration_planned")) == ("complete", 90, None)


# What contradicts itself.


def test_a_real_log_needs_no_doubt() -> None:
    doubted = [name for name in NAMES if only_run(real(name)).caveats]
    assert doubted == ["4.1.0-debian12/timeouts.log"]


def test_a_rate_that_is_not_requests_over_time_is_doubted() -> None:
    run = only_run(WRK.replace("19775.92", "29775.92"))
    assert value(run, "requests_per_second") == 29775.92
    assert "29775.9" in run.caveats[0]


def test_percentiles_that_fall_are_doubted() -> None:
    assert any("fall" in caveat for caveat in only_run(WRK.replace("1.07ms", "9.07ms")).caveats)


def test_without_requests_there_are_no_latencies() -> None:
    run = only_run(real("4.1.0-debian12/timeouts.log"))
    assert (value(run, "requests_completed"), value(run, "requests_per_second")) == (0, None)
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")
    assert value(run, "latency_mean") is value(run, "latency_p50") is None


# Runs without a result.


def test_a_refused_connection_is_an_aborted_run() -> None:
    run = only_run(real("4.1.0-debian12/refused.log"))
    assert (run.status, run.measurements) == ("aborted", ())
    assert run.facts["reason"] == "unable to connect to 127.0.0.1:18999 Connection refused"


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(WRK[: WRK.index("Requests/sec")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "requests_completed")) == ("aborted", 59565)
    assert (problem.line, "'Requests/sec'" in problem.message) == (11, True)


@pytest.mark.parametrize("text", [WRK, real("wrk2/non2xx.log")], ids=["wrk", "wrk2"])
def test_a_number_cut_in_the_middle_is_not_read(text: str) -> None:
    whole = set(numbers(only_run(text)).items()) | set(
        {("latency_mean", ""): 0.00171, ("latency_stddev", ""): 0.00101, ("latency_max", ""): 0.00564}.items()
    )
    for end in range(1, len(text) - 1):
        for run in read(text[:end]):
            if isinstance(run, RunRecord):
                assert set(numbers(run).items()) <= whole, text[:end][-60:]
                assert run.status == "aborted"


def test_a_run_much_shorter_than_planned_was_interrupted() -> None:
    run = only_run(WRK.replace("Running 3s", "Running 30s"))
    assert (run.status, run.facts["reason"]) == ("interrupted", "it ended after 3.01 s of the 30 s planned")


# How files get changed on their way here.


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_changed_file_says_the_same(change: str, name: str) -> None:
    before, after = only_run(real(name)), only_run(CHANGES[change](real(name)))
    assert (after.measurements, after.facts, after.status) == (before.measurements, before.facts, before.status)


def test_several_reports_in_one_file_are_several_runs() -> None:
    items = read(WRK + WRK2 + WRK + real("4.1.0-debian12/refused.log") + WRK)
    assert [item.tool for item in items if isinstance(item, RunRecord)] == ["wrk", "wrk2", "wrk", "wrk", "wrk"]
    assert not [item for item in items if isinstance(item, Problem)]


def test_a_report_ends_where_another_tools_begins() -> None:
    run, problem = read(WRK[: WRK.index("Requests/sec")] + "Summary:\n  Requests/sec:\t6858.72\n")
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert value(run, "requests_per_second") is None


def test_what_a_script_prints_after_the_report_is_not_the_reports() -> None:
    after = "------\nlatency p50 3\nRequests/sec: 1.00\n     50%    1.00s\n"
    assert numbers(only_run(WRK + after)) == numbers(only_run(WRK))


# What is a wrk log.


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_recognised_however_early_it_breaks_off(name: str) -> None:
    lines = real(name).encode().splitlines(keepends=True)
    assert all(wrk.sniff(b"".join(lines[:end])) for end in range(1, len(lines) + 1))


@pytest.mark.parametrize("path", FOREIGN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_other_tools_logs_are_not_wrks(path: Path) -> None:
    assert not wrk.sniff(path.read_bytes())
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"Running 10s test @ http://localhost:3000\n10 connections\n\n",
        b"We are Running 3s test @ home.\n",
        b"bash: wrk: command not found\n",
        b"1.2.3.4 - unable to connect to the host\n",
        b"",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not wrk.sniff(text)
    assert read(text) == []


HEADS = ["", WRK[: WRK.index("Requests/sec")], WRK2[: WRK2.index("       0.056") if "       0.056" in WRK2 else 700]]


@pytest.mark.parametrize(
    "line", ["Latency  ", "Req/Sec", "75%", "99%", "threads and", "requests in", "Requests/sec", "Transfer/sec"]
)
@pytest.mark.parametrize("sign", ["l", "X", "?"])
def test_a_number_that_cannot_be_read_any_more_is_told(line: str, sign: str) -> None:
    log = real("4.1.0-debian12/latency.log")
    whole = next(one for one in log.splitlines() if line in one)
    damaged = re.sub(r"\d(?=\.\d| thr| req|%)", sign, whole, count=1)
    entries = list(wrk.parse(io.BytesIO(log.replace(whole, damaged).encode())))
    assert damaged != whole
    assert any(isinstance(item, Problem) for item in entries)


@pytest.mark.parametrize("between", ["\t", " " * 20 + "|" + "\t"])
def test_two_reports_side_by_side_are_told(between: str) -> None:
    log = real("4.1.0-debian12/latency.log")
    beside = "".join(f"{line}{between}{line}\n" for line in log.splitlines())
    problems = [item for item in wrk.parse(io.BytesIO(beside.encode())) if isinstance(item, Problem)]
    assert any("Requests/sec" in problem.excerpt for problem in problems)
