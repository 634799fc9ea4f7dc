"""Runs of a second against runs of an hour are compared, and that is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.replies.counted import replies_by_run
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences


def answered(here: Sequence[float | None], there: Sequence[float | None], rows: int = 1) -> Comparison:
    """Runs that took so many seconds each, `here` on zone web."""
    runs = [
        replace(
            seen(1000 * row + 100 * own + n, 100 + 5 * own + 0.1 * n, zone=zone, concurrency=str(row + 1)),
            start=4000.0 * (2 * n + own),
            duration=seconds,
        )
        for row in range(rows)
        for own, (zone, lasted) in enumerate((("global", there), ("web", here)))
        for n, seconds in enumerate(lasted)
    ]
    return tabulate(QUESTION, runs)


def test_sides_whose_runs_are_of_very_different_length_say_both() -> None:
    answer = answered([3600.0] * 6, [1.0] * 6)
    cell = answer.rows[0].cells["web"]
    assert cell.verdict == "better", "nothing is taken back"
    assert "Runs of web took 3,600 s, those of the baseline 1 s." in line(answer.headline)
    assert any(words.startswith("Runs took 3,600 s here and 1 s in the baseline") for words in sentences(cell.caveats))
    assert "took" not in line(answered([10.0] * 6, [1.0] * 6).headline), "ten times is not more than ten times"


FIXED, TIMED = {"requests": "15000"}, {"requests": "15000", "duration_planned": "60"}
LATENCY, MEDIAN = "latency_mean", "latency_p50"
SECONDS = 15.0, 1.0  #: that a run takes there and here


def words_of(
    name: str, here: float, there: float, plan: dict[str, str] | None = None, made: tuple[float, ...] = ()
) -> str:
    """The headline of a server that serves sooner; `made`: requests there and here, as somebody counted them."""
    runs = [
        replace(
            seen(100 * own + n, value * (1 + 0.001 * n), zone=zone, **(plan or {})),
            metric=name,
            start=4000.0 * (2 * n + own),
            duration=SECONDS[own],
            beside={"requests_completed": made[own]} if made else {},
        )
        for own, (zone, value) in enumerate((("global", there), ("web", here)))
        for n in range(6)
    ]
    return line(tabulate(replace(QUESTION, metrics=(name,)), runs).headline)


def test_as_many_requests_that_are_served_sooner_are_no_other_length() -> None:
    assert "took" not in words_of("requests_per_second", 15_000.0, 1000.0)
    assert "took" not in words_of(LATENCY, 0.001, 0.015, FIXED)
    assert "took" not in words_of(MEDIAN, 0.001, 0.015, made=(15_000.0, 15_000.0))


def test_requests_are_counted_whatever_is_asked_about() -> None:
    """Of a mean latency nobody looked: "Runs took 49.8 s, those of the baseline 67 ms", of 20,000 requests each."""
    assert "took" not in words_of(LATENCY, 0.001, 0.015, made=(15_000.0, 15_000.0))
    assert "took" in words_of(LATENCY, 0.001, 0.015, made=(15_000.0, 1000.0))
    assert "took" not in words_of(LATENCY, 0.001, 0.015, FIXED, made=(float("nan"), float("nan")))
    rows = [(1, "requests_completed", "", 20_000.0), (1, "requests_failed", "", 0.0)]
    for name in (LATENCY, MEDIAN, "cpu.busy"):
        assert replies_by_run(rows, (), [name])[1][1]["requests_completed"] == 20_000


def test_other_requests_are_another_length() -> None:
    assert "took" in words_of("requests_per_second", 1100.0, 1000.0)
    assert "took" in words_of(LATENCY, 0.001, 0.015)
    assert "took" in words_of(LATENCY, 0.001, 0.015, TIMED)
    assert "took" in words_of(MEDIAN, 0.001, 0.015, made=(15_000.0, 1000.0))


def test_a_side_that_mixes_lengths_says_so() -> None:
    answer = answered([1.0, 3600.0] * 3, [1.0, 3600.0] * 3)
    words = line(answer.headline)
    assert "Runs of web took from 1 s to 3,600 s." in words
    assert "Runs of global took from 1 s to 3,600 s." in words
    assert line(answered([1.0, 3600.0] * 3, [1.0] * 6).headline).count("took") == 1


def test_of_many_rows_the_same_lengths_are_said_once() -> None:
    assert line(answered([3600.0] * 6, [1.0] * 6, rows=8).headline).count("took") == 1


@pytest.mark.parametrize("unknown", [None, 0.0])
def test_of_lengths_that_nobody_knows_nothing_is_said(unknown: float | None) -> None:
    assert "took" not in line(answered([unknown] * 6, [1.0] * 6).headline)
