"""A side's runs as dots: each place once, and a million runs without a step of Python for each."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kinds import ask
from frontend.answers.comparison.run_dots import EDGE, WIDTH, DotScale
from frontend.charts.comparison import charts
from frontend.charts.model import MOST_AT_A_POINT
from frontend.tests.constructed import runs, setup

VALUES = st.lists(st.floats(10, 90), min_size=1)


@given(VALUES)
def test_each_place_is_named_once_from_the_left(values: list[float]) -> None:
    scale = DotScale(10, 90)
    places = scale.places(values)
    assert places == sorted({round(EDGE + (WIDTH - 2 * EDGE) * (value - 10) / 80) for value in values})
    assert EDGE <= places[0] <= places[-1] <= WIDTH - EDGE


def test_a_million_runs_take_the_steps_of_a_few() -> None:
    few, many = np.linspace(0, 1, 1000), np.linspace(0, 1, 1_000_000)
    scale = DotScale(0, 1)
    assert calls(lambda: scale.places(many)) == calls(lambda: scale.places(few))


def calls(work: Callable[[], Any]) -> int:
    """Of Python's functions."""
    counted = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal counted
        counted += 1

    work()  # what is remembered from then on
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "has_dots"), [(3, True), (MOST_AT_A_POINT + 1, False)])
def test_a_key_names_dots_where_there_are_any(count: int, has_dots: bool) -> None:
    for kernel in ("Linux 6.1", "Linux 6.2"):
        runs(setup(kernel, 10, "dotted"), {"requests_per_second": [100.0 + place for place in range(count)]})
    answer = ask(ComparisonQuestion(cols="kernel", rows="concurrency", where=(("machine", ("dotted",)),)))
    (chart,) = charts(answer)
    assert any(point.trials for series in chart.series for point in series.points) == has_dots
    assert ("Dots: runs." in chart.key, "Bars: " in chart.key or "Marks: " in chart.key) == (has_dots, True)
