"""Sittings: where one ends, and that sides are not called different because their sittings are."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.domain.statistics import (
    Circumstances,
    Contrast,
    Judgement,
    Side,
    SittingNoise,
    judgements,
    required_sittings,
    setups_by_sitting,
    sitting_noise,
    sitting_numbers,
)
from benchdb.domain.statistics.sitting_test import deals, within

CELLS = 400


def sat_at(
    *starts: float,
    machines: Sequence[int] = (),
    boots: Sequence[int] = (),
    bundles: Sequence[int] = (),
    durations: Sequence[float] = (),
    reboots: Mapping[int, Sequence[float]] = MappingProxyType({}),
) -> list[float | None]:
    """The sitting of each run; starts and durations in minutes, nan = unknown."""
    count = len(starts)
    columns = (machines or [0] * count, boots or [-1] * count, bundles or [0] * count)
    machine, boot, bundle = (np.array(column, np.int64) for column in columns)
    lasted = 60 * np.array(durations) if durations else None
    booted = {key: 60 * np.array(moments) for key, moments in reboots.items()}
    numbers = sitting_numbers(Circumstances(machine, boot, 60 * np.array(starts), bundle, lasted, booted))
    return [None if np.isnan(number) else number for number in numbers.tolist()]


UNKNOWN = float("nan")


def test_a_long_gap_begins_another_sitting() -> None:
    assert sat_at(0, 5, 50, 200, 205) == [0, 0, 0, 1, 1]


def test_a_gap_is_from_the_end_of_what_ran_before_to_the_next_start() -> None:
    assert sat_at(0, 120, 240, durations=[118, 119, 1]) == [0, 0, 0]
    assert sat_at(0, 120, 240, durations=[118, UNKNOWN, 1]) == [0, 0, 1]
    assert sat_at(0, 5, 120, durations=[118, 1, 1]) == [0, 0, 0], "the first one still ran"
    assert sat_at(0, 100, 190, machines=[0, 1, 1], durations=[600, 20, 1]) == [0, 1, 2], "on another machine"


def test_another_kernel_begins_another_and_so_does_another_machine() -> None:
    assert sat_at(0, 1, 2, machines=[0, 0, 1], boots=[3, 4, 4]) == [0, 1, 2]


def test_a_boot_that_nobody_recorded_parts_nothing_and_joins_nothing() -> None:
    assert sat_at(0, 1, boots=[3, -1]) == [0, 0]
    assert sat_at(0, 1, 2, boots=[3, -1, 4]) == [0, 0, 1]
    assert sat_at(0, 1, 2, boots=[3, -1, 4], machines=[0, 1, 1]) == [0, 1, 1]


def test_a_reboot_parts_the_runs_of_its_machine_alone() -> None:
    assert sat_at(0, 2, 4, 1, 3, machines=[0, 0, 0, 1, 1], reboots={0: [3]}) == [0, 0, 1, 2, 2]


def test_reboots_before_and_after_all_runs_part_nothing() -> None:
    assert sat_at(5, 6, 7, reboots={0: [1, 2, 90]}) == [0, 0, 0]


def test_runs_without_a_start_sit_with_those_they_came_with() -> None:
    assert sat_at(*[UNKNOWN] * 5, bundles=[7, 7, -8, -8, 0]) == [1, 1, 0, 0, None]


def test_a_run_that_came_alone_says_nothing() -> None:
    assert sat_at(*[UNKNOWN] * 3, bundles=[7, 7, 8]) == [0, 0, None]


def test_runs_of_two_kernels_that_came_together_are_of_two_boots() -> None:
    assert sat_at(*[UNKNOWN] * 4, bundles=[7] * 4, boots=[1, 1, 2, 2]) == [0, 0, 1, 1]


def test_sittings_with_starts_and_without_have_numbers_of_their_own() -> None:
    numbers = sat_at(0, 100, UNKNOWN, UNKNOWN, bundles=[0, 0, 5, 5])
    assert numbers[:2] == [0, 1]
    assert numbers[2] == numbers[3] not in (0, 1)


ROWS = st.tuples(st.integers(0, 1), st.integers(-1, 1), st.booleans(), st.integers(0, 2))


@given(st.permutations(range(12)), st.lists(ROWS, min_size=12, max_size=12), st.lists(st.floats(0, 600), max_size=3))
def test_the_order_in_which_runs_are_given_changes_nothing(
    minutes: list[int], rows: list[tuple[int, int, bool, int]], reboots: list[float]
) -> None:
    timed = [(machine, boot, 50.0 * minute if is_timed else UNKNOWN, bundle)
             for minute, (machine, boot, is_timed, bundle) in zip(minutes, rows, strict=True)]  # fmt: skip

    def numbers(columns: list[tuple[int, int, float, int]]) -> list[float | None]:
        machines, boots, starts, bundles = ([*part] for part in zip(*columns, strict=True))
        return sat_at(*starts, machines=machines, boots=boots, bundles=bundles, reboots={0: reboots})

    assert numbers(timed) == numbers(timed[::-1])[::-1]
    assert all(number is not None for row, number in zip(rows, numbers(timed), strict=True) if row[2])


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


@pytest.mark.thorough
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
    limit = within.within_sittings_p(contrast)
    monkeypatch.setattr(within, "MOST_DEALT", 1000)
    assert within.within_sittings_p(contrast) == pytest.approx(limit, abs=0.002 + 0.04 * limit)


@pytest.mark.parametrize(("sittings", "ways"), [(1, 252), (3, 252**3), (20, 252**20), (30, 252**30)])
def test_sides_that_every_sitting_parts_have_the_smallest_p_there_is(sittings: int, ways: int) -> None:
    contrast = interleaved(sittings, 1000)
    smallest = within.smallest_p_within(within.sized(contrast))
    assert smallest >= min(2 / ways, 1e-30)
    assert within.within_sittings_p(contrast) == pytest.approx(smallest, rel=0.3)
    assert (smallest < 1 / (1 + within.DEALS)) == (sittings > 1)


def test_no_deal_is_made_of_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "sums_of_deals", None)
    assert within.within_sittings_p(interleaved(100, 0.5)) < 0.001


def test_deals_are_drawn_once_for_all_cells_whose_sittings_have_as_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six sittings in all: once in each, however many cells there are."""
    drawn, draw = [], deals.drawn
    monkeypatch.setattr(deals, "drawn", lambda *sizes: drawn.append(sizes[:2]) or draw(*sizes))
    deals.labels.cache.clear()
    for shift in np.linspace(0.1, 0.5, 20).tolist():
        within.within_sittings_p(interleaved(6, shift))
    assert drawn == [(5, 10)] * 6


def test_sums_of_deals_are_those_of_each_sitting_drawn_in_turn() -> None:
    sizes, random = ((3, 7), (1, 2), (5, 9)), np.random.default_rng([9, 9])
    values = np.random.default_rng(1).normal(size=18)
    parts = np.split(values, [7, 9])
    one_by_one = sum(deals.dealt_sums(part, own, random) for part, (own, _) in zip(parts, sizes, strict=True))
    assert deals.sums_of_deals(values, sizes) == pytest.approx(one_by_one, abs=1e-12)


def test_what_is_remembered_of_deals_is_bounded() -> None:
    deals.labels.cache.clear()
    for runs in range(90, 100):
        for sittings in range(1, 5):
            deals.labels(((runs, 2 * runs), *[(1, 2)] * sittings))
    assert deals.MOST_REMEMBERED - 2**20 < deals.labels.cache.currsize <= deals.MOST_REMEMBERED


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(-1e6, 1e6)), min_size=1, max_size=30))
def test_medians_of_sittings_are_those_of_each(rows: list[tuple[int, float]]) -> None:
    side = Side(tuple(value for _, value in rows), tuple(float(number) for number, _ in rows))
    assert side.medians_of_sittings.tolist() == [float(np.median(values)) for values in side.by_sitting.values()]


# --- the interval of sides that share their sittings


def stepping(nights: int, runs: int, step: float, effect: float, seed: int) -> Contrast:
    """Sides measured each night, which both step half-way."""
    random = np.random.default_rng(seed)
    levels = np.repeat(10_000 * np.where(np.arange(nights) < nights // 2, 1.0, 1 + step), runs)
    sittings = tuple(np.repeat(np.arange(float(nights)), runs).tolist())
    here, there = (
        Side(tuple((levels * (1 + own) * np.exp(random.normal(0, 0.012, len(levels)))).tolist()), sittings)
        for own in (effect, 0.0)
    )
    return Contrast(here, there, "higher")


@pytest.mark.parametrize("seed", range(5))
def test_a_step_of_both_sides_does_not_widen_the_interval(seed: int) -> None:
    judgement = judgements([stepping(24, 1, -0.2, -0.08, seed)])[0]
    assert judgement.verdict == "worse"
    assert judgement.interval is not None
    low, high = judgement.interval
    assert -0.12 < low < -0.08 < high < -0.04


@pytest.mark.parametrize(("nights", "runs"), [(24, 1), (6, 2), (2, 5), (40, 5)])
@pytest.mark.parametrize("effect", [0.0, 0.008, -0.02])
def test_within_sittings_the_interval_says_what_the_test_says(nights: int, runs: int, effect: float) -> None:
    for seed in range(10):
        one = judgements([stepping(nights, runs, 0.0, effect, seed)])[0]
        assert one.p is not None
        assert one.interval is not None
        assert (one.interval[0] <= 0 <= one.interval[1]) == (one.p > 0.05)


def test_sittings_of_which_no_test_can_say_anything_leave_the_interval_of_the_runs() -> None:
    contrast = stepping(4, 1, 0.0, 0.05, 1)
    alone = Contrast(Side(contrast.here.values), Side(contrast.there.values), "higher")
    assert judgements([contrast])[0].interval == judgements([alone])[0].interval


@pytest.mark.thorough
def test_intervals_within_sittings_hold_the_truth() -> None:
    made = [judgements([stepping(12, 2, -0.2, -0.03, seed)])[0].interval for seed in range(CELLS)]
    missed = sum(not (one and one[0] <= -0.03 <= one[1]) for one in made)
    assert missed <= binom.ppf(0.9999, CELLS, 0.05)
