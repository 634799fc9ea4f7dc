"""Nights of one side after those of the other: a steady trend is not taken for a difference, a step is."""

from collections import Counter

import numpy as np
import pytest

from benchdb.domain.statistics import Contrast, Judgement, Side, judgements

DAY = 86_400.0
CELLS = 100


def nights(values: np.ndarray, first: int) -> Side:
    """One run a night, each a sitting."""
    places = np.arange(first, first + len(values))
    return Side(tuple(values.tolist()), tuple(map(float, places)), tuple((DAY * places).tolist()))


def judged(levels: np.ndarray, seed: int, noise: float = 0.012) -> list[Judgement]:
    """Of the second half of the nights against the first; all cells at once would be one family of tests."""
    random, half = np.random.default_rng(seed), len(levels) // 2
    made = levels * np.exp(random.normal(0.0, noise, (CELLS, len(levels))))
    return [judgements([Contrast(nights(row[half:], half), nights(row[:half], 0), "higher")])[0] for row in made]


def verdicts(cells: list[Judgement]) -> Counter[str]:
    return Counter(one.verdict for one in cells)


def drift(count: int, change: float) -> np.ndarray:
    return 10_000 * np.linspace(1.0, 1.0 + change, count)


def step(count: int, change: float) -> np.ndarray:
    return 10_000 * (1 + change * (np.arange(count) >= count // 2))


@pytest.mark.parametrize(("count", "change"), [(60, -0.1), (40, -0.05), (20, -0.1), (60, 0.1)])
def test_a_slow_drift_over_nights_is_not_a_difference(count: int, change: float) -> None:
    made = judged(drift(count, change), seed=1)
    assert verdicts(made)["cannot be told from drift"] >= 0.9 * CELLS
    assert all(one.interval and one.interval[0] <= 0 <= one.interval[1] for one in made if one.drift)


@pytest.mark.parametrize(("count", "change"), [(60, -0.03), (20, -0.05), (10, -0.1)])
def test_a_step_stays_one(count: int, change: float) -> None:
    assert verdicts(judged(step(count, change), seed=2))["worse"] >= 0.95 * CELLS


def test_one_bad_night_does_not_make_a_step_a_drift() -> None:
    levels = step(40, -0.05)
    levels[12] /= 2
    assert verdicts(judged(levels, seed=3))["worse"] >= 0.95 * CELLS


def test_a_step_against_a_drift_stands_and_says_how_much_it_hides() -> None:
    made = judged(step(40, 0.1) * drift(40, -0.1) / 10_000, seed=4)
    assert verdicts(made)["better"] >= 0.95 * CELLS
    opposed = [one.drift.opposed for one in made if one.drift and one.drift.opposed]
    assert len(opposed) == CELLS
    assert np.mean(opposed, axis=0) == pytest.approx(np.log([0.9, 1.1]), abs=0.01)
    assert all(one.interval and one.interval[1] > 0.08 for one in made)


DECLINE = 10_000 * np.concatenate([np.ones(12), np.linspace(1.0, 0.8, 12)])
LATER_STEP = 10_000 * (1 - 0.05 * (np.arange(24) >= 16))


@pytest.mark.parametrize(("levels", "fewest"), [(DECLINE, 0.95), (LATER_STEP, 0.6)], ids=["decline", "later step"])
def test_what_only_the_later_side_did_is_no_drift_of_both(levels: np.ndarray, fewest: float) -> None:
    """Twelve flat nights of an old kernel, and a new one that leaks from its first night on or its fourth."""
    assert verdicts(judged(levels, seed=6))["worse"] >= fewest * CELLS


RISE = np.linspace(0.85, 1.0, 20)


@pytest.mark.parametrize(
    ("early", "late"),
    [(np.ones(20), RISE), (RISE, np.full(20, 0.8))],
    ids=["the later side alone", "the earlier side alone"],
)
def test_both_sides_drift_only_where_each_does(early: np.ndarray, late: np.ndarray) -> None:
    cells = judged(10_000 * np.concatenate([early, late]), seed=7, noise=0.005)
    assert sum(bool(one.drift and one.drift.opposed) for one in cells) <= 0.1 * CELLS


def test_a_single_sitting_has_no_drift_that_both_sides_share() -> None:
    random = np.random.default_rng(8)
    early = nights(100 * np.linspace(0.9, 1.0, 10) * np.exp(random.normal(0.0, 0.005, 10)), 0)
    late = Side(tuple(80 * np.exp(random.normal(0.0, 0.005, 9))), (10.0,) * 9, tuple(10 * DAY + 60 * np.arange(9.0)))
    (judgement,) = judgements([Contrast(late, early, "higher")])
    assert judgement.verdict == "worse"
    assert not judgement.drift


def test_the_direction_of_time_and_of_the_sides_is_the_same_answer() -> None:
    values = drift(40, -0.1) * np.exp(np.random.default_rng(5).normal(0.0, 0.012, 40))
    early, late = nights(values[:20], 0), nights(values[20:], 20)
    assert judgements([Contrast(early, late, "higher")])[0].verdict == "cannot be told from drift"
    assert judgements([Contrast(late, early, "higher")])[0].verdict == "cannot be told from drift"


def test_sides_that_share_their_nights_are_asked_nothing() -> None:
    levels = drift(40, -0.1)
    here, there = (nights(levels * factor, 0) for factor in (0.99, 1.0))
    assert judgements([Contrast(here, there, "higher")])[0].drift is None


@pytest.mark.parametrize("change", [-0.08, 0.08])
def test_a_drift_of_both_sides_is_known_whichever_way_the_step_goes(change: float) -> None:
    slope = np.log1p(-0.1) / 39
    made = judged(step(40, change) * np.exp(slope * np.arange(40)), seed=9)
    known = [one.common_slope for one in made if one.common_slope is not None]
    assert len(known) >= 0.9 * CELLS
    assert np.mean(known) == pytest.approx(slope, rel=0.1)


@pytest.mark.parametrize("count", [10, 60])
def test_nights_without_a_drift_are_hardly_ever_said_to_have_one(count: int) -> None:
    made = judged(step(count, -0.05), seed=10)
    assert sum(one.common_slope is not None for one in made) <= 0.05 * CELLS
