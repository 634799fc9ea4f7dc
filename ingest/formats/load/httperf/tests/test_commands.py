"""What was asked of whom: the command that httperf echoes, and the one that was typed."""

from __future__ import annotations

from ingest.formats.load.httperf.tests.logs import DEBIAN, GIT, PLAIN, REPORT, only_run, read, real
from ingest.records import Problem


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


def test_a_command_that_the_edge_of_a_screen_cut_is_told() -> None:
    cut = "\n".join(line[:79] for line in real(f"{DEBIAN}/bad-host.log").split("\n"))
    assert any("is cut" in item.message for item in read(cut) if isinstance(item, Problem))
