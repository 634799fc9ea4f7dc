"""What is read from vegeta's CSV. No file of vegeta itself was at hand: see fixtures/logs/vegeta_requests/*/ORIGIN."""

from __future__ import annotations

import csv
import re
import statistics

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.test_per_request import only_run, problems, read, value
from ingest.formats.requests.test_per_request import small_blocks as small_blocks

vegeta_requests = formats()["vegeta_requests"]

LOGS = ROOT / "fixtures" / "logs" / "vegeta_requests" / "made-by-hand"
TWELVE = (LOGS / "v12.csv").read_text()
NINE = (LOGS / "v12.5-nine-columns.csv").read_text()
ROWS = list(csv.reader(TWELVE.splitlines()))
LATENCIES = sorted(int(row[2]) for row in ROWS)


def test_latencies_are_those_of_the_rows() -> None:
    run = only_run(vegeta_requests, TWELVE)
    assert value(run, "latency_mean") == pytest.approx(statistics.mean(LATENCIES) / 1e9)
    assert value(run, "latency_stddev") == pytest.approx(statistics.stdev(LATENCIES) / 1e9)
    assert value(run, "latency_p99") == pytest.approx(LATENCIES[197] / 1e9)
    assert not any("off by" in caveat for caveat in run.caveats)


def test_a_status_of_200_to_399_is_a_success() -> None:
    run = only_run(vegeta_requests, TWELVE)
    assert [value(run, f"requests_{name}") for name in ("completed", "succeeded", "failed")] == [200, 190, 10]
    assert [value(run, "responses", item) for item in ("2xx", "5xx")] == [190, 5]
    assert [value(run, "requests_failed", item) for item in ("connect", "timeout", "other")] == [4, 1, None]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("Get: context deadline exceeded", "timeout"),
        ("dial tcp 0.0.0.0:0->127.0.0.1:1: connect: connection refused", "connect"),
        ("read tcp 127.0.0.1:{}->127.0.0.1:80: read: connection reset by peer", "reset"),
        ("dial tcp: connection refused after a timeout", "timeout"),
        ("http: unexpected", "other"),
    ],
)
def test_each_request_without_a_reply_counts_under_one_reason(error: str, reason: str) -> None:
    rows = [f"{1795223215000085586 + n},0,5,0,0,{error.format(n % 7)},,,{n},GET,http://a/,\n" for n in range(70)]
    run = only_run(vegeta_requests, "".join(rows))
    assert {m.item: m.value for m in run.measurements if m.metric == "requests_failed" and m.item} == {reason: 70}


def test_the_rate_is_from_the_first_start_to_the_last_end() -> None:
    run = only_run(vegeta_requests, TWELVE)
    length = max(int(row[0]) + int(row[2]) for row in ROWS) - min(int(row[0]) for row in ROWS)
    assert value(run, "duration") == pytest.approx(length / 1e9)
    assert value(run, "requests_per_second") == pytest.approx(200 / length * 1e9)
    assert run.facts["started_at"] == "2026-11-21T01:06:55.000085+00:00"


def test_bytes_are_of_bodies() -> None:
    run = only_run(vegeta_requests, TWELVE)
    assert value(run, "bytes_body") == 190 * 4096 + 5 * 197


@pytest.mark.usefixtures("small_blocks")
def test_method_and_url_are_facts_as_long_as_all_rows_agree() -> None:
    run = only_run(vegeta_requests, TWELVE)
    assert (run.facts["method"], run.facts["url"]) == ("GET", "http://127.0.0.1:18080/4k.html")
    other = TWELVE + TWELVE.splitlines(keepends=True)[-1].replace("GET", "PUT")
    assert "method" not in only_run(vegeta_requests, other).facts
    assert "url" in only_run(vegeta_requests, other).facts


def test_older_columns_are_read() -> None:
    run = only_run(vegeta_requests, NINE)
    assert (value(run, "requests_completed"), "url" in run.facts) == (195, False)


def test_a_log_that_breaks_off_says_where() -> None:
    cut = TWELVE[: TWELVE.rindex(",4096,")]
    (problem,) = problems(vegeta_requests, cut)
    assert (only_run(vegeta_requests, cut).status, problem.line) == ("aborted", 200)


@pytest.mark.parametrize("whole", [TWELVE, NINE])
def test_it_is_recognised_however_few_rows_are_left(whole: str) -> None:
    lines = whole.splitlines(keepends=True)
    assert all(vegeta_requests.sniff("".join(lines[:place]).encode()) for place in range(1, 9))


@pytest.mark.parametrize("text", ["", "1,2,3,4,5,6\n", "1795223215000,200,5,0,0,,\n", "a,b\n"])
def test_other_text_is_none_of_it(text: str) -> None:
    assert not vegeta_requests.sniff(text.encode())
    assert read(vegeta_requests, text) == []


@pytest.mark.parametrize(("seconds", "words"), [(100, "leave out 69"), (-100, "go back by 13"), (0, "go back by")])
def test_another_attack_that_was_appended_gives_neither_duration_nor_rate(seconds: int, words: str) -> None:
    later = re.sub(r"^\d{19}", lambda start: str(int(start[0]) + seconds * 10**9), TWELVE, flags=re.MULTILINE)
    run = only_run(vegeta_requests, TWELVE + later)
    assert (value(run, "requests_completed"), value(run, "requests_per_second")) == (400, None)
    assert any(f"The rows {words}" in caveat for caveat in run.caveats)


@pytest.mark.parametrize("rows", [3, 20, 200])
def test_a_file_that_was_put_in_twice_has_no_rate_however_short(rows: int) -> None:
    once = "".join(TWELVE.splitlines(keepends=True)[:rows])
    run = only_run(vegeta_requests, once * 2)
    assert (value(run, "requests_completed"), value(run, "requests_per_second")) == (2 * rows, None)
    assert any("go back" in caveat for caveat in run.caveats)
