"""Series: packed without loss, cut to a window, drawn with few points and every peak."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.activity.packing import Unpackable, packed, unpacked
from benchdb.domain.activity.series import Window, holes, inside, means, min_max, summary, with_holes

ANY = st.lists(st.floats(), max_size=80).map(lambda values: np.array(values, np.float64))
PRINTED = st.lists(st.decimals(-10_000, 10_000, places=2), min_size=1, max_size=200)


@given(ANY)
def test_any_series_comes_back(values: np.ndarray) -> None:
    result = unpacked(packed(values))
    assert np.array_equal(np.isnan(result), np.isnan(values))
    numbers = ~np.isnan(values)
    assert np.allclose(result[numbers], values[numbers], rtol=2**-51, atol=0)


@given(PRINTED)
def test_printed_numbers_come_back_bit_by_bit(printed: list[object]) -> None:
    values = np.array([float(str(number)) for number in printed])
    assert np.array_equal(unpacked(packed(values)), values)


def test_a_day_at_a_second_of_a_hundred_series_is_small() -> None:
    random = np.random.default_rng(1)
    series = [np.round(random.gamma(2, 20, 86_400), 2) * (1024 if number % 2 else 1) for number in range(4)]
    size = sum(len(packed(values)) for values in series)
    assert size / 4 * 100 < 25_000_000


@given(st.binary(max_size=60))
def test_other_bytes_are_refused(data: bytes) -> None:
    try:
        unpacked(data)
    except Unpackable:
        return
    assert len(data) > 8


def test_a_cut_series_is_refused() -> None:
    with pytest.raises(Unpackable):
        unpacked(packed(np.arange(100.0))[:-3])


def test_a_window_holds_the_samples_whose_whole_interval_lies_in_it() -> None:
    times = np.arange(10.0, 101.0, 10.0)
    assert times[inside(times, Window(20.0, 55.0))].tolist() == [30.0, 40.0, 50.0]


def test_the_ramp_up_is_a_tenth_of_the_window_and_at_most_half_a_minute() -> None:
    assert Window(0.0, 100.0).settled == Window(10.0, 100.0)
    assert Window(0.0, 3600.0).settled == Window(30.0, 3600.0)


def test_a_summary_leaves_out_what_was_not_measured() -> None:
    result = summary(np.array([1.0, np.nan, 3.0, 8.0]))
    assert result
    assert (result.mean, result.median, result.mad, result.low, result.high, result.samples) == (
        4.0,
        3.0,
        2.0,
        1.0,
        8.0,
        3,
    )
    assert summary(np.array([np.nan])) is None


@given(st.integers(2, 3000), st.integers(4, 400), st.randoms())
def test_few_points_keep_every_peak(count: int, most: int, random: object) -> None:
    values = np.random.default_rng(random.randint(0, 2**31)).normal(size=count)  # type: ignore[attr-defined]
    times = np.cumsum(np.ones(count))
    kept_times, kept = min_max(times, values, most)
    assert len(kept) <= max(most, 2)
    assert kept.min() == values.min()
    assert kept.max() == values.max()
    assert (np.diff(kept_times) > 0).all()


def test_means_of_parts_add_up_to_the_mean_of_the_whole() -> None:
    times, random = np.arange(1000.0), np.random.default_rng(3)
    one, other = random.random(1000), random.random(1000)
    both = means(times, one + other, 50)[1]
    assert np.allclose(means(times, one, 50)[1] + means(times, other, 50)[1], both)


def test_no_line_crosses_a_hole() -> None:
    times = np.array([0.0, 1, 2, 60, 61])
    assert holes(times).tolist() == [3]
    kept_times, values = with_holes(times[[0, 2, 4]], np.ones(3), holes(times))
    assert kept_times.tolist() == [0, 2, 3, 61]
    assert np.isnan(values).tolist() == [False, False, True, False]
