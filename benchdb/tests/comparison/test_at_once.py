"""Loads that ran on one machine at once: two generators are not two trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.activity.overlap import LEAST, SLACK
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.questions.numbers import numbers_of
from benchdb.questions.replies.at_once import loads_at_once
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

WORDS = "During 8 of 14 runs another of these loads ran on the same machine: each has the figures of one load generator"


def timed(start: float, lasted: float, one: Observation) -> Observation:
    return replace(one, start=start, duration=lasted)


def of_generators(generators: int, zone: str, rate: float, first: int, runs: int) -> list[Observation]:
    """Trials one behind the other, each driven by so many at once."""
    return [
        timed(60.0 * trial + first, 30.0, seen(first + 10 * trial + one, rate / generators + trial, zone=zone))
        for trial in range(runs)
        for one in range(generators)
    ]


def test_two_generators_on_one_side_are_no_trials_of_the_other() -> None:
    """2,000/s of each of two is more than 3,500/s of one, and was 43% less."""
    answer = tabulate(
        QUESTION, [*of_generators(1, "global", 3500, 10_000, 6), *of_generators(2, "web", 4000, 50_000, 4)]
    )
    cell = answer.rows[0].cells["web"]
    assert cell.verdict == "not comparable"
    assert "another load ran on the server beside the runs of one side" in sentences(cell.caveats)[-1]
    assert WORDS in line(answer.headline)
    assert "because the runs of one side shared the server with another load" in line(answer.headline)
    assert WORDS in " ".join(sentences(answer.caveats))


def test_as_many_on_both_sides_are_compared_and_named() -> None:
    answer = tabulate(
        QUESTION, [*of_generators(2, "global", 3500, 10_000, 6), *of_generators(2, "web", 9000, 50_000, 6)]
    )
    assert answer.rows[0].cells["web"].verdict == "better"
    assert "During 24 of 24 runs another of these loads" in line(answer.headline)


def test_one_behind_the_other_is_not_at_once() -> None:
    """Logs print whole seconds: the next may seem to begin a second before the end."""
    runs = [timed(29.0 * trial, 30.0, seen(trial, 100.0 + trial)) for trial in range(9)]
    others = [timed(29.0 * trial, 30.0, seen(100 + trial, 100.0, machine="other")) for trial in range(9)]
    rebooted = [timed(29.0 * trial, 30.0, seen(200 + trial, 100.0, kernel="other")) for trial in range(9)]
    assert not len(loads_at_once(numbers_of([*runs, *others, *rebooted])))


@pytest.mark.parametrize("starts", [[1.6e9] * 6, [86_400.0 * (day // 3) for day in range(6)]], ids=["one", "days"])
def test_a_time_that_is_stated_of_a_folder_says_nothing_of_its_runs(starts: Sequence[float]) -> None:
    """They ran one behind the other, and were “not comparable” with runs whose starts are known."""
    stated = [timed(start, 30.0, seen(10 + run, 2000.0 + run, zone="web")) for run, start in enumerate(starts)]
    answer = tabulate(QUESTION, [*of_generators(1, "global", 1000, 10_000, 6), *stated])
    assert answer.rows[0].cells["web"].verdict == "better"
    assert "at once" not in line(answer.headline)


LOADS = st.tuples(st.sampled_from("ab"), st.integers(0, 400), st.integers(1, 90))


@given(st.lists(LOADS, min_size=1, max_size=14, unique_by=lambda load: load[:2]))
def test_what_is_at_once_is_what_all_pairs_say_where_no_load_holds_another(
    loads: Sequence[tuple[str, int, int]],
) -> None:
    """Each is set against its neighbours alone; none is called so that overlaps no other by as much."""
    made = [
        timed(1.5e9 + begin, float(lasted), seen(run, 1.0, machine=name))
        for run, (name, begin, lasted) in enumerate(loads)
    ]
    named = set(loads_at_once(numbers_of(made)).tolist())
    for run, (name, begin, lasted) in enumerate(loads):
        shared = [
            min(begin + lasted, start + took) - max(begin, start)
            for other, (machine, start, took) in enumerate(loads)
            if other != run and machine == name
        ]
        longest = max(shared, default=0)
        is_at_once = longest > SLACK and longest >= LEAST * lasted
        assert is_at_once or run not in named
        if is_at_once and not any(
            start >= begin and start + took <= begin + lasted
            for other, (machine, start, took) in enumerate(loads)
            if other != run and machine == name
        ):
            assert run in named


def test_a_moment_that_was_stated_for_many_logs_is_no_moment_of_theirs() -> None:
    """The page has one field “started at” for all files of an upload."""
    stated = [timed(1000.0, 30.0, seen(trial, 100.0 + trial)) for trial in range(9)]
    assert not len(loads_at_once(numbers_of(stated)))
    assert len(loads_at_once(numbers_of(stated[:2]))) == 2, "two generators, started by one script"


def test_nothing_is_said_where_no_time_is_known() -> None:
    assert not len(loads_at_once(numbers_of([seen(run, 1.0) for run in range(4)])))
    assert loads_at_once(numbers_of([])).dtype == np.int64
