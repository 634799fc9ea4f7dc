"""Several abs on one terminal: each result says itself what was asked."""

from __future__ import annotations

import pytest

from ingest.formats.load.ab.tests.logs import PLAIN, numbers, read
from ingest.records import Problem, RunRecord

BEGUN, _, REST = PLAIN.partition("Server Software:")
RESULT = "Server Software:" + REST


def runs(text: str) -> list[RunRecord]:
    return [record for record in read(text) if isinstance(record, RunRecord)]


@pytest.mark.parametrize("count", [2, 3])
def test_beginnings_above_the_first_result_are_no_runs(count: int) -> None:
    text = BEGUN * count + RESULT * count
    assert [run.status for run in runs(text)] == ["complete"] * count
    assert all(numbers(run) == numbers(runs(PLAIN)[0]) for run in runs(text))
    assert [record for record in read(text) if isinstance(record, Problem)] == []


def test_a_beginning_whose_result_never_came_is_a_run_that_broke_off() -> None:
    assert [run.status for run in runs(BEGUN + PLAIN)] == ["aborted", "complete"]
    assert [run.status for run in runs(BEGUN * 3 + RESULT * 2)] == ["aborted", "complete", "complete"]


def test_what_stands_in_the_last_beginning_is_nobodys() -> None:
    begun = "$ ab -n 900000 -p body.json http://127.0.0.1/other &\n" + BEGUN
    assert all("method" not in run.facts and "command" not in run.facts for run in runs(BEGUN + begun + RESULT * 2))
