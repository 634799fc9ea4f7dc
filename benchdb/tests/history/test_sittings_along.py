"""Runs of a sitting are alike and sittings are not: what differs no more than they do is no change of level."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from benchdb.dev.error_rates import sitting_histories
from benchdb.dev.error_rates.sitting_histories import EVERY, Case, answered, counted, drawn
from benchdb.domain.statistics import change_interval
from benchdb.questions.cells import EMPTY
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.headline import MOST_NAMED
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.history.verdicts import why_unproven, with_verdict
from benchdb.watches.changes import Wish, is_wanted, new_changes
from benchdb.wording import line
from frontend.answers.history.doubts import doubts
from frontend.charts.history import tone_of

FEW, MANY = 12, 150
UNCHANGED = [case for case in EVERY if not case.step and not case.freedom]
SMALL = [case for case in UNCHANGED if case.runs * case.sittings <= 60 and case.sittings >= 8 and case.apart == 0.02]
CLEAR = [case for case in EVERY if case.step >= 0.1 and case.of_kernel]
TWO_NIGHTS = Case("two nights", 2, 8)


def verdicts(answer: HistoryAnswer) -> list[str | None]:
    return [change.after.cell.verdict for curve in answer.curves for change in curve.changes]


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.title)
def test_a_difference_between_sittings_is_seldom_called_better_or_worse(case: Case) -> None:
    """A quarter of these histories and more had such a change. The seed is fixed."""
    assert counted(case, FEW).wrong <= binom.ppf(0.95, FEW, 0.05)


@pytest.mark.thorough
@pytest.mark.parametrize("case", UNCHANGED, ids=lambda case: case.title)
def test_it_is_as_seldom_as_docs_say(case: Case) -> None:
    assert counted(case, MANY).wrong <= binom.ppf(0.9999, MANY, 0.05)


@pytest.mark.parametrize("case", CLEAR, ids=lambda case: case.title)
def test_a_step_that_is_large_beside_them_is_found(case: Case) -> None:
    count = counted(case, FEW)
    assert count.shown >= FEW - 1
    assert count.sure >= FEW - 1


def nights(*middles: float, runs: int = 6) -> HistoryAnswer:
    """Nights of so many runs each, whose noise is next to nothing."""
    values = [[middle * (1 + 0.001 * (place % 3)) for place in range(runs)] for middle in middles]
    return answered(Case("nights", len(middles), runs), values)


def test_of_two_nights_nobody_knows_how_far_nights_lie_apart() -> None:
    answer = nights(100.0, 88.0, runs=8)
    (change,) = answer.curves[0].changes
    assert change.after.cell.verdict == "no evidence"
    assert "which may be a difference between sittings: there are too few to tell" in line(answer.headline)
    assert doubts(change.after.cell) == ("May be a difference between sittings: there are too few to tell",)
    assert tone_of("requests_per_second", change.after.cell) == "q2"


def test_a_change_no_larger_than_nights_differ_is_drawn_and_is_no_verdict() -> None:
    answer = nights(100.0, 103, 99, 105, 98, 104, 101, 97)
    assert set(verdicts(answer)) == {"no evidence"}
    assert "no larger than the usual difference between sittings" in line(answer.headline)


def test_of_several_changes_none_of_which_is_proven_the_headline_says_so_first() -> None:
    answer = nights(100.0, 103, 99, 105, 98, 104, 101, 97)
    assert len(verdicts(answer)) > MOST_NAMED
    words = f"Requests per second shows no proven change in 48 runs; its runs alone would show {len(verdicts(answer))} "
    assert line(answer.headline).startswith(words)


def test_the_interval_of_an_unproven_change_is_as_wide_as_sittings_ask() -> None:
    """Of the runs alone it was two per mille to either side of 4%, where nothing had changed."""
    middles = (100.0, 103, 99, 105, 98, 104, 101, 97)
    answer = nights(*middles)
    intervals = [change.after.cell.interval for change in answer.curves[0].changes]
    assert len(intervals) > MOST_NAMED
    deviation = float(np.log(middles).std(ddof=1))
    for interval in intervals:
        assert interval is not None
        assert interval[0] < 0 < interval[1]
        assert interval[1] - interval[0] > 2 * deviation


def test_of_kernels_of_one_sitting_each_it_is_that_of_the_runs_and_the_words_say_so() -> None:
    """As a comparison of the two tells it: how far days lie apart nobody measured."""
    middles = (100.0, 103, 99, 105, 98, 104, 101, 97)
    values = [[middle * (1 + 0.001 * (place % 3)) for place in range(6)] for middle in middles]
    answer = answered(Case("kernels", 8, 6, of_kernel=1), values)
    assert verdicts(answer) == ["no evidence"] * 7
    for change, before, after in zip(answer.curves[0].changes, values, values[1:], strict=False):
        assert change.after.cell.interval == pytest.approx(change_interval(after, before))
        assert doubts(change.after.cell) == ("One sitting each: day-to-day variation is not excluded",)
    assert "in one sitting, so day-to-day variation is not excluded." in line(answer.headline)


def test_a_watch_tells_none_of_these() -> None:
    for answer in (nights(100.0, 88.0, runs=12), nights(100.0, 103, 99, 105, 98, 104, 101, 97)):
        changes = new_changes(answer, [])
        assert changes
        assert not any(is_wanted("requests_per_second", Wish(), one) for one in changes)


@pytest.mark.parametrize("middles", [(100, 101, 99, 88, 87.5, 88.5), (100, 101, 99, 100.5, 99.5, 101.5, 99.8, 88)])
def test_a_few_nights_are_enough_for_a_step_that_is_large_beside_them(middles: tuple[float, ...]) -> None:
    assert verdicts(nights(*middles)) == ["worse"]


def test_a_change_in_the_middle_of_a_night_is_none_between_nights() -> None:
    case = next(one for one in EVERY if one.inside)
    count = counted(case, 3)
    assert (count.shown, count.sure) == (3, 3)


@pytest.mark.parametrize("step", [1.0, 0.9])
def test_single_nightly_runs_are_judged_as_runs_are(step: float) -> None:
    random = np.random.default_rng(5)
    values = [[float(value)] for value in 100 * random.lognormal(0, 0.02, 40) * np.repeat((1.0, step), 20)]
    expected = [] if step == 1 else ["worse"]
    answer = answered(Case("single runs", 40, 1), values)
    assert verdicts(answer) == expected
    assert all(not change.after.cell.sitting_basis for curve in answer.curves for change in curve.changes)


def test_nothing_is_better_whose_interval_holds_no_change() -> None:
    """Of level medians the interval is told, of ranks the q: they may disagree."""
    before = EMPTY.but(values=(100.0, 101, 99, 100, 102, 98), runs=(1, 2, 3, 4, 5, 6), value=100.0)
    after = EMPTY.but(values=(103.0, 104, 102, 103, 105, 101), runs=(7, 8, 9, 10, 11, 12), value=103.0, change=0.03)
    question = HistoryQuestion()
    assert with_verdict(question, after, before, 0.01, False).verdict == "better"
    cell = with_verdict(question, after, before, 0.01, False, (-0.002, 0.029))
    assert cell.verdict == "no evidence"
    assert why_unproven(cell) == "may be none"
    assert doubts(cell) == ("The 95% interval includes no change",)


def test_the_same_runs_say_the_same() -> None:
    case = sitting_histories.NIGHTS[3]
    values = drawn(np.random.default_rng(1), case)
    assert answered(case, values) == answered(case, values)
