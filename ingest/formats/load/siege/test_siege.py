"""What the siege parser reads, doubts and refuses. The real logs are in fixtures/logs/siege/."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.pipeline.identify import read as read_any
from ingest.records import Problem, RunRecord
from ingest.tests.reports import CHANGES as ANY_TOOLS
from ingest.tests.reports import REDRAWN

CHANGES = ANY_TOOLS | REDRAWN

siege = formats()["siege"]

LOGS = ROOT / "fixtures" / "logs"
REAL = sorted([*(LOGS / "siege").rglob("*.log"), *(LOGS / "siege").rglob("*.json")])
NAMES = [f"{path.parent.name}/{path.name}" for path in REAL]
FOREIGN = [path for path in sorted(LOGS.rglob("*.*")) if path.suffix in (".log", ".json") and path not in REAL]

# As log.c of siege 4.0.7 writes it; no file of its own was kept.
SIEGE_LOG = """\
      Date & Time,  Trans,  Elap Time,  Data Trans,  Resp Time,  Trans Rate,  Throughput,  Concurrent,    OKAY,   Failed
2026-11-20 22:10:01,     15,       0.02,           0,       0.00,      750.00,        2.93,        3.00,      15,       0
**** after tuning ****
2026-11-20 22:10:05,    500,       0.25,           2,       0.01,     2000.00,        8.00,        9.80,     500,       0
2026-11-20 22:10:09,      0,       3.02,           0,        nan,        0.00,        0.00,        0.00,       0,    1024
**** siege aborted due to excessive socket failure. ****
2026-11-20 22:10:11,1234567,     100.00,        4822,       0.01,    12345.67,       48.22,        9.80, 1234567,       0
"""  # noqa: E501 - the widths are siege's
ABORTED = """\
** SIEGE 4.0.7
** Preparing 5 concurrent users for battle.
The server is now under siege...
[\x1b[0;31merror\x1b[0m] socket: unable to connect sock.c:282: Connection refused
[\x1b[0;31merror\x1b[0m] socket: unable to connect sock.c:282: Connection refused
siege aborted due to excessive socket failure; you
can change the failure threshold in $HOME/.siegerc
Transactions:\t\t           0 hits
Availability:\t\t        0.00 %
Elapsed time:\t\t        0.02 secs
Data transferred:\t        0.00 MB
Response time:\t\t        0.00 secs
Transaction rate:\t        0.00 trans/sec
Throughput:\t\t        0.00 MB/sec
Concurrency:\t\t        0.00
Successful transactions:           0
Failed transactions:\t        1024
Longest transaction:\t        0.00
Shortest transaction:\t        0.00
 
"""


def real(name: str) -> str:
    return (LOGS / "siege" / name).read_text()


TEXT = real("4.0.7-debian12/tls.log")
MS = real("4.2.0-b4-git/text.log")
JSON = real("4.0.7-debian12/time-3s.log")


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(siege.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def runs(log: str | bytes) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def only_run(log: str | bytes) -> RunRecord:
    (run,) = runs(log)
    return run


def numbers(run: RunRecord) -> dict[str, float]:
    return {number.metric: number.value for number in run.measurements}


def value(run: RunRecord, metric: str) -> float | None:
    return numbers(run).get(metric)


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "siege", read(log))), allow_nan=False)


ANSWERED_404 = """{	"transactions":			          10,
	"availability":			      100.00,
	"elapsed_time":			        0.01,
	"data_transferred":		        0.00,
	"response_time":		        0.00,
	"transaction_rate":		     1000.00,
	"throughput":			        0.15,
	"concurrency":			        1.00,
	"successful_transactions":	           %s,
	"failed_transactions":		           0,
	"longest_transaction":		        0.01,
	"shortest_transaction":		        0.00
}
"""


@pytest.mark.parametrize(("successful", "refused"), [(0, 10), (5, 5), (9, None)])
def test_answers_of_404_are_counted_though_siege_calls_them_no_failures(successful: int, refused: int | None) -> None:
    (run,) = [item for item in read(ANSWERED_404 % successful) if isinstance(item, RunRecord)]
    counts = {number.item: number.value for number in run.measurements if number.metric == "responses"}
    assert counts.get("non_2xx_3xx") == refused


# Known values.

KNOWN = {
    ("4.0.7-debian12/tls.log", "requests_per_second"): 172.41,
    ("4.0.7-debian12/tls.log", "bytes_received"): 0.39 * 1024**2,
    ("4.0.7-debian12/tls.log", "latency_min"): 0.01,
    ("4.0.7-debian12/failures-404.log", "availability"): 0.6,
    ("4.0.7-debian12/failures-404.log", "requests_succeeded"): 40,
    ("4.0.7-debian12/failures-404.log", "requests_completed"): 60,
    ("4.0.7-debian12/time-3s.log", "concurrency_mean"): 4.93,
    ("4.0.7-debian12/json-stdout-only.json", "latency_mean"): 0.06,
    ("4.2.0-b4-git/text.log", "latency_mean"): 0.0531,
    ("4.2.0-b4-git/text.log", "latency_max"): 0.22,
    ("4.2.0-b4-git/timed-2s.log", "duration"): 2.35,
    ("4.2.0-b4-git/json.log", "latency_max"): 0.32,
}


@pytest.mark.parametrize(("name", "metric"), KNOWN)
def test_the_numbers_are_those_of_the_log(name: str, metric: str) -> None:
    assert value(only_run(real(name)), metric) == pytest.approx(KNOWN[name, metric])


def test_every_number_remembers_its_line() -> None:
    for name in NAMES:
        text = real(name).split("\n")
        for number in only_run(real(name)).measurements:
            assert any(digit in text[number.line - 1] for digit in "0123456789"), (name, number)


def test_the_setup_of_a_run() -> None:
    run = only_run(real("4.2.0-b4-git/timed-2s.log"))
    assert (run.tool_version, run.facts["concurrency"], run.status) == ("4.2.0-b4", 3, "complete")


def test_an_echoed_command_tells_what_was_asked() -> None:
    timed = only_run("$ siege -b -c 5 -t3M http://127.0.0.1:18082/\n" + JSON).facts
    counted = only_run("$ siege -b -c 5 -r 20 http://127.0.0.1:18082/\n" + JSON).facts
    assert (timed["url"], timed["duration_planned"], timed["concurrency"]) == ("http://127.0.0.1:18082/", 180, 5)
    assert counted["requests_planned"] == 100


def test_json_means_the_same_however_it_is_laid_out() -> None:
    text = real("4.0.7-debian12/json-stdout-only.json")
    for indent in (None, 2):
        assert numbers(only_run(json.dumps(json.loads(text), indent=indent))) == numbers(only_run(text))


def test_json_with_nan_is_read() -> None:
    assert value(only_run(JSON.replace("0.05,", " nan,")), "latency_mean") is None


def test_replies_with_200_are_counted_where_printed() -> None:
    run = only_run(TEXT.replace("Failed", "HTTP OK received:\t          97\nFailed"))
    (ok,) = [number for number in run.measurements if number.metric == "responses"]
    assert (ok.item, ok.value) == ("200", 97)


# Zeros.


def test_a_zero_below_the_last_digit_is_said_to_be_one() -> None:
    run = only_run(real("4.0.7-debian12/csvmode.log"))
    assert value(run, "latency_mean") == 0
    assert run.caveats == (
        "siege prints 0 for response time, shortest transaction: that is less than its last digit shows, not nothing.",
    )


def test_in_no_time_there_are_no_rates() -> None:
    run = only_run(real("4.0.7-debian12/get-mode.log"))
    assert not {"duration", "requests_per_second", "transfer_rate", "concurrency_mean"} & numbers(run).keys()


def test_without_a_transaction_there_are_no_times() -> None:
    run = only_run(ABORTED)
    assert not {"latency_mean", "latency_min", "latency_max"} & numbers(run).keys()
    assert (value(run, "requests_failed"), value(run, "availability")) == (1024, 0)


# What contradicts itself.


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("172.41", "272.41", "272.41"),
        ("0.67 MB/sec", "1.67 MB/sec", "throughput"),
        ("100.00 %", " 90.00 %", "availability"),
        ("0.02 secs", "0.09 secs", "between"),
    ],
)
def test_numbers_that_contradict_each_other_stay_and_are_doubted(before: str, after: str, word: str) -> None:
    run = only_run(TEXT.replace(before, after))
    assert [word in caveat for caveat in run.caveats] == [True]


def test_a_real_log_contradicts_nothing() -> None:
    caveats = [caveat for name in NAMES for caveat in only_run(real(name)).caveats]
    assert caveats
    assert all(caveat.startswith("siege prints 0") for caveat in caveats)


# siege.log.


def test_each_row_of_a_siege_log_is_a_run() -> None:
    first, second, third, fourth = runs(SIEGE_LOG)
    assert [run.line for run in (first, second, third, fourth)] == [2, 4, 5, 7]
    assert (first.facts["finished_at"], value(first, "requests_per_second")) == ("2026-11-20 22:10:01", 750)
    assert (value(second, "bytes_received"), value(second, "latency_mean")) == (2 * 1024**2, 0.01)
    assert (value(fourth, "requests_completed"), value(fourth, "requests_failed")) == (1234567, 0)


def test_a_mark_stands_before_its_row_and_an_abort_after() -> None:
    notes = [(run.facts.get("note"), run.status) for run in runs(SIEGE_LOG)]
    assert notes == [(None, "complete"), ("after tuning", "complete"), (None, "aborted"), (None, "complete")]


def test_a_row_that_breaks_off_is_a_problem() -> None:
    items = read(SIEGE_LOG[: SIEGE_LOG.index("    9.80")])
    assert isinstance(items[-1], Problem)
    assert (items[-1].line, "10 columns" in items[-1].message) == (4, True)


def test_a_siege_log_without_rows_says_so() -> None:
    (problem,) = read(SIEGE_LOG.split("\n")[0] + "\n")
    assert isinstance(problem, Problem)


# Runs without a result.


@pytest.mark.parametrize("name", ["aborted.log", "aborted-verbose.log"])
def test_siege_says_on_whatever_line_it_stands_that_it_gives_up(name: str) -> None:
    """98 of 100 requests were a whole run: siege had not ended the line above."""
    [run] = runs(real(f"4.0.7-debian12/{name}"))
    assert (run.status, run.facts["reason"]) == ("aborted", "siege aborted due to excessive socket failure")


def test_an_aborted_siege_says_why() -> None:
    run = only_run(ABORTED)
    reason = "siege aborted due to excessive socket failure: socket: unable to connect sock.c:282: Connection refused"
    assert (run.status, run.facts["reason"]) == ("aborted", reason)


def test_errors_in_a_complete_run_are_told() -> None:
    error = "[error] socket: read error Connection reset by peer\n"
    for log in (TEXT.replace("Transactions", error + "Transactions"), error + JSON):
        assert "reset by peer" in only_run(log).caveats[-1]
        assert only_run(log).status == "complete"


def test_an_interrupted_run_is_known_by_its_sign() -> None:
    text = real("4.2.0-b4-git/timed-2s.log")
    assert only_run(text.replace("Lifting", "^C\nLifting")).status == "interrupted"
    assert only_run(text.replace("Lifting", "^CLifting")).status == "interrupted"


@pytest.mark.parametrize(("text", "line"), [(TEXT, 9), (JSON, 7)], ids=["text", "json"])
def test_half_a_report_says_where_it_stops(text: str, line: int) -> None:
    run, problem = read("\n".join(text.split("\n")[:line]) + "\n")
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, problem.line) == ("aborted", line)
    assert {9: "'Throughput'", 7: "'Throughput'"}[line] in problem.message


@pytest.mark.parametrize("text", [TEXT, MS, JSON], ids=["seconds", "milliseconds", "json"])
def test_a_number_cut_in_the_middle_is_not_read(text: str) -> None:
    whole = set(numbers(only_run(text)).items())
    for end in range(1, len(text)):
        for run in runs(text[:end]):
            assert set(numbers(run).items()) <= whole, text[:end][-60:]


def test_a_report_ends_where_another_tools_begins() -> None:
    other = "Bombarding http://h for 1s using 1 connection(s)\n  Throughput:   141.92MB/s\nConcurrency:  9.00\n"
    run = only_run(TEXT[: TEXT.index("Throughput")] + other)
    assert (run.status, value(run, "concurrency_mean")) == ("aborted", None)


# How files get changed on their way here.


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_changed_file_says_the_same(change: str, name: str) -> None:
    before, after = only_run(real(name)), only_run(CHANGES[change](real(name)))
    assert (after.measurements, after.facts, after.status) == (before.measurements, before.facts, before.status)


@pytest.mark.parametrize("change", sorted(set(CHANGES) - {"redrawn lines"}))
def test_a_changed_siege_log_says_the_same(change: str) -> None:
    numbers_of = [numbers(run) for run in runs(SIEGE_LOG)]
    if change == "unended":
        return  # its last number may be cut
    assert [numbers(run) for run in runs(CHANGES[change](SIEGE_LOG))] == numbers_of


def test_several_reports_in_one_file_are_several_runs() -> None:
    items = read(TEXT + JSON + MS + SIEGE_LOG + JSON + JSON + TEXT[TEXT.index("Transactions") :])
    assert len(items) == 10
    assert all(isinstance(item, RunRecord) for item in items)


# What is a siege log.


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_recognised_however_early_it_breaks_off(name: str) -> None:
    lines = real(name).encode().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if siege.sniff(b"".join(lines[:end]))]
    assert known == list(range(known[0], len(lines) + 1))
    above = sum(b"connect sock.c" in line or not line.strip() for line in lines[: known[0]])  # what siege met before
    assert known[0] <= 3 + above


def test_a_siege_log_is_recognised_without_its_header() -> None:
    lines = SIEGE_LOG.encode().splitlines(keepends=True)
    assert all(siege.sniff(b"".join(lines[:end])) for end in range(1, 8))
    assert all(siege.sniff(b"".join(lines[1:end])) for end in range(2, 8))


@pytest.mark.parametrize("path", FOREIGN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_other_tools_logs_are_not_sieges(path: Path) -> None:
    assert not siege.sniff(path.read_bytes())
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"Transactions: the bank's view\nConcurrency: 10\n",
        b'{"transactions": [{"id": 1}]}\n',
        b'{"transactions": 12, "currency": "EUR"}\n',
        b"2026-11-20 22:10:01,123 INFO started\n",
        b"bash: siege: command not found\n",
        b"",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not siege.sniff(text)


def test_a_load_that_was_refused_a_thousand_times_is_a_run() -> None:
    """siege gives up after 1024 failures, and prints each above its report."""
    text = (LOGS / "siege/4.0.7-debian12/refused.log").read_bytes()
    error = text[: text.index(b"\n") + 1]
    (item,) = read_any(io.BytesIO(error * 1027 + text))
    assert isinstance(item.what, RunRecord)
    assert (item.format, item.what.status) == ("siege", "aborted")
    assert str(item.what.facts["reason"]).endswith("Connection refused")


def test_errors_behind_a_report_are_of_the_next_siege() -> None:
    """With JSON siege says nothing before its errors."""
    whole, refused = (
        (LOGS / "siege" / name).read_text() for name in ("4.0.7-debian12/urlsfile.log", "4.0.7-debian12/refused.log")
    )
    alone = [record for record in read(whole) if isinstance(record, RunRecord)]
    first, second = (record for record in read(whole + refused) if isinstance(record, RunRecord))
    assert first.caveats == alone[0].caveats
    assert str(second.facts["reason"]).endswith("Connection refused")


def test_a_command_that_asked_for_other_users_is_of_another_run() -> None:
    facts = only_run(f"$ siege -c 77 -t 1H http://staging/\n{TEXT}").facts
    assert facts == only_run(TEXT).facts
    users = facts["concurrency"]
    assert only_run(f"$ siege -c {users} http://staging/\n{TEXT}").facts["host"] == "staging"
    capped = TEXT.replace(f"Preparing {users}", "Preparing 255")
    assert only_run(f"$ siege -c 900 http://staging/\n{capped}").facts["concurrency"] == 255


def test_an_interrupt_above_json_is_of_its_run_and_one_below_a_report_is_not() -> None:
    report = JSON[JSON.index("{") :]
    assert [run.status for run in runs(f"{report}^C\n{report}")] == ["complete", "interrupted"]
    assert [run.status for run in runs(f"{TEXT}^C\n$ siege -c 5 http://x/\n{report}")] == ["complete", "complete"]
    assert [run.status for run in runs(f"{TEXT}^C\n{TEXT}")] == ["complete", "complete"]
