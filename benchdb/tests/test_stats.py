import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb import stats

rates = st.lists(st.floats(1, 1e6), min_size=1, max_size=12)
MIRRORED = {"better": "worse", "worse": "better"}


def test_the_zones_protocol_drops_the_first_the_best_and_the_worst() -> None:
    assert stats.PROTOCOLS["zones"].of([100.0, 310.0, 311.0, 500.0, 1.0]) == pytest.approx(310.5)
    assert math.isnan(stats.PROTOCOLS["zones"].of([1.0, 2.0, 3.0]))


def test_three_against_three_runs_can_show_nothing() -> None:
    assert stats.smallest_p(3, 3) == pytest.approx(0.1)
    assert stats.verdict([1, 2, 3], [10, 20, 30], "higher", comparable=True) == "too few runs"


def test_four_separate_runs_against_four_can() -> None:
    assert stats.verdict([11, 12, 13, 14], [1, 2, 3, 4], "higher", comparable=True) == "better"
    assert stats.verdict([11, 12, 13, 14], [1, 2, 3, 4], "lower", comparable=True) == "worse"
    assert stats.verdict([11, 12, 13, 14], [1, 2, 3, 4], "neither", comparable=True) == "no evidence"


def test_nothing_is_judged_where_something_else_differs() -> None:
    assert stats.verdict([11, 12, 13, 14], [1, 2, 3, 4], "higher", comparable=False) == "not comparable"


@given(rates, rates)
def test_swapping_the_sides_flips_the_verdict(one: list[float], other: list[float]) -> None:
    there = stats.verdict(one, other, "higher", comparable=True)
    back = stats.verdict(other, one, "higher", comparable=True)
    assert back == MIRRORED.get(there, there) or float_medians_tie(one, other)


def float_medians_tie(one: list[float], other: list[float]) -> bool:
    median = stats.PROTOCOLS["median"].of
    return median(one) == median(other)


@given(rates, rates)
def test_turning_a_metrics_direction_flips_the_verdict(one: list[float], other: list[float]) -> None:
    higher = stats.verdict(one, other, "higher", comparable=True)
    assert stats.verdict(one, other, "lower", comparable=True) == MIRRORED.get(higher, higher)


def test_a_ratio_to_nothing_is_no_ratio() -> None:
    assert stats.ratio(5, 0) is None
    assert stats.ratio(math.nan, 1) is None
    assert stats.spread([3.0]) is None
