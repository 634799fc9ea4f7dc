"""A level that changed in time within one side is not blamed on what parts the sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from scipy.stats import binom

from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.changes_within import sought
from benchdb.questions.comparison.changes_within.caveats import WITHIN
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.level_changes import within_sides
from benchdb.wording import line, sentences
from frontend.answers.history.doubts import doubts

KERNELS = ("Linux 6.1.0", "Linux 6.6.0")
BY_KERNEL = ComparisonQuestion(cols="kernel", rows="metric", metrics=("requests_per_second",))
NIGHT, BEGIN = 86_400.0, 1_772_416_800.0  # 2 Mar 2026, 02:00
RUNS = 10  #: nights of the first kernel


def nights(levels: Sequence[float], seed: int = 1, share: float = 0.0) -> list[float]:
    """One run a night with a noise of 1.2%, of which each holds a share of the one before."""
    luck = np.random.default_rng(seed).normal(0, 0.012, len(levels))
    for place in range(1, len(luck)):
        luck[place] = share * luck[place - 1] + (1 - share**2) ** 0.5 * luck[place]
    return (np.asarray(levels) * np.exp(luck)).tolist()


def observed(values: Sequence[float]) -> list[Observation]:
    """The first ten nights on the old kernel."""
    metric, kernels = "requests_per_second", [KERNELS[place >= RUNS] for place in range(len(values))]
    return [
        Observation(
            place + 1, metric, value, metric, kernel, {"kernel": kernel, "machine": "m"},
            start=BEGIN + NIGHT * place, duration=10.0,
        )
        for place, (value, kernel) in enumerate(zip(values, kernels, strict=True))
    ]  # fmt: skip


def in_turn(levels: Sequence[Sequence[float]]) -> list[Observation]:
    """A B A B: one run of each kernel a night, an hour apart."""
    sides = [nights(own, seed) for seed, own in enumerate(levels, 1)]
    pairs = [(night, side, values[night]) for night in range(len(sides[0])) for side, values in enumerate(sides)]
    return [
        replace(observed([value])[0], run=run, column=KERNELS[side], value=value,
                conditions={"kernel": KERNELS[side], "machine": "m"}, start=BEGIN + NIGHT * night + 3_600.0 * side)
        for run, (night, side, value) in enumerate(pairs, 1)
    ]  # fmt: skip


def stepped(begin: int, night: int, share: float = 0.9) -> list[float]:
    return [begin] * night + [begin * share] * (24 - night)


def compared(values: Sequence[float]) -> Comparison:
    return tabulate(BY_KERNEL, observed(values))


def test_a_step_that_came_nights_after_the_kernel_is_not_explained_by_it() -> None:
    answer = compared(nights([10_000] * 16 + [8_500] * 12))
    cell = answer.rows[0].cells[KERNELS[1]]
    assert cell.verdict == "worse"
    words = (
        "The level changed within Linux 6.6.0, between 17 Mar and 18 Mar 2026: 6 of its 18 runs are near 9,990/s, much "
        "as those of Linux 6.1.0 are. So the kernel alone does not explain the difference"
    )
    assert words in sentences(cell.caveats)
    assert f"{words}." in line(answer.headline)


def test_of_several_loads_the_headline_names_the_one_at_which_it_changed() -> None:
    loads = {"64": nights([10_000] * 16 + [8_500] * 12, 3), "8": nights([2_000] * 10 + [1_800] * 18, 4)}
    runs = [
        replace(one, run=one.run + 100 * place, row=load, conditions={**one.conditions, "concurrency": load})
        for place, (load, values) in enumerate(loads.items())
        for one in observed(values)
    ]
    answer = tabulate(replace(BY_KERNEL, rows="concurrency"), runs)
    assert "The level changed within Linux 6.6.0 at concurrency 64, between 17 Mar and 18 Mar" in line(answer.headline)


def test_a_dip_within_the_kernel_is_not_either() -> None:
    answer = compared(nights([10_000] * 16 + [7_000] * 12 + [10_000] * 4))
    assert answer.rows[0].cells[KERNELS[1]].verdict == "worse"
    assert (
        "The level changed 2 times within Linux 6.6.0, first between 17 Mar and 18 Mar 2026: 10 of its 22 runs"
        in line(answer.headline)
    )


def test_nor_one_that_came_before_the_kernel() -> None:
    answer = compared(nights([10_000] * 6 + [8_500] * 18))
    assert "The level changed within Linux 6.1.0, between 7 Mar and 8 Mar 2026" in line(answer.headline)


def test_a_step_at_the_kernel_and_one_to_a_third_level_are_left_to_it() -> None:
    assert "alone does not explain" not in line(compared(nights([10_000] * 10 + [8_500] * 18)).headline)
    assert "alone does not explain" not in line(compared(nights([10_000] * 10 + [9_000] * 9 + [8_000] * 9)).headline)


@pytest.mark.parametrize("night", [8, 16])
@pytest.mark.parametrize("gain", [1.11, 1.03])
def test_a_step_of_both_sides_leaves_their_difference_to_the_kernel(night: int, gain: float) -> None:
    """11% more than what is 10% less is as much as the other had before."""
    every = in_turn([stepped(10_000, night), [value * gain for value in stepped(10_000, night)]])
    answer = tabulate(BY_KERNEL, every)
    assert answer.rows[0].cells[KERNELS[1]].verdict == "better"
    assert "alone does not explain" not in line(answer.headline)
    history = along_kernels(every)
    assert history.curves[0].changes or gain < 1.1
    assert "alone does not explain" not in line(history.headline)


def test_sides_in_turn_are_compared_in_the_same_stretches_of_time() -> None:
    """Alike until the one falls by 10%, the other by 30%."""
    answer = tabulate(BY_KERNEL, in_turn([stepped(10_000, 8), stepped(10_000, 8, 0.7)]))
    assert f"The level changed within {KERNELS[1]}, between 9 Mar and 10 Mar 2026" in line(answer.headline)
    words = f"8 of its 24 runs are near 9,990/s, much as those of {KERNELS[0]} were then. So the kernel alone does not"
    assert words in line(answer.headline)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.8])
def test_it_is_seldom_said_of_nights_that_only_resemble_each_other(share: float) -> None:
    histories, wrong = 40, 0
    for seed in range(histories):
        wrong += "alone does not explain" in line(compared(nights([10_000] * 40, seed, share)).headline)
    assert wrong <= binom.ppf(0.99, histories, 0.03)


def along_kernels(every: Sequence[Observation]) -> HistoryAnswer:
    seen = [replace(one, row=one.column, column=one.metric) for one in every]
    moments = {one.run: Moment(datetime.fromtimestamp(one.start or 0, UTC), is_start=True) for one in seen}
    return analyse(HistoryQuestion.from_query([("x", "kernel")]), seen, moments)


def test_a_history_by_kernels_says_so_too() -> None:
    answer = along_kernels(observed(nights([10_000] * 16 + [8_500] * 12)))
    (change,) = answer.curves[0].changes
    assert change.after.cell.verdict == "worse"
    words = (
        "The level changed within Linux 6.6.0, between 17 Mar and 18 Mar 2026: 6 of its 18 runs are near 9,990/s, much "
        "as those of Linux 6.1.0 are. So the kernel alone does not explain the difference"
    )
    assert words in doubts(change.after.cell)
    assert f"{words}." in line(answer.headline)
    assert "alone does not explain" not in line(along_kernels(observed(nights([10_000] * 10 + [8_500] * 18))).headline)


def test_a_side_that_no_moment_parts_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    monkeypatch.setattr(within_sides, "clear", lambda series, splits: searched.append(series) or [])
    compared(nights([10_000] * 10 + [8_500] * 18))
    assert not searched


def test_stretches_of_time_are_parted_by_time_anyhow() -> None:
    question = ComparisonQuestion.from_query(
        [
            ("cols", "stretch"),
            ("rows", "metric"),
            ("metric", "requests_per_second"),
            ("stretch", "2026-03-02..2026-03-11"),
            ("stretch", "2026-03-12..2026-03-29"),
        ]
    )
    names = [one.name for one in question.stretches]
    seen = observed(nights([10_000] * 16 + [8_500] * 12))
    every = [replace(one, column=names[one.run > RUNS], conditions={"machine": "m"}) for one in seen]
    assert "alone does not explain" not in line(tabulate(question, every).headline)


def test_many_are_counted() -> None:
    question = ComparisonQuestion(cols="kernel", rows="machine", metrics=("requests_per_second",))
    every = [
        Observation(
            one.run + 100 * number, one.metric, one.value, name, one.column, {**one.conditions, "machine": name},
            start=one.start, duration=one.duration,
        )
        for number, name in enumerate(("m", "n"))
        for one in observed(nights([10_000] * 16 + [8_500] * 12, number))
    ]  # fmt: skip
    assert "In 2 comparisons the level changed in the course of time within a side" in line(
        tabulate(question, every).headline
    )


def test_no_more_runs_are_searched_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the largest difference."""
    question = ComparisonQuestion(cols="kernel", rows="machine", metrics=("requests_per_second",))
    every = [
        replace(one, run=one.run + 100 * number, row=name, conditions={**one.conditions, "machine": name})
        for number, (name, level) in enumerate((("m", 9_000), ("n", 8_000), ("o", 8_500)))
        for one in observed(nights([10_000] * 16 + [level] * 12, number))
    ]
    monkeypatch.setattr(sought, "MOST_SOUGHT", 20)
    rows = {row.key: row.cells[KERNELS[1]] for row in tabulate(question, every).rows}
    assert {cell.verdict for cell in rows.values()} == {"worse"}, "the nights before the kernel do not drift"
    noted = [name for name, cell in rows.items() if any(one.kind.startswith(WITHIN) for one in cell.caveats)]
    assert noted == ["n"]
