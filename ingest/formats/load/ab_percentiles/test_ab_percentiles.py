"""What is read from the CSV of ab -e. The real logs are in fixtures/logs/ab_percentiles/."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.ab_percentiles.parser import FALLS, seconds
from ingest.formats.requests.test_per_request import only_run, problems, read, runs, value

ab_percentiles = formats()["ab_percentiles"]

LOGS = ROOT / "fixtures" / "logs" / "ab_percentiles"
SLOW = (LOGS / "2.4.71-debian12" / "slow-n2000-c10.csv").read_text()
OLD = (LOGS / "2.0.41-dev-httpd2.0.64" / "percentiles.csv").read_text()
REAL = sorted(LOGS.rglob("*.csv"))

#: what ab printed of the same run in its report, in whole milliseconds
AB_SAID = {
    "p50": 0.009,
    "p66": 0.014,
    "p75": 0.018,
    "p80": 0.021,
    "p90": 0.029,
    "p95": 0.037,
    "p98": 0.049,
    "p99": 0.060,
}


@pytest.mark.parametrize("percentile", AB_SAID)
def test_the_percentiles_are_those_of_the_report(percentile: str) -> None:
    measured = value(only_run(ab_percentiles, SLOW), f"latency_{percentile}")
    assert measured == pytest.approx(AB_SAID[percentile], abs=0.00051)


def test_the_ends_are_the_shortest_and_the_longest() -> None:
    run = only_run(ab_percentiles, SLOW)
    assert value(run, "latency_min") == 0.000284
    assert value(run, "latency_max") == pytest.approx(0.096, abs=0.0005)


def test_exponents_of_old_versions_are_read() -> None:
    run = only_run(ab_percentiles, OLD)
    assert (value(run, "latency_p98"), value(run, "latency_max"), run.status) == (0.005, None, "complete")


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.parent.name)
def test_every_number_remembers_its_line(path: Path) -> None:
    lines = path.read_text().splitlines()
    for number in only_run(ab_percentiles, path.read_bytes()).measurements:
        assert float(lines[number.line - 1].split(",")[1]) / 1000 == pytest.approx(number.value)


def test_a_spreadsheet_does_no_harm() -> None:
    sheet = "\r\n".join(";".join(cell.replace(".", ",") for cell in line.split(",")) for line in SLOW.splitlines())
    assert only_run(ab_percentiles, sheet + "\r\n").measurements == only_run(ab_percentiles, SLOW).measurements


def test_a_table_that_breaks_off_is_aborted_and_says_where() -> None:
    lines = SLOW.splitlines(keepends=True)
    (problem,) = problems(ab_percentiles, "".join(lines[:51]))
    assert (problem.line, "the row of 50 %" in problem.message) == (51, True)
    assert only_run(ab_percentiles, "".join(lines[:51])).status == "aborted"


def test_a_number_that_may_be_cut_is_not_taken() -> None:
    cut = SLOW[: SLOW.index("\n100,")][:-1]
    run, problem = read(ab_percentiles, cut)
    assert value(run, "latency_p99") is None  # type: ignore[arg-type]
    assert "may be cut" in problem.message  # type: ignore[union-attr]


def test_tables_and_other_text_in_one_file_stay_apart() -> None:
    log = "Server Software: nginx\n" + SLOW + "Concurrency Level: 5\n98,1.0\n" + OLD
    first, second = runs(ab_percentiles, log)
    assert (first.line, second.line) == (2, 106)
    assert problems(ab_percentiles, log) == []


def test_percentiles_that_fall_are_doubted() -> None:
    run = only_run(ab_percentiles, SLOW.replace("\n50,", "\n50,9"))
    assert run.caveats == (FALLS,)


def test_a_row_told_twice_is_taken_once() -> None:
    log = SLOW.replace("\n51,", "\n50,99.000\n51,")
    assert value(only_run(ab_percentiles, log), "latency_p50") == value(only_run(ab_percentiles, SLOW), "latency_p50")
    assert [problem.line for problem in problems(ab_percentiles, log)] == [53]


@pytest.mark.parametrize("prefix", ["> ", "  ", "[12:00:01] "])
def test_what_stands_before_each_line_is_no_part_of_it(prefix: str) -> None:
    log = "".join(prefix + line for line in SLOW.splitlines(keepends=True))
    assert ab_percentiles.sniff(log.encode())
    assert only_run(ab_percentiles, log).measurements == only_run(ab_percentiles, SLOW).measurements


def test_it_is_recognised_by_its_header_alone() -> None:
    assert ab_percentiles.sniff(SLOW.splitlines()[0].encode())
    assert not ab_percentiles.sniff(b"Percentage of the requests served within a certain time (ms)\n")


@given(st.from_regex(r"[-+]?\d{1,15}(\.\d{1,15})?(e[-+]?\d{1,2})?", fullmatch=True, alphabet="0123456789.e+-"))
def test_a_time_is_its_millimeasuredby_a_thousand_to_twelve_digits(ms: str) -> None:
    assert seconds(ms) == float(f"{float(ms) / 1000:.12g}")
