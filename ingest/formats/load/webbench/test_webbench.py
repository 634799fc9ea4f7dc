"""What the importer of WebBench tables reads, assumes and refuses. No export of WebBench itself is known to exist."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.webbench.parser import LAYOUT, UNNAMED
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord
from ingest.tests.reports import CHANGES as ANY_TOOLS
from ingest.tests.reports import REDRAWN

CHANGES = ANY_TOOLS | REDRAWN

webbench = formats()["webbench"]

LOGS = ROOT / "fixtures" / "logs"
FOREIGN = [path for path in sorted(LOGS.rglob("*.*")) if path.suffix in (".log", ".json", ".csv", ".tsv")]
STUDIES = sorted((LOGS.parent / "studies").rglob("*.csv"))

CSV = """\
WebBench 4.1 static suite
Length: 300 seconds
Mix Name,Requests Per Second,Throughput (Bytes/Sec)
1 client,"1,013.25",6148123.5
8 clients,"5,001.50",30351201.0
16_clients,"6,250.00",38012345.0
"""
LAYOUTS = {
    "comma": CSV,
    "tab": CSV.replace('"', "")
    .replace("1,013", "1013")
    .replace("5,001", "5001")
    .replace("6,250", "6250")
    .replace(",", "\t"),
    "bar": """\
WebBench 4.1 static suite
Length: 300 seconds
| Mix Name   | Requests Per Second | Throughput (Bytes/Sec) |
|------------|---------------------|------------------------|
| 1 client   | 1,013.25            | 6148123.5              |
| 8 clients  | 5,001.50            | 30351201.0             |
| 16_clients | 6,250.00            | 38012345.0             |
""",
    "aligned": """\
WebBench 4.1 static suite
Length: 300 seconds
Mix Name     Requests Per Second   Throughput (Bytes/Sec)
--------     -------------------   ----------------------
1 client                1,013.25                6148123.5
8 clients               5,001.50               30351201.0
16_clients              6,250.00               38012345.0
""",
    "semicolon": """\
WebBench 4.1 static suite
Length: 300 seconds
Mix Name;Requests Per Second;Throughput (Bytes/Sec)
1 client;1.013,25;6148123,5
8 clients;5.001,50;30351201,0
16_clients;6.250,00;38012345,0
""",
    "HTML": """\
<h2>WebBench 4.1 static suite</h2>
<p>Length: 300 seconds</p>
<table><tr><th>Mix Name</th><th>Requests<br>Per Second</th><th>Throughput (Bytes/Sec)</th></tr>
<tr><td>1&nbsp;client</td><td>1,013.25</td><td>6148123.5</td></tr>
<tr><td>8 clients</td><td>5,001.50</td><td>30351201.0</td></tr>
<tr><td>16_clients</td><td>6,250.00</td><td>38012345.0</td></tr></table>
""",
}


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(webbench.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def runs(log: str | bytes) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def value(run: RunRecord, metric: str) -> float | None:
    return next((number.value for number in run.measurements if number.metric == metric), None)


def rates(log: str | bytes) -> list[float | None]:
    return [value(run, "requests_per_second") for run in runs(log)]


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "webbench", read(log))), allow_nan=False)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_row_is_a_run_however_the_table_is_laid_out(layout: str) -> None:
    all_runs = runs(LAYOUTS[layout])
    assert [value(run, "requests_per_second") for run in all_runs] == [1013.25, 5001.5, 6250]
    assert [value(run, "transfer_rate") for run in all_runs] == [6148123.5, 30351201, 38012345]
    assert [run.facts["concurrency"] for run in all_runs] == [1, 8, 16]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_lines_above_a_table_tell_its_setup(layout: str) -> None:
    first, *_ = runs(LAYOUTS[layout])
    assert (first.tool, first.tool_version) == ("WebBench", "4.1")
    assert (first.facts["suite"], first.facts["duration_planned"]) == ("static", 300)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_number_remembers_its_line(layout: str) -> None:
    text = LAYOUTS[layout].split("\n")
    for run in runs(LAYOUTS[layout]):
        assert str(run.facts["clients"]) in text[run.line - 1]
        assert {number.line for number in run.measurements} == {run.line}


def test_an_html_row_may_take_several_lines() -> None:
    html = LAYOUTS["HTML"].replace("<td>", "\n  <td>").replace("</tr>", "\n</tr>")
    assert rates(html) == [1013.25, 5001.5, 6250]
    first_cells = [html.split("\n")[run.line - 1].strip() for run in runs(html)]
    assert first_cells == ["<td>1&nbsp;client</td>", "<td>8 clients</td>", "<td>16_clients</td>"]


def test_every_run_says_that_the_layout_is_not_documented() -> None:
    for run in runs(CSV):
        assert run.caveats == (LAYOUT,)


def test_a_table_that_does_not_name_webbench_says_so() -> None:
    (run,) = runs("Clients\tRequests/sec\n20\t1234.5\n")
    assert run.caveats == (LAYOUT, UNNAMED)


def test_clients_have_threads() -> None:
    (run,) = runs("Clients,Threads per client,Requests per sec\n32,2,1950\n")
    assert (run.facts["clients"], run.facts["threads"], run.facts["concurrency"]) == (32, 2, 64)


def test_threads_may_stand_among_the_parameters() -> None:
    (run,) = runs("Number of Threads  2\nClients,Requests per sec\n32,1950\n")
    assert run.facts["concurrency"] == 64


def test_a_bare_number_in_a_column_of_mixes_is_said_to_be_an_assumption() -> None:
    (run,) = runs("WebBench\nMix,Requests/sec\n60,1950.0\n")
    assert (run.facts["concurrency"], run.caveats[-1]) == (60, "The mix '60' is taken for a number of clients.")


def test_a_mix_that_is_only_named_has_no_clients() -> None:
    (run,) = runs("WebBench\nMix Name,Requests/sec\nMix 3,1950.0\n")
    assert run.facts["mix"] == "Mix 3"
    assert "concurrency" not in run.facts


@pytest.mark.parametrize(
    ("heading", "factor", "is_doubted"),
    [
        ("Throughput", 1, False),
        ("Throughput (bytes per second)", 1, False),
        ("KB/s", 1024, True),
        ("Throughput (MB/sec)", 1024**2, True),
        ("KiB/s", 1024, False),
        ("Mbits/sec", 125000, False),
    ],
)
def test_throughput_is_in_the_unit_of_its_heading(heading: str, factor: float, is_doubted: bool) -> None:
    (run,) = runs(f"WebBench\nClients\tRequests/sec\t{heading}\n4\t10.5\t2.5\n")
    assert value(run, "transfer_rate") == 2.5 * factor
    assert any("1024" in caveat for caveat in run.caveats) is is_doubted


@pytest.mark.parametrize(
    ("cells", "expected", "is_assumed"),
    [
        (["1,605", "12.5"], [1605, 12.5], False),
        (["1.605", "12,5"], [1605, 12.5], False),
        (["1.605,5", "2.000"], [1605.5, 2000], False),
        (["1,605,000"], [1605000], False),
        (["1,605"], [1605], True),
        (["0,231"], [0.231], False),
        (["1605", "20"], [1605, 20], False),
        (["1 605.5"], [1605.5], False),
    ],
)
def test_a_column_tells_its_decimal_sign(cells: list[str], expected: list[float], is_assumed: bool) -> None:
    all_runs = runs("WebBench\nClients\tRequests/sec\n" + "".join(f"4\t{cell}\n" for cell in cells))
    assert [value(run, "requests_per_second") for run in all_runs] == expected
    assert any("decimal" in caveat for caveat in all_runs[0].caveats) is is_assumed


def test_columns_that_are_not_read_are_named() -> None:
    *_, problem = read("WebBench\nClients,Requests/sec,Errors,CPU\n4,10,0,55\n")
    assert isinstance(problem, Problem)
    assert "Errors, CPU" in problem.message


def test_failures_a_second_are_no_requests_a_second() -> None:
    *_, run, problem = read("WebBench\nClients,Failed requests/sec,Requests/sec\n4,3,10\n")
    assert isinstance(run, RunRecord)
    assert value(run, "requests_per_second") == 10
    assert isinstance(problem, Problem)
    assert "Failed requests/sec" in problem.message


def test_several_tables_in_one_file_each_have_their_setup() -> None:
    all_runs = runs(CSV + "\nWebBench 5.0 e-commerce suite\nClients,Requests/sec\n4,10.5\n")
    suites = [(run.tool_version, run.facts["suite"]) for run in all_runs]
    assert suites[-2:] == [("4.1", "static"), ("5.0", "e-commerce")]


# Broken files.


def test_headings_without_rows_are_a_problem() -> None:
    (problem,) = read("Clients,Requests/sec\n")
    assert isinstance(problem, Problem)
    assert problem.line == 1


def test_a_row_that_breaks_off_is_a_problem() -> None:
    items = read(CSV[: CSV.index('"6,250')])
    assert len(runs(CSV[: CSV.index('"6,250')])) == 2
    assert isinstance(items[-1], Problem)
    assert items[-1].line == 6


def test_a_last_number_without_a_lines_end_is_doubted() -> None:
    last = runs(CSV.rstrip("\n"))[-1]
    assert value(last, "transfer_rate") == 38012345
    assert "cut" in last.caveats[-1]


@pytest.mark.parametrize("change", sorted(set(CHANGES) - {"unended", "stamped bare", "container"}))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_changed_file_says_the_same(change: str, layout: str) -> None:
    if change == "collapsed" and layout in ("aligned", "tab"):
        return  # nothing divides the columns any more
    changed = CHANGES[change](LAYOUTS[layout])
    assert rates(changed) == [1013.25, 5001.5, 6250]


# What is a WebBench table.


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_table_is_recognised_from_its_first_row_on(layout: str) -> None:
    lines = LAYOUTS[layout].encode().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if webbench.sniff(b"".join(lines[:end]))]
    assert known == list(range(known[0], len(lines) + 1))
    assert known[0] <= 5


@pytest.mark.parametrize("path", FOREIGN + STUDIES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_other_tools_logs_are_not_webbenchs(path: Path) -> None:
    assert not webbench.sniff(path.read_bytes())
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"WebBench 3.0 (static get), 32 clients each has 2 requesting threads. Request per sec, 1950\n",
        b"concurrency,requests_per_second [1/s]\n10,200\n",
        b"5 clients, running 2 sec.\n\nSpeed=692159 pages/min, 49953088 bytes/sec.\n",
        b'{"clients": 4, "requests per second": 10}\n',
        b"",
    ],
)
def test_other_text_is_not_taken_for_a_table(text: bytes) -> None:
    assert not webbench.sniff(text)


@given(st.sampled_from(sorted(LAYOUTS.values())), st.text(alphabet="0123456789.,; \t|\n\"'-<>/trdh", max_size=200))
def test_any_cells_never_raise(text: str, cells: str) -> None:
    printable_as_json((text + cells).encode())
