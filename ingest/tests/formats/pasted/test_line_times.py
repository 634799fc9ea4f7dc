"""When a load began, by the times that CI systems, containers and loggers put before the lines of its report."""

from __future__ import annotations

import io
import json

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.kit.pasted import line_times
from ingest.formats.kit.pasted.line_times import moment
from ingest.pipeline.identify import read
from ingest.records import RunRecord

#: Of wrk; its load took 10.10 s.
WRK = """Running 10s test @ http://127.0.0.1:8080/
  2 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   136.32us  312.66us   5.35ms   96.84%
    Req/Sec    34.15k     4.78k   42.85k    66.67%
  101725 requests in 10.10s, 15.52MB read
Requests/sec:  10071.78
Transfer/sec:      1.54MB
"""
TERMINAL = ["10:00:00"] * 2 + ["10:00:10"] * 6  #: as wrk prints into one
PIPE = ["10:00:10"] * 8  #: all at once
FIRST = "the time before line 1, the first of its report"
LAST = "the time before line 8, the last of its report, less the duration"


def stamped(form: str, clocks: list[str]) -> str:
    return "".join(form.format(clock, line) + "\n" for clock, line in zip(clocks, WRK.splitlines(), strict=True))


def run_of(log: str) -> RunRecord:
    (run,) = [item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, RunRecord)]
    return run


def start_of(log: str) -> tuple[object, object]:
    facts = run_of(log).facts
    return facts.get("started_at"), facts.get("start_source")


FORMS = {
    "GitHub Actions": "2026-11-20T{}.1234567Z {}",
    "gh run view --log": "bench\tRun the load\t2026-11-20T{}.1234567Z {}",
    "Jenkins": "[2026-11-20T{}.123Z] {}",
    "docker logs -t": "2026-11-20T{}.123456789Z {}",
    "kubectl logs --prefix --timestamps": "[pod/web-6d4b75cb6d-hx2xk/bench] 2026-11-20T{}.123456789Z {}",
    "docker compose logs -t": "bench-1  | 2026-11-20T{}.123456789Z {}",
    "GitLab": "2026-11-20T{}.123456Z 01O {}",
    "the file of a container": "2026-11-20T{}.123456789Z stdout F {}",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_the_first_line_of_a_report_says_when_its_load_began(form: str) -> None:
    start, source = start_of(stamped(form, TERMINAL))
    assert str(start).startswith("2026-11-20T10:00:00.123")
    assert str(start).endswith("+00:00")
    assert source == FIRST


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_a_report_that_was_printed_at_its_end_began_its_duration_before(form: str) -> None:
    start, source = start_of(stamped(form, PIPE))
    assert str(start).startswith("2026-11-20T10:00:00.023")
    assert source == LAST


def test_a_zone_is_heeded_and_none_is_made_up() -> None:
    assert start_of(stamped("2026-11-20T{}+0530 web1 bench[7]: {}", TERMINAL)) == ("2026-11-20T04:30:00+00:00", FIRST)
    assert start_of(stamped("Fri 2026-11-20 {} UTC web1 bench[7]: {}", TERMINAL))[0] == "2026-11-20T10:00:00+00:00"
    assert start_of(stamped("Fri 2026-11-20 {} CET web1 bench[7]: {}", TERMINAL))[0] == "2026-11-20T09:00:00+00:00"
    assert start_of(stamped("Fri 2026-11-20 {} CST web1 bench[7]: {}", TERMINAL)) == (None, None)
    without = f"{FIRST}, which names no zone and is taken as UTC"
    assert start_of(stamped("[2026-11-20 {}] {}", TERMINAL)) == ("2026-11-20T10:00:00", without)
    assert start_of(stamped("2026/11/20 {} {}", TERMINAL)) == ("2026-11-20T10:00:00", without)
    assert start_of(stamped("2026-11-20 {},123 INFO {}", TERMINAL)) == ("2026-11-20T10:00:00.123000", without)


def test_seconds_since_1970_are_a_time() -> None:
    clocks = ["1795687200.000001"] * 2 + ["1795687210.200000"] * 6
    assert start_of(stamped("{} {}", clocks)) == ("2026-11-26T10:00:00.000001+00:00", FIRST)


def test_the_times_of_log_drivers_and_of_the_journal_count() -> None:
    docker = [
        json.dumps({"log": line + "\n", "stream": "stdout", "time": f"2026-11-20T{clock}.5Z"})
        for clock, line in zip(TERMINAL, WRK.splitlines(), strict=True)
    ]
    assert start_of("\n".join(docker) + "\n") == ("2026-11-20T10:00:00.500000+00:00", FIRST)
    micro = ["1795687200000000"] * 2 + ["1795687210200000"] * 6
    journal = [
        json.dumps({"__REALTIME_TIMESTAMP": time, "_PID": "42", "MESSAGE": line})
        for time, line in zip(micro, WRK.splitlines(), strict=True)
    ]
    assert start_of("\n".join(journal) + "\n") == ("2026-11-26T10:00:00+00:00", FIRST)


@pytest.mark.parametrize("form", ["Nov 20 {} {}", "Nov 20 {} web1 bench[7]: {}", "{}  {}", "[{}] {}"])
def test_a_time_without_its_day_or_its_year_says_no_start(form: str) -> None:
    assert start_of(stamped(form, TERMINAL)) == (None, None)


def test_a_report_without_a_duration_or_with_clocks_that_go_back_has_no_start() -> None:
    log = stamped("2026-11-20T{}Z {}", TERMINAL)
    assert start_of(log.replace(" requests in ", " requests, ")) == (None, None)
    assert start_of(stamped("2026-11-20T{}Z {}", [*PIPE[:6], "09:59:00", "09:59:00"])) == (None, None)


def test_every_report_of_a_file_has_its_own_start() -> None:
    log = stamped("2026-11-20T{}Z {}", TERMINAL) + stamped("2026-11-21T{}Z {}", TERMINAL)
    items = [item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, RunRecord)]
    assert [str(run.facts["started_at"])[:19] for run in items] == ["2026-11-20T10:00:00", "2026-11-21T10:00:00"]
    assert items[1].facts["start_source"] == "the time before line 9, the first of its report"


def test_a_log_that_says_its_own_start_keeps_it() -> None:
    folder = ROOT / "fixtures" / "logs" / "fortio"
    log = next(path for path in sorted(folder.rglob("*.json")) if "StartTime" in path.read_text("utf-8"))
    own = run_of(log.read_text("utf-8"))
    dressed = run_of("".join(f"2026-11-20T10:00:00Z {line}\n" for line in log.read_text("utf-8").splitlines()))
    assert dressed.facts["started_at"] == own.facts["started_at"]
    assert "start_source" not in dressed.facts


def test_a_log_that_a_tool_keeps_beside_its_report_says_itself_when_it_ended() -> None:
    row = "2026-11-20 10:00:10,  1000, 10.00, 1, 0.01, 100.00, 0.10, 1.00, 1000, 0"
    assert run_of(f"2026-11-20T10:00:10Z {row}\n").facts.get("start_source") is None


def test_only_load_tools_print_reports_that_begin_when_their_load_does() -> None:
    names = {name for name, format in formats().items() if format.is_of_load}
    assert {"ab", "wrk", "siege"} <= names
    assert not names & {"sar", "jtl", "table", "perf"}


@pytest.mark.parametrize("line", [b"2026-13-45T10:00:00Z x", b"2026-11-20T25:00:00Z x", b"2026-11-20 x", b"", b"{}"])
def test_what_is_no_time_is_none(line: bytes) -> None:
    assert moment(line) is None


def test_the_times_of_a_file_of_requests_fill_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs behind that have no start by them."""
    monkeypatch.setattr(line_times, "MOST_LINES", 10)
    log = stamped("2026-11-20T{}Z {}", TERMINAL)
    runs = [item.what for item in read(io.BytesIO((log * 2).encode())) if isinstance(item.what, RunRecord)]
    assert [run.facts.get("started_at") for run in runs] == ["2026-11-20T10:00:00+00:00", None]
