"""What the ab parser reads, corrects, doubts and refuses. The real logs are in fixtures/logs/ab/."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.ab.parser import UNFINISHED
from ingest.jsonlines import lines_of
from ingest.records import Fact, Problem, RunRecord

ab = formats()["ab"]

LOGS = ROOT / "fixtures" / "logs"
REAL = sorted((LOGS / "ab").rglob("*.log"))
DEBIAN = "2.4.71-debian12"

PLAIN = (LOGS / "ab" / DEBIAN / "keepalive-n5000-c50.log").read_text()
VERBOSE = (LOGS / "ab" / DEBIAN / "verbose-v2.log").read_text()
HTML = (LOGS / "ab" / DEBIAN / "html-w-post-keepalive.log").read_text()
REPORT = PLAIN[PLAIN.index("Server Software") :]


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(ab.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def real(name: str) -> str:
    return (LOGS / "ab" / name).read_text()


def only_run(log: str | bytes) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def value(run: RunRecord, metric: str, item: str = "") -> float | None:
    values = [number.value for number in run.measurements if (number.metric, number.item) == (metric, item)]
    return values[0] if values else None


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "ab", read(log))), allow_nan=False)


# Known values.

ZONES = {
    ("global", "requests_per_second"): 390.24,
    ("global", "duration"): 2.5625,
    ("global", "latency_p50"): 0.25,
    ("global", "latency_p99"): 0.265,
    ("global", "latency_mean"): 0.241,
    ("global", "first_byte_time_stddev"): 0.0307,
    ("global", "transfer_rate"): 650.93 * 1024,
    ("global", "time_per_request"): 0.002563,
    ("non-global", "requests_per_second"): 380.95,
    ("non-global", "duration"): 2.625,
    ("non-global", "latency_p50"): 0.25,
    ("non-global", "latency_max"): 0.312,
    ("non-global", "connect_time_mean"): 0.002,
    ("non-global", "transfer_rate"): 635.43 * 1024,
}


@pytest.mark.parametrize(("zone", "metric"), ZONES)
def test_the_zones_study_reads_as_published(zone: str, metric: str) -> None:
    run = only_run(real(f"zones/{zone}.log"))
    assert value(run, metric) == pytest.approx(ZONES[zone, metric])


@pytest.mark.parametrize("zone", ["global", "non-global"])
def test_the_zones_study_needs_no_correction(zone: str) -> None:
    run = only_run(real(f"zones/{zone}.log"))
    assert run.caveats == ()
    assert (run.tool_version, run.facts["concurrency"], run.status) == ("2.0.40-dev", 100, "complete")
    assert not [number for number in run.measurements if number.printed]


def test_every_number_remembers_its_line() -> None:
    for path in REAL:
        text = path.read_bytes().decode("utf-8-sig").split("\n")
        for run in read(path.read_bytes()):
            for number in run.measurements if isinstance(run, RunRecord) else ():
                assert any(digit in text[number.line - 1] for digit in "0123456789"), (path, number)


def test_a_kept_alive_run() -> None:
    run = only_run(PLAIN)
    assert (run.facts["keepalive"], value(run, "requests_keepalive")) == (True, 5000)
    assert run.facts["url"] == "http://127.0.0.1:18080/4k.html"
    assert value(run, "time_per_request", "concurrent") == pytest.approx(0.000936)


def test_failures_have_a_total_and_parts() -> None:
    run = only_run(real(f"{DEBIAN}/reset-recv-errors-opt-r.log"))
    assert value(run, "requests_failed") == 300
    assert [value(run, "requests_failed", item) for item in ("connect", "receive", "length")] == [0, 100, 100]


def test_a_page_that_varies_has_no_size() -> None:
    varying, broken = (
        only_run(real("2.3-httpd2.4.3/length-failures.log")),
        only_run(real(f"{DEBIAN}/reset-recv-errors-opt-r.log")),
    )
    assert ("document_bytes" in varying.facts, varying.facts["document_variable"]) == (False, True)
    assert "document_bytes" in broken.facts


@pytest.mark.parametrize(
    ("others", "mean", "varies"),
    [(11, 900, True), (10, 900, False), (500, 1999, True), (500, 2001, False), (500, 501, True), (500, 499, False)],
)
def test_a_page_varies_if_more_than_one_in_a_hundred_is_about_as_long(others: int, mean: int, varies: bool) -> None:
    log = real("2.3-httpd2.4.3/length-failures.log")
    for label, text in {
        "Document Length": "1000 bytes",
        "Complete requests": "1000",
        "Failed requests": f"{others}",
        "HTML transferred": f"{1000 * (1000 - others) + mean * others} bytes",
    }.items():
        log = re.sub(rf"({label}: +).*", rf"\g<1>{text}", log)
    log = re.sub(r"Length: \d+, Exc", f"Length: {others}, Exc", log)
    assert only_run(log).facts.get("document_variable", False) is varies


def test_a_kbyte_is_1000_bytes_in_ab_1_and_1024_since() -> None:
    old, new = only_run(real("1.3d-apache1.3.42/post.log")), only_run(real(f"{DEBIAN}/post-p.log"))
    assert value(old, "transfer_rate") == pytest.approx(948390)
    assert value(new, "transfer_rate_sent") == pytest.approx(17625.55 * 1024)


def test_a_negative_port_is_a_port_beyond_32767() -> None:
    assert only_run(PLAIN.replace("18080", "-29536")).facts["port"] == 36000


# Wrong numbers that ab prints.


def test_lost_zeros_in_the_time_taken_are_put_back() -> None:
    run = only_run(real("2.0.41-dev-httpd2.0.64/timelimit.log"))
    (duration,) = [number for number in run.measurements if number.metric == "duration"]
    assert (duration.value, duration.printed) == (2.009369, "2.9369 seconds")
    assert "2.009369" in run.caveats[0]


def test_lost_zeros_are_seen_without_a_banner() -> None:
    log = real("2.0.41-dev-httpd2.0.64/timelimit.log")
    assert value(only_run(log[log.index("Server Software") :]), "duration") == 2.009369


def test_html_rates_of_2_2_9_are_put_right() -> None:
    wrong = HTML.replace("11710.15", "11710150.00").replace("1738.23", "1779950.00")
    run = only_run(wrong)
    assert value(run, "requests_per_second") == pytest.approx(11710.15)
    assert value(run, "transfer_rate") == pytest.approx(1779950)
    assert len([number for number in run.measurements if number.printed]) >= 2


def test_numbers_that_contradict_each_other_stay_and_are_doubted() -> None:
    run = only_run(PLAIN.replace("53421.09", "63421.09"))
    assert value(run, "requests_per_second") == 63421.09
    assert any("63421" in caveat for caveat in run.caveats)


def test_percentiles_that_fall_are_doubted() -> None:
    run = only_run(PLAIN.replace("  66%      1", "  66%      9"))
    assert any("percentiles" in caveat for caveat in run.caveats)


def test_complete_requests_without_a_byte_are_doubted_and_have_no_times() -> None:
    run = only_run(real("1.3d-apache1.3.42/refused.log"))
    assert any("not one byte" in caveat for caveat in run.caveats)
    assert value(run, "latency_mean") is value(run, "latency_p50") is value(run, "duration") is None


def test_what_is_no_number_is_absent() -> None:
    run = only_run(PLAIN.replace("53421.09 [#/sec]", "nan [#/sec]").replace("226204.91 [", "inf ["))
    assert value(run, "requests_per_second") is value(run, "transfer_rate") is None


def test_glued_columns_are_cut_by_their_widths() -> None:
    row = "Total:          0   12345678"
    run = only_run(real(f"{DEBIAN}/no-confidence-S.log").replace("Total:          0     0    1", row))
    assert (value(run, "latency_mean"), value(run, "latency_max")) == (0.123, 45.678)


# Runs without a result.


def test_an_aborted_run_says_why_and_keeps_its_count() -> None:
    run = only_run(real(f"{DEBIAN}/reset-aborted.log"))
    assert (run.status, run.facts["reason"]) == ("aborted", "apr_socket_recv: Connection reset by peer (104)")
    assert numbers(run) == {("requests_completed", ""): 250}


def test_a_refused_command_line_is_an_aborted_run() -> None:
    run = only_run(real(f"{DEBIAN}/url-no-path.log"))
    assert (run.status, run.facts["reason"], run.measurements) == ("aborted", "ab: invalid URL", ())


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(PLAIN[: PLAIN.index("Total transferred")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "requests_per_second")) == ("aborted", None)
    assert (problem.line, "Total transferred" in problem.message) == (30, True)


@pytest.mark.parametrize("end", ["Transfer rate", "Processing:", "  90%"])
def test_a_run_whose_log_was_cut_behind_its_result_says_so(end: str) -> None:
    run = only_run(PLAIN[: PLAIN.index(end)])
    assert (run.status, value(run, "requests_per_second")) == ("complete", 53421.09)
    assert run.caveats[-1] == UNFINISHED


def test_a_number_cut_in_the_middle_is_not_read() -> None:
    for end in range(1, len(PLAIN)):
        for run in read(PLAIN[:end]):
            if isinstance(run, RunRecord):
                whole = numbers(only_run(PLAIN)) | {("latency_max", ""): 0.002}
                assert not set(numbers(run).items()) - set(whole.items()), PLAIN[:end][-60:]


def test_a_run_that_a_signal_ended_is_interrupted() -> None:
    assert only_run(PLAIN.replace("Finished 5000 requests\n", "")).status == "interrupted"
    assert only_run(PLAIN.replace("5000 requests\n\n", "5000 requests (interrupted)\n\n")).status == "interrupted"


# How files get changed on their way here.


def quoted(text: str) -> bytes:
    return "".join(f"> {line}\n" for line in text.splitlines()).encode()


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "quoted": quoted,
    "indented": lambda text: "".join(f"    {line}\n" for line in text.splitlines()).encode(),
    "stamped": lambda text: "".join(f"[2026-11-21 01:02:03] {line}\n" for line in text.splitlines()).encode(),
    "collapsed": lambda text: "".join(" ".join(line.split()) + "\n" for line in text.splitlines()).encode(),
    "unended": lambda text: text.rstrip("\n").encode(),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", [f"{DEBIAN}/small-n2.log", f"{DEBIAN}/post-p.log", "2.0.41-dev-httpd2.0.64/post.log"])
def test_a_changed_file_says_the_same(change: str, name: str) -> None:
    before, after = only_run(real(name)), only_run(CHANGES[change](real(name)))
    assert numbers(after) == numbers(before)
    assert (after.facts, after.status) == (before.facts, before.status)


def test_several_reports_in_one_file_are_several_runs() -> None:
    assert len(read(PLAIN + HTML + REPORT + REPORT + real(f"{DEBIAN}/url-no-path.log") + PLAIN)) == 6


def test_another_tools_lines_after_a_report_are_not_its_own() -> None:
    after = "Total: connections 20 requests 100\nConnection time [ms]: min 803.7\n     50%  287.00us\nErrors: total 0\n"
    assert numbers(only_run(PLAIN + after)) == numbers(only_run(PLAIN))


def test_a_report_inside_a_dumped_page_is_not_the_runs_own() -> None:
    page = PLAIN.replace("53421.09", "1.00")
    for body in (page, page[page.index("Server Software") :], page[:900]):
        run = only_run(VERBOSE.replace("<html><body>hello</body></html>\n", body))
        assert (value(run, "requests_per_second"), run.facts["method"]) == (3571.43, "GET")


def test_the_echoed_command_tells_what_was_asked() -> None:
    run = only_run("user@host:~$ ab -i -n 100000 -c 50 http://127.0.0.1:18080/4k.html\n" + PLAIN)
    assert (run.facts["method"], run.facts["requests_planned"], run.line) == ("HEAD", 100000, 1)


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        ("-q -n 5000 -c 50", {"requests_planned": 5000, "method": "GET", "keepalive": False}),
        ("-qkn5000 -c50", {"requests_planned": 5000, "concurrency": 50, "keepalive": True}),
        ("-ic 50 -n 5000 -n 6000", {"requests_planned": 6000, "method": "HEAD"}),
        ("-H 'X: -k -n 9' -n 5000 -c 50", {"requests_planned": 5000, "keepalive": False}),
        ("-H 'X: -n 5000", {"command": "ab -H 'X: -n 5000 http://127.0.0.1:18080/4k.html"}),
        ("-n ²", {"method": "GET"}),
        ("", {"method": "GET"}),
    ],
)
def test_options_are_read_as_ab_reads_them(options: str, facts: dict[str, Fact]) -> None:
    quiet = "".join(line for line in PLAIN.splitlines(True) if not line.startswith(("Completed", "Finished")))
    run = only_run(f"$ ab {options} http://127.0.0.1:18080/4k.html\n".replace("  ", " ") + quiet)
    assert {name: run.facts.get(name) for name in facts} == facts
    assert only_run(quiet).facts.get("requests_planned") is None


# What is an ab log.


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_report_is_recognised_however_early_it_breaks_off(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if ab.sniff(b"".join(lines[:end]))]
    assert known
    assert known == list(range(known[0], len(lines) + 1))


def test_a_report_without_banner_is_recognised_at_every_line() -> None:
    lines = REPORT.encode().splitlines(keepends=True)
    assert all(ab.sniff(b"".join(lines[:end])) for end in range(1, len(lines) + 1))


@pytest.mark.parametrize(
    "text",
    [
        b"Total: connections 20 requests 100 replies 100 test-duration 2.713 s\n",
        b"Benchmarking: GET http://127.0.0.1:18080/\n1 client, running 2 sec.\n",
        b"bash: ab: command not found\n",
        b"Server Software: see chapter 3.\nWe like it.\n",
        b"We used ApacheBench (ab) with a concurrency of 10.\n",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not ab.sniff(text)


def test_a_report_that_ends_with_its_rate_lacks_its_times_and_one_without_their_table_is_not_cut() -> None:
    head, _, rest = PLAIN.partition("Connection Times")
    reports = (head, head + rest[rest.index("Percentage") :])
    cut, left_out = ([item for item in read(text) if isinstance(item, Problem)] for text in reports)
    assert ["connection times" in problem.message for problem in cut] == [True]
    assert left_out == []


# Lines that somebody changed.


@pytest.mark.parametrize(
    ("printed", "changed"),
    [
        ("Concurrency Level:      50", "Concurrency Level:      5O"),
        ("Requests per second: ", "R equests per second: "),
        ("  66% ", "  6b% "),
        ("  95% ", "  95%x"),
    ],
)
def test_a_line_that_cannot_be_read_any_more_is_told(printed: str, changed: str) -> None:
    assert [item for item in read(PLAIN) if isinstance(item, Problem)] == []
    problems = [item for item in read(PLAIN.replace(printed, changed)) if isinstance(item, Problem)]
    assert len(problems) == 1


def test_the_rate_of_what_was_sent_is_told_where_it_cannot_be_read() -> None:
    posted = real(f"{DEBIAN}/post-p.log")
    rate = next(line for line in posted.splitlines() if line.endswith("kb/s sent"))
    (problem,) = [item for item in read(posted.replace(rate, "   ?.?? kb/s sent")) if isinstance(item, Problem)]
    assert "kb/s sent" in problem.message


def test_a_number_below_zero_has_a_caveat_and_raises_nothing() -> None:
    run = only_run(re.sub(r"Complete requests:( +)\d+", r"Complete requests:\1-3", PLAIN))
    assert any("requests_completed" in caveat and "negative" in caveat for caveat in run.caveats)
