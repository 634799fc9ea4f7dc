"""A few runs against hundreds: the same statistic as by blocks, and ways that are drawn as likely as any other."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.statistics import rank_test
from benchdb.domain.statistics.few_of_many import drawn_runs, strengths_of_runs
from benchdb.domain.statistics.rank_test import (
    DIGITS,
    MANY_BLOCKS,
    drawn_distribution,
    drawn_p,
    drawn_without_ties,
    rank_p,
    rank_ps,
    strengths_of,
)


@given(st.lists(st.integers(1, 9), min_size=2, max_size=30), st.integers(2, 7), st.integers(0, 2**32))
def test_the_strength_of_runs_is_that_of_their_blocks(blocks: list[int], n: int, seed: int) -> None:
    if sum(blocks) - n < 2:
        return
    sizes = np.array(blocks, float)
    rows = drawn_runs(np.random.default_rng(seed), sum(blocks), n, 20)
    block = np.repeat(np.arange(len(blocks)), blocks)[rows]
    taken = np.array([np.bincount(row, minlength=len(blocks)) for row in block])
    assert (np.round(strengths_of_runs(rows, sizes), DIGITS) == strengths_of(taken, tuple(blocks))).all()


def test_no_run_is_taken_twice_and_all_as_often() -> None:
    rows = drawn_runs(np.random.default_rng(5), 9, 7, 9_000)
    assert all(len(set(row)) == 7 for row in rows.tolist())
    counts = np.bincount(rows.ravel(), minlength=9)
    assert abs(counts / 7_000 - 1).max() < 0.05, "ten deviations"


@pytest.mark.parametrize("digits", [9, 1])
def test_p_is_near_that_of_ways_drawn_by_blocks(digits: int) -> None:
    random = np.random.default_rng(3)
    for shift in (0.0, 8.0, 15.0):
        few, many = random.normal(100 + shift, 5, 5).round(digits), random.normal(100, 5, 260).round(digits)
        known, counts = np.unique(np.append(few, many), return_counts=True)
        own = np.array([np.isin(known, few) * np.array([np.sum(few == value) for value in known])])
        strength = float(strengths_of(own, tuple(counts.tolist()))[0])
        strengths, shares = drawn_distribution(tuple(counts.tolist()), 5)
        expected = shares[np.searchsorted(strengths, strength)]
        assert drawn_p(counts.astype(float), 5, strength) == pytest.approx(expected, abs=0.05 if digits == 1 else 0.015)
        if len(known) > MANY_BLOCKS:
            assert rank_p(few.tolist(), many.tolist()) == pytest.approx(expected, abs=0.015)


def test_five_runs_against_a_hundred_thousand_take_memory_for_these_alone() -> None:
    random = np.random.default_rng(1)
    few, many = random.normal(110, 5, 5).tolist(), random.normal(100, 5, 100_000).tolist()
    tracemalloc.start()
    try:
        p = rank_p(few, many)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert p == rank_p(many, few)
    assert 0 < (p or 0) < 0.1
    assert most < 60 * 2**20, "a way for each run of both sides: 16 GB"


def test_ways_are_drawn_once_for_all_rows_of_as_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_without_ties.cache_clear()
    counts = []
    monkeypatch.setattr(rank_test, "drawn_runs", lambda *of: counts.append(of[1:]) or drawn_runs(*of))
    random = np.random.default_rng(9)
    pairs = [(random.normal(100, 5, 5).tolist(), random.normal(100, 5, 300).tolist()) for _ in range(40)]
    ps = rank_ps(pairs)
    assert counts == [(305, 5, rank_test.DRAWN_WAYS)]
    assert ps == [rank_p(*pair) for pair in pairs]
