"""A change of one curve alone can be as sure as a quiet watch asks, however many curves there are."""

from __future__ import annotations

import numpy as np
import pytest

from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.level_changes.chance import FLOOR, QUIET_Q
from benchdb.questions.level_changes.change_points import Series
from benchdb.tests.history.test_history import answered
from benchdb.watches.changes import Wish, current_changes, is_wanted


def loads(curves: int, changed: int, step: float, nights: int = 45) -> HistoryAnswer:
    """Each load once a night; the first ones change a third along."""
    chance, values, names = np.random.default_rng(3), list[float](), list[str]()
    for night in range(nights):
        for load in range(curves):
            is_other = load < changed and night >= nights // 3
            values.append((1000 + load) * (step if is_other else 1.0) * float(np.exp(chance.normal(0, 0.01))))
            names.append(str(load + 1))
    return answered(values, HistoryQuestion(by="concurrency"), concurrency=names)


@pytest.mark.parametrize("curves", [11, 12])
@pytest.mark.parametrize("step", [0.4, 0.96])
def test_a_quiet_watch_reports_one_curve_of_many(curves: int, step: float) -> None:
    answer = loads(curves, 1, step)
    (change,) = (one for one in current_changes(answer) if one.seen.curve == "1")
    assert change.change.q <= QUIET_Q
    assert is_wanted("requests_per_second", Wish(), change)


def test_where_it_is_sure_enough_figures_are_as_they_were() -> None:
    few, several = loads(10, 1, 0.4), loads(12, 2, 0.4)
    assert sure(few) == [pytest.approx(10 * FLOOR)]
    assert sure(several) == [pytest.approx(6 * FLOOR)] * 2


def sure(answer: HistoryAnswer) -> list[float]:
    """The q of the changes that a quiet watch reports; noise alone makes others now and then."""
    return [one.change.q for one in current_changes(answer) if one.change.q <= QUIET_Q]


@pytest.mark.parametrize("step", [0.001, 0.008])
def test_more_draws_say_about_the_same_as_fewer(step: float) -> None:
    values = np.random.default_rng(5).normal(0, 0.01, 40) + step * (np.arange(40) >= 20)
    series = Series(np.exp(values).tolist(), range(40), range(40))
    split = series.split(0, 40, most=1.0)
    assert split is not None
    assert series.finer_p(20_000) == pytest.approx(split.p, abs=0.03)
