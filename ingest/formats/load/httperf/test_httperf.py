"""What the httperf parser reads, doubts and refuses. The real logs are in fixtures/logs/httperf/."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS, numbers, value

httperf = formats()["httperf"]

REAL = sorted((LOGS / "httperf").rglob("*.log"))
DEBIAN, GIT = "0.9.0-debian12", "0.9.1-git2020"


def real(name: str) -> str:
    return (LOGS / "httperf" / name).read_text()


PLAIN, SESSIONS, THREE = real(f"{GIT}/plain.log"), real(f"{GIT}/wsess.log"), real("derived/httperf-three-runs.log")
RESET, REFUSED = real(f"{DEBIAN}/errors-reset.log"), real(f"{DEBIAN}/errors-refused.log")
REPORT = PLAIN[PLAIN.index("Total:") :]
ECHO = PLAIN[: PLAIN.index("Maximum")]
WARNING = "httperf: warning: open file limit > FD_SETSIZE; limiting max. # of open files to FD_SETSIZE\n"


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(httperf.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def runs(log: str | bytes) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def problems(log: str | bytes) -> list[Problem]:
    return [item for item in read(log) if isinstance(item, Problem)]


def only_run(log: str | bytes) -> RunRecord:
    (run,) = runs(log)
    return run


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "httperf", read(log))), allow_nan=False)


# Known values.

KNOWN = {
    ("requests_completed", ""): 270,
    ("requests_completed", "sent"): 300,
    ("requests_per_second", ""): 270 / 5.981,
    ("requests_per_second_offered", ""): 50.2,
    ("duration", ""): 5.981,
    ("connections", ""): 300,
    ("connection_rate", ""): 50.2,
    ("concurrency_peak", ""): 1,
    ("requests_per_connection", ""): 1,
    ("reply_rate_min", ""): 45,
    ("reply_rate_mean", ""): 45,
    ("reply_rate_max", ""): 45,
    ("connection_time_min", ""): 0.0002,
    ("connection_time_mean", ""): 0.0029,
    ("connection_time_max", ""): 0.0163,
    ("connection_time_median", ""): 0.0005,
    ("connection_time_stddev", ""): 0.0028,
    ("connect_time_mean", ""): 0,
    ("first_byte_time_mean", ""): 0.0029,
    ("transfer_time_mean", ""): 0,
    ("transfer_rate", "net_io"): 11.1 * 1024,
    ("bytes_sent", "per_request"): 62,
    ("bytes_received", "per_reply"): 182,
    ("bytes_body", "per_reply"): 100,
    ("client_cpu_user", ""): 0.198,
    ("client_cpu_system", ""): 0.49,
    ("responses", "2xx"): 270,
    ("responses", "5xx"): 0,
    ("requests_failed", ""): 30,
    ("requests_failed", "reset"): 30,
    ("requests_failed", "timeout"): 0,
}


@pytest.mark.parametrize(("metric", "item"), KNOWN)
def test_a_run_with_resets_reads_as_printed(metric: str, item: str) -> None:
    assert value(only_run(RESET), metric, item) == pytest.approx(KNOWN[metric, item])


def test_every_printed_number_remembers_its_line() -> None:
    for path in REAL:
        text = path.read_text().split("\n")
        for run in runs(path.read_bytes()):
            for number in run.measurements:
                printed = number.metric != "requests_per_second" and number.item != "failed"
                assert text[number.line - 1].split()[0] in LINES[number.metric] or not printed, (path, number)


LINES = {
    **dict.fromkeys(("requests_completed", "requests_per_second", "duration", "connections"), ("Total:", "Session:")),
    **dict.fromkeys(("connection_rate", "concurrency_peak", "requests_per_connection"), ("Connection",)),
    **dict.fromkeys([f"connection_time_{p}" for p in ("min", "max", "median", "stddev")], ("Connection",)),
    "connection_time_mean": ("Connection", "Session"),
    "connect_time_mean": ("Connection",),
    **dict.fromkeys(("requests_per_second_offered", "bytes_sent"), ("Request",)),
    **dict.fromkeys([f"reply_rate_{p}" for p in ("min", "mean", "max", "stddev")], ("Reply",)),
    **dict.fromkeys(("first_byte_time_mean", "transfer_time_mean", "bytes_received"), ("Reply",)),
    **dict.fromkeys(("bytes_body", "responses"), ("Reply",)),
    "transfer_rate": ("Net",),
    "requests_failed": ("Errors:",),
    **dict.fromkeys(("client_cpu_user", "client_cpu_system"), ("CPU",)),
    **dict.fromkeys(("session_rate", "sessions_completed", "sessions_failed"), ("Session",)),
}

ERRORS = "Errors: total 36 client-timo 1 socket-timo 2 connrefused 3 connreset 4\n"
MORE = "Errors: fd-unavail 5 addrunavail 6 ftab-full 7 other 8\n"


def test_every_kind_of_error_has_its_item() -> None:
    run = only_run(REPORT[: REPORT.index("Errors:")] + ERRORS + MORE)
    items = (
        "",
        "timeout",
        "socket",
        "refused",
        "reset",
        "fd_unavailable",
        "address_unavailable",
        "table_full",
        "other",
    )
    assert [value(run, "requests_failed", item) for item in items] == [36, 1, 2, 3, 4, 5, 6, 7, 8]


def test_the_command_tells_what_was_asked_of_whom() -> None:
    facts = only_run(real(f"{DEBIAN}/autobench-stdout.log").partition("100\t")[0]).facts
    expected = {"host": "127.0.0.1", "port": 18080, "path": "/4k.html", "rate_planned": 20, "connections_planned": 120}
    expected |= {"calls_per_connection": 5, "requests_planned": 600, "keepalive": True, "tls": False, "method": "GET"}
    assert {name: facts[name] for name in expected} == expected
    assert facts["url"] == "http://127.0.0.1:18080/4k.html"


def test_a_run_over_tls() -> None:
    facts = only_run(real(f"{GIT}/ssl.log")).facts
    assert (facts["tls"], facts["url"]) == (True, "https://localhost:18443/4k.html")


def test_a_time_limit_leaves_the_number_of_requests_open() -> None:
    facts = only_run(PLAIN.replace("--hog", "--runtime=6")).facts
    assert facts["duration_planned"] == 6
    assert "requests_planned" not in facts


def test_a_set_of_files_is_no_path() -> None:
    facts = only_run(real(f"{DEBIAN}/wset.log")).facts
    assert facts["working_set"] == "1,1.000"
    assert not {"path", "url"} & facts.keys()


def test_what_was_typed_is_read_where_there_is_no_echo() -> None:
    typed = "$ httperf --server www --port 80 --uri /a --rate 10 --num-conn 5 --num-call 2\n"
    run = only_run(typed + REPORT)
    assert (run.facts["host"], run.facts["rate_planned"], run.facts["requests_planned"]) == ("www", 10, 10)
    assert run.line == 1
    assert "tls" not in run.facts


def test_a_typed_command_and_its_echo_are_one_run() -> None:
    run = only_run("$ httperf --server www --wlog=y,./list --num-conn 5\n" + PLAIN)
    assert (run.facts["host"], run.facts["request_log"], run.line) == ("127.0.0.1", "y,./list", 1)


def test_a_script_full_of_commands_is_no_run() -> None:
    assert read("for r in 1 2; do\n  httperf --server $host --rate $r\ndone\n") == []


def test_the_version_is_known_if_somebody_asked() -> None:
    version = "httperf: httperf-0.9.0 compiled Apr  1 2015 without DEBUG without TIME_SYSCALLS.\n"
    assert only_run(version + PLAIN).tool_version == "0.9.0"
    assert only_run(PLAIN).tool_version == ""


# Sessions.


def test_a_run_of_sessions() -> None:
    run = only_run(SESSIONS)
    assert (value(run, "session_rate"), value(run, "sessions_completed"), value(run, "sessions_failed")) == (5, 40, 0)
    assert (value(run, "connections", "per_session"), value(run, "connection_time_mean", "session")) == (1, 0.2)
    assert (run.facts["sessions_planned"], run.facts["calls_per_session"], run.facts["think_time"]) == (40, 3, 0.1)
    assert run.facts["requests_planned"] == 120


def test_failed_sessions_are_what_is_left() -> None:
    run = only_run(SESSIONS.replace("(40/40)", "(33/40)").replace("failtime [s]: 0.0", "failtime [s]: 1.5"))
    assert (value(run, "sessions_failed"), value(run, "connection_time_mean", "failed_session")) == (7, 1.5)


def test_a_short_run_has_no_lowest_session_rate() -> None:
    run = runs(THREE)[1]
    assert value(run, "session_rate") == 7.37
    assert value(run, "session_rate", "min") is value(run, "session_rate", "max") is None


# What was not measured.


def test_a_run_too_short_for_samples_has_a_computed_rate_only() -> None:
    run = only_run(real(f"{DEBIAN}/keepalive-100calls.log"))
    assert value(run, "requests_per_second") == pytest.approx(2000 / 0.151)
    assert [number.line for number in run.measurements if number.metric == "requests_per_second"] == [5]
    assert not [number for number in run.measurements if number.metric.startswith("reply_rate")]


def test_one_sample_has_no_deviation_and_two_have() -> None:
    one, two = only_run(RESET), only_run(real(f"{DEBIAN}/verbose.log"))
    assert (value(one, "reply_rate_stddev"), value(two, "reply_rate_stddev")) == (None, 0)


def test_without_replies_there_are_no_times() -> None:
    run = only_run(REFUSED)
    assert {number.metric for number in run.measurements if number.metric.endswith(("_mean", "_min", "_max"))} == set()
    assert (value(run, "requests_per_second"), value(run, "requests_failed", "refused")) == (None, 50)
    assert "Not one reply was received." in run.caveats


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("errors-refused.log", "50 connections refused"),
        ("errors-client-timeout.log", "40 timed out"),
        ("fd-unavail.log", "20 timed out, 80 without a file descriptor"),
    ],
)
def test_a_run_without_a_reply_is_aborted_and_says_what_there_was(log: str, reason: str) -> None:
    run = only_run(real(f"{DEBIAN}/{log}"))
    assert (run.status, run.facts["reason"]) == ("aborted", f"no request was answered: {reason}")


def test_connections_that_were_to_make_no_call_are_complete() -> None:
    assert only_run(real(f"{DEBIAN}/nocalls-rate0.log")).status == "complete"


def test_what_is_no_number_is_absent() -> None:
    run = only_run(PLAIN.replace("stddev 1.7", "stddev -nan").replace("4336.0)", "inf)"))
    assert value(run, "connection_time_stddev") is value(run, "bytes_received", "per_reply") is None
    assert value(run, "connection_time_mean") == 0.0009
    assert problems(PLAIN.replace("stddev 1.7", "stddev -nan")) == []


# Doubts.


def test_a_starved_client_is_named() -> None:
    caveats = only_run(real(f"{DEBIAN}/fd-unavail.log")).caveats
    assert "The client ran out of file descriptors 80 times: it limited this run." in caveats


def test_a_warning_travels_with_its_run() -> None:
    assert only_run(PLAIN).caveats == ()
    assert ["open file limit > FD_SETSIZE" in run.caveats[0] for run in runs(THREE)] == [True] * 3


def test_warnings_that_came_long_before_their_reports_are_handed_out() -> None:
    assert [len(run.caveats) for run in runs(WARNING * 2 + PLAIN * 3)] == [1, 1, 0]


CONTRADICTIONS = {
    "Errors: total 30 ": "Errors: total 31 ",
    "2xx=270": "2xx=271",
    "Request rate: 50.2": "Request rate: 60.2",
    "Connection rate: 50.2": "Connection rate: 40.2",
    "avg 2.9 max": "avg 22.9 max",
    "median 0.5": "median 19.5",
    "replies 270": "replies 370",
    "avg 45.0": "avg 46.0",
}


@pytest.mark.parametrize("printed", CONTRADICTIONS)
def test_numbers_that_contradict_each_other_stay_and_are_doubted(printed: str) -> None:
    before, after = only_run(RESET), only_run(RESET.replace(printed, CONTRADICTIONS[printed]))
    assert len(after.caveats) > len(before.caveats)
    assert numbers(after) != numbers(before)


def test_a_test_of_milliseconds_makes_no_exact_rate() -> None:
    caveats = only_run(real(f"{DEBIAN}/client-1of4.log")).caveats
    assert "The test lasted 0.001 s only: its requests per second may be off by between -33% and +100%." in caveats


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_logs_contradict_nothing(path: Path) -> None:
    words = ("httperf said", "ran out of", "Not one reply", "s only")
    assert [c for run in runs(path.read_bytes()) for c in run.caveats if not any(word in c for word in words)] == []


# Runs that did not come to their end.


def test_an_unknown_host_is_an_aborted_run_with_its_reason() -> None:
    run = only_run(real(f"{DEBIAN}/bad-host.log"))
    reason = "httperf.core_addr_intern: invalid server address no-such-host.invalid"
    assert (run.status, run.facts["reason"], run.measurements) == ("aborted", reason, ())
    assert run.facts["host"] == "no-such-host.invalid"


def test_an_error_after_the_echo_belongs_to_it() -> None:
    error = "httperf.core_addr_intern: invalid server address x\n"
    assert [run.status for run in runs(ECHO + error + ECHO + error + PLAIN)] == ["aborted", "aborted", "complete"]


def test_a_killed_run_says_what_was_expected() -> None:
    run, problem = read(ECHO)
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, run.facts["reason"]) == ("aborted", "no report follows the command")
    assert (problem.line, "'Total' line next" in problem.message) == (1, True)


def test_a_killed_run_does_not_take_the_next_ones_result() -> None:
    assert [(run.status, run.line) for run in runs(ECHO + PLAIN)] == [("complete", 1)]
    assert [run.status for run in runs(ECHO.replace("200", "300") + PLAIN)] == ["aborted", "complete"]


def test_nothing_but_a_warning_is_a_problem() -> None:
    assert [problem.line for problem in problems(WARNING)] == [1]
    assert read(b"") == []


def test_half_a_report_says_where_it_stops() -> None:
    run, problem = read(PLAIN[: PLAIN.index("Reply time")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, value(run, "reply_rate_mean"), value(run, "requests_per_second")) == ("aborted", 200, None)
    assert (problem.line, "'Reply time [ms]' line next" in problem.message) == (14, True)


@pytest.mark.parametrize("log", [PLAIN, SESSIONS, RESET, THREE], ids=["plain", "sessions", "reset", "three"])
def test_a_number_cut_in_the_middle_is_not_read(log: str) -> None:
    whole = [set(numbers(run).items()) for run in runs(log)]
    for end in range(1, len(log)):
        for run, all_of_it in zip(runs(log[:end]), whole, strict=False):
            assert set(numbers(run).items()) <= all_of_it, log[:end][-60:]


def test_a_run_that_made_too_few_connections_was_interrupted() -> None:
    assert only_run(real(f"{DEBIAN}/sigint-interrupted.log")).status == "interrupted"
    assert only_run(SESSIONS.replace("--wsess=40", "--wsess=400")).status == "interrupted"


@pytest.mark.parametrize(
    ("runtime", "connections", "status"),
    [(60, 1200, "complete"), (60, 9000, "interrupted"), (6, 9000, "complete"), (1, 1200, "complete")],
)
def test_a_run_with_a_time_limit_ends_by_it_or_by_its_connections(runtime: int, connections: int, status: str) -> None:
    log = PLAIN.replace("--num-conns=1200", f"--runtime={runtime} --num-conns={connections}")
    assert only_run(log).status == status


@pytest.mark.parametrize("glued", ["^CMaximum", "^C\nMaximum", "  ^CMaximum"])
def test_a_caret_c_in_the_log_is_an_interruption(glued: str) -> None:
    run = only_run(PLAIN.replace("Maximum", glued))
    assert (run.status, value(run, "requests_completed")) == ("interrupted", 1200)


def test_missing_lines_and_unreadable_ones_are_told() -> None:
    (missing,) = problems(PLAIN.replace("Request size [B]: 69.0\n", ""))
    (unreadable, _) = problems(PLAIN.replace("Request size [B]: 69.0", "Request size [B]: ?"))
    assert "no 'Request size [B]' line" in missing.message
    assert (unreadable.line, unreadable.excerpt) == (12, "Request size [B]: ?")


def test_a_piece_without_its_beginning_is_told() -> None:
    (problem,) = read(REPORT[REPORT.index("Request rate") :])
    assert isinstance(problem, Problem)
    assert "without its beginning" in problem.message


# Many runs, many tools.


def test_a_sweep_is_a_run_for_each_rate() -> None:
    sweep = "".join(PLAIN.replace("--rate=200", f"--rate={rate}") for rate in (100, 200, 300))
    assert [(run.facts["rate_planned"], run.line) for run in runs(sweep)] == [(100, 1), (200, 24), (300, 47)]


def test_reports_without_any_command_are_runs() -> None:
    assert [run.line for run in runs(REPORT + REPORT + "\n" + REPORT)] == [1, 21, 42]


def test_the_runs_of_autobench_are_read_once() -> None:
    all_runs = runs(real(f"{DEBIAN}/autobench-stdout.log"))
    assert [(run.facts["rate_planned"], run.line) for run in all_runs] == [(20, 3), (40, 29)]
    assert [value(run, "reply_rate_mean") for run in all_runs] == [99.9, None]


@pytest.mark.parametrize("end", [len(ECHO), PLAIN.index("Request rate"), len(PLAIN)])
def test_another_tools_report_ends_our_own(end: int) -> None:
    ab = (LOGS / "ab" / "2.4.71-debian12" / "small-n2.log").read_text()
    before, after = read(PLAIN[:end]), read(PLAIN[:end] + ab + "Session: avg 9.00 connections/session\n" + REPORT)
    assert (before[0], "command" in runs(PLAIN[:end] + ab + REPORT)[1].facts) == (after[0], False)


def test_a_page_that_httperf_prints_is_no_other_tools_report() -> None:
    log = PLAIN.replace(" --num-conns", " --print-reply=body --num-conns", 1)
    echo, newline, rest = log.partition("\n")
    run = only_run(f"{echo}{newline}RH0: HTTP/1.1 200 OK\nServer Software:        nginx\n{rest}")
    assert (run.status, run.line) == ("complete", 1)
    assert value(run, "requests_per_second") == value(only_run(PLAIN), "requests_per_second")


def test_verbose_noise_is_passed_over() -> None:
    dump = "SH0:GET / HTTP/1.1\nRB0:Total: connections 9 requests 9 replies 9 test-duration 1.000 s\nRB0:Summary:\n"
    noise = dump + "reply-rate = 200.0   \nhttperf: maximum number of open descriptors = 1024\n[0.999747 s] 200=100\n"
    assert numbers(only_run(PLAIN.replace("Maximum", noise + "Maximum"))) == numbers(only_run(PLAIN))
    assert problems(real(f"{DEBIAN}/verbose-vv-histogram.log")) == []


# How files get changed on their way here.


def before_each_line(start: str) -> object:
    return lambda text: "".join(f"{start}{line}\n" for line in text.splitlines()).encode()


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CRCRLF": lambda text: text.replace("\n", "\r\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "quoted": before_each_line("> "),
    "twice quoted": before_each_line(">> | "),
    "indented": before_each_line("    "),
    "stamped": before_each_line("[2026-11-21 01:02:03] "),
    "dated": before_each_line("2026-11-21T01:02:03.456Z "),
    "timed": before_each_line("01:02:03 "),
    "logged": before_each_line("Nov  1 01:02:03 "),
    "coloured": before_each_line("\x1b[0m"),
    "wide": lambda text: text.replace(" ", "   ").replace("   --", " --").encode(),
    "unended": lambda text: text.rstrip("\n").encode(),
    "no blank lines": lambda text: text.replace("\n\n", "\n").encode(),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("log", [PLAIN, SESSIONS, RESET], ids=["plain", "sessions", "reset"])
def test_a_changed_file_says_the_same(change: str, log: str) -> None:
    before, after = only_run(log), only_run(CHANGES[change](log))  # type: ignore[operator]
    assert numbers(after) == numbers(before)
    assert (after.facts, after.status) == (before.facts, before.status)
    assert problems(CHANGES[change](log)) == []  # type: ignore[operator]


def test_reading_in_one_go_and_line_by_line_say_the_same() -> None:
    for path in REAL:
        text = path.read_text()
        assert read(before_each_line(" ")(text)) == read(text), path  # type: ignore[operator]


def test_a_report_across_two_pieces_is_one_run() -> None:
    long = PLAIN * 1200
    assert {(run.status, len(run.measurements)) for run in runs(long)} == {("complete", 40)}
    assert [run.line for run in runs(long)] == [1 + 23 * place for place in range(1200)]


# What is an httperf log.


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_log_is_recognised_however_early_it_breaks_off(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if httperf.sniff(b"".join(lines[:end]))]
    assert known
    assert known == list(range(known[0], len(lines) + 1))


@pytest.mark.parametrize("line", [line for line in (REPORT + SESSIONS[-100:]).splitlines() if line.count(" ") > 2])
def test_any_line_of_a_report_shows_what_it_is(line: str) -> None:
    assert httperf.sniff(line.encode()) or line.startswith("Session")


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_recognised(change: str) -> None:
    data = CHANGES[change](PLAIN)  # type: ignore[operator]
    assert httperf.sniff(data) or change in ("UTF-16", "coloured", "wide")


@pytest.mark.parametrize("path", sorted((LOGS / "ab").rglob("*.log")), ids=lambda path: path.name)
def test_other_logs_are_not_taken_for_ours(path: Path) -> None:
    assert not httperf.sniff(path.read_bytes())
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"dem_req_rate\treq_rate_a\tcon_rate_a\n10\t10.0\t10.0\n",
        b"We used httperf with --client=0/1 at a Request rate of 100.\n",
        b"bash: httperf: command not found\n",
        b"Total:          0     0    1\nErrors: 3\nRequest rate: good\n",
        b"$ httperf --server www --rate 10\n",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not httperf.sniff(text)
    assert read(text) == []


@given(st.sampled_from(REAL), st.sets(st.integers(0, 60)))
def test_doubled_lines_are_read_once(path: Path, doubled: set[int]) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    data = b"".join(line * 2 if number in doubled else line for number, line in enumerate(lines))
    assert [numbers(run) for run in runs(data)] == [numbers(run) for run in runs(path.read_bytes())]
    printable_as_json(data)


def test_a_command_that_the_edge_of_a_screen_cut_is_told() -> None:
    cut = "\n".join(line[:79] for line in real(f"{DEBIAN}/bad-host.log").split("\n"))
    assert any("is cut" in item.message for item in read(cut) if isinstance(item, Problem))
