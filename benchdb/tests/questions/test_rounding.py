"""Figures that tools print rounded: no verdict, interval or ratio says more than they can."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Observation
from benchdb.questions.scaling.analysis import analyse as scaling_of
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.wording import full_sentences, line, sentences

MEDIAN = "latency_p50"
START = datetime(2026, 3, 2, 8, tzinfo=UTC)


def comparison(
    base: list[float], here: list[float], *, tools: tuple[str, str] = ("ab", "ab"), band: float = 0
) -> Comparison:
    """Two sides under one load, by zone."""
    sides = [(zone, tool, value) for zone, tool, side in zip("ab", tools, (base, here), strict=True) for value in side]
    group = [
        Observation(run, MEDIAN, value, "8", zone, {"tool": tool}) for run, (zone, tool, value) in enumerate(sides)
    ]
    question = ComparisonQuestion(
        metrics=(MEDIAN,), rows="concurrency", cols="zone", equivalence_margin=band, accepted=("all",)
    )
    return tabulate(question, group)


def compared(base: list[float], here: list[float], **more: Any) -> Cell:
    """The second side against the first one."""
    return comparison(base, here, **more).rows[0].cells["b"]


def history(*levels: tuple[str, list[float]]) -> HistoryAnswer:
    """A night each; each level by a tool."""
    measured = [(tool, value) for tool, values in levels for value in values]
    group = [
        Observation(run, MEDIAN, value, "", MEDIAN, {"tool": tool}) for run, (tool, value) in enumerate(measured, 1)
    ]
    moments = {run: Moment(START + timedelta(days=run), is_start=True) for run in range(1, len(measured) + 1)}
    return analyse(HistoryQuestion(metric=MEDIAN, accepted=("all",)), group, moments)


@pytest.mark.parametrize(("band", "verdict"), [(5, "no evidence"), (39, "no evidence"), (41, "equivalent")])
def test_sides_that_are_printed_alike_are_the_same_within_no_less_than_their_steps(band: float, verdict: str) -> None:
    """2.6 ms and 3.4 are both 3."""
    cell = compared([0.003] * 8, [0.003] * 8, band=band)
    assert cell.verdict == verdict
    assert ("further apart than the margin" in str(sentences(cell.caveats))) == (verdict == "no evidence")


def test_figures_of_more_than_ten_steps_are_the_same_only_within_what_is_left_of_one() -> None:
    """30 ms may be 29.5 on the one side and 30.5 on the other, which is more than 3%."""
    assert [compared([0.03] * 8, [0.03] * 8, band=band).verdict for band in (3, 4)] == ["no evidence", "equivalent"]
    assert compared([0.03] * 8, [0.03] * 8, band=3, tools=("wrk", "wrk")).verdict == "equivalent"


def test_what_two_tools_round_unlike_is_neither_better_nor_worse() -> None:
    """wrk's 3.29 ms and ab's 3 were a difference, and may be one figure."""
    cell = compared([0.003] * 6, [0.00328, 0.00329, 0.0033] * 2, tools=("ab", "wrk"))
    assert cell.rounding == pytest.approx((3.29 / 3.5, 3.29 / 2.5))
    assert (cell.verdict, cell.rounding_forbids) == ("no evidence", "difference")
    assert "may be the same" in str(sentences(cell.caveats))
    further = compared([0.003] * 6, [0.00368, 0.00369, 0.0037] * 2, tools=("ab", "wrk"))
    assert further.verdict == "worse", "3.69 ms are no 3, however that was rounded"


def test_a_headline_says_why_rounded_figures_cannot_tell() -> None:
    alike = comparison([0.003] * 8, [0.003] * 8, band=5)
    assert "neither different nor the same within 5%, because the figures are rounded" in line(alike.headline)
    unlike = comparison([0.003] * 6, [0.00328, 0.00329, 0.0033] * 2, tools=("ab", "wrk"))
    assert "cannot tell, because the figures are rounded" in line(unlike.headline)


def test_a_difference_to_a_printed_0_is_no_narrower_than_its_steps() -> None:
    """0.03 ms and 2.22 are printed 0 and 2: "+2.00 to +2.00 ms"."""
    cell = compared([0.0] * 6, [0.002] * 6)
    assert (cell.verdict, cell.interval) == ("worse", None)
    assert cell.difference == pytest.approx((0.001, 0.0025))
    low, high = compared([0.0] * 6, [0.002] * 4 + [0.009] * 2).difference or (0.0, 0.0)
    assert low <= 0.001 < 0.0025 < high, "runs that differ by more than their steps"
    fine = compared([0.0] * 6, [0.002] * 6, tools=("wrk", "wrk")).difference or (0.0, 0.0)
    assert fine[0] > 0.0019


def test_a_step_apart_is_a_difference_of_a_size_that_nobody_knows() -> None:
    cell = compared([0.001] * 8, [0.002] * 8)
    assert cell.verdict == "worse"
    assert cell.interval == pytest.approx((0.0, 4.0)), "no narrower than the rounding"


@pytest.mark.parametrize(("base", "here"), [(0.0, 0.001), (0.001, 0.0)])
def test_what_a_printed_nought_takes_back_is_said(base: float, here: float) -> None:
    """It was no evidence without a word of rounding, and a gate passed."""
    answer = comparison([base] * 8, [here] * 8)
    cell = answer.rows[0].cells["b"]
    assert (cell.verdict, cell.rounding_forbids) == ("no evidence", "difference")
    assert "may be the same" in str(sentences(cell.caveats))
    assert "cannot tell, because the figures are rounded" in line(answer.headline)


def test_too_few_runs_beside_a_printed_nought_stay_too_few() -> None:
    assert compared([0.0] * 8, [0.001]).verdict == "too few runs"


def test_a_history_does_not_state_a_change_from_a_printed_nought() -> None:
    answer = history(("ab", [0.0] * 15 + [0.001] * 15))
    (change,) = answer.curves[0].changes
    assert change.after.cell.rounding_forbids == "difference"
    assert "which may be rounding alone" in line(answer.headline), line(answer.headline)


def test_a_history_gives_a_change_of_coarse_figures_as_a_range() -> None:
    """6% more were "rose to 2.00 times", with an interval of +100% to +100%."""
    answer = history(("ab", [0.001] * 15 + [0.002] * 15))
    (change,) = answer.curves[0].changes
    assert "rose from 1 ms to 2 ms (1.0 to 5.0 times, as figures are rounded)" in line(answer.headline)
    assert change.after.cell.interval == pytest.approx((0.0, 4.0))
    assert change.after.cell.verdict == "worse"
    assert any("steps of 1 ms" in note for note in full_sentences(answer.curves[0].notes))


def test_a_history_has_no_verdict_on_what_rounding_alone_may_be() -> None:
    of_wrk = [0.00328, 0.00329, 0.0033] * 5
    answer = history(("ab", [0.003] * 15), ("wrk", of_wrk))
    (change,) = answer.curves[0].changes
    assert change.after.cell.verdict == "no evidence"
    assert "rose from 3 ms to 3.29 ms (−6.0% to +32%, as figures are rounded)" in line(answer.headline)
    assert "which may be rounding alone" in line(answer.headline)
    (fine,) = history(("hey", [0.00301] * 15), ("wrk", of_wrk)).curves[0].changes
    assert fine.after.cell.verdict == "worse"


def test_last_runs_of_coarse_figures_are_off_by_nobody_knows_how_much() -> None:
    assert "by how much is not known" in line(history(("ab", [0.003] * 14 + [0.004] * 2)).headline)
    assert "at least 33% above" in line(history(("wrk", [0.003] * 14 + [0.004] * 2)).headline)


def scaling(values: list[float], metric: str = MEDIAN, tool: str = "ab") -> ScalingAnswer:
    """Four runs at 1, 2, 4… CPUs."""
    group = [
        Observation(4 * place + trial, metric, value, str(2**place), "Linux 6.6.0", {"tool": tool})
        for place, value in enumerate(values)
        for trial in range(4)
    ]
    return scaling_of(ScalingQuestion(metric=metric), group)


def test_a_speed_up_of_coarse_times_is_a_range() -> None:
    """2.52 ms to 1.48 were "3 times as fast"."""
    answer = scaling([0.003, 0.002, 0.002, 0.002, 0.001])
    (curve,) = answer.curves
    assert curve.last.speedup_between == pytest.approx((2.5 / 1.5, 3.5 / 0.5))
    assert "is 1.7 to 7.0 times as fast at 16 CPUs as at 1, as figures are rounded" in line(answer.headline)
    assert any("steps of 1 ms" in note for note in full_sentences(curve.notes))
    fine = scaling([0.003, 0.002, 0.002, 0.002, 0.001], tool="wrk")
    assert "is 3 times as fast at 16 CPUs as at 1" in line(fine.headline)
    assert not fine.curves[0].notes


def test_a_gain_of_coarse_rates_is_a_range() -> None:
    """weighttp prints whole requests per second."""
    answer = scaling([2.0, 4.0, 7.0], "requests_per_second", tool="weighttp")
    assert "2.6 to 5.0 times as much as at 1, as figures are rounded" in line(answer.headline)
    assert any("take the figures as they were printed" in note for note in full_sentences(answer.curves[0].notes))


def test_a_published_ratio_is_one_at_its_reference_and_not_rounded() -> None:
    group = [
        Observation(run, "speedup", value, cpus, "2.4.1", {"tool": "table"}, is_published=True)
        for run, (cpus, value) in enumerate((("1", 1.0), ("2", 2.0), ("4", 3.0)))
    ]
    (curve,) = scaling_of(ScalingQuestion(metric="speedup"), group).curves
    assert [point.speedup_between for point in curve.points] == [None, (1.5, 2.5), (2.5, 3.5)]
