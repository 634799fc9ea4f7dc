"""Intervals hold the truth as often as they say, of the number that is shown, or there is none."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.domain.statistics import (
    AGGREGATIONS,
    Contrast,
    Side,
    change_interval,
    change_intervals,
    difference_intervals,
)
from benchdb.domain.statistics.median_intervals import (
    FARTHEST,
    SHARE_KEPT,
    Drawn,
    drawn_medians,
    draws,
    median_intervals,
    more_than,
    paired,
    together,
)
from benchdb.domain.statistics.sitting_test.paired import paired_shift

CELLS = 1000
FEWEST_HELD = binom.ppf(0.0001, CELLS, 0.93)


def runs(random: np.random.Generator, n: int, noise: float) -> np.ndarray:
    return random.lognormal(0.0, np.sqrt(np.log1p(noise**2)), (CELLS, n))


@pytest.mark.parametrize("aggregation", ["median", "mean", "harmonic", "zones"])
@pytest.mark.parametrize(("n", "m"), [(3, 3), (3, 8), (4, 4), (5, 5), (10, 10), (8, 20), (40, 40)])
def test_an_interval_holds_the_truth_as_often_as_it_says_or_is_none(aggregation: str, n: int, m: int) -> None:
    random = np.random.default_rng([n, m])
    intervals = change_intervals([*zip(runs(random, n, 0.05), runs(random, m, 0.05), strict=True)], aggregation)
    if intervals[0] is None:
        assert (aggregation, n < 6) == ("zones", True)
        return
    assert sum(interval is not None and interval[0] <= 0 <= interval[1] for interval in intervals) >= FEWEST_HELD


@pytest.mark.parametrize(("n", "m"), [(4, 20), (5, 20), (4, 4), (6, 6), (8, 20)])
def test_unlike_noise_does_not_make_it_too_narrow(n: int, m: int) -> None:
    random = np.random.default_rng([n, m])
    intervals = change_intervals([*zip(runs(random, n, 0.1), runs(random, m, 0.01), strict=True)])
    assert sum(interval is not None and interval[0] <= 0 <= interval[1] for interval in intervals) >= FEWEST_HELD


@pytest.mark.parametrize("aggregation", AGGREGATIONS)
def test_the_change_lies_in_its_own_interval(aggregation: str) -> None:
    here, there = [1000.0, 1001, 1002, 1003, 1004, 1005], [1000.5, 1001.5, 1002.5, 1003.5, 1004.5, 1500]
    of = AGGREGATIONS[aggregation].of
    interval = change_interval(here, there, aggregation)
    assert (interval is None) == (aggregation == "peak"), "the highest run has none: it rises with every further run"
    if interval:
        assert interval[0] <= of(here) / of(there) - 1 <= interval[1]


@pytest.mark.parametrize("aggregation", ["median", "mean", "harmonic"])
def test_turned_round_an_interval_is_the_inverse(aggregation: str) -> None:
    here, there = [110.0, 111, 109, 112, 110], [100.0, 101, 99, 100, 102, 103]
    low, high = change_interval(here, there, aggregation) or (0, 0)
    back = change_interval(there, here, aggregation) or (0, 0)
    assert ((1 + low) * (1 + back[1]), (1 + high) * (1 + back[0])) == pytest.approx((1, 1))


@pytest.mark.parametrize("sizes", [(1, 9), (2, 2), (2, 20)])
def test_two_runs_have_none(sizes: tuple[int, int]) -> None:
    assert change_interval(*([float(x) for x in range(1, size + 1)] for size in sizes)) is None


def test_a_baseline_of_zero_has_the_interval_of_the_difference() -> None:
    pair = ([7.0, 8, 6, 7, 9], [0.0, 0, 0, 0, 0])
    assert change_interval(*pair) is None
    low, high = difference_intervals([pair])[0] or (0, 0)
    assert 5 < low < 7 < high < 10


def test_an_unknown_aggregation_is_a_bug() -> None:
    with pytest.raises(KeyError):
        change_intervals([([1.0, 2, 3], [1.0, 2, 3])], "medain")


@pytest.mark.parametrize("n", [3, 4, 5, 6, 10, 11])
def test_medians_are_drawn_as_often_as_a_bootstrap_draws_them(n: int) -> None:
    lower, upper, share = drawn_medians(n)
    random, draws = np.random.default_rng(n), 40_000
    medians = np.median(random.integers(0, n, (draws, n)), axis=1)
    for median in np.unique(medians):
        expected = share[(lower + upper) / 2 == median].sum()
        assert np.count_nonzero(medians == median) / draws == pytest.approx(expected, abs=0.012)
    assert share.sum() == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 400) | st.integers(1, 6_000))
@example(2)
@example(20_002)
def test_rare_pairs_that_are_not_computed_change_no_digit(half: int) -> None:
    """Medians of an even number of draws, as if every pair of order statistics had been looked at."""
    for one, plain in zip(draws(2 * half), plain_draws(2 * half), strict=True):
        assert one.dtype == plain.dtype
        assert one.tobytes() == plain.tobytes()


def plain_draws(n: int) -> Drawn:
    """Of all pairs within reach of the middle, by the formula alone."""
    half = n // 2
    lowest_rank = max(0, half - round(FARTHEST * math.sqrt(n)))
    first, second = (ranks + lowest_rank for ranks in np.triu_indices(n - 2 * lowest_rank, 1))
    log_ways = math.lgamma(n + 1) - 2 * math.lgamma(half + 1)

    def apart(i: np.ndarray, j: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.exp(log_ways + half * (np.log((i + 1) / n) + np.log((n - j) / n)))

    share = apart(first, second) - apart(first - 1, second) - apart(first, second + 1) + apart(first - 1, second + 1)
    same, ends = (
        np.diff(more_than(half - 1, n, np.arange(n + 1))) - np.bincount(first, share, minlength=n),
        np.arange(n),
    )
    lower, upper = np.append(first, ends), np.append(second, ends)
    share = np.maximum(np.append(share, same), 0.0)
    order = np.argsort(-share, kind="stable")
    kept = np.sort(order[: 1 + np.searchsorted(np.cumsum(share[order]), SHARE_KEPT)])
    return lower[kept], upper[kept], share[kept] / share[kept].sum()


@pytest.mark.parametrize("n", [10_000, 40_000, 160_000])
def test_medians_of_many_runs_are_drawn_in_little_memory(n: int) -> None:
    """All pairs of those ranks would take a kilobyte for each run, whatever their number."""
    draws(100)
    tracemalloc.start()
    try:
        draws(n)
        assert tracemalloc.get_traced_memory()[1] < 30_000 * math.sqrt(n) + 64 * n
    finally:
        tracemalloc.stop()


def test_large_cells_have_nearly_the_interval_that_all_pairs_give() -> None:
    random = np.random.default_rng(1)
    here, there = (np.sort(random.normal(100, 3, (200, 31))) for _ in range(2))
    lower, upper, share = drawn_medians(31)
    sides = ((here[:, lower] + here[:, upper]) / 2, share, (there[:, lower] + there[:, upper]) / 2, share)
    for quick, slow in zip(together(*sides), paired(*sides), strict=True):
        assert np.abs(quick - slow).mean() < 0.25, "a fifteenth of the interval's width"
    assert np.allclose(median_intervals(here, there), paired(*sides))


@pytest.mark.parametrize(("sittings", "runs"), [(125, 400), (1250, 40), (20, 2500)])
def test_the_interval_of_many_runs_in_shared_sittings_takes_little_memory(sittings: int, runs: int) -> None:
    """All pairs of a sitting's runs took a gigabyte; fewer give the width that the limit has (Hodges and Lehmann)."""
    random, numbers = np.random.default_rng(2), np.repeat(np.arange(float(sittings)), runs)
    here, there = (
        Side(tuple(np.exp(random.normal(level, 0.02, len(numbers)))), tuple(numbers)) for level in (0.0, 0.01)
    )
    tracemalloc.start()
    try:
        shift = paired_shift(Contrast(here, there, "higher"))
        assert tracemalloc.get_traced_memory()[1] < 150e6
    finally:
        tracemalloc.stop()
    assert shift
    low, high = shift.low, shift.high
    assert low == pytest.approx(-0.01, abs=0.0008)
    assert high - low == pytest.approx(2 * 1.96 * 0.02 * math.sqrt(2 / len(numbers) / 0.955), rel=0.1)
