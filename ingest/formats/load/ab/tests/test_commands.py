"""What was asked: the command line above a report."""

from __future__ import annotations

import pytest

from ingest.formats.load.ab.tests.logs import PLAIN, only_run
from ingest.records import Fact


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
