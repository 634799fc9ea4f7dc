"""How files get changed on their way here: line ends, quotes, stamps, doubled lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.load.httperf.tests.logs import (
    CHANGES,
    PLAIN,
    REAL,
    RESET,
    SESSIONS,
    before_each_line,
    only_run,
    problems,
    read,
    runs,
)
from ingest.jsonlines import lines_of
from ingest.tests.reports import numbers


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "httperf", read(log))), allow_nan=False)


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


@given(st.sampled_from(REAL), st.sets(st.integers(0, 60)))
def test_doubled_lines_are_read_once(path: Path, doubled: set[int]) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    data = b"".join(line * 2 if number in doubled else line for number, line in enumerate(lines))
    assert [numbers(run) for run in runs(data)] == [numbers(run) for run in runs(path.read_bytes())]
    printable_as_json(data)
