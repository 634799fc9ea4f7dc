"""A run's latencies on one line: what is drawn is in order, inside, and said in words beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.charts.latency_line import END, MOST_TICKS, latency_line

SECONDS = st.floats(1e-6, 100.0)


@given(st.lists(SECONDS, min_size=3, max_size=3), st.none() | SECONDS, st.sampled_from([0.0, 0.001]))
def test_body_tail_and_ticks_stand_in_order_inside(latencies: list[float], mean: float | None, step: float) -> None:
    low, high, longest = sorted(latencies)
    line = latency_line({"latency_p50": low, "latency_p99": high, "latency_max": longest}, mean, step)
    assert line
    assert 0 <= line.begin <= line.end <= END + 0.01
    assert line.begin <= line.longest <= END
    places = [place for place, _ in line.ticks]
    assert places == sorted(places)
    assert 1 <= len(places) <= MOST_TICKS + 1
    assert all(0 <= place <= END + 0.01 for place in places)
    assert len({text for _, text in line.ticks}) == len(places)


def test_what_the_tool_prints_as_nothing_is_drawn_up_to_its_step() -> None:
    line = latency_line({"latency_p50": 0.0, "latency_p99": 0.0, "latency_max": 0.005}, 0.000214, 0.001)
    assert line
    assert (line.begin, line.end) == (0.0, pytest.approx(END / 5))
    assert line.words == "p50 < 1 ms · p99 < 1 ms · longest 5 ms"
    assert [text for _, text in line.ticks] == ["0", "1 ms", "2 ms", "3 ms", "4 ms", "5 ms"]


def test_a_tail_that_is_very_long_leaves_the_body_to_be_seen() -> None:
    line = latency_line({"latency_p50": 0.002, "latency_p99": 0.004, "latency_max": 9.0}, None, 0.0)
    assert line
    assert line.is_log
    assert line.end - line.begin > 5
    assert [text for _, text in line.ticks] == ["1 ms", "10 ms", "100 ms", "1 s"]


@pytest.mark.parametrize(
    "values", [{}, {"latency_p50": 1.0}, {"latency_p50": 0.0, "latency_p99": 0.0, "latency_max": 0.0}]
)
def test_there_is_none_without_a_middle_a_tail_and_an_end(values: dict[str, float]) -> None:
    assert latency_line(values, None, 0.0) is None


def test_whole_milliseconds_are_drawn_as_what_they_can_stand_for() -> None:
    line = latency_line({"latency_p50": 0.001, "latency_p99": 0.003, "latency_max": 0.01}, 0.000565, 0.001)
    assert line
    assert line.mean
    assert line.begin == pytest.approx(END * 0.5 / 10)
    assert line.begin < line.mean, "a printed 1 may be half a millisecond"
    assert line.end == pytest.approx(END * 3.5 / 10)
