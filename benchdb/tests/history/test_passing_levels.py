"""A level that comes and is gone again: ten bad days of seventy are two changes, and no search may deny them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.dev.error_rates.change_points import PASSING, Case, counted
from benchdb.domain.statistics.ranks import ranks
from benchdb.questions.history.level_changes.change_points import Series, splits
from benchdb.questions.history.level_changes.passing import Passing, PassingScreen, pairs, passing, stretch_strengths
from benchdb.questions.history.level_changes.split_strength import candidates

Stretches = Sequence[tuple[int, float]]  #: runs, level

#: As histories of real servers had them, most of which were said to show no change.
SEEN = (
    ((20, 1.0), (10, 1.3), (10, 1.0)),
    ((30, 1.0), (10, 0.7), (30, 1.0)),
    ((12, 1.0), (6, 1.3), (12, 1.0)),
    ((20, 1.0), (10, 1.1), (15, 1.0)),
    ((24, 1.0), (12, 2.0), (12, 1.0)),
    ((40, 1.0), (10, 0.7), (10, 1.0)),
    ((20, 1.0), (10, 3.3), (10, 1.0)),
    ((10, 1.0), (10, 0.9), (10, 1.0), (10, 0.9)),
)


def numbers(stretches: Stretches, seed: int) -> list[float]:
    """Noise of 1%."""
    random = np.random.default_rng(seed)
    return np.concatenate([1000 * level * np.exp(random.normal(0, 0.01, runs)) for runs, level in stretches]).tolist()


def places_of(values: Sequence[float]) -> list[int]:
    return [split.index for split in splits(values, range(len(values)), range(1, len(values) + 1))]


@pytest.mark.parametrize("stretches", SEEN)
def test_a_level_that_is_gone_again_is_found_with_both_its_ends(stretches: Stretches) -> None:
    ends = np.cumsum([runs for runs, _ in stretches])[:-1].tolist()
    every = [places_of(numbers(stretches, seed)) for seed in range(10)]
    assert sum(set(ends) <= set(places) for places in every) >= 9, every


def test_a_whole_curve_is_judged_by_it_among_others() -> None:
    values = numbers(SEEN[1], 1)
    whole = Series(values, range(len(values)), range(len(values))).whole
    assert whole is not None
    assert whole.p <= 0.05


@pytest.mark.parametrize("case", PASSING[:4], ids=lambda case: case.title)
def test_the_published_shapes_are_found(case: Case) -> None:
    rates = counted(case, 25)
    assert rates.found_all >= 0.9 * rates.histories


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1.0, 1.3]))
def test_read_backwards_it_is_the_same_stretch(seed: int, level: float) -> None:
    values = numbers(((9, 1.0), (7, level), (11, 1.0)), seed)
    there, back = places_of(values), places_of(values[::-1])
    assert [len(values) - place for place in reversed(back)] == there


def made(seed: int, level: float, runs: int = 30) -> Passing:
    values = np.array(numbers(((runs // 3, 1.0), (runs // 3, level), (runs - 2 * (runs // 3), 1.0)), seed))
    stretch = passing(values, np.arange(len(values), dtype=float), range(len(values)))
    assert stretch is not None
    return stretch


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1.0, 1.01, 1.3]))
def test_the_screen_never_changes_a_count(seed: int, level: float) -> None:
    stretch = made(seed, level)
    drawn = np.random.default_rng(seed).permuted(np.tile(ranks(stretch.values), (200, 1)), axis=-1)
    strongest = stretch_strengths(drawn, stretch.begins, stretch.ends).max(axis=1)
    assert PassingScreen(stretch).as_strong(drawn) == int((strongest >= float(stretch.strengths.max())).sum())


def test_what_no_order_would_show_is_not_drawn() -> None:
    """And the bound that says so has some room: of what is drawn, nothing is as strong."""
    stretch = made(3, 1.3, 240)
    assert PassingScreen(stretch).is_wonder
    drawn = np.random.default_rng(1).permuted(np.tile(ranks(stretch.values), (2000, 1)), axis=-1)
    assert PassingScreen(stretch).as_strong(drawn) == 0


def test_of_a_long_history_no_more_stretches_are_tried_than_a_few_for_each_run() -> None:
    tried = [len(pairs(candidates(np.arange(runs, dtype=float)), runs)[0]) for runs in (500, 1000, 2000)]
    assert all(more <= 2.2 * less for less, more in pairwise(tried))
    assert tried[-1] <= 10 * 2000


def test_runs_of_one_place_are_not_parted_by_it() -> None:
    values = np.array(numbers(SEEN[0], 1))
    assert passing(values, np.zeros(len(values)), range(len(values))) is None
