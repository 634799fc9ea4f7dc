"""Runs that fall into two groups are said to: a median between them is a figure that no run had."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.comparison.two_groups import lower_group_of_each
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

STEADY = [9_990.0 + 3 * place for place in range(10)]
SPLIT = [10_000.0 + 20 * place if place % 2 else 13_000.0 + 20 * place for place in range(10)]


def test_two_groups_are_named_in_the_headline_and_of_the_cell() -> None:
    web = [seen(100 + place, value, zone="web") for place, value in enumerate(SPLIT)]
    answer = tabulate(QUESTION, [*(seen(place, value) for place, value in enumerate(STEADY)), *web])
    cells = answer.rows[0].cells
    assert "Runs of web fall into two groups, 5 near 10,100/s and 5 near 13,100/s." in line(answer.headline)
    assert sentences(cells["web"].caveats) == (
        "Runs fall into two groups: 5 near 10,100/s, 5 near 13,100/s. No one figure stands for both",
    )
    assert cells["global"].caveats == ()


def test_groups_of_both_sides_are_counted() -> None:
    both = [(zone, value + place) for zone, place in (("global", 0), ("web", 500)) for value in SPLIT]
    answer = tabulate(QUESTION, [seen(place, value, zone=zone) for place, (zone, value) in enumerate(both)])
    assert "2 cells have runs that fall into two groups." in line(answer.headline)


def test_the_headline_names_the_rows_whose_runs_fall_into_two_groups() -> None:
    """“Runs of web fall into two groups, 5 near 10,100/s …”: of 28 cells, nobody could tell which."""
    question = replace(QUESTION, rows="concurrency")
    steady = [
        seen(100 * load + place, value + side, zone=zone, concurrency=str(load))
        for side, zone in enumerate(("global", "web"))
        for load in (1, 8, 64)
        for place, value in enumerate(STEADY)
    ]
    split = [replace(one, value=SPLIT[n % 10]) if one.row == "8" and one.column == "web" else one
             for n, one in enumerate(steady)]  # fmt: skip
    assert "Runs of web at concurrency 8 fall into two groups, 5 near 10,100/s" in line(
        tabulate(question, split).headline
    )
    more = [replace(one, value=SPLIT[n % 10]) if one.row != "1" and one.column == "web" else one
            for n, one in enumerate(steady)]  # fmt: skip
    assert "In 2 cells runs fall into two groups: web at concurrency 8 and 64." in line(
        tabulate(question, more).headline
    )


def test_the_chance_of_a_false_claim_is_that_of_a_whole_answer() -> None:
    """Of 32 cells of 6 normal runs each, one answer in 26 named one; now next to none does."""
    noise = np.random.default_rng(20261128).normal(size=(32 * 1000, 6))
    lower = lower_group_of_each(np.sort(1000 + 20 * noise, axis=1), 32)
    assert (lower.reshape(1000, 32) > 0).any(axis=1).mean() <= 0.01


@pytest.mark.parametrize("draw", ["uniform", "normal", "lognormal", "standard_cauchy"])
@pytest.mark.parametrize("runs", [6, 10, 40])
def test_runs_of_one_kind_are_seldom_called_two_groups(draw: str, runs: int) -> None:
    """At most one in two hundred, by the bound of uniform runs; twice as many are allowed for chance."""
    noise = getattr(np.random.default_rng(20261123), draw)(size=(4000, runs))
    values = np.sort(1000 + 5 * noise, axis=1)
    assert (lower_group_of_each(values) > 0).mean() <= 0.01


def test_few_runs_apart_are_outliers_and_printed_steps_are_no_groups() -> None:
    lists = [[100, 101, 102, 103, 104, 105, 106, 107, 160, 161], [20, 20, 20, 20, 20, 21, 21, 21, 21, 21]]
    assert lower_group_of_each(np.array(lists, float)).tolist() == [0, 0]


@given(st.lists(st.floats(99, 101), min_size=5, max_size=5), st.lists(st.floats(129, 131), min_size=5, max_size=5))
def test_what_lies_far_apart_is_two_groups_whatever_is_within(low: list[float], high: list[float]) -> None:
    assert lower_group_of_each(np.array([[*sorted(low), *sorted(high)]])).tolist() == [5]
