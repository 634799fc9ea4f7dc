"""The laws of scaling: goldens of published tables, and properties of the fit."""

import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.scaling.bands import uncertainty
from benchdb.questions.scaling.fit import Fit, Pair, aicc, fit, preferred
from benchdb.questions.scaling.laws import AMDAHL, LAWS, USL, Law, capacity, peak
from benchdb.questions.scaling.resample import Sample

LINUX_22 = [(1, 1425), (2, 1950), (4, 2358), (8, 1929)]
LINUX_24 = [(1, 1605), (2, 2784), (4, 4745), (8, 5382)]
WIDE = [(1, 64.9), (18, 995.9), (36, 1652.4), (72, 1853.2), (108, 1828.9), (144, 1775.0), (216, 1702.2)]
MEDIAN = AGGREGATIONS["median"]

counts = st.lists(st.integers(1, 300), min_size=5, max_size=12, unique=True)
contention = st.floats(0, 1)
coherency = st.floats(0, 0.1)
throughput = st.floats(0.1, 1e6)


def made(ns: list[int], alpha: float, beta: float, gamma: float) -> list[Pair]:
    """What a machine that obeys the law would measure."""
    return [(n, float(gamma * capacity(n, alpha, beta))) for n in ns]  # type: ignore[arg-type]


def fitted(law: Law, points: list[Pair], fixed: Pair | None = None) -> Fit:
    fit_of_law = fit(law, points, fixed)
    assert fit_of_law
    return fit_of_law


@pytest.mark.parametrize(
    ("points", "alpha", "beta", "top"),
    [(LINUX_22, 0.267, 0.0500, 3.8), (LINUX_24, 0.0117, 0.0208, 6.9), (WIDE, 0.0277, 0.000104, 96.5)],
)
def test_published_tables_give_their_published_parameters_with_gamma_free(
    points: list[Pair], alpha: float, beta: float, top: float
) -> None:
    usl = fitted(USL, points)
    assert float(f"{usl.alpha:.3g}") == alpha
    assert float(f"{usl.beta:.3g}") == beta
    assert round(usl.peak or 0, 1) == top


def test_with_gamma_fixed_to_one_cpu_the_same_table_says_otherwise() -> None:
    usl = fitted(USL, LINUX_22, LINUX_22[0])
    assert usl.gamma == 1425
    assert (round(usl.alpha, 3), round(usl.beta, 4)) == (0.303, 0.0484)
    assert (usl.parameters, usl.points) == (2, 3)


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(counts, contention, coherency, throughput)
def test_what_a_law_made_is_found_again(ns: list[int], alpha: float, beta: float, gamma: float) -> None:
    points = made(ns, alpha, beta, gamma)
    usl = fitted(USL, points)
    again = made(ns, usl.alpha, usl.beta, usl.gamma)
    assert max(abs(x - y) for (_, x), (_, y) in zip(points, again, strict=True)) < 1e-4 * max(x for _, x in points)


@settings(max_examples=60, deadline=None)
@given(st.floats(0.001, 0.5), st.floats(1e-4, 0.05), throughput)
def test_its_parameters_are_found_again_where_the_points_show_them(alpha: float, beta: float, gamma: float) -> None:
    usl = fitted(USL, made([1, 2, 3, 4, 6, 8, 12, 16, 32], alpha, beta, gamma))
    assert math.isclose(usl.alpha, alpha, rel_tol=1e-3, abs_tol=1e-5)
    assert math.isclose(usl.beta, beta, rel_tol=1e-3, abs_tol=1e-6)
    assert math.isclose(usl.gamma, gamma, rel_tol=1e-3)


@settings(max_examples=40, deadline=None)
@given(st.floats(1e-3, 1e6), st.sampled_from([LINUX_22, LINUX_24, WIDE]), st.sampled_from(list(LAWS)))
def test_another_unit_of_throughput_changes_no_parameter_but_gamma(scale: float, points: list[Pair], law: str) -> None:
    one, other = fitted(LAWS[law], points), fitted(LAWS[law], [(n, scale * x) for n, x in points])
    assert math.isclose(one.alpha, other.alpha, rel_tol=1e-6)
    assert math.isclose(one.beta, other.beta, rel_tol=1e-6)
    assert math.isclose(scale * one.gamma, other.gamma, rel_tol=1e-6)
    assert math.isclose(one.aicc or 0, other.aicc or 0, rel_tol=1e-6)


@given(st.permutations(WIDE))
@settings(max_examples=20, deadline=None)
def test_the_order_of_the_points_changes_nothing(points: list[Pair]) -> None:
    assert fit(USL, points) == fit(USL, WIDE)


@given(
    st.lists(st.tuples(st.integers(1, 500), st.floats(0, 1e9)), max_size=9, unique_by=lambda pair: pair[0]),
    st.sampled_from(list(LAWS)),
)
@settings(max_examples=60, deadline=None)
def test_any_points_give_parameters_within_their_bounds_or_none(points: list[tuple[int, float]], law: str) -> None:
    fit_of_law = fit(LAWS[law], points)
    assume(fit_of_law)
    assert fit_of_law
    assert 0 <= fit_of_law.alpha <= 1
    assert fit_of_law.beta >= 0
    assert fit_of_law.gamma >= 0
    assert fit_of_law.peak is None or fit_of_law.peak <= 2 * fit_of_law.largest


def test_fewer_points_than_parameters_give_no_fit() -> None:
    assert fit(USL, LINUX_22[:2]) is None
    assert fit(AMDAHL, LINUX_22[:1]) is None
    assert fit(USL, [(1, 0), (2, 0), (4, 0)]) is None


def test_a_peak_further_than_twice_the_range_is_not_told() -> None:
    assert round(peak(0.0117, 0.0208), 1) == 6.9
    assert fitted(USL, made([1, 2, 4], 0.0, 1e-3, 10)).peak is None, "31.6 is more than twice 4"
    assert round(fitted(USL, made([1, 2, 4], 0.0, 1 / 36, 10)).peak or 0, 3) == 6


def test_a_ratio_is_1_at_its_reference() -> None:
    speedups = [(1, 1.0), (2, 1.7), (4, 3.0), (8, 3.4)]
    assert fitted(USL, speedups, (1, 1.0)).gamma == 1.0
    assert fitted(USL, speedups[1:], (1, 1.0)).gamma == 1.0
    from_two = fitted(USL, [(2, 1.0), (4, 1.8), (8, 2.0), (16, 1.6)], (2, 1.0))
    assert math.isclose(float(from_two.throughput_at(2)), 1.0), "the curve hits its reference"  # type: ignore[arg-type]


def test_aicc_needs_two_points_more_than_it_has_parameters() -> None:
    assert aicc(1.0, 4, 3) is None
    assert aicc(1.0, 6, 3) is not None


def test_repeated_runs_let_aicc_see_that_throughput_falls() -> None:
    dice = random.Random(7)
    runs = [(n, [x * dice.gauss(1, 0.01) for _ in range(5)]) for n, x in WIDE]
    points = [(n, MEDIAN.of(values)) for n, values in runs]
    assert preferred(fit(AMDAHL, points, None, runs), fit(USL, points, None, runs)) == "usl"


def samples(runs: int, noise: float = 0.02) -> list[Sample]:
    dice = random.Random(5)
    return [
        Sample(n, tuple(x * dice.gauss(1, noise) for _ in range(runs)), tuple(range(100 * number, 100 * number + runs)))
        for number, (n, x) in enumerate(WIDE)
    ]


def test_a_bootstrap_holds_the_fit_and_is_the_same_each_time() -> None:
    taken = samples(6)
    one = fitted(USL, [(sample.n, MEDIAN.of(sample.values)) for sample in taken])
    ranges = uncertainty(one, taken, MEDIAN, None)
    assert ranges.how == "bootstrap"
    assert ranges.peak
    assert ranges.peak.low <= (one.peak or 0) <= ranges.peak.high
    assert ranges.alpha
    assert ranges.alpha.low <= one.alpha <= ranges.alpha.high
    assert len(ranges.band) == 60
    assert uncertainty(one, taken, MEDIAN, None) == ranges


def test_without_repetitions_a_point_is_left_out_where_there_are_enough() -> None:
    ranges = uncertainty(fitted(USL, WIDE), samples(1, 0), MEDIAN, None)
    assert ranges.how == "leave-one-out"
    assert ranges.band == ()
    assert ranges.peak
    assert ranges.peak.low < 96.5 < ranges.peak.high
    four = [Sample(n, (x,), (n,)) for n, x in LINUX_22]
    assert uncertainty(fitted(USL, LINUX_22), four, MEDIAN, None).how == "none"
