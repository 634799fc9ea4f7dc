"""Caveats: warnings, a client that was short of something, numbers that contradict each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.formats.load.httperf.tests.logs import DEBIAN, PLAIN, REAL, RESET, THREE, WARNING, only_run, real, runs
from ingest.tests.reports import numbers


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
