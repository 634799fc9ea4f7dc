"""Commands that make another run like one that is known."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.reproduce import TOOLS, command

WEB = {"host": "web1", "port": 8080, "path": "/a b.html"}


def test_ab_is_asked_for_the_same_load() -> None:
    line = command({"tool": "ab", **WEB, "concurrency": 8, "requests": 1000, "keepalive": True})
    assert line == "ab -k -n 1000 -c 8 'http://web1:8080/a b.html'"


def test_a_printed_command_is_kept() -> None:
    assert (
        command({"tool": "httperf", "command": "httperf --server=web1 --rate=20"}) == "httperf --server=web1 --rate=20"
    )


def test_wrk2_is_told_its_rate() -> None:
    line = command({"tool": "wrk2", "url": "http://h/", "threads": 2, "concurrency": 10, "duration": 12.0, "rate": 500})
    assert line == "wrk2 -t 2 -c 10 -d 12s -R 500 http://h/"


@pytest.mark.parametrize("tool", [*TOOLS, "jmeter", ""])
def test_no_command_is_made_up(tool: str) -> None:
    assert command({"tool": tool, "concurrency": 8}) == ""


@given(st.sampled_from(sorted(TOOLS)), st.text(min_size=1))
def test_no_address_breaks_out_of_its_word(tool: str, address: str) -> None:
    facts = {"tool": tool, "url": address, "concurrency": 1, "requests": 1, "duration": 1.0}
    assert shlex.split(command(facts))[-1] == address
