"""What was asked: the command line above a report."""

from __future__ import annotations

import pytest

from ingest.formats.load.ab.tests.logs import PLAIN, only_run
from ingest.records import Fact


def test_the_echoed_command_tells_what_was_asked() -> None:
    run = only_run("user@host:~$ ab -k -i -n 100000 -c 50 http://127.0.0.1:18080/4k.html\n" + PLAIN)
    assert (run.facts["method"], run.facts["requests_planned"], run.line) == ("HEAD", 100000, 1)


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        ("-q -n 5000 -c 50", {"requests_planned": 5000, "method": "GET", "keepalive": False}),
        ("-qkn5000 -c50", {"requests_planned": 5000, "concurrency": 50, "keepalive": True}),
        ("-ic 50 -n 5000 -n 6000", {"requests_planned": 6000, "method": "HEAD"}),
        ("-H 'X: -k -n 9' -n 5000 -c 50", {"requests_planned": 5000, "keepalive": False}),
        ("-c 50 -H 'X: -n 5000", {"command": "ab -c 50 -H 'X: -n 5000 http://127.0.0.1:18080/4k.html"}),
        ("-n ² -c 50", {"method": "GET"}),
        ("-c $CLIENTS", {"method": "GET"}),
        ("-c 50 -k", {"keepalive": True}),
    ],
)
def test_options_are_read_as_ab_reads_them(options: str, facts: dict[str, Fact]) -> None:
    unasked = ("Completed", "Finished", *([] if facts.get("keepalive") else ["Keep-Alive requests"]))
    quiet = "".join(line for line in PLAIN.splitlines(True) if not line.startswith(unasked))
    run = only_run(f"$ ab {options} http://127.0.0.1:18080/4k.html\n".replace("  ", " ") + quiet)
    assert {name: run.facts.get(name) for name in facts} == facts
    assert only_run(quiet).facts.get("requests_planned") is None


COMMAND = "ab -k -n 5000 -c 50 http://127.0.0.1:18080/4k.html"


@pytest.mark.parametrize(
    "command",
    [
        COMMAND.replace("-k ", ""),
        COMMAND.replace("-c 50 ", ""),
        COMMAND.replace("-k", "-k -p order.json"),
        COMMAND.replace("127.0.0.1", "staging"),
        COMMAND.replace("18080", "18081"),
        COMMAND.replace("4k", "8k"),
        COMMAND.replace("http", "https", 1),
    ],
)
def test_a_command_that_the_report_contradicts_is_of_another_run(command: str) -> None:
    assert only_run(f"$ {COMMAND}\n{PLAIN}").facts["command"] == COMMAND
    assert only_run(f"$ {command}\n{PLAIN}").facts == only_run(PLAIN).facts


def test_a_command_goes_on_where_its_line_ends_in_a_backslash() -> None:
    sent = PLAIN.replace("HTML transferred", "Total body sent:        5000\nHTML transferred")
    facts = only_run("$ ab -k -c 50 \\\n    -p order.json \\\n    http://127.0.0.1:18080/4k.html\n" + sent).facts
    assert facts["method"] == "POST"
    assert facts["command"] == "ab -k -c 50 -p order.json http://127.0.0.1:18080/4k.html"
