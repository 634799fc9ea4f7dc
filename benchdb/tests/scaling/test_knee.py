"""Where a load curve bends, and where it falls."""

import random
from typing import Any

import numpy as np
import pytest
from cachetools import LRUCache
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.scaling import knee
from benchdb.questions.scaling.fit import Pair
from benchdb.questions.scaling.knee import Fall, Knee, kneedles, knees_and_falls, shapes
from benchdb.questions.scaling.resample import Sample

GLOBAL = [(30, 310.4), (50, 296.32), (100, 387.89), (150, 392.67), (170, 387.91), (180, 165.66), (200, 130.54)]
NON_GLOBAL = [(30, 268.86), (50, 337.44), (100, 393.85), (150, 399.17), (200, 132.50)]
MEDIAN = AGGREGATIONS["median"]


def single(points: list[Pair]) -> list[Sample]:
    return [Sample(n, (x,), (number,)) for number, (n, x) in enumerate(points)]


def shape_of(points: list[Pair]) -> tuple[Knee | None, Fall | None]:
    return knees_and_falls([single(points)], MEDIAN)[0]


def test_the_global_zone_collapses_after_170() -> None:
    knee, fall = shape_of(GLOBAL)
    assert knee
    assert knee.load == 100
    assert fall
    assert (fall.holds, fall.fails) == (170, 180)
    assert round(fall.change, 3) == -0.573
    assert fall.within
    assert (fall.within.low, fall.within.high) == (150, 200), "without 170 or without 180 it is known less well"


def test_the_non_global_zone_holds_at_150_and_not_at_200() -> None:
    knee, fall = shape_of(NON_GLOBAL)
    assert knee
    assert (knee.load, knee.below, knee.above) == (100, 50, 150)
    assert fall
    assert (fall.holds, fall.fails) == (150, 200)


def test_a_straight_line_has_no_knee_and_no_fall() -> None:
    assert shape_of([(n, 10.0 * n) for n in range(1, 9)]) == (None, None)


def test_a_plateau_begins_at_its_knee_and_does_not_fall() -> None:
    knee, fall = shape_of([(n, min(10.0 * n, 50)) for n in range(1, 12)])
    assert knee
    assert knee.load == 5
    assert fall is None


def test_noise_bends_no_flat_curve() -> None:
    """Seven of eleven flat curves had a knee; the laws call what lies within 5% flat."""
    dice = random.Random(7)
    curves = [[(2**n, 5000 * dice.gauss(1, 0.01)) for n in range(8)] for _ in range(50)]
    assert {shape_of(curve) for curve in curves} == {(None, None)}


def test_three_loads_are_too_few() -> None:
    assert shape_of(GLOBAL[:3]) == (None, None)


def test_repeated_runs_say_how_sure_the_knee_is() -> None:
    dice = random.Random(3)
    taken = [
        Sample(n, tuple(x * dice.gauss(1, 0.01) for _ in range(5)), tuple(range(10 * number, 10 * number + 5)))
        for number, (n, x) in enumerate(GLOBAL)
    ]
    knee, fall = knees_and_falls([taken], MEDIAN)[0]
    assert knee
    assert fall
    assert (knee.how, fall.how) == ("bootstrap", "bootstrap")
    assert fall.share == 1
    assert fall.within
    assert (fall.within.low, fall.within.high) == (170, 180)


@given(st.integers(2, 30), st.integers(3, 30))
def test_kneedle_finds_the_corner_of_two_straight_lines(corner: int, beyond: int) -> None:
    loads = np.arange(corner + beyond + 1.0)
    rising = np.minimum(loads, corner)
    assert kneedles(loads, np.stack([rising, 7 * rising, loads])).tolist() == [corner, corner, -1]


loads = st.lists(st.tuples(st.integers(1, 400), st.floats(0, 1e6)), max_size=12, unique_by=lambda pair: pair[0])


def where(points: list[Pair]) -> tuple[float | None, float | None]:
    knee, fall = shape_of(points)
    return (knee.load if knee else None, fall.holds if fall else None)


def same_shapes(one: tuple[Any, Any], other: tuple[Any, Any]) -> bool:
    return all(map(np.array_equal, one, other))


@given(arrays(float, st.tuples(st.integers(1, 20), st.integers(1, 12)), elements=st.floats(0, 1e6)))
@settings(deadline=None)
def test_many_curves_at_once_bend_and_fall_as_each_alone(ys: Any) -> None:
    n = np.arange(1.0, ys.shape[1] + 1) ** 2
    alone = [shapes(n, row[None]) for row in ys]
    assert same_shapes(shapes(n, ys), (np.concatenate([k for k, _ in alone]), np.concatenate([f for _, f in alone])))


@given(loads, st.randoms())
@settings(max_examples=100, deadline=None)
def test_neither_the_unit_nor_the_order_moves_a_knee(points: list[tuple[int, float]], dice: random.Random) -> None:
    whole = sorted((float(n), float(round(x))) for n, x in points)
    if whole:
        n, x = np.array(whole).T
        assert same_shapes(shapes(n, x[None]), shapes(n, 2.0 * x[None]))
    assert where(dice.sample(whole, len(whole))) == where(whole)


def test_a_curve_that_was_asked_for_lately_is_not_sought_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    sought, inner = list[int](), knee.placed_anew
    monkeypatch.setattr(knee, "placed_anew", lambda curves, how: sought.append(len(curves)) or inner(curves, how))
    monkeypatch.setattr(knee, "REMEMBERED", LRUCache(3))
    curves = [single(GLOBAL), single(NON_GLOBAL)]
    both = knee.knees_and_falls(curves, MEDIAN)
    assert knee.knees_and_falls([*curves, single(GLOBAL[:5])], MEDIAN)[:2] == both
    assert sought == [2, 1]
    knee.knees_and_falls([single(GLOBAL[1:])], MEDIAN)
    assert len(knee.REMEMBERED) == 3, "of those that were asked for last"
