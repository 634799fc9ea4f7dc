"""Sittings: where one ends, and that sides are not called different because their sittings are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.domain.statistics import (
    Contrast,
    Judgement,
    Moment,
    Side,
    SittingNoise,
    judgements,
    required_sittings,
    setups_by_sitting,
    sitting_noise,
    sitting_test,
    sittings,
)

HOUR = 3600.0
CELLS = 400


def at_minutes(*minutes: float, **more: str) -> list[Moment]:
    return [Moment(run, "m", 60 * minute, 30, **more) for run, minute in enumerate(minutes)]


def test_a_long_gap_begins_another_sitting() -> None:
    assert sittings(at_minutes(0, 5, 50, 200, 205)) == {0: 0, 1: 0, 2: 0, 3: 1, 4: 1}


def test_a_long_run_is_no_gap() -> None:
    assert sittings([Moment(1, "m", 0.0, 2 * HOUR), Moment(2, "m", 2 * HOUR + 60)]) == {1: 0, 2: 0}


def test_a_reboot_begins_another_and_so_does_another_machine() -> None:
    moments = [Moment(1, "m", 0, boot="a"), Moment(2, "m", 60, boot="b"), Moment(3, "n", 120, boot="b")]
    assert sittings(moments) == {1: 0, 2: 1, 3: 2}


def test_a_boot_that_nobody_recorded_is_no_reboot() -> None:
    assert sittings([Moment(1, "m", 0, boot="a"), Moment(2, "m", 60)]) == {1: 0, 2: 0}


def test_runs_without_a_start_sit_with_those_they_came_with() -> None:
    moments = [Moment(1, "m", bundle="u/1"), Moment(2, "m", bundle="u/1"), Moment(3, "m", bundle="u/2"), Moment(4, "m")]
    assert sittings(moments) == {1: 0, 2: 0, 3: 1, 4: None}


@given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 1e6), st.sampled_from(["", "x", "y"])), max_size=12))
def test_the_order_in_which_runs_are_told_changes_nothing(rows: list[tuple[str, float, str]]) -> None:
    moments = [Moment(run, machine, start, boot=boot) for run, (machine, start, boot) in enumerate(rows)]
    assert sittings(moments) == sittings(moments[::-1])
    assert set(sittings(moments)) == set(range(len(rows)))


# --- what they do to a verdict


def sat(random: np.random.Generator, counts: list[int], effect: float, first: int = 0, shift: float = 0.0) -> Side:
    """Runs of 1% noise in sittings of so many runs, each sitting with an effect of its own."""
    values, numbers = [], []
    for number, count in enumerate(counts, first):
        middle = shift + effect * random.normal()
        values += [100 * float(np.exp(middle + 0.01 * random.normal())) for _ in range(count)]
        numbers += [number] * count
    return Side(tuple(values), tuple(numbers))


def judged(counts: list[int], other: list[int], *, shift: float = 0.0, history: int = 0) -> list[Judgement]:
    """Cells whose sittings differ as much as their runs do; the machine's history has so many degrees of freedom."""
    random = np.random.default_rng([*counts, *other, history])
    contrasts = []
    for _ in range(CELLS):
        past = sitting_noise([{number: sat(random, [5], 0.01).values for number in range(history + 1)}])
        sides = sat(random, counts, 0.01, shift=shift), sat(random, other, 0.01, first=100)
        contrasts.append(Contrast(*sides, "higher", noise=past))
    return [judgements([contrast])[0] for contrast in contrasts]


def called(found_in: list[Judgement]) -> int:
    return sum(judgement.verdict in ("better", "worse") for judgement in found_in)


@pytest.mark.parametrize(
    ("counts", "history"), [([5], 10), ([5], 4), ([5, 5], 0), ([4, 4, 4], 0), ([3] * 5, 0), ([5, 5], 6)]
)
def test_equal_sides_are_seldom_called_different_where_sittings_are_known(counts: list[int], history: int) -> None:
    """More than this would be seen once in ten thousand times if the share were 6%."""
    judged_cells = judged(counts, counts, history=history)
    assert called(judged_cells) <= binom.ppf(0.9999, CELLS, 0.06)
    held = sum(cell.interval is not None and cell.interval[0] <= 0 <= cell.interval[1] for cell in judged_cells)
    assert held >= binom.ppf(0.0001, CELLS, 0.93)


def test_a_clear_difference_is_found_across_sittings() -> None:
    assert called(judged([5] * 5, [5] * 5, shift=0.05)) >= 0.95 * CELLS
    assert called(judged([5], [5], shift=0.08, history=10)) >= 0.95 * CELLS


def test_one_sitting_a_side_without_a_history_is_told() -> None:
    cell = judged([5], [5])[0]
    assert cell.has_one_sitting_a_side
    assert cell.sittings.p is None
    assert not judged([5], [5], history=4)[0].has_one_sitting_a_side


def test_interleaved_runs_are_compared_within_their_sittings() -> None:
    random = np.random.default_rng(8)
    offsets, numbers = np.repeat(random.normal(0, 20, 4), 3), tuple(np.repeat(range(4), 3).tolist())
    here, there = (100 + offsets + random.normal(shift, 0.5, 12) for shift in (3, 0))
    sides = Side(tuple(here.tolist()), numbers), Side(tuple(there.tolist()), numbers)
    cell = judgements([Contrast(*sides, "higher")])[0]
    assert cell.sittings.basis == "interleaved"
    assert cell.verdict == "better", "a rank over all runs sees the sittings alone"
    assert judgements([Contrast(*map(Side, map(tuple, (here, there))), "higher")])[0].verdict == "no evidence"  # type: ignore[arg-type]


def test_one_sitting_for_both_sides_is_no_limit() -> None:
    sides = Side((1.0, 2, 3, 4), (7, 7, 7, 7)), Side((11.0, 12, 13, 14), (7, 7, 7, 7))
    cell = judgements([Contrast(*sides, "lower")])[0]
    assert (cell.verdict, cell.sittings.basis) == ("better", "same sitting")


def test_equivalence_needs_the_sittings_too() -> None:
    runs = (100.0, 100.2, 99.9, 100.1, 100.0, 100.3)
    here, there = Side(runs, (0,) * 6), Side(runs[::-1], (1,) * 6)
    quiet, noisy = SittingNoise(0.001, 10), SittingNoise(0.02, 10)
    noises = (None, quiet, noisy)
    cells = [judgements([Contrast(here, there, "higher", margin=0.02, noise=noise)])[0] for noise in noises]
    verdicts = [cell.verdict for cell in cells]
    assert verdicts == ["equivalent", "equivalent", "no evidence"]


def test_a_machines_history_is_read_from_setups_with_several_sittings() -> None:
    rows: list[tuple[str, int | None, float]] = [("a", 0, 100.0), ("a", 0, 102.0), ("a", 1, 104.0)]
    rows += [("b", 0, 5.0), ("c", 2, 0.0), ("c", 3, 1.0), ("d", None, 1.0)]
    noise = sitting_noise(setups_by_sitting(rows))
    assert noise
    assert noise.freedom == 1, "b has one sitting, c a value without a logarithm"
    assert noise.deviation == pytest.approx(abs(np.log(104 / 101)) / np.sqrt(2))
    assert sitting_noise([]) is None


def test_more_sittings_are_asked_for_the_smaller_the_change() -> None:
    required = [required_sittings(change, 0.01) for change in (0.5, 0.02, 0.01, 0.0)]
    assert required[0] == 4
    assert required[3] is None
    assert required[0] < required[1] < required[2]  # type: ignore[operator]


# --- many runs


def interleaved(count: int, shift: float) -> Contrast:
    """Sides that share their sittings, of five runs a side each."""
    random = np.random.default_rng(count)
    numbers = tuple(np.repeat(np.arange(float(count)), 5))
    sides = [Side(tuple(centre + random.normal(size=5 * count)), numbers) for centre in (100 + shift, 100)]
    return Contrast(sides[0], sides[1], "higher")


@pytest.mark.parametrize("shift", [0.0, 0.2, 0.4, 0.8])
def test_many_interleaved_runs_are_judged_by_the_limit_of_the_deals(
    monkeypatch: pytest.MonkeyPatch, shift: float
) -> None:
    contrast = interleaved(21, shift)
    limit = sitting_test.within_sittings_p(contrast)
    monkeypatch.setattr(sitting_test, "MOST_DEALT", 1000)
    assert sitting_test.within_sittings_p(contrast) == pytest.approx(limit, abs=0.002 + 0.04 * limit)


def test_no_deal_is_made_of_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting_test, "dealt_sums", None)
    assert sitting_test.within_sittings_p(interleaved(100, 0.5)) < 0.001


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(-1e6, 1e6)), min_size=1, max_size=30))
def test_medians_of_sittings_are_those_of_each(rows: list[tuple[int, float]]) -> None:
    side = Side(tuple(value for _, value in rows), tuple(float(number) for number, _ in rows))
    assert side.medians_of_sittings.tolist() == [float(np.median(values)) for values in side.by_sitting.values()]
