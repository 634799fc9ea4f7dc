"""Points of which so many requests failed that they served no more than others are no gain, fall or fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchdb.questions.conditions import Observation
from benchdb.questions.scaling.answer import Curve
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences, line

SIZES = {1: 1000.0, 2: 1900.0, 4: 3500.0, 8: 5900.0, 16: 9200.0, 32: 14_000.0}
LOADS = {1: 200.0, 4: 800.0, 16: 3200.0, 64: 12_180.0, 128: 11_900.0, 256: 18_000.0, 512: 18_000.0}


def measured(points: dict[int, float], fails: dict[int, float], name: str = "a") -> list[Observation]:
    """Three runs at each point."""
    rows = [(n, value * noise) for n, value in points.items() for noise in (0.99, 1.0, 1.01)]
    made = [seen(place, n, value, name) for place, (n, value) in enumerate(rows)]
    return [replace(one, failed=fails.get(int(one.row), 0.0)) for one in made]


def only(observations: list[Observation], x: str = "cpus") -> Curve:
    (curve,) = answered(observations, x=x).curves
    return curve


def test_a_gain_of_errors_is_none() -> None:
    answer = answered(measured(SIZES, {32: 0.5}))
    words = line(answer.headline)
    assert words.startswith("a still gains at 16 CPUs. Requests per second: a is highest at 16 CPUs")
    assert (
        "At 32 CPUs, 50% of the requests failed: without these no more was served than at 16, so no gain, fall or fit "
        "counts this point." in words
    )
    (curve,) = answer.curves
    assert [point.n for point in curve.points] == [1, 2, 4, 8, 16]
    assert [point.n for point in curve.every_point] == [*SIZES]
    assert curve.usl is not None
    assert curve.usl.fit.points == 5


@pytest.mark.parametrize("share", [0.0005, 0.3])
def test_a_gain_that_failures_leave_is_one(share: float) -> None:
    assert only(measured(SIZES, {32: share})).outweighed == ()


def test_a_first_point_of_errors_makes_no_fall() -> None:
    curve = only(measured({1: 5000.0, 2: 2000.0, 4: 4000.0, 8: 8000.0}, {1: 0.9}))
    assert [point.n for point in curve.points] == [2, 4, 8]
    assert curve.shape == "still growing"
    assert curve.last.speedup == pytest.approx(4.0)


def test_a_level_of_errors_hides_no_fall() -> None:
    answer = answered(measured(LOADS, {256: 0.05, 512: 0.4}), x="concurrency")
    words = line(answer.headline)
    assert "reaches 18,000/s at concurrency 256" in words
    assert "At concurrency 512, 40% of the requests failed: without these no more was served than at 256" in words
    assert answer.curves[0].holds_to == 256


def test_a_figure_that_is_itself_below_is_one_of_a_fall() -> None:
    """It was left out, and the fall told from the next point on."""
    falling = {1: 100.0, 2: 200.0, 4: 400.0, 8: 800.0, 16: 736.0, 32: 560.0}
    assert only(measured(falling, {16: 0.02})).outweighed == ()
    level = falling | {16: 790.0}
    assert [(one.point.n, one.most_at) for one in only(measured(level, {16: 0.2})).outweighed] == [(16, 8)]


def test_beyond_a_point_of_some_errors_is_where_all_fail() -> None:
    answer = answered(measured(LOADS | {1024: 18_000.0}, {256: 0.05, 512: 0.4, 1024: 1.0}), x="concurrency")
    words = line(answer.headline)
    assert "Beyond concurrency 512 nothing was served: at concurrency 1,024 every request failed." in words
    assert "a: " not in words, "the only curve needs no name"


def test_where_as_many_fail_everywhere_no_point_is_apart() -> None:
    alike = measured(SIZES, dict.fromkeys(SIZES, 0.3) | {32: 0.31})
    assert only(alike).outweighed == ()


def test_of_many_curves_their_number_is_said() -> None:
    curves = [measured(SIZES, {32: 0.5}, f"v{place}") for place in range(4)]
    others = measured(SIZES, {}, "w")
    runs = [replace(one, run=100 * place + one.run) for place, own in enumerate([*curves, others]) for one in own]
    words = "Along 4 of 5 curves so many requests failed at some points that no more was served there than at others"
    assert words in line(answered(runs).headline)


def test_each_failing_point_that_the_headline_speaks_of_is_named() -> None:
    level = {1: 200.0, 4: 800.0, 16: 3200.0, 64: 12_000.0, 128: 12_050.0, 256: 12_100.0}
    words = line(answered(measured(level, {64: 0.01, 128: 0.02, 256: 0.04}), x="concurrency").headline)
    assert words.startswith("At concurrency 64, 128 and 256, 1%, 2% and 4% of the requests failed: less was served")


def test_the_worst_point_is_named_wherever_it_lies() -> None:
    answer = answered(measured(SIZES, {2: 0.2, 32: 0.01}))
    words = line(answer.headline)
    assert words.startswith(
        "At 2 and 32 CPUs, 20% and 1% of the requests failed: less was served than the figures say."
    )
    assert "At 2 CPUs, 20% of the requests failed: less was served than the figure says." in full_sentences(
        answer.curves[0].notes
    )


def test_of_many_failing_points_the_worst_is_named() -> None:
    level = {1: 11_800.0, 4: 12_000.0, 16: 12_000.0, 64: 12_000.0, 128: 12_050.0}
    fails = {4: 0.01, 16: 0.01, 64: 0.01, 128: 0.03}
    words = line(answered(measured(level, fails), x="concurrency").headline)
    assert words.startswith("At 4 points up to 3% of the requests failed (most at concurrency 128): less was served")


def test_the_nearest_point_that_its_figure_hides_is_named() -> None:
    """“At concurrency 1 … no more was served than at 32” would be so of any first point."""
    points = {1: 5000.0, 2: 2600.0, 4: 4000.0, 8: 8000.0, 16: 12_000.0, 32: 14_000.0}
    curve = only(measured(points, {1: 0.5}), x="concurrency")
    assert [(one.point.n, one.most_at) for one in curve.outweighed] == [(1, 2)]
    assert "without these no more was served than at 2, so no gain" in full_sentences(curve.notes)[0]


def test_points_at_both_ends_have_each_their_own() -> None:
    points = {1: 5000.0, 2: 2600.0, 4: 4000.0, 8: 8000.0, 16: 9000.0, 32: 14_000.0, 64: 15_000.0}
    answer = answered(measured(points, {1: 0.5, 32: 0.5, 64: 0.6}), x="concurrency")
    words = line(answer.headline)
    assert "At concurrency 1, 50% of the requests failed: without these no more was served than at 2, so" in words
    assert "At concurrency 32 and 64, 50% and 60% of the requests failed: without these no more was served" in words
    assert [one.most_at for one in answer.curves[0].outweighed] == [2, 16, 16]


def test_a_gain_that_nobody_sees_is_outweighed_by_nothing() -> None:
    runs = [
        replace(seen(100 * n + run, n, value * (1 + 1e-5 * run), "a"), failed=0.0035 if n == 16 else 0.0)
        for n, value in {1: 1000.0, 2: 1900.0, 4: 3500.0, 8: 5900.0, 16: 5918.0}.items()
        for run in range(4)
    ]
    curve = only(runs)
    assert curve.contrasts.is_higher(4, 3)
    assert curve.outweighed == ()
    assert curve.usl is not None
    assert curve.usl.fit.points == 5
