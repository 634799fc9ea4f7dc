"""Round moments on a time axis."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.charts.moments import MOST, round_ticks


def second_of(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("first", "last", "ticks"),
    [
        ("2026-01-05", "2026-10-19", ["Mar 2026", "May", "Jul", "Sep"]),
        ("2005-01-04", "2006-11-20", ["Apr 2005", "Jul", "Oct", "Jan 2006", "Apr", "Jul", "Oct"]),
        ("2026-06-01T09:00", "2026-06-06T10:00", ["2 Jun 2026", "3 Jun", "4 Jun", "5 Jun", "6 Jun"]),
        ("2026-09-01T00:03", "2026-09-01T11:45", ["1 Sep 2026 02:00", "04:00", "06:00", "08:00", "10:00"]),
        ("1998-03-01", "2026-03-01", ["2000", "2005", "2010", "2015", "2020", "2025"]),
        ("2026-06-01T09:00:01", "2026-06-01T09:00:20", []),
    ],
)
def test_ticks_stand_at_round_moments(first: str, last: str, ticks: list[str]) -> None:
    assert [tick.text for tick in round_ticks(second_of(first), second_of(last))] == ticks


@given(st.floats(0, 4e9), st.floats(1, 3e9))
def test_ticks_lie_within_in_order_are_few_and_tell_apart(first: float, length: float) -> None:
    ticks = round_ticks(first, first + length)
    places = [tick.x for tick in ticks]
    assert places == sorted(set(places))
    assert len(ticks) in range(MOST + 1)
    assert all(first <= place <= first + length for place in places)
    days = {datetime.fromtimestamp(place, UTC).date() for place in places}
    assert len({tick.text for tick in ticks}) == len(ticks) or len(days) > 1
