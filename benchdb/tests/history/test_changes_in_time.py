"""Along kernels a level that changed in the course of time is told, also where a part of a step is the kernel's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchdb.questions.history.answer import HistoryAnswer
from benchdb.tests.comparison.test_changes_within import KERNELS, along_kernels, in_turn, nights, observed, stepped
from benchdb.wording import line, sentences

THREE = ("Linux 6.1.0", "Linux 6.6.0", "Linux 6.8.0")


def along_three(levels: list[int], seed: int = 1) -> HistoryAnswer:
    """Eight nights on each of three kernels, as the tester's B6."""
    every = observed(nights(levels, seed))
    named = [THREE[min(place * 3 // len(levels), 2)] for place in range(len(levels))]
    pairs = zip(every, named, strict=True)
    return along_kernels(
        [replace(one, column=name, conditions={"kernel": name, "machine": "m"}) for one, name in pairs]
    )


def test_a_second_step_within_a_kernel_is_not_charged_to_it() -> None:
    """10% with the kernel, and as much again eleven nights on."""
    answer = along_kernels(observed(nights([10_000] * 10 + [9_000] * 11 + [8_100] * 11)))
    words = line(answer.headline)
    assert "no other change" not in words
    assert (
        "The level changed within Linux 6.6.0, between 22 Mar and 23 Mar 2026: against Linux 6.1.0 its first 11 runs "
        "are at −11%, its last 11 runs are at −20%. So the kernel alone does not explain the difference." in words
    )
    assert any("its last 11 runs" in one for one in sentences(answer.curves[0].levels[1].cell.caveats))


def test_two_steps_within_a_kernel_are_counted() -> None:
    words = line(along_kernels(observed(nights([10_000] * 10 + [9_000] * 9 + [8_100] * 9 + [7_300] * 9))).headline)
    assert "The level changed 2 times within Linux 6.6.0, first between 20 Mar and 21 Mar 2026: against" in words


@pytest.mark.parametrize("seed", range(4))
def test_a_step_in_the_middle_of_a_kernel_is_told_even_where_a_trend_explains_it_as_well(seed: int) -> None:
    words = line(along_three([10_000] * 18 + [8_500] * 18, seed).headline)
    assert "no other change" not in words
    assert "The level changed within Linux 6.6.0" in words
    assert "So the kernel alone does not explain the difference." in words


def test_a_step_between_kernels_has_no_other_change() -> None:
    words = line(along_three([10_000] * 12 + [8_500] * 24).headline)
    assert "no other change in 36 runs" in words
    assert "level changed" not in words


def test_kernels_in_turn_that_step_together_differ_by_the_kernel_and_changed_in_time() -> None:
    every = in_turn([stepped(10_000, 8), [value * 1.3 for value in stepped(10_000, 8)]])
    words = line(along_kernels(every).headline)
    assert "no other change" not in words
    assert "2 levels also changed in the course of time, within a kernel." in words


def test_a_level_of_all_kernels_that_changed_in_time_shows_no_change_from_one_to_the_next() -> None:
    words = line(along_kernels(in_turn([stepped(10_000, 8), stepped(10_000, 8)])).headline)
    assert words.startswith("Requests per second shows no change from one kernel to the next in 48 runs. The level ")
    assert f"within {KERNELS[0]} to {KERNELS[1]}, between 9 Mar and 10 Mar 2026, from " in words
