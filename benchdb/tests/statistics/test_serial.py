"""What the order of runs says: a drift, or runs that resemble their neighbours, are not taken for a difference."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import binom

from benchdb.domain.statistics import Contrast, Side, judgements
from benchdb.domain.statistics.serial import drifts

CELLS = 400
ONE_AFTER_THE_OTHER, TAKING_TURNS = [0] * 10 + [1] * 10, [0, 1] * 10


def contrast(values: np.ndarray, labels: list[int], step: float = 60.0) -> Contrast:
    """Runs in the order of time, 1 for this side and 0 for its baseline."""
    here, there = (
        Side(
            tuple(float(100 * np.exp(0.01 * value)) for value, own in zip(values, labels, strict=True) if own == side),
            starts=tuple(step * index for index, own in enumerate(labels) if own == side),
        )
        for side in (1, 0)
    )
    return Contrast(here, there, "higher")


def verdicts(values: np.ndarray, labels: list[int]) -> Counter[str]:
    return Counter(judgements([contrast(row, labels)])[0].verdict for row in values)


def resembling(random: np.random.Generator, share: float) -> np.ndarray:
    values = random.normal(size=(CELLS, 20))
    for index in range(1, 20):
        values[:, index] = share * values[:, index - 1] + np.sqrt(1 - share**2) * values[:, index]
    return values


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(CELLS, 20))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "values",
    [
        pytest.param(noise(1) + 0.15 * np.arange(20), id="drift"),
        pytest.param(noise(2) - 0.3 * np.arange(20), id="steep drift"),
        pytest.param(resembling(np.random.default_rng(3), 0.8), id="neighbours"),
        pytest.param(noise(4), id="nothing"),
    ],
)
def test_equal_sides_measured_one_after_the_other_are_seldom_called_different(values: np.ndarray) -> None:
    """More than this would be seen once in ten thousand times if the share were 10%; without the order it is 83%."""
    told_apart = verdicts(values, ONE_AFTER_THE_OTHER)
    assert told_apart["better"] + told_apart["worse"] <= binom.ppf(0.9999, CELLS, 0.10)


def test_what_could_be_drift_is_called_so() -> None:
    assert verdicts(noise(1) + 0.3 * np.arange(20), ONE_AFTER_THE_OTHER)["cannot be told from drift"] > 0.8 * CELLS


def test_a_clear_step_is_found_even_one_after_the_other() -> None:
    values = noise(5) + 5 * np.array(ONE_AFTER_THE_OTHER)
    assert verdicts(values, ONE_AFTER_THE_OTHER)["better"] > 0.95 * CELLS


def test_sides_that_take_turns_are_not_fooled_and_lose_nothing() -> None:
    drift = 0.3 * np.arange(20)
    equal = verdicts(noise(6) + drift, TAKING_TURNS)
    unequal = verdicts(noise(6) + 2 * np.array(TAKING_TURNS), TAKING_TURNS)
    assert equal["better"] + equal["worse"] <= binom.ppf(0.9999, CELLS, 0.06)
    assert unequal["better"] > 0.9 * CELLS


def test_without_starts_or_with_a_long_gap_no_drift_is_sought() -> None:
    row = noise(7)[0] + 0.5 * np.arange(20)
    timed = contrast(row, ONE_AFTER_THE_OTHER)
    untimed = Contrast(Side(timed.here.values), Side(timed.there.values), "higher")
    assert drifts([timed])[0] is not None
    assert drifts([untimed, contrast(row, ONE_AFTER_THE_OTHER, step=7200.0)]) == [None, None]


def test_cells_computed_together_are_what_each_is_alone() -> None:
    contrasts = [contrast(row, labels) for row in noise(8)[:5] for labels in (ONE_AFTER_THE_OTHER, TAKING_TURNS)]
    for drift, own in zip(drifts(contrasts), [drifts([one])[0] for one in contrasts], strict=True):
        assert (drift is None) == (own is None)
        assert not (drift and own) or (drift.p, drift.low, drift.high) == pytest.approx((own.p, own.low, own.high))


def test_the_interval_reaches_as_far_as_a_drift_could_have_carried_it() -> None:
    cells = [judgements([contrast(row, ONE_AFTER_THE_OTHER)])[0] for row in noise(9) + 0.3 * np.arange(20)]
    held = sum(cell.interval is not None and cell.interval[0] <= 0 <= cell.interval[1] for cell in cells)
    assert held >= binom.ppf(0.0001, CELLS, 0.93)


@pytest.mark.parametrize("value", [0.0, 7.0, 1e9])
def test_what_never_changes_does_not_drift(value: float) -> None:
    """No failure in any run was "-1.8e-15 to +1.8e-15"."""
    sides = [Side((value,) * 4, (place,) * 4, [1e9 + 60 * (2 * run + place) for run in range(4)]) for place in (0, 1)]
    (judgement,) = judgements([Contrast(*sides, "lower")])
    assert (judgement.drift, judgement.difference or judgement.interval) == (None, (0.0, 0.0))
