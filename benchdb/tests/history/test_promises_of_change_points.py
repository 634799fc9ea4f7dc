"""Where a level changes: promises that hold for any numbers, and how often chance is taken for a change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.dev.error_rates.change_points import CASES, Case, Count, counted
from benchdb.domain.statistics import FEWEST
from benchdb.questions.level_changes.change_points import Series, splits
from benchdb.questions.level_changes.split_place import strongest
from benchdb.questions.level_changes.split_strength import candidates

MANY, FEW = 200, 50  #: made-up histories of each kind without and with a change
SERIES = st.lists(st.integers(1, 10_000), min_size=0, max_size=40, unique=True)
STEPPED = st.tuples(st.integers(4, 15), st.integers(4, 15), st.integers(0, 10**6))
ROUNDED = 1 + 1e-12  #: of one change q is p times 1, over 1: the last bit may differ


def places(values: Sequence[float]) -> list[int]:
    return [*range(len(values))]


def stepped(before: int, after: int, seed: int) -> list[float]:
    """Numbers with a step up by a third in between."""
    random = np.random.default_rng(seed)
    return [*random.normal(100, 2, before), *random.normal(133, 5, after)]


@settings(deadline=None)
@given(STEPPED, st.sampled_from([0.001, 0.25, 2, 1024, 1e9]))
def test_another_unit_changes_no_change_point(shape: tuple[int, int, int], factor: float) -> None:
    values = stepped(*shape)
    ids = [*range(1, len(values) + 1)]
    assert splits(values, places(values), ids) == splits([factor * value for value in values], places(values), ids)


@settings(deadline=None)
@given(SERIES)
def test_read_backwards_the_changes_are_mirrored(values: list[int]) -> None:
    ids = [*range(1, len(values) + 1)]
    there = splits(values, places(values), ids)
    back = splits(values[::-1], places(values), ids[::-1])
    assert [(len(values) - change.index, change.p, change.q) for change in reversed(back)] == [
        (change.index, change.p, change.q) for change in there
    ]


@given(st.floats(-1e9, 1e9), st.integers(0, 60))
def test_what_never_moves_has_no_change(value: float, runs: int) -> None:
    assert splits([value] * runs, [*range(runs)], [*range(runs)]) == ()


@settings(deadline=None, derandomize=True)  # one step of 6,000 so drawn is ambiguous: no failure by chance
@given(STEPPED)
def test_a_step_is_found_where_it_is(shape: tuple[int, int, int]) -> None:
    values = stepped(*shape)
    assert shape[0] in [change.index for change in splits(values, places(values), places(values))]


def steps_missed(before: float, after: float, lowest_of_after: float, number: int = 400) -> int:
    """Of so many steps from 100 to 133 whose first run after the step is the nearest one to the level before it."""
    random, missed = np.random.default_rng(1), 0
    for _ in range(number):
        values = np.array([*random.normal(100, before, 12), lowest_of_after, *random.normal(133, after, 12)])
        missed += strongest(values, candidates(np.arange(len(values)))) != 12
    return missed


def test_a_run_that_strays_towards_the_other_level_stays_on_its_own_side() -> None:
    """By distance alone 116 belongs to the level of 100; but no run of noise 2 gets there, and one of noise 5 may."""
    assert steps_missed(before=2, after=5, lowest_of_after=116) <= 40
    assert steps_missed(before=2, after=5, lowest_of_after=118) <= 4


@settings(deadline=None)
@given(SERIES | STEPPED.map(lambda shape: stepped(*shape)))
def test_every_side_has_enough_runs_and_every_p_is_significant(values: list[float]) -> None:
    changes = splits(values, places(values), places(values))
    ends = [0, *(change.index for change in changes), len(values)]
    assert not changes or all(high - low >= FEWEST for low, high in pairwise(ends))
    assert all(change.p <= change.q * ROUNDED and change.q <= 0.05 for change in changes)


@settings(deadline=None)
@given(STEPPED)
def test_a_wide_step_between_enough_runs_is_found(shape: tuple[int, int, int]) -> None:
    """So the sides and p's above are those of something."""
    before, after, seed = shape
    values = stepped(before + FEWEST, after + FEWEST, seed)
    assert splits(values, places(values), places(values))


def test_there_is_no_change_within_one_place() -> None:
    values = [1.0, 1.1, 1.2, 1.3, 9.0, 9.1, 9.2, 9.3]
    assert [change.index for change in splits(values, [*range(8)], [*range(8)])] == [4]
    assert splits(values, [1] * 8, [*range(8)]) == ()


@cache
def simulated(case: Case) -> Count:
    return counted(case, MANY if not case.steps else FEW)


@pytest.mark.thorough
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_chance_is_seldom_called_a_change_and_a_clear_one_is_found(case: Case) -> None:
    """More false alarms would be seen once in ten thousand times if their true share were 5%."""
    rates = simulated(case)
    assert rates.false_alarms <= binom.ppf(0.9999, rates.histories, 0.05)
    assert rates.found_all >= 0.95 * rates.histories or not case.steps


def test_where_nothing_changes_one_history_of_twenty_says_otherwise_at_most() -> None:
    all_rates = [simulated(case) for case in CASES if not case.steps]
    assert sum(rates.false_alarms for rates in all_rates) <= 0.05 * sum(rates.histories for rates in all_rates)


@pytest.mark.parametrize(("last", "changed"), [((85.0,) * 3, 27), ((85.0,) * 4, 40)])
def test_a_new_level_whose_first_run_lies_between_is_sometimes_told_a_run_later(
    last: tuple[float, ...], changed: int
) -> None:
    """The figures that docs/history.md gives."""
    levels, count = np.array([100.0] * 20 + [93.0, *last]), 0
    for seed in range(40):
        values = levels * np.exp(np.random.default_rng(seed).normal(0, 0.012, len(levels)))
        series = Series(values.tolist(), [86_400.0 * night for night in range(len(levels))], range(1, len(levels) + 1))
        count += bool(series.whole and series.splits(series.whole.p))
    assert count == changed
