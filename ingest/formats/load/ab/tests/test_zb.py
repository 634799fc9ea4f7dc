"""Reports of zb (ZeusBench), ab's forerunner: the labels of ab 1.x and a few of its own."""

from __future__ import annotations

import pytest

from ingest.formats.load.ab.tests.logs import REPORT, VERBOSE, only_run, read, value
from ingest.records import Problem, RunRecord

SERVER = "Server:                 Boa/0.94.8.3\n"
BELOW = """\
Doucment Length:        1666
Concurency Level:       215
Time taken for tests:   33.865 seconds
Complete requests:      20000
Failed requests:        0
Bytes transfered:       36820000
HTML transfered:        33320000
Requests per seconds:   590.58
Transfer rate:          1087.26 kb/s

Connnection Times (ms)
           min   avg   max
Connect:     0     0    11
Total:       5    16    31
"""


def test_the_server_that_zb_names_is_the_run_s() -> None:
    run = only_run(SERVER + BELOW)
    assert run.facts["server_software"] == "Boa/0.94.8.3"
    assert (run.line, run.status, value(run, "requests_per_second")) == (1, "complete", 590.58)


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_it_is_that_of_its_own_report_only(between: str) -> None:
    khttpd = SERVER.replace("Boa/0.94.8.3", "kHTTPd/0.1.6")
    runs = read(SERVER + BELOW + between + khttpd + BELOW + between + REPORT)
    servers = [run.facts["server_software"] for run in runs if isinstance(run, RunRecord)]
    assert servers == ["Boa/0.94.8.3", "kHTTPd/0.1.6", only_run(REPORT).facts["server_software"]]


def test_a_header_of_a_reply_is_no_server_of_zb() -> None:
    dumped = VERBOSE.replace("HTTP/1.1 200 OK\n", f"HTTP/1.1 200 OK\n{SERVER}")
    assert dumped != VERBOSE
    assert only_run(dumped).facts["server_software"] == only_run(VERBOSE).facts["server_software"]
    assert "server_software" not in only_run(f"{SERVER}Content-Type: text/html\n\n{BELOW}").facts


def test_what_zb_never_prints_is_not_expected_of_it() -> None:
    cut = SERVER + BELOW.partition("Bytes transfered")[0]
    (problem,) = [item for item in read(cut) if isinstance(item, Problem)]
    assert "expected its 'Total transferred' line next" in problem.message


def test_a_report_at_the_top_of_a_log_has_no_server_of_zb() -> None:
    top = REPORT[REPORT.index("Document Path") :]
    (run,) = [item for item in read(top) if isinstance(item, RunRecord)]
    assert (run.line, run.status) == (1, "complete")
