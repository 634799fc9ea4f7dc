"""Changes of level among runs that are neither alike nor independent."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.dev.error_rates.change_points import COME_BACK, HARDER, LATEST, ONE_BAD_RUN, UP_AND_DOWN, counted
from benchdb.dev.error_rates.sitting_histories import Case, answered
from benchdb.questions.level_changes.change_points import (
    Series,
    Split,
    levels,
    resemblance,
    share_by_steps,
    splits,
    whitened,
)
from benchdb.questions.level_changes.drift import could_be_drift
from benchdb.questions.level_changes.split_strength import UNLIKE_NOISE, Part, candidates
from benchdb.questions.level_changes.there_and_back import rarest
from benchdb.questions.level_changes.unequal_noise import own_distances, typical
from benchdb.wording import line

FEW = 40
#: The most that histories without a change may be told one, in percent: docs/history.md says where it is more than 5.
MOST = {"AR(1) 0.8": 27, "AR(1) 0.6": 17}


def most(title: str) -> int:
    return next((share for part, share in MOST.items() if part in title), 9)


@pytest.mark.thorough
@pytest.mark.parametrize("case", [case for case in HARDER if not case.steps], ids=lambda case: case.title)
def test_what_only_looks_like_a_change_is_seldom_told(case) -> None:  # type: ignore[no-untyped-def]
    """Short histories whose runs resemble their neighbours are told changes, and these are marked."""
    result, is_short = counted(case, FEW), "AR(1)" in case.title and " 60 runs" not in case.title
    assert is_short or result.false_alarms <= binom.ppf(0.9999, FEW, most(case.title) / 100)
    assert result.unmarked <= binom.ppf(0.9999, FEW, 0.07)


@pytest.mark.parametrize("case", [case for case in LATEST if "−30%, 40 + " in case.title], ids=lambda case: case.title)
def test_a_collapse_of_the_last_few_runs_is_told(case) -> None:  # type: ignore[no-untyped-def]
    """Noise was taken for unlike in a third of them, and random signs of four runs never reach 5%."""
    assert counted(case, FEW).found_all >= FEW - 1


@pytest.mark.thorough
@pytest.mark.parametrize("case", [case for case in LATEST if "no change of level" in case.title], ids=lambda c: c.title)
def test_noise_that_only_the_last_runs_show_is_seldom_a_change(case) -> None:  # type: ignore[no-untyped-def]
    assert counted(case, FEW).false_alarms <= binom.ppf(0.9999, FEW, 0.08)


@pytest.mark.thorough
@pytest.mark.parametrize("case", [case for case in LATEST if case.freedom or case.digits], ids=lambda case: case.title)
def test_tails_and_ties_make_no_change(case) -> None:  # type: ignore[no-untyped-def]
    assert counted(case, FEW).false_alarms <= binom.ppf(0.9999, FEW, 0.05)


def test_few_runs_are_no_quieter_than_many() -> None:
    """A median lies nearest to the runs that it was chosen from: four of 44 looked quiet two times in five."""
    allowed, unlike, histories = candidates(np.arange(45.0)), 0, 150
    for seed in range(histories):
        values = np.random.default_rng(seed).normal(100, 2, 45) - np.repeat((0, 30), (40, 5))
        unlike += Part(values, allowed, 40, range(45)).is_noise_unlike
    assert unlike <= binom.ppf(0.9999, histories, UNLIKE_NOISE)


@pytest.mark.parametrize("count", [5, 6])
def test_a_side_gives_up_one_distance_and_keeps_its_squares(count: int) -> None:
    side = np.random.default_rng(count).normal(100, 2, count)
    apart, kept = own_distances(side)
    assert kept.sum() == count - 1
    assert (apart[kept] ** 2).sum() == pytest.approx(((side - np.median(side)) ** 2).sum())


def test_a_bad_run_makes_no_drift_of_a_step() -> None:
    """A line through time was as good as a level beside one run at half: half of such steps were marked."""
    case = next(case for case in HARDER if case.title == ONE_BAD_RUN)
    result = counted(case, FEW)
    assert result.found_all == FEW
    assert result.sure_of_all >= 0.85 * FEW


@pytest.mark.parametrize(
    ("ahead", "behind", "step", "place"),
    [(22, 9, 1.08, 30), (22, 9, 1.08, 25), (22, 9, 0.92, 30), (22, 9, 1.2, 30), (30, 11, 1.08, 40), (9, 22, 1.08, 2)],
)
def test_a_bad_run_on_the_shorter_side_hides_no_step(ahead: int, behind: int, step: float, place: int) -> None:
    """It was taken for that side's noise: a third of steps of eight deviations were "no change"."""
    missed = 0
    for seed in range(FEW):
        values = np.repeat((1000.0, 1000 * step), (ahead, behind)) * np.exp(
            np.random.default_rng(seed).normal(0, 0.01, ahead + behind)
        )
        values[place] *= 0.6
        runs = range(1000 * seed, 1000 * seed + len(values))
        missed += all(abs(split.index - ahead) > 1 for split in splits(values.tolist(), range(len(values)), runs))
    assert missed == 0


def test_a_quarter_of_a_side_is_no_outlier_and_equal_runs_know_none() -> None:
    side = np.array([100.0, 101, 99, 100.5, 99.5, 100.2, 99.8, 60.0])
    assert typical(side, 0.5).tolist() == side[:-1].tolist()
    assert typical(side[:6], 0.5).tolist() == side[:6].tolist()
    two_modes = np.where(np.arange(12) % 3 == 0, 60.0, np.linspace(99, 101, 12))
    assert len(typical(two_modes, 0.5)) == 12
    equal = np.array([4.0, 4, 4, 4, 4, 5])
    assert len(typical(equal, 0.0)) == 6


def test_four_runs_apart_from_all_others_that_come_back_are_found() -> None:
    """Three of forty were: the bound for a sum of ranks is twenty times what orders show."""
    both = 0
    for seed in range(FEW):
        values = np.repeat((1000.0, 800.0, 1000.0), (14, 4, 14)) * np.exp(
            np.random.default_rng(seed).normal(0, 0.01, 32)
        )
        runs = range(1000 * seed, 1000 * seed + 32)
        indices = {split.index for split in splits(values.tolist(), range(32), runs)}
        both += {14, 18} <= indices
    assert both >= 0.9 * FEW


def test_where_the_noise_changes_too_signs_are_drawn_and_read_backwards_they_say_the_same() -> None:
    random = np.random.default_rng(8)
    quiet, loud = random.normal(100, 1, 30), random.normal(100, 8, 15)
    for values in (np.concatenate([quiet, loud]), np.concatenate([quiet, loud + 40])):
        there, back = (
            Part(part, candidates(np.arange(45.0)), place, range(45)).p()
            for part, place in ((values, 30), (values[::-1], 15))
        )
        assert there == back
    assert there < 0.01, "a step that is larger than the noise is found all the same"


def test_a_step_and_its_way_back_are_both_found() -> None:
    random = np.random.default_rng(3)
    values = np.concatenate([random.normal(level, 2, 20) for level in (100, 90, 100)])
    assert [split.index for split in splits(values, range(60), range(60))] == [20, 40]


def luck(share: float, count: int) -> np.ndarray:
    values = np.random.default_rng(5).normal(0, 1, count)
    for index in range(1, count):
        values[index] += share * values[index - 1]
    return values


@pytest.mark.thorough
@pytest.mark.parametrize("case", COME_BACK, ids=lambda case: case.title)
def test_a_level_that_comes_back_is_left_and_found_again(case) -> None:  # type: ignore[no-untyped-def]
    """Ten of forty runs at 1.3 times the others were “no change”: both sides of every single split mix two levels."""
    result = counted(case, FEW // 2)
    assert result.found_all >= (0.7 if " 4 " in case.title else 0.85) * FEW // 2
    assert result.false_alarms <= binom.ppf(0.9999, FEW // 2, 0.09)


def levelled(seed: int, *stretches: tuple[int, float]) -> list[float]:
    """Runs with a noise of 1.2% around levels of so many runs each."""
    levels = np.concatenate([np.full(runs, level) for runs, level in stretches])
    luck_of_runs = np.random.default_rng(seed).normal(0, 0.012, len(levels))
    return (levels * np.exp(luck_of_runs)).tolist()


@pytest.mark.parametrize(("new", "back"), [(8500.0, None), (7000.0, None), (8500.0, 9000.0), (7000.0, 10000.0)])
def test_three_runs_are_no_level_and_take_no_run_of_another_to_be_one(new: float, back: float | None) -> None:
    """A third of such histories had a change before the last run of the old level: a night before its cause came."""
    ends, early = [(20, 10000.0), (3, new), *([(20, back)] if back else [])], 0
    for seed in range(FEW):
        values, runs = levelled(seed, *ends), range(1000 * seed, 1000 * seed + 43)
        places = [split.index for split in splits(values, range(len(values)), runs)]
        backwards = [split.index for split in splits(values[::-1], range(len(values)), runs)]
        early += bool({19, 24} & {*places, *(len(values) - index for index in backwards)})
    assert early <= 1


def test_a_change_before_three_runs_apart_stands() -> None:
    for seed in range(FEW):
        values, runs = levelled(seed, (20, 10000.0), (20, 9000.0), (3, 5000.0)), range(1000 * seed, 1000 * seed + 43)
        places = [split.index for split in splits(values, range(43), runs)]
        assert 20 in places
        assert 39 not in places


@pytest.mark.parametrize("few", [4, 5, 6])
def test_a_level_of_four_runs_and_more_is_where_it_begins(few: int) -> None:
    for seed in range(FEW // 2):
        values, runs = levelled(seed, (20, 10000.0), (few, 8500.0)), range(1000 * seed, 1000 * seed + 20 + few)
        assert 20 in [split.index for split in splits(values, range(20 + few), runs)]


@given(st.lists(st.integers(0, 6), min_size=13, max_size=40), st.integers(0, 2**32))
def test_what_orders_show_is_within_the_bound_of_a_stretch(numbers: list[int], seed: int) -> None:
    """Its p is a bound: of random orders of the same numbers, tied as they may be, no larger share has one as rare."""
    part = np.array(numbers, float)
    allowed = candidates(np.arange(len(part)))
    own = rarest(part, allowed)
    assert own is not None
    assert 4 <= own.begin <= own.end - 4 <= len(part) - 8
    random = np.random.default_rng(seed)
    drawn = (rarest(random.permutation(part), allowed) for _ in range(200))
    as_rare = sum(one is not None and one.p <= own.p for one in drawn)
    assert as_rare <= binom.ppf(1 - 1e-9, 200, own.p)


def test_neighbours_that_resemble_each_other_are_seen_beside_a_step() -> None:
    step = np.repeat([0.0, 30.0], 100)
    change = [Split(100, 0.001, 0.001)]
    assert resemblance(step + luck(0.6, 200), change) == pytest.approx(0.6, abs=0.2)
    assert resemblance(step, change) == 0.0, "no luck at all"


def test_whitening_leaves_the_step_where_it_is() -> None:
    values = np.repeat([100.0, 120.0], 10)
    change = [Split(10, 0.001, 0.001)]
    assert levels(values, change).tolist() == values.tolist()
    assert whitened(values, change, 0.5).tolist() == (values / 2).tolist()


def test_runs_that_are_all_equal_have_no_change() -> None:
    assert Series([7.0] * 12, range(12), range(12)).splits() == ()


@pytest.mark.thorough
@pytest.mark.parametrize("case", [case for case in LATEST if case.drift], ids=lambda case: case.title)
def test_steps_of_a_drift_are_marked(case) -> None:  # type: ignore[no-untyped-def]
    result = counted(case, FEW)
    assert result.false_alarms > FEW / 2, "steps are drawn"
    assert result.unmarked <= binom.ppf(0.9999, FEW, 0.15)


def test_steps_that_no_line_explains_are_not_marked() -> None:
    """11% between fifteen runs and fifteen, without an overlap, was “cannot be told from drift” beside a line."""
    levels, marked = (10_000.0, 9000.0, 9600.0, 8700.0, 10_500.0, 9900.0), 0
    for seed in range(FEW):
        luck = np.random.default_rng(seed).normal(0, 0.02, 90)
        marked += sum(could_be_drift(np.repeat(levels, 15) * np.exp(luck), [15, 30, 45, 60, 75]))
    assert marked <= 0.11 * 5 * FEW, "one step in seven was, where a line stood beside the levels"


def test_a_drift_that_is_told_in_steps_is_told_as_a_whole() -> None:
    """A fall by a fifth over sixty nights was two or three steps that may be drift, and nobody said how much it was."""
    fall = np.linspace(1000, 800, 60) * np.exp(np.random.default_rng(4).normal(0, 0.012, 60))
    words = line(answered(Case("drift", 60, 1), [[float(value)] for value in fall]).headline)
    assert "From 1 Jan to 1 Mar 2026 it fell by 1" in words
    assert "in all, from its first level to its last: perhaps steadily rather than in steps." in words
    step = np.repeat((1000, 900, 800), 20) * np.exp(np.random.default_rng(4).normal(0, 0.012, 60))
    assert "in all" not in line(answered(Case("steps", 60, 1), [[float(value)] for value in step]).headline)


#: Requests per second of 57 nights: the fifth of four kernels is 9.6% slower, after two levels that were left again.
NIGHTLY = (
    *(21169, 21733, 22034, 21595, 21379, 21431, 21188, 21083, 21744, 21483),
    *(21696, 21549, 21375, 21726, 21266, 21197, 21623, 21946, 21797, 21650),
    *(20159, 20229, 19918, 19993),
    *(21665, 22374, 22012, 21707, 22124, 22119, 21963, 22167, 22518, 22223, 22496),
    *(23243, 23345, 23303, 23079, 22986, 23029, 23248, 22767, 22722, 23004, 22572, 23617, 22791, 22508),
    *(20850, 20534, 20579, 20901, 21125, 20660, 20829, 20780),
)


def test_several_moves_up_and_down_are_found_and_the_last_one_is_no_drift() -> None:
    """They were "no change in 57 runs": a split stood for two moves, and jumps were taken for resemblance."""
    places = [split.index for split in splits(NIGHTLY, range(57), range(1, 58))]
    assert places[:2] == [20, 24]
    assert places[2] in (34, 35)
    assert places[3:] == [49]
    assert could_be_drift(NIGHTLY, places)[::3] == [False, False]


def test_jumps_are_no_resemblance() -> None:
    """Squared steps over two have each jump twice: of four levels each number seemed to hold a share of the last."""
    steps = np.repeat((930.0, 1000.0, 1060.0, 960.0), 15)
    shares = [share_by_steps(steps + np.random.default_rng(seed).normal(0, 10, 60)) for seed in range(200)]
    assert abs(float(np.median(shares))) < 0.1


def test_a_change_that_stands_for_a_stretch_gives_way_to_both_its_ends() -> None:
    """A split behind four runs of another level, and none before them, was all that was told."""
    hits = 0
    for seed in range(FEW):
        values, runs = (
            levelled(seed, (20, 10000.0), (4, 9000.0), (11, 10200.0), (8, 11500.0)),
            range(1000 * seed, 1000 * seed + 43),
        )
        hits += {20, 24, 35} <= {split.index for split in splits(values, range(43), runs)}
    assert hits >= 0.9 * FEW


@pytest.mark.thorough
@pytest.mark.parametrize("case", UP_AND_DOWN, ids=lambda case: case.title)
def test_several_moves_are_found(case) -> None:  # type: ignore[no-untyped-def]
    result = counted(case, FEW // 2)
    assert result.found_all >= (0.6 if "AR(1)" in case.title else 0.75) * FEW // 2
    assert result.false_alarms <= binom.ppf(0.9999, FEW // 2, 0.12)
