"""The scale of a table's strips fits what stands on it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.answers.comparison.strip_scale import LEFT, RIGHT, ROOM, strip_scale


def texts(*changes: float, margin: float = 0.0) -> list[str]:
    return [text for _, text in strip_scale(changes, margin).ticks]


@pytest.mark.parametrize(
    ("changes", "written"),
    [
        ((-0.02, 0.34), ["−10%", "0", "+10%", "+20%", "+30%", "+40%"]),
        ((-0.13, 0.14), ["−20%", "−10%", "0", "+10%", "+20%"]),
        ((-0.002, 0.003), ["−0.2%", "−0.1%", "0", "+0.1%", "+0.2%", "+0.3%"]),
        ((0.04, 0.08), ["0", "+2%", "+4%", "+6%", "+8%"]),
        ((-0.7, 6.9), ["÷5", "÷2", "1×", "2×", "5×", "10×"]),
        ((0.1, 3.0), ["1×", "1.5×", "2×", "3×", "5×"]),
    ],
)
def test_it_ends_at_round_figures_on_either_side(changes: tuple[float, ...], written: list[str]) -> None:
    assert texts(*changes) == written


def test_a_margin_within_which_sides_are_the_same_is_on_it() -> None:
    assert texts(0.001, 0.002, margin=0.05) == ["−5%", "0", "+5%"]


def test_twice_as_much_and_half_stand_as_far_from_the_middle() -> None:
    scale = strip_scale((-0.6, 3.0))
    assert scale.place(1.0) - scale.place(0.0) == pytest.approx(scale.place(0.0) - scale.place(-0.5), abs=0.2)


@given(st.lists(st.floats(-0.999, 900), min_size=1, max_size=8))
def test_every_change_has_its_place_and_no_two_texts_meet(changes: list[float]) -> None:
    scale = strip_scale(changes)
    assert scale.least <= min(0.0, *changes) + 1e-9
    assert scale.most >= max(0.0, *changes) - 1e-9
    places = [place for place, _ in scale.ticks]
    assert places == sorted(places)
    assert LEFT <= places[0] < places[-1] <= RIGHT
    inner = places[1:-1]
    assert all(abs(one - other) >= ROOM / 2 for one, other in pairwise(inner))
