import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchdb.domain import statistics
from benchdb.domain.statistics.judgements import run_ps
from benchdb.domain.statistics.rank_test import rank_ps

rates = st.lists(st.floats(1, 1e6), min_size=1, max_size=12)
MIRRORED = {"better": "worse", "worse": "better"}


def test_the_zones_protocol_drops_the_first_the_best_and_the_worst() -> None:
    assert statistics.AGGREGATIONS["zones"].of([100.0, 310.0, 311.0, 500.0, 1.0]) == pytest.approx(310.5)
    assert math.isnan(statistics.AGGREGATIONS["zones"].of([1.0, 2.0, 3.0]))


def judged(values: list[float], baseline: list[float], better: str, **more: object) -> str:
    """The verdict of a comparison of one row."""
    sides = statistics.Side(tuple(values)), statistics.Side(tuple(baseline))
    return statistics.judgements([statistics.Contrast(*sides, better, **more)])[0].verdict  # type: ignore[arg-type]


def test_three_against_three_runs_can_show_nothing() -> None:
    assert statistics.smallest_p(3, 3) == pytest.approx(0.1)
    assert judged([1, 2, 3], [10, 20, 30], "higher") == "too few runs"


def test_four_separate_runs_against_four_can() -> None:
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "higher") == "better"
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "lower") == "worse"
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "neither") == "differs"


def test_nothing_is_judged_where_something_else_differs() -> None:
    assert judged([11, 12, 13, 14], [1, 2, 3, 4], "higher", is_comparable=False) == "not comparable"


@example([4, 82001, 82003, 568507, 998720], [1, 1, 2, 3, 3, 4, 5, 82000, 82002, 82003, 1e5, 9e5])
@given(rates, rates)
def test_swapping_the_sides_flips_the_verdict(one: list[float], other: list[float]) -> None:
    there, back = judged(one, other, "higher"), judged(other, one, "higher")
    assert back == MIRRORED.get(there, there)
    assert statistics.rank_p(one, other) == statistics.rank_p(other, one)


@given(rates, rates)
def test_turning_a_metrics_direction_flips_the_verdict(one: list[float], other: list[float]) -> None:
    higher = judged(one, other, "higher")
    assert judged(one, other, "lower") == MIRRORED.get(higher, higher)


def test_sides_within_a_band_are_shown_to_be_equivalent() -> None:
    one, other = [100.0, 100.2, 99.9, 100.1, 100.0], [100.3, 99.8, 100.1, 100.2, 99.9]
    assert judged(one, other, "higher", margin=0.02) == "equivalent"
    assert judged(one, other, "higher") == "no evidence"
    assert judged(one, [1.05 * x for x in other], "higher", margin=0.02) == "worse"


def test_an_effect_has_a_word() -> None:
    assert [statistics.effect_in_words(x) for x in (0.0, -0.2, 0.4, -1.0)] == ["negligible", "small", "medium", "large"]
    assert statistics.cliffs_delta([3, 4], [1, 2]) == 1
    assert statistics.cliffs_delta([1, 2], [1, 2]) == 0


def test_the_interval_of_a_change_is_the_same_each_time_and_holds_the_change() -> None:
    one, other = [110.0, 111, 109, 112, 110], [100.0, 101, 99, 100, 102]
    low, high = statistics.change_interval(one, other) or (0, 0)
    assert (low, high) == statistics.change_interval(one, other)
    assert low < 0.1 < high
    assert statistics.change_interval([1.0], other) is None


def needed_runs(
    values: Sequence[float] | np.ndarray, baseline: Sequence[float] | np.ndarray, shift: float
) -> int | None:
    return statistics.required_ns([(statistics.noise_of(values), statistics.noise_of(baseline), shift)])[0]


def test_the_runs_needed_grow_as_the_difference_shrinks() -> None:
    base = [100.0, 101, 99]
    needed = [needed_runs([x + shift for x in base], base, shift) for shift in (30, 2, 1, 0.1, 0)]
    assert needed[0] == 4, "the exact test needs no more where nothing overlaps"
    assert needed[1] == 9
    assert needed[2] == 29, "three runs a side are few: a normal deviation of 1 would say 20"
    assert needed[3] > 1000
    assert needed[4] is None


@given(st.lists(st.tuples(st.integers(2, 240), st.integers(2, 5), st.floats(0.0, 3.0)), min_size=1, max_size=12))
def test_the_runs_needed_of_several_contrasts_are_those_of_each(contrasts: list[tuple[int, int, float]]) -> None:
    random = np.random.default_rng(len(contrasts))
    noises = [statistics.noise_of(random.normal(0, 1, count)) for count in (n for one in contrasts for n in one[:2])]
    several = [(noises[2 * place], noises[2 * place + 1], one[2]) for place, one in enumerate(contrasts)]
    assert statistics.required_ns(several) == [statistics.required_ns([one])[0] for one in several]


@pytest.mark.parametrize("shift", [0.5, 0.8, 1.3])
@pytest.mark.parametrize("noise", ["normal", "outliers", "ties"])
def test_so_many_runs_show_the_difference_four_times_in_five(noise: str, shift: float) -> None:
    """As many as 200 runs say are needed: the rank test finds the difference in 70 to 95% of 300 tries."""
    random = np.random.default_rng(7)

    def made(count: int) -> np.ndarray:
        numbers = random.normal(0, 1, count)
        if noise == "outliers":
            numbers[random.random(count) < 0.1] -= 30
        return np.round(numbers, 1) if noise == "ties" else numbers

    needed = needed_runs(made(200) + shift, made(200), shift)
    assert needed is not None
    pairs = [(made(needed) + shift, made(needed)) for _ in range(300)]
    shown = np.mean([p <= 0.05 for p in rank_ps(pairs)])
    assert 0.7 < shown < 0.95


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusting_never_makes_a_finding_more_striking(ps: list[float]) -> None:
    assert all(q >= p - 1e-12 for p, q in zip(ps, statistics.adjusted(ps), strict=True))


def test_a_ratio_to_nothing_is_no_ratio() -> None:
    assert statistics.ratio(5, 0) is None
    assert statistics.ratio(math.nan, 1) is None
    assert statistics.coefficient_of_variation([3.0]) is None


SIDES = st.lists(st.floats(1, 1e6), min_size=2, max_size=9)


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=6))
def test_many_pairs_at_once_are_what_each_is_alone(pairs: list[tuple[list[float], list[float]]]) -> None:
    assert statistics.run_ps(pairs) == pytest.approx([statistics.run_ps([pair])[0] for pair in pairs])
    for aggregation in statistics.AGGREGATIONS:
        alone = [statistics.change_interval(*pair, aggregation) for pair in pairs]
        for interval, own in zip(statistics.change_intervals(pairs, aggregation), alone, strict=True):
            assert interval == (own and pytest.approx(own))


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=40))
def test_the_median_is_numpys(values: list[float]) -> None:
    with np.errstate(invalid="ignore", over="ignore"):
        assert statistics.median(values) == pytest.approx(float(np.median(values)), rel=0, abs=0, nan_ok=True)


@given(st.lists(st.tuples(*[st.lists(st.floats(0, 1e4), min_size=4, max_size=4)] * 2), min_size=2, max_size=6))
@example([([9.0, 9.5, 9.2, 40.0], [4.0, 1.5, 4.2, 3.8]), ([0.0, 0, 1, 2], [3.0, 4, 5, 6])])
def test_what_one_pair_comes_to_does_not_hang_on_the_others(pairs: list[tuple[list[float], list[float]]]) -> None:
    """A zero in one cell took the logarithms from all cells of the same sizes."""
    assert run_ps(pairs) == [run_ps([pair])[0] for pair in pairs]
