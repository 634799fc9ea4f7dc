"""A steady trend over versions is no step at one of them; a step is."""

from __future__ import annotations

import random

import pytest

from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.history.test_history import answered
from benchdb.wording import line


def of_kernels(levels: list[float], runs: int, noise: float = 0.01, seed: int = 1) -> HistoryAnswer:
    """Kernels measured in turn, so many runs of each."""
    chance = random.Random(seed)
    kernels = [f"Linux 6.{place + 1}.0" for _ in range(runs) for place in range(len(levels))]
    values = [level * (1 + chance.gauss(0, noise)) for _ in range(runs) for level in levels]
    return answered(values, HistoryQuestion(x="kernel"), kernel=kernels)


@pytest.mark.parametrize("seed", range(4))
def test_half_a_percent_with_each_of_forty_kernels_is_no_step(seed: int) -> None:
    answer = of_kernels([1000 * 1.005**place for place in range(40)], 3, seed=seed)
    verdicts = [change.after.cell.verdict for change in answer.curves[0].changes]
    assert len(verdicts) > 3
    assert set(verdicts) == {"cannot be told from drift"}
    assert line(answer.headline).startswith("Requests per second rose steadily from Linux 6.1.0 to Linux 6.40.0, by ")


@pytest.mark.parametrize(("kernels", "runs", "step"), [(40, 3, 0.03), (8, 4, 0.05), (3, 10, 0.06), (2, 8, 0.05)])
def test_a_step_at_a_kernel_is_one(kernels: int, runs: int, step: float) -> None:
    levels = [1000 * (1 + step * (place >= kernels // 2)) for place in range(kernels)]
    answer = of_kernels(levels, runs, seed=7)
    verdicts = {change.after.first.label: change.after.cell.verdict for change in answer.curves[0].changes}
    assert verdicts == {f"Linux 6.{kernels // 2 + 1}.0": "better"}
    assert "trend" not in line(answer.headline)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("by", [3.0, -7.0, 50.0])
def test_so_much_with_each_kernel_is_no_step(by: float, seed: int) -> None:
    answer = of_kernels([100 + by * place for place in range(12)], 6, 0.004, seed)
    verdicts = {change.after.cell.verdict for change in answer.curves[0].changes}
    assert verdicts == {"cannot be told from drift"}
    moved = "rose" if by > 0 else "fell"
    assert line(answer.headline).startswith(
        f"Requests per second {moved} steadily from Linux 6.1.0 to Linux 6.12.0, by "
    )


def test_a_stair_of_three_steps_is_no_trend() -> None:
    answer = of_kernels([1000 * 1.05 ** (place // 10) for place in range(40)], 3)
    verdicts = {change.after.first.label: change.after.cell.verdict for change in answer.curves[0].changes}
    assert {f"Linux 6.{place}.0": "better" for place in (11, 21, 31)}.items() <= verdicts.items()


def test_a_small_change_that_may_be_a_trend_says_so() -> None:
    answer = of_kernels([1000 * (1 + 0.01 * place) for place in range(6)], 6)
    assert answer.curves[0].changes
    assert "which a steady trend over the versions explains as well" in line(answer.headline)
