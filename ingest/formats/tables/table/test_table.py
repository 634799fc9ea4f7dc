import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.tables.table import parser as table
from ingest.formats.tables.table.signs import sniff
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord

HEADER = "kernel,concurrency,requests_per_second [1/s],latency_mean [ms]\n"


def parsed(text: str | bytes) -> list[object]:
    return list(table.parse(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


def only_run(text: str) -> RunRecord:
    (run,) = parsed(text)
    assert isinstance(run, RunRecord)
    return run


def values(run: RunRecord) -> dict[str, float]:
    return {m.metric + (f":{m.item}" if m.item else ""): m.value for m in run.measurements}


def test_a_row_is_a_run_in_base_units() -> None:
    run = only_run("# from a paper\n" + HEADER + "Linux 2.4.18,64,102.37,294.44\n")
    assert run.facts == {"kernel": "Linux 2.4.18", "concurrency": 64}
    assert values(run) == {"requests_per_second": 102.37, "latency_mean": 0.29444}
    assert {m.line for m in run.measurements} == {3}


@pytest.mark.parametrize("unit", ["[ms]", " [ms]", "(ms)", " (ms)"])
def test_a_unit_stands_in_any_brackets(unit: str) -> None:
    table = f"machine;concurrency;latency_mean{unit}\na;64;294.44\n"
    assert values(only_run(table)) == {"latency_mean": 0.29444}
    assert sniff(table.encode())


def test_a_condition_that_people_state_has_a_column() -> None:
    run = only_run("client,port,requests_per_second [1/s]\nlab2,8080,100\n")
    assert run.facts == {"tuning.client": "lab2", "tuning.port": "8080"}


def test_an_empty_cell_was_not_measured() -> None:
    assert values(only_run(HEADER + "Linux 2.4.18,64,,294.44\n")) == {"latency_mean": 0.29444}


def test_an_item_stands_after_a_colon() -> None:
    run = only_run("cpus,lock_wait_share:struct sock.lock.slock [%]\n8,12.7\n")
    assert values(run) == {"lock_wait_share:struct sock.lock.slock": 0.127}


@pytest.mark.parametrize(
    "text",
    [
        "kernel;requests_per_second [1/s];latency_mean [ms]\r\nk;1.605,5;0,25\r\n",
        "\ufeffkernel;requests_per_second [1/s];latency_mean [ms]\nk;1605,5;0,25\n",
        "kernel\trequests_per_second [1/s]\tlatency_mean [ms]\nk\t1605,50\t0,25\n",
        'kernel,requests_per_second [1/s],latency_mean [ms]\nk,"1,605.5",0.25\n',
    ],
)
def test_what_a_spreadsheet_makes_of_it_is_read_the_same(text: str) -> None:
    assert values(only_run(text)) == {"requests_per_second": 1605.5, "latency_mean": 0.00025}


def test_a_number_that_may_be_two_numbers_is_refused() -> None:
    (problem, _) = parsed("kernel\trequests_per_second [1/s]\nk\t1,605\n")
    assert isinstance(problem, Problem)
    assert problem.message == "column 'requests_per_second': expected a number, found '1,605'"


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ("speed [1/s]", "unknown metric 'speed'"),
        ("latency_mean [1/s]", "latency_mean is in s, which [1/s] is not"),
        ("latency_mean", "column 'latency_mean' says no unit: write it behind the name, such as 'latency_mean [s]'"),
        ("Speed", "expected a dimension, or a metric with its unit"),
    ],
)
def test_a_column_that_cannot_be_is_named_and_the_rest_is_read(header: str, fault: str) -> None:
    problem, run = parsed(f"{header},requests_per_second [1/s]\n7,1\n")
    assert isinstance(problem, Problem)
    assert fault in problem.message
    assert problem.column == 1
    assert isinstance(run, RunRecord)


def test_a_table_without_any_unit_is_known_and_says_which_column_lacks_it() -> None:
    text = "machine,requests_per_second,requests_failed\nm,100,3\n"
    assert sniff(text.encode())
    fault, run = parsed(text)
    assert isinstance(fault, Problem)
    assert "'requests_per_second [1/s]'" in fault.message
    assert isinstance(run, RunRecord)
    assert [(number.metric, number.value) for number in run.measurements] == [("requests_failed", 3)]


def test_a_bad_cell_loses_only_itself() -> None:
    problem, run = parsed(HEADER + "k,many,102.37,fast\nk,1,1,1\n")[1:3]
    assert isinstance(problem, Problem)
    assert (problem.line, problem.column) == (2, 4)
    assert isinstance(run, RunRecord)


def test_a_cell_beyond_all_measure_is_no_table() -> None:
    assert [type(entry) for entry in parsed(b"x" * 300_000)] == [Problem]


@given(st.text(max_size=200))
def test_any_rows_can_be_read(rows: str) -> None:
    json.dumps(list(lines_of("f", "table", parsed((HEADER + rows).encode("utf-8", "ignore")))), allow_nan=False)  # type: ignore[arg-type]
