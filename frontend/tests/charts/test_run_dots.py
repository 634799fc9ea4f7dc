"""A side's runs as dots: each place once, and a million runs without a step of Python for each."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from frontend.answers.comparison.run_dots import EDGE, WIDTH, DotScale

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
