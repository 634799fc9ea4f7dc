"""What the webbench 1.5 parser reads, corrects and refuses. The real logs are in fixtures/logs/webbench_linux/."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord
from ingest.tests.reports import CHANGES as ANY_TOOLS
from ingest.tests.reports import REDRAWN

CHANGES = ANY_TOOLS | REDRAWN

webbench_linux = formats()["webbench_linux"]

LOGS = ROOT / "fixtures" / "logs"
REAL = sorted((LOGS / "webbench_linux").rglob("*.log"))
NAMES = [f"{path.parent.name}/{path.name}" for path in REAL]
FOREIGN = [path for path in sorted(LOGS.rglob("*.log")) if path not in REAL]


def real(name: str) -> str:
    return (LOGS / "webbench_linux" / name).read_bytes().decode()


FILE = real("1.5-original/file-c1.log")
RESETS = real("1.5-original/failures-reset.log")
FORK = real("1.5-ezlippi/http11.log")
SETUP = "Benchmarking: GET http://h/{}\n{} clients, running 60 sec.\n\n"
RESULT = "Speed={} pages/min, 100 bytes/sec.\nRequests: {} susceed, 0 failed.\n"


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(webbench_linux.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def runs(log: str | bytes) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def only_run(log: str | bytes) -> RunRecord:
    (run,) = runs(log)
    return run


def value(run: RunRecord, metric: str) -> float | None:
    return next((number.value for number in run.measurements if number.metric == metric), None)


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "webbench_linux", read(log))), allow_nan=False)


# Known values.

KNOWN = {
    ("1.5-original/file-c1.log", "requests_per_second"): 8247,
    ("1.5-original/file-c1.log", "transfer_rate"): 2168829,
    ("1.5-original/tty-c20.log", "requests_succeeded"): 23193,
    ("1.5-original/failures-reset.log", "requests_failed"): 442,
    ("1.5-ezlippi/file-c5.log", "requests_per_second"): 11536,
    ("1.5-ezlippi/http11.log", "transfer_rate"): 56558612,
}


@pytest.mark.parametrize(("name", "metric"), KNOWN)
def test_the_numbers_are_those_of_the_log(name: str, metric: str) -> None:
    assert value(only_run(real(name)), metric) == KNOWN[name, metric]


def test_every_number_remembers_its_line() -> None:
    for name in NAMES:
        text = real(name).split("\n")
        for number in only_run(real(name)).measurements:
            assert text[number.line - 1].startswith(("Speed", "Requests")), (name, number)


def test_the_setup_of_a_run() -> None:
    facts = only_run(real("1.5-original/proxy.log")).facts
    assert (facts["url"], facts["concurrency"], facts["duration_planned"]) == ("http://example.test/4k.html", 5, 2)
    assert (facts["proxy"], facts["tool_version"], facts["keepalive"]) == ("127.0.0.1:18080", "1.5", False)


def test_a_fork_prints_the_request_but_not_the_port() -> None:
    facts = only_run(FORK).facts
    assert (facts["host"], facts["path"], facts["http_version"]) == ("127.0.0.1", "/4k.html", "1.1")
    assert "port" not in facts


def test_an_echoed_command_tells_the_port() -> None:
    facts = only_run("$ webbench -2 -c 5 -t 2 http://127.0.0.1:18080/4k.html\n" + FORK).facts
    assert (facts["port"], facts["command"]) == (18080, "webbench -2 -c 5 -t 2 http://127.0.0.1:18080/4k.html")


def test_options_that_change_the_load_are_facts() -> None:
    facts = only_run(FILE.replace("running 2 sec.", "running 2 sec, early socket close, forcing reload.")).facts
    assert (facts["early_close"], facts["reload"]) == (True, True)


def test_other_forks_spell_differently() -> None:
    text = (
        FILE.replace("Speed=", "Speed = ").replace("susceed", "succeed").replace("1 client", "Running info: 1 client")
    )
    assert only_run(text).measurements == only_run(FILE).measurements


# What webbench prints wrongly.


def test_the_rate_is_that_of_succeeded_requests() -> None:
    (rate,) = [number for number in only_run(RESETS).measurements if number.metric == "requests_per_second"]
    assert (rate.value, rate.printed) == (1996.5, "133050 pages/min")
    assert "442 failed" in only_run(RESETS).caveats[0]


def test_without_failures_nothing_is_corrected() -> None:
    run = only_run(FILE)
    assert run.caveats == ()
    assert not [number for number in run.measurements if number.printed]


def test_an_overflowed_sum_of_bytes_is_no_number() -> None:
    run = only_run(FILE.replace("2168829 bytes", "-173785632 bytes"))
    assert value(run, "transfer_rate") is None
    assert "-173785632" in run.caveats[0]


def test_no_bytes_were_read_with_an_early_close() -> None:
    assert value(only_run(FILE.replace("2168829 bytes", "0 bytes")), "transfer_rate") is None


def test_a_speed_that_is_not_requests_over_time_is_doubted() -> None:
    run = only_run(FILE.replace("494819", "594819"))
    assert (value(run, "requests_per_second"), "594819" in run.caveats[0]) == (8247, True)


def test_a_bare_result_has_a_rate_too() -> None:
    run = only_run(FILE[FILE.index("Speed") : FILE.index("\n\nBenchmarking: GET", 200)])
    assert value(run, "requests_per_second") == pytest.approx(8247, rel=1e-5)


# Repetitions.


def test_repetitions_before_and_after_the_result_are_one_run() -> None:
    assert [len(read(real(name))) for name in NAMES] == [1] * len(NAMES)


def test_ten_thousand_repetitions_without_a_result_are_one_aborted_run() -> None:
    run, problem = read(SETUP.format("a", 10000) * 10001)
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, run.facts["concurrency"], run.line) == ("aborted", 10000, 1)
    assert problem.line == 3 * 10001 - 1


def test_two_equal_runs_are_two() -> None:
    once = SETUP.format("a", 2) * 3 + RESULT.format(60, 60) + SETUP.format("a", 2)
    assert [run.status for run in runs(once * 2)] == ["complete", "complete"]


def test_another_number_of_clients_is_another_run() -> None:
    log = SETUP.format("a", 2) * 3 + SETUP.format("a", 4) * 5 + RESULT.format(60, 60)
    assert [(run.status, run.facts["concurrency"], run.facts["path"]) for run in runs(log)] == [
        ("aborted", 2, "/a"),
        ("complete", 4, "/a"),
    ]


@pytest.mark.parametrize("text", [FORK, RESETS], ids=["fork", "original"])
def test_runs_are_the_same_wherever_the_text_is_divided(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(text * 3)
    for size in range(1, 400):
        monkeypatch.setattr("ingest.formats.kit.report_scanner.PIECE", size)
        monkeypatch.setattr("benchdb.domain.text.BLOCK", size)
        assert read(text * 3) == whole


# Runs without a result.


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("1.5-original/refused.log", "Connect to server failed. Aborting benchmark"),
        ("1.5-ezlippi/refused.log", "Connect to server failed. Aborting benchmark"),
        ("1.5-original/bad-url.log", "Invalid URL syntax - hostname don't ends with '/'"),
        ("1.5-original/https-unsupported.log", "Only HTTP protocol is directly supported, set --proxy for others"),
    ],
)
def test_a_refused_run_says_why(name: str, reason: str) -> None:
    run = only_run(real(name))
    assert (run.status, run.facts["reason"], run.measurements) == ("aborted", reason, ())


def test_an_error_belongs_to_the_setup_printed_after_it() -> None:
    all_runs = runs(real("1.5-original/refused.log") * 2)
    assert [run.facts["url"] for run in all_runs] == ["http://127.0.0.1:18999/"] * 2


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(FILE[: FILE.index("Requests:")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, problem.line, "'Requests:'" in problem.message) == ("aborted", 7, True)


def test_a_number_cut_in_the_middle_is_not_read() -> None:
    whole = {(number.metric, number.value) for number in only_run(FILE).measurements}
    for end in range(1, len(FILE)):
        for run in runs(FILE[:end]):
            assert {(number.metric, number.value) for number in run.measurements} <= whole, FILE[:end][-60:]
            assert run.facts.get("url") in (None, "http://127.0.0.1:18080/index.html")


def test_an_interrupted_run_is_known_by_its_sign() -> None:
    tty = real("1.5-original/tty-c20.log")
    assert only_run(tty[: tty.index("Speed")] + "^C\r\n").status == "interrupted"


def test_a_report_ends_where_another_tools_begins() -> None:
    run, problem = read(FILE[: FILE.index("Speed")] + "Running 3s test @ http://h/\n" + RESULT.format(1, 1))[:2]
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert run.status == "aborted"


# How files get changed on their way here.


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_changed_file_says_the_same(change: str, name: str) -> None:
    text = real(name).replace("\r", "")
    before, after = only_run(text), only_run(CHANGES[change](text))
    assert (after.measurements, after.facts, after.status) == (before.measurements, before.facts, before.status)


# What is a webbench log.


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_recognised_however_early_it_breaks_off(name: str) -> None:
    lines = real(name).encode().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if webbench_linux.sniff(b"".join(lines[:end]))]
    assert known == list(range(known[0], len(lines) + 1))
    assert known[0] <= 2


@pytest.mark.parametrize("path", FOREIGN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_other_tools_logs_are_not_webbenchs(path: Path) -> None:
    assert not webbench_linux.sniff(path.read_bytes())
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"Benchmarking 127.0.0.1 (be patient).....done\n",
        b"Request:\nGET / HTTP/1.1\nHost: example.test\n\n",
        b"WebBench 5.0: 20 clients, running 2 sec.\n",
        b"bash: webbench: command not found\n",
        b"",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not webbench_linux.sniff(text)
    assert read(text) == []


def test_two_reports_side_by_side_are_told() -> None:
    beside = "".join(f"{line}\t{line}\n" for line in FILE.splitlines())
    assert any("pages per minute" in item.message for item in read(beside) if isinstance(item, Problem))


@pytest.mark.parametrize("before", ["1.5-ezlippi/refused.log", "1.5-ezlippi/http11.log", "1.5-original/file-c1.log"])
def test_each_of_two_reports_says_what_it_says_alone(before: str) -> None:
    """A fork names no target: that of the next one is not its own, nor is its last repetition a run."""
    behind = real("1.5-original/stdout-only-c5.log")
    first, second = runs(real(before) + behind)
    alone = only_run(real(before)), only_run(behind)
    assert (first.status, first.facts, first.measurements) == (alone[0].status, alone[0].facts, alone[0].measurements)
    assert second.facts == alone[1].facts
    assert [number.value for number in second.measurements] == [number.value for number in alone[1].measurements]
