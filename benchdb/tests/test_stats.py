import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb import stats

rates = st.lists(st.floats(1, 1e6), min_size=1, max_size=12)
MIRRORED = {"better": "worse", "worse": "better"}


def test_the_zones_protocol_drops_the_first_the_best_and_the_worst() -> None:
    assert stats.PROTOCOLS["zones"].of([100.0, 310.0, 311.0, 500.0, 1.0]) == pytest.approx(310.5)
    assert math.isnan(stats.PROTOCOLS["zones"].of([1.0, 2.0, 3.0]))


def judged(values: list[float], baseline: list[float], better: str, **more: object) -> str:
    """The verdict of a comparison of one row."""
    p = stats.mann_whitney_p(values, baseline)
    return stats.verdict(values, baseline, better, q=p, **{"comparable": True, **more})  # type: ignore[arg-type]


def test_three_against_three_runs_can_show_nothing() -> None:
    assert stats.smallest_p(3, 3) == pytest.approx(0.1)
    assert judged([1, 2, 3], [10, 20, 30], "higher") == "too few runs"


def test_four_separate_runs_against_four_can() -> None:
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "higher") == "better"
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "lower") == "worse"
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "neither") == "no evidence"


def test_nothing_is_judged_where_something_else_differs() -> None:
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "higher", comparable=False) == "not comparable"


@given(rates, rates)
def test_swapping_the_sides_flips_the_verdict(one: list[float], other: list[float]) -> None:
    there, back = judged(one, other, "higher"), judged(other, one, "higher")
    assert back == MIRRORED.get(there, there)


@given(rates, rates)
def test_turning_a_metrics_direction_flips_the_verdict(one: list[float], other: list[float]) -> None:
    higher = judged(one, other, "higher")
    assert judged(one, other, "lower") == MIRRORED.get(higher, higher)


def test_sides_within_a_band_are_shown_to_be_equivalent() -> None:
    one, other = [100.0, 100.2, 99.9, 100.1, 100.0], [100.3, 99.8, 100.1, 100.2, 99.9]
    assert judged(one, other, "higher", band=0.02) == "equivalent"
    assert judged(one, other, "higher") == "no evidence"
    assert judged(one, [1.05 * x for x in other], "higher", band=0.02) == "worse"


def test_an_effect_has_a_word() -> None:
    assert [stats.effect_in_words(x) for x in (0.0, -0.2, 0.4, -1.0)] == ["negligible", "small", "medium", "large"]
    assert stats.cliffs_delta([3, 4], [1, 2]) == 1
    assert stats.cliffs_delta([1, 2], [1, 2]) == 0


def test_the_interval_of_a_change_is_the_same_each_time_and_holds_the_change() -> None:
    one, other = [110.0, 111, 109, 112, 110], [100.0, 101, 99, 100, 102]
    low, high = stats.change_interval(one, other, [1, 2]) or (0, 0)
    assert (low, high) == stats.change_interval(one, other, [1, 2])
    assert low < 0.1 < high
    assert stats.change_interval([1.0], other, [1]) is None


def test_the_runs_needed_grow_as_the_difference_shrinks() -> None:
    base = [100.0, 101, 99]
    needed = [stats.runs_needed([x + shift for x in base], base) for shift in (10, 1, 0.1, 0)]
    assert needed[0] == 6  # Noether's formula where nothing overlaps; the exact test would do with 4
    assert needed[3] is None
    assert needed[0] < needed[1] < needed[2]  # type: ignore[operator]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusting_never_makes_a_finding_more_striking(ps: list[float]) -> None:
    assert all(q >= p - 1e-12 for p, q in zip(ps, stats.adjusted(ps), strict=True))


def test_a_ratio_to_nothing_is_no_ratio() -> None:
    assert stats.ratio(5, 0) is None
    assert stats.ratio(math.nan, 1) is None
    assert stats.spread([3.0]) is None


SIDES = st.lists(st.floats(1, 1e6), min_size=2, max_size=9)


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=6))
def test_many_pairs_at_once_are_what_each_is_alone(pairs: list[tuple[list[float], list[float]]]) -> None:
    seeds = [[at, 7] for at in range(len(pairs))]
    assert stats.mann_whitney_ps(pairs) == [stats.mann_whitney_p(*pair) for pair in pairs]
    alone = [stats.change_interval(*pair, seed) for pair, seed in zip(pairs, seeds, strict=True)]
    assert stats.change_intervals(pairs, seeds) == alone


@given(st.lists(st.lists(st.floats(-1e9, 1e9), min_size=5, max_size=5), min_size=1, max_size=9), st.integers(1, 5))
def test_medians_are_those_of_numpy(samples: list[list[float]], size: int) -> None:
    array = np.array(samples)[:, :size]
    assert stats.medians(array.copy()).tolist() == np.median(array, axis=1).tolist()
