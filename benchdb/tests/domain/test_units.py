import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.units import places, shown, signed_percent, times


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.25625, "s", "256.25 ms"),
        (0.0000011, "s", "1.1 µs"),
        (0.0, "s", "0 s"),
        (390.24, "1/s", "390.24/s"),
        (310.4, "1/s", "310.40/s"),
        (1425.0, "1/s", "1,425/s"),
        (0.0004, "1/s", "0.0004/s"),
        (650.93 * 1024, "B/s", "650.93 KiB/s"),
        (0.9262, "fraction", "92.62%"),
        (53827939, "count", "53,827,939"),
        (1.57, "ratio", "1.57×"),
        (None, "s", "–"),
        (math.nan, "1/s", "–"),
    ],
)
def test_a_value_is_shown_with_its_unit(value: float | None, unit: str, text: str) -> None:
    assert shown(value, unit) == text  # type: ignore[arg-type]


def test_a_change_has_a_sign_and_a_ratio_three_digits() -> None:
    assert [signed_percent(x) for x in (0.0001, -0.000032, 1e-9, 0.0005)] == ["+0.01%", "−0.003%", "0.0%", "+0.1%"]
    assert [signed_percent(x) for x in (-0.99924, -0.99754, -0.996, -0.5, -1.0)] == [
        "−99.92%", "−99.8%", "−99.6%", "−50%", "−100%"
    ]  # fmt: skip
    assert [signed_percent(x) for x in (-0.0238, 5.0856, 0.0, None)] == ["−2.4%", "+509%", "0.0%", "–"]
    assert [times(x) for x in (6.0856, 0.196, None)] == ["6.09×", "0.196×", "–"]


@given(st.floats(1e-9, 1e9))
def test_a_shown_time_is_within_half_a_percent_of_the_time(seconds: float) -> None:
    number, unit = shown(seconds, "s").replace(",", "").split()
    factor = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}[unit]
    assert float(number) * factor == pytest.approx(seconds, rel=0.006)


def test_rates_side_by_side_have_the_decimals_of_the_longest() -> None:
    assert [places(values) for values in ([1425.0, 1950.0], [310.4, 268.86], [12.5, None], [])] == [0, 2, 1, 0]
    assert [shown(value, "1/s", 2) for value in (623.0, 102.37)] == ["623.00/s", "102.37/s"]


def test_what_is_far_below_the_smallest_prefix_is_not_shown_as_nothing() -> None:
    assert [shown(value, "s") for value in (1.002e-15, -2e-13, 0.0)] == ["1e−06 ns", "−0.0002 ns", "0 s"]
