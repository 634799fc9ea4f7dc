"""No peak where there is none, and no word of a law that the points contradict."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.questions.scaling.fit import Fit, Pair, fit, preferred
from benchdb.questions.scaling.laws import AMDAHL, USL
from benchdb.questions.scaling.measured_shape import falls, highest, shape, superlinear, supported_peak

FLAT = [(n, 100.0) for n in (1, 2, 4, 8, 16)]
NEARLY_FLAT = [(1, 100.0), (2, 101.0), (4, 99.5), (8, 100.2), (16, 99.9)]
FALLING = [(1, 100.0), (2, 80.0), (4, 60.0), (8, 40.0)]
GROWING = [(2, 190.0), (4, 350.0), (8, 620.0), (16, 870.0), (32, 890.0)]
LINUX_22 = [(1, 1425.0), (2, 1950.0), (4, 2358.0), (8, 1929.0)]
LINUX_24 = [(1, 1605.0), (2, 2784.0), (4, 4745.0), (8, 5382.0)]
WIDE = [(1, 64.9), (18, 995.9), (36, 1652.4), (72, 1853.2), (108, 1828.9), (144, 1775.0), (216, 1702.2)]
SUPER = [(1, 100.0), (2, 230.0), (4, 500.0), (8, 1100.0)]


def usl(points: list[Pair]) -> Fit:
    law = fit(USL, points)
    assert law
    return law


@pytest.mark.parametrize(
    ("points", "is_shape"),
    [
        (FLAT, "flat"),
        (NEARLY_FLAT, "flat"),
        (FALLING, "falling"),
        (GROWING, "still growing"),
        (LINUX_24, "still growing"),
        (LINUX_22, "rises and falls"),
        (WIDE, "rises and falls"),
        ([(4, 7.0)], "flat"),
        ([(1, 100.0), (2, 104.0), (4, 103.0)], "flat"),
        ([(1, 93.0), (2, 97.0), (4, 100.0)], "still growing"),
    ],
)
def test_points_have_a_shape(points: list[Pair], is_shape: str) -> None:
    assert shape(points) == shape(points[::-1]) == is_shape


@pytest.mark.parametrize("points", [FLAT, NEARLY_FLAT, FALLING])
def test_a_fit_of_what_has_no_peak_has_none(points: list[Pair]) -> None:
    assert usl(points).peak is None
    assert supported_peak(usl(points), shape(points)) is None


def test_a_curve_that_just_ends_at_its_top_has_no_peak() -> None:
    nearly = [(n, 100 * n / (1 + 0.001 * n * (n - 1))) for n in (2, 4, 8, 16, 28, 32)]
    assert usl([(float(n), x) for n, x in nearly]).peak is None, "at 31.6 of 32 nothing has fallen yet"


def test_points_that_grow_to_the_last_support_no_peak() -> None:
    assert usl(GROWING).peak == pytest.approx(23.4, abs=0.1)
    assert supported_peak(usl(GROWING), shape(GROWING)) is None


def test_a_peak_that_the_points_show_too_is_supported() -> None:
    assert supported_peak(usl(LINUX_22), shape(LINUX_22)) == pytest.approx(3.83, abs=0.01)
    assert supported_peak(usl(WIDE), shape(WIDE)) == pytest.approx(96.5, abs=0.1)


def test_a_peak_before_the_highest_point_is_the_laws_alone() -> None:
    assert usl(LINUX_24).peak == pytest.approx(6.9, abs=0.05)
    assert supported_peak(usl(LINUX_24), shape(LINUX_24)) is None
    assert highest(LINUX_24) == (8, 5382.0)


def test_growth_beyond_linear_is_seen() -> None:
    assert superlinear(SUPER) == (8, pytest.approx(1.375))
    assert superlinear(LINUX_24) is None
    assert superlinear([(1, 100.0), (2, 204.0)]) is None, "noise"
    assert superlinear([(2, 100.0), (4, 250.0)]) == (4, pytest.approx(1.25))
    assert superlinear([(1, 0.0), (2, 5.0)]) is None


def test_aicc_does_not_prefer_a_law_that_the_points_contradict() -> None:
    laws = fit(AMDAHL, WIDE), fit(USL, WIDE)
    assert preferred(*laws) == "amdahl"
    assert preferred(*laws, falls=falls(WIDE)) == ""


@given(
    st.lists(st.tuples(st.integers(1, 64), st.floats(1, 1e6)), min_size=4, max_size=8, unique_by=lambda pair: pair[0])
)
@settings(max_examples=40, deadline=None)
def test_a_told_peak_lies_above_the_smallest_n(points: list[tuple[int, float]]) -> None:
    law = fit(USL, points)
    top = law.peak if law else None
    assert top is None or top > min(n for n, _ in points)
