"""Sides that share nights which differ by more than they do: unequal numbers of runs, and nights of one side alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.dev.error_rates import shared_nights
from benchdb.domain.statistics import Contrast, Judgement, Side, judgements
from benchdb.domain.statistics.sitting_test.inside import Inside

NIGHT, MINUTE = 86_400.0, 60.0
FAST, SLOW = 1100.0, 900.0

Night = tuple[int, int, float]  #: runs of this side, of the baseline, and the night's level


def nights(*some: Night, step: float = 0.0, seed: int = 1) -> Contrast:
    """The sides take turns; runs of a night differ by half a percent."""
    random, sides = np.random.default_rng(seed), []
    for own, factor in enumerate((1 + step, 1.0)):
        rows = [(number, turn, night[2]) for number, night in enumerate(some) for turn in range(int(night[own]))]
        values = [level * factor * float(np.exp(random.normal(0, 0.005))) for _, _, level in rows]
        starts = [NIGHT * number + MINUTE * (2 * turn + own) for number, turn, _ in rows]
        sides.append(Side(tuple(values), tuple(float(number) for number, *_ in rows), tuple(starts)))
    return Contrast(sides[0], sides[1], "higher")


def swapped(contrast: Contrast) -> Contrast:
    return replace(contrast, here=contrast.there, there=contrast.here)


def judged(contrast: Contrast) -> tuple[Judgement, Inside]:
    (one,) = judgements([contrast])
    assert one.inside
    return one, one.inside


def pooled_change(contrast: Contrast) -> float:
    return float(np.median(contrast.here.values) / np.median(contrast.there.values)) - 1


MORE_WHEN_SLOW = [(4, 1, SLOW), (1, 4, FAST)] * 5  #: this side has most of its runs in slow nights


def test_the_direction_is_that_within_nights_where_pooled_runs_say_the_opposite() -> None:
    contrast = nights(*MORE_WHEN_SLOW, step=0.02)
    one, inside = judged(contrast)
    assert pooled_change(contrast) < -0.1
    assert one.verdict == "better"
    assert inside.change == pytest.approx(0.02, abs=0.006)
    assert inside.delta > 0.9
    assert one.interval
    assert 0 < one.interval[0] <= inside.change <= one.interval[1] < 0.03


def test_pooled_runs_of_unequal_nights_are_not_the_same_within_a_margin() -> None:
    """The night's luck takes back what the sides differ by: 8% more in each night, and 2% in all runs."""
    contrast = nights(*[(4, 1, SLOW), (1, 4, SLOW * 1.08)] * 5, step=0.08)
    one, _ = judged(replace(contrast, margin=0.03))
    assert one.verdict == "better"


def test_one_night_without_the_other_side_leaves_the_pairs_as_they_were() -> None:
    levels = [950.0, 1080.0, 1010.0, 900.0, 1100.0, 990.0, 1040.0, 930.0]
    pairs: list[Night] = [(1, 1, level) for level in levels]
    whole = nights(*pairs, step=0.02)
    lone = Side((*whole.there.values, 700.0), (*whole.there.sittings, 8.0), (*whole.there.starts, 8 * NIGHT))
    with_one = replace(whole, there=lone)
    before, after = (judgements([contrast])[0] for contrast in (whole, with_one))
    assert (after.verdict, after.p, after.interval) == (before.verdict, before.p, before.interval)
    assert after.verdict == "better"
    assert after.sittings.shared == (8, 9)
    assert before.sittings.shared is None


def test_nights_that_lack_a_side_because_they_are_slow_make_no_difference() -> None:
    contrast = nights(*[(2, 2, FAST), (0, 2, SLOW)] * 8)
    one, inside = judged(contrast)
    assert pooled_change(contrast) > 0.05
    assert one.verdict == "no evidence"
    assert inside.change == pytest.approx(0, abs=0.006)
    assert one.sittings.shared == (8, 16)


def test_one_night_of_both_sides_in_turn_decides_beside_another_of_one_side() -> None:
    one, _ = judged(nights((5, 5, FAST), (0, 9, SLOW), step=-0.03))
    assert (one.verdict, one.sittings.shared) == ("worse", (1, 2))


@pytest.mark.parametrize("shared", [1, 3, 5])
def test_a_few_shared_nights_among_many_do_not_decide(shared: int) -> None:
    """Of a dozen nights of each side, built one after the other."""
    contrast = nights(*[(3, 0, 1000.0)] * 12, *[(3, 3, 1000.0)] * shared, *[(0, 3, 1000.0)] * 12)
    (one,) = judgements([contrast])
    assert one.sittings.basis == "several sittings"
    assert one.sittings.shared is None


NIGHTS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([SLOW, 1000.0, FAST])), min_size=2, max_size=10
).filter(lambda some: all(sum(night[own] for night in some) > 2 for own in (0, 1)))
STEPS = st.sampled_from([-0.03, -0.01, 0.0, 0.01, 0.03])
OPPOSITE = {"better": "worse", "worse": "better"}


@given(NIGHTS, STEPS)
def test_swapped_sides_turn_the_change_and_its_interval_round(some: list[Night], step: float) -> None:
    contrast = nights(*some, step=step)
    (one,), (other,) = judgements([contrast]), judgements([swapped(contrast)])
    assert (one.inside is None) == (other.inside is None)
    if one.inside and other.inside:
        assert other.inside.delta == pytest.approx(-one.inside.delta)
        assert one.inside.change is not None
        assert other.inside.change is not None
        assert (1 + one.inside.change) * (1 + other.inside.change) == pytest.approx(1)
    if one.p is not None and abs(one.p - 0.05) > 0.01:  # deals that are drawn are not the same ones
        assert other.verdict == OPPOSITE.get(one.verdict, one.verdict)


@given(NIGHTS, STEPS)
def test_p_direction_change_and_interval_never_disagree(some: list[Night], step: float) -> None:
    (one,) = judgements([nights(*some, step=step)])
    if one.inside is None or one.sittings.basis != "interleaved" or one.drift:
        return
    assert one.p is not None
    assert one.interval is not None
    assert one.inside.change is not None
    low, high = one.interval
    assert low <= one.inside.change <= high
    if abs(one.p - 0.05) > 0.01:
        assert (low <= 0 <= high) == (one.p > 0.05)
    if one.verdict in OPPOSITE:
        assert (one.inside.change > 0) == (one.verdict == "better") == (one.inside.delta > 0)


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3), st.sampled_from([SLOW, FAST])), min_size=6, max_size=10),
    st.tuples(st.sampled_from([0, 1]), st.integers(1, 6), st.floats(500, 2000)),
    st.sampled_from([-0.03, 0.03]),
)
def test_a_night_of_one_side_never_turns_what_pairs_say(
    pairs: list[Night], more: tuple[int, int, float], step: float
) -> None:
    own, runs, level = more
    lone: Night = (runs, 0, level) if own == 0 else (0, runs, level)
    before, after = (judgements([nights(*some, step=step)])[0] for some in (pairs, [*pairs, lone]))
    assert after.sittings.shared == (len(pairs), len(pairs) + 1)
    if before.verdict in OPPOSITE:
        assert after.verdict in (before.verdict, "no evidence")


@pytest.mark.parametrize("number", range(len(shared_nights.CASES)))
def test_the_nights_of_the_published_table_are_judged_as_it_promises(number: int) -> None:
    case = shared_nights.CASES[number]
    result = shared_nights.judged(case, np.random.default_rng([7, number]), 60)
    wrong = {"better", "worse"} - {"better" if case.change > 0 else "worse"} if case.change else {"better", "worse"}
    assert sum(result.verdicts[name] for name in wrong) <= 9, "seen once in a thousand times at 6%"
    assert result.covered >= 0.85 * result.with_interval
    if case.change:
        assert result.verdicts["better"] + result.verdicts["worse"] >= 40
