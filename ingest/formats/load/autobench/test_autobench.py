"""What the autobench parser reads of its tables, and what it leaves to httperf. The real logs are in fixtures/logs/."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord

autobench = formats()["autobench"]

LOGS = ROOT / "fixtures" / "logs"
REAL = sorted((LOGS / "autobench").rglob("*.tsv"))
STDOUT = (LOGS / "httperf" / "0.9.0-debian12" / "autobench-stdout.log").read_text()
TWO_HOSTS = (LOGS / "autobench" / "2.1" / "two-hosts.tsv").read_text()

NAMES = ("req_rate", "con_rate", "min_rep_rate", "avg_rep_rate", "max_rep_rate", "stddev_rep_rate")
NAMES += ("resp_time", "net_io", "errors")
HEADER = "\t".join(["dem_req_rate", *(f"{name}_www" for name in NAMES)]) + "\n"
ROW = "200\t199.5\t20.1\t190.0\t198.2\t201.4\t5.5\t3.1\t867.2\t0.5\n"
NO_REPLIES = "400\t399.9\t40.0\t0.0\t0.0\t0.0\t0.0\t0.0\t27.3\t101\n"


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(autobench.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def runs(log: str | bytes) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "autobench", read(log))), allow_nan=False)


# Known values.


def test_a_row_is_a_run() -> None:
    (run,) = runs(HEADER + ROW)
    assert (run.facts["host"], run.facts["rate_planned"], run.status, run.line) == ("www", 200, "complete", 2)
    assert numbers(run) == {
        ("requests_per_second_offered", ""): 200,
        ("requests_per_second_offered", "sent"): 199.5,
        ("connection_rate", ""): 20.1,
        ("reply_rate_min", ""): 190,
        ("reply_rate_mean", ""): 198.2,
        ("reply_rate_max", ""): 201.4,
        ("reply_rate_stddev", ""): 5.5,
        ("first_byte_time_mean", ""): 0.0031,
        ("transfer_rate", "net_io"): 867.2 * 1024,
        ("requests_failed", "per_reply"): 0.005,
    }


def test_two_hosts_are_two_runs_of_a_row() -> None:
    rows = [(run.line, run.facts["host"], run.facts["rate_planned"]) for run in runs(TWO_HOSTS)]
    assert rows == [(line, host, 20 * line - 20) for line in (2, 3, 4) for host in ("127.0.0.1", "localhost")]
    assert [run.facts["tuning.virtual_host"] for run in runs(TWO_HOSTS)] == [host for _, host, _ in rows]
    second = numbers(runs(TWO_HOSTS)[1])
    assert second["reply_rate_mean", ""] == 18
    assert second["requests_failed", "per_reply"] == pytest.approx(1 / 9)
    assert second["first_byte_time_mean", ""] == 0.0033


def test_hosts_called_alike_stay_apart() -> None:
    all_runs = runs(TWO_HOSTS.replace("localhost", "127.0.0.1"))
    assert [numbers(run) for run in all_runs] == [numbers(run) for run in runs(TWO_HOSTS)]
    assert [run.facts["tuning.virtual_host"] for run in all_runs] == ["127.0.0.1 (1)", "127.0.0.1 (2)"] * 3


def test_a_hosts_name_may_hold_anything() -> None:
    (run,) = runs(HEADER.replace("www", "net_io_a.b-c_1") + ROW)
    assert "tuning.virtual_host" not in run.facts, "there is one host"
    assert (run.facts["host"], len(run.measurements)) == ("net_io_a.b-c_1", 10)


def test_the_status_classes_of_autobench_admin() -> None:
    header = HEADER.rstrip() + "".join(f"\tstatus_{digit}00_www" for digit in range(1, 6)) + "\n"
    (run,) = runs(header + ROW.rstrip() + "\t0\t990\t0\t10\t0\n")
    assert (numbers(run)["responses", "2xx"], numbers(run)["responses", "4xx"]) == (990, 10)


@pytest.mark.parametrize("separator", [",", ";", " ", ", "])
def test_other_separators_say_the_same(separator: str) -> None:
    assert read((HEADER + ROW).replace("\t", separator)) == read(HEADER + ROW)


# What was not measured.


def test_a_step_too_short_for_samples_has_no_reply_rate() -> None:
    assert not [number for number in runs(TWO_HOSTS)[2].measurements if number.metric.startswith("reply_rate")]


def test_one_sample_has_no_deviation() -> None:
    assert ("reply_rate_stddev", "") not in numbers(runs(TWO_HOSTS)[0])


def test_a_step_without_replies_is_an_aborted_run() -> None:
    (run,) = runs(HEADER + NO_REPLIES)
    assert (run.status, run.facts["reason"]) == ("aborted", "zero replies, test invalid")
    kept = {"requests_per_second_offered", "connection_rate", "transfer_rate"}
    assert {number.metric for number in run.measurements} == kept


def test_more_errors_than_replies_are_no_sign_of_no_replies() -> None:
    (run,) = runs(HEADER + ROW.replace("\t0.5\n", "\t101\n"))
    assert (run.status, numbers(run)["requests_failed", "per_reply"]) == ("complete", 1.01)


def test_an_empty_cell_is_absent() -> None:
    (run,) = runs(HEADER + ROW.replace("\t3.1\t", "\t\t"))
    assert ("first_byte_time_mean", "") not in numbers(run)
    assert ("transfer_rate", "net_io") in numbers(run)


def test_a_mean_outside_its_range_is_doubted() -> None:
    (run,) = runs(HEADER + ROW.replace("198.2", "298.2"))
    assert numbers(run)["reply_rate_mean", ""] == 298.2
    assert "not between" in run.caveats[0]


# Tables that break off.


def test_a_row_that_breaks_off_is_aborted() -> None:
    first, last, problem = read(HEADER + ROW + ROW[:20])
    assert isinstance(first, RunRecord)
    assert isinstance(last, RunRecord)
    assert isinstance(problem, Problem)
    assert (first.status, last.status, last.facts["reason"]) == ("complete", "aborted", "the row breaks off")
    assert (problem.line, "expected 10 columns, found 4" in problem.message) == (3, True)


def test_no_number_that_may_be_cut_is_read() -> None:
    whole = set(numbers(runs(HEADER + ROW)[0]).items())
    for end in range(len(HEADER) + 5, len(HEADER + ROW)):
        for run in runs((HEADER + ROW)[:end]):
            assert set(numbers(run).items()) <= whole


def test_a_table_without_rows_is_told() -> None:
    (problem,) = read("\n" + HEADER)
    assert (problem.line, "expected a row" in problem.message) == (2, True)  # type: ignore[union-attr]


# Beside httperf and others.


def test_what_httperf_tells_in_the_same_log_is_not_told_again() -> None:
    assert read(STDOUT) == []


def test_a_row_that_no_report_tells_is_read() -> None:
    assert [run.facts["rate_planned"] for run in runs(STDOUT + ROW)] == [200]
    assert [run.facts["rate_planned"] for run in runs(STDOUT + HEADER.replace("www", "b") + ROW)] == [200]


def test_a_report_stands_for_one_row_only() -> None:
    row = next(line for line in STDOUT.splitlines(keepends=True) if line.startswith("100\t"))
    assert len(runs(STDOUT + row)) == 1


def test_other_lines_of_numbers_are_no_rows() -> None:
    noise = "10 20 30\n1\t2\t3\n59565 requests in 3.01s, 246.31MB read\n            1.5 5\n"
    assert read(HEADER + ROW + noise) == read(HEADER + ROW)
    assert read(ROW) == []


# How files get changed on their way here.

CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()).encode(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_says_the_same(change: str) -> None:
    assert read(CHANGES[change](TWO_HOSTS)) == read(TWO_HOSTS)


# What is a table of autobench.


def test_a_table_is_recognised_at_every_line() -> None:
    lines = TWO_HOSTS.encode().splitlines(keepends=True)
    assert all(autobench.sniff(b"".join(lines[:end])) for end in range(1, len(lines) + 1))
    assert autobench.sniff(STDOUT.encode())


OTHERS = sorted(path for tool in ("ab", "httperf") for path in (LOGS / tool).rglob("*.log"))


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_other_logs_are_not_taken_for_ours(path: Path) -> None:
    assert autobench.sniff(path.read_bytes()) == (path.name == "autobench-stdout.log")
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize("text", [b"a dem_req_rate\treq_rate_x\n", b"dem_req_rate\n10\t20\n", b"1\t2\n"])
def test_other_text_is_not_taken_for_a_table(text: bytes) -> None:
    assert not autobench.sniff(text)
    assert read(text) == []


def test_a_row_whose_rate_cannot_be_read_is_told() -> None:
    entries = list(autobench.parse(io.BytesIO(TWO_HOSTS.replace("\n20\t", "\n2l\t").encode())))
    assert any(isinstance(entry, Problem) and "demanded" in entry.message for entry in entries)
