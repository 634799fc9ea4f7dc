"""Ranks and their test, against SciPy's: the site does without its statistics, which take 23 MB."""

import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import binom, false_discovery_control, hmean, mannwhitneyu, rankdata

from benchdb.domain.statistics import AGGREGATIONS, adjusted
from benchdb.domain.statistics.equivalence import mann_whitney_ps
from benchdb.domain.statistics.median_intervals import lowest_rank, more_than
from benchdb.domain.statistics.ranks import ranks

RANDOM = np.random.default_rng(1)
SIZES = [(2, 3), (3, 3), (4, 8), (8, 8), (5, 30), (9, 9), (12, 40)]


@pytest.mark.parametrize("digits", [12, 0])
@pytest.mark.parametrize(("n", "m"), SIZES)
def test_ranks_and_mann_whitney_are_scipys(n: int, m: int, digits: int) -> None:
    here, there = (np.round(RANDOM.normal(mean, 1, (12, size)), digits) for mean, size in ((0, n), (1, m)))
    pooled = np.hstack([here, there])
    assert np.array_equal(ranks(pooled), rankdata(pooled, axis=1))
    for side in ("less", "greater"):
        expected = [mannwhitneyu(*pair, alternative=side).pvalue for pair in zip(here, there, strict=True)]
        assert mann_whitney_ps(here, there, side) == pytest.approx(expected, rel=1e-12)


def test_all_equal_runs_are_no_evidence() -> None:
    assert mann_whitney_ps(np.ones((1, 4)), np.ones((1, 5)), "less").tolist() == [1.0]


def test_the_small_ones_are_scipys_to_the_last_digit() -> None:
    for count in (1, 2, 7, 40):
        ps = np.round(RANDOM.random(count), 3)
        assert adjusted(ps.tolist()) == false_discovery_control(ps).tolist()
        rates = RANDOM.lognormal(3, 1, count)
        assert AGGREGATIONS["harmonic"].of(rates) == hmean(rates)
        ranks = np.arange(count + 1)
        assert np.array_equal(more_than(count // 2, count, ranks), binom.sf(count // 2, count, ranks / count))
    for count in (5, 6, 17, 400):
        lows = [rank for rank in range(1, count // 2 + 1) if 1 - 2 * binom.cdf(rank - 1, count, 0.5) >= 0.95]
        assert lowest_rank(count, 0.95) == (lows[-1] if lows else None)


def test_a_web_process_imports_neither_scipys_statistics_nor_what_draws_and_tabulates() -> None:
    heavy = "[name for name in ('scipy.stats', 'matplotlib', 'polars') if name in sys.modules]"
    command = [sys.executable, "-c", f"import sys, benchdb.wsgi; print({heavy})"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
