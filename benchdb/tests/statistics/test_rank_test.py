"""The permutation test of Brunner and Munzel: exact where small, with ties, and not fooled by unlike noise."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, brunnermunzel

from benchdb.domain.statistics import rank_test, run_ps
from benchdb.domain.statistics.levels import Pairs
from benchdb.domain.statistics.rank_test import brunner_munzel, null_distribution, rank_p, rank_ps, ways
from benchdb.domain.statistics.ranks import dealt

FEW_VALUES = st.lists(st.integers(1, 6), min_size=3, max_size=5)


def statistic(values: Sequence[float], baseline: Sequence[float]) -> float:
    """SciPy's own; infinite where the sides do not overlap."""
    with np.errstate(all="ignore"):
        strength = abs(float(brunnermunzel(values, baseline).statistic))
    return 0.0 if np.isnan(strength) else strength


@pytest.mark.filterwarnings("ignore:p-value cannot be estimated")
@settings(max_examples=25, deadline=None)
@given(FEW_VALUES, FEW_VALUES)
def test_p_is_the_share_of_all_deals_that_are_as_strong(values: list[int], baseline: list[int]) -> None:
    p = rank_p(values, baseline)
    if p is None:
        assert not rank_test.is_enough(len(values), len(baseline))
        return
    pooled, own = [*values, *baseline], statistic(values, baseline)
    strong = [
        statistic([pooled[index] for index in taken], [x for i, x in enumerate(pooled) if i not in taken]) >= own - 1e-7
        for taken in itertools.combinations(range(len(pooled)), len(values))
    ]
    assert p == pytest.approx(sum(strong) / len(strong))


@pytest.mark.parametrize(
    ("values", "baseline", "p"),
    [
        ([1000, 1000, 1001, 1001], [1001, 1002, 1002, 1002], 6 / 70),
        ([7, 7, 7, 7], [8, 8, 8, 8], 2 / 70),
        ([7, 7, 7, 7], [7, 7, 7, 7], 1.0),
        ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252),
        ([1, 2, 3], [4, 5, 6, 7, 8], 2 / 56),
    ],
)
def test_whole_milliseconds_have_an_exact_p(values: list[int], baseline: list[int], p: float) -> None:
    assert rank_p(values, baseline) == pytest.approx(p)
    assert rank_p(baseline, values) == pytest.approx(p)


@pytest.mark.parametrize("sizes", [(1, 40), (40, 1), (2, 20), (3, 3), (3, 4)])
def test_too_few_runs_on_either_side_have_no_p(sizes: tuple[int, int]) -> None:
    n, m = sizes
    assert rank_p([*range(n)], [*range(100, 100 + m)]) is None


def test_there_are_as_many_ways_as_are_counted() -> None:
    assert ways((1,) * 8, 4) == 70
    assert ways((4, 4), 4) == 5
    strengths, shares = null_distribution((4, 4), 4)
    assert shares[0] == pytest.approx(1.0)
    assert shares[-2] == pytest.approx(2 / 70), "the ways are weighed by how many deals each stands for"
    assert strengths[-1] == np.inf


def test_many_runs_of_one_value_are_weighed_though_no_float_holds_their_ways() -> None:
    assert rank_p([0] * 40_000 + [1] * 2, [0] * 40_000) == pytest.approx(1 / 2, abs=1e-4)
    strengths, shares = null_distribution((1200, 1, 1), 601)
    assert shares[0] == pytest.approx(1.0)
    assert len(strengths) == 2, "both on one side, or one on each"


def test_many_runs_have_the_t_distribution_and_never_less_than_the_least_p() -> None:
    random = np.random.default_rng(4)
    one, other = random.normal(100, 1, 40), random.normal(100.4, 3, 30)
    assert rank_p(one, other) == pytest.approx(brunnermunzel(one, other).pvalue)
    assert rank_p([*range(40)], [*range(100, 140)]) == pytest.approx(rank_test.smallest_p(40, 40))


def test_what_is_drawn_is_the_same_each_time_and_near_the_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = ([1, 2, 4, 7], [3, 5, 6, 8, 9, 10, 11])
    exact = rank_p(*pair)
    monkeypatch.setattr(rank_test, "MOST_WAYS", 10)
    drawn = rank_p(*pair)
    assert drawn == rank_p(*pair) != exact
    assert drawn == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize(("n", "m"), [(20, 4), (4, 4), (5, 5), (8, 8), (10, 5), (5, 3)])
def test_a_noisy_side_of_few_runs_is_seldom_called_different(n: int, m: int) -> None:
    """Noise of 1% against 10%; more than this would be seen once in ten thousand times if the share were 6%."""
    random, cells = np.random.default_rng([n, m]), 1000
    quiet, noisy = random.lognormal(0, 0.01, (cells, n)), random.lognormal(0, 0.1, (cells, m))
    ps = run_ps([*zip(quiet.tolist(), noisy.tolist(), strict=True)])
    assert sum(p is not None and p <= 0.05 for p in ps) <= binom.ppf(0.9999, cells, 0.06)


def test_one_wild_run_does_not_hide_a_clear_difference() -> None:
    quiet = [100.0, 100.5, 99.5, 100.2, 99.8, 100.1, 99.9, 100.3, 99.7, 100.4]
    faster = [1.05 * x for x in quiet[:9]] + [40.0]
    assert (run_ps([(faster, quiet)])[0] or 1) < 0.05


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(FEW_VALUES, FEW_VALUES), min_size=1, max_size=8))
def test_cells_computed_together_are_what_each_is_alone(pairs: list[tuple[list[int], list[int]]]) -> None:
    assert rank_ps(pairs) == [rank_p(*pair) for pair in pairs]


def by_the_book(values: np.ndarray, baseline: np.ndarray) -> tuple[float, float]:
    """|T| and its freedom of one pair, each sum by `numpy.sum` over its blocks alone."""
    known, place = np.unique(np.append(values, baseline), return_inverse=True)
    own, other = (np.bincount(part, minlength=len(known)).astype(float) for part in np.split(place, [len(values)]))
    n, m = float(len(values)), float(len(baseline))
    below, above = np.cumsum(other) - other / 2, np.cumsum(own) - own / 2
    wins = (own * below).sum()
    here = (own * (below - wins / n) ** 2).sum() * n / (n - 1)
    there = (other * (above - (n * m - wins) / m) ** 2).sum() * m / (m - 1)
    strength = abs(wins - n * m / 2) / np.sqrt(here + there)
    return round(strength, 9), (here + there) ** 2 / (here**2 / (n - 1) + there**2 / (m - 1))


def test_pairs_of_any_sizes_and_ties_are_computed_together_to_the_last_digit() -> None:
    random = np.random.default_rng(11)
    sizes = random.integers(3, 60, (200, 2)).tolist()
    pairs = [
        (random.normal(100, 9, n).round(digits), random.normal(101, 9, m).round(digits))
        for (n, m), digits in zip(sizes, random.integers(-1, 4, 200).tolist(), strict=True)
    ]
    overlapping = [(one, other) for one, other in pairs if one.min() <= other.max() and other.min() <= one.max()]
    groups = Pairs(overlapping).alike
    strengths, freedoms = brunner_munzel(dealt(groups))
    order = np.concatenate([same.indexes for same in groups]).tolist()
    together = [*zip(strengths.tolist(), freedoms.tolist(), strict=True)]
    assert together == [by_the_book(*overlapping[index]) for index in order]


def test_hundreds_of_runs_may_be_equal() -> None:
    """A block of equal runs has more of them than a byte counts."""
    assert rank_p([0.0] * 200, [0.0] * 199 + [1.0]) == 1.0


def test_no_p_is_more_than_all_ways() -> None:
    """Shares that are added up from the other end came to 1.0000000000000002, and the page to an error."""
    weights = np.random.default_rng(0).integers(1, 10**17, 20) / 7
    _, shares = rank_test.tail_shares(np.arange(20.0), weights)
    assert shares.max() == 1.0
