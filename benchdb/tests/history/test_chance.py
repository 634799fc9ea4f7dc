"""What chance does to numbers is counted only as far as needed, and never counted otherwise than by hand."""

from itertools import combinations
from unittest.mock import patch

import numpy as np
import pytest
from scipy.stats import permutation_test, rankdata

from benchdb.questions.level_changes import chance, change_points, rarity, split_place, split_strength
from benchdb.questions.level_changes.chance import (
    HALVED,
    LONG,
    ORDERS,
    Screen,
    SignedRanks,
    by_orders,
    by_signs,
    orders,
    running_sums,
)
from benchdb.questions.level_changes.split_place import distance, nearest, nearly_least
from benchdb.questions.level_changes.split_strength import Part, candidates, remembered_p
from benchdb.questions.level_changes.strengths import strengths

SHAPES = ("plain", "tied", "step", "sides of equal numbers", "large")


def numbers(shape: str, seed: int, count: int = 40) -> np.ndarray:
    random = np.random.default_rng(seed)
    values = random.normal(100, 5, count)
    return {
        "plain": values,
        "tied": np.round(values / 5) * 5,
        "step": values + np.repeat((0, 12), (count // 2, count - count // 2)),
        "sides of equal numbers": np.repeat((1.0, 2.0), (count // 2, count - count // 2)),
        "large": 1e9 + np.round(values, 2),
    }[shape]


def by_hand(part: np.ndarray, allowed: np.ndarray, seed: range) -> float:
    ranks = rankdata(part)
    drawn = permutation_test(
        (np.sort(ranks),), lambda shuffled, axis: strengths(np.moveaxis(shuffled, axis, -1), allowed).max(axis=-1),
        permutation_type="pairings", vectorized=True, n_resamples=ORDERS, rng=np.random.default_rng([*seed]), axis=-1,
    ).null_distribution  # fmt: skip
    return float((1 + np.count_nonzero(drawn >= strengths(ranks, allowed).max())) / (ORDERS + 1))


def signs_by_hand(part: np.ndarray, allowed: np.ndarray, seed: range) -> float:
    apart, signs = part - np.median(part), np.empty((ORDERS, len(part)))
    signs[:, np.argsort(part)] = np.random.default_rng([*seed]).choice((-1.0, 1.0), signs.shape)
    drawn = strengths(rankdata(apart * signs, axis=-1), allowed).max(axis=-1)
    return float((1 + np.count_nonzero(drawn >= strengths(rankdata(apart), allowed).max())) / (ORDERS + 1))


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_counted_is_what_counting_by_hand_gives(shape: str) -> None:
    for seed, is_between in ((1, slice(None)), (2, slice(None, None, 3))):
        part = numbers(shape, seed)
        allowed = candidates(np.arange(40.0))[is_between]
        orders, signs = by_orders(part, allowed, range(40)), by_signs(part, allowed, range(40))
        for most in (0.05, 0.2, 1.0):  # asked for more, they go on from where they are
            shares = orders.share(most), signs.share(most)
        assert shares == (by_hand(part, allowed, range(40)), signs_by_hand(part, allowed, range(40)))


def test_many_ranks_are_screened_as_few_are() -> None:
    """In 64 bits where 32 would round: the counts are the same."""
    part = numbers("step", 8, HALVED + 20)
    part[HALVED // 2 :] -= 11
    allowed = candidates(np.arange(len(part)))
    share = by_orders(part, allowed, range(40)).share(1.0)
    assert 0.0002 < share < 1
    assert share == by_hand(part, allowed, range(40))


def test_long_orders_are_those_that_one_call_draws() -> None:
    rising = np.arange(LONG) + 1.0
    one_by_one, at_once = orders(rising, 3, np.random.default_rng(9)), np.random.default_rng(9)
    assert (one_by_one == at_once.permuted(np.tile(rising, (3, 1)), axis=-1)).all()


@pytest.mark.parametrize("shape", [(1, 1), (7, 3), (97, 2), (400, 31), (12, 5000)])
def test_stretches_are_summed_up_as_the_whole_is(shape: tuple[int, int]) -> None:
    halves = np.random.default_rng(4).integers(-900, 900, shape) / 2
    assert (running_sums(halves) == np.cumsum(halves, axis=0)).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_ranks_of_other_signs_are_what_sorting_gives(shape: str) -> None:
    part = numbers(shape, 3)
    apart = part - np.median(part)
    is_minus = np.random.default_rng(1).random((200, 40)) < 0.5
    signs = np.empty(is_minus.shape)
    signs[:, np.argsort(part)] = np.where(is_minus, -1.0, 1.0)
    ranks = SignedRanks(apart, np.argsort(part)).of(is_minus)
    assert (rankdata(apart * signs, axis=-1) == ranks.T).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_where_numbers_part_best_is_found_among_few(shape: str) -> None:
    part, allowed = numbers(shape, 4), candidates(np.arange(40.0))
    every = min(allowed, key=lambda place: distance(part[:place], part[place:]))
    assert nearest(part, nearly_least(part, allowed)) == every


def drawn(part: np.ndarray, most: float, *, is_verdict: bool = False) -> tuple[float, int]:
    """(the share, how many orders were drawn for it)"""
    counts = []
    of = chance.Screen.as_strong
    with patch.object(Screen, "as_strong", lambda self, ranks: counts.append(ranks.shape[1]) or of(self, ranks)):
        orders = by_orders(part, candidates(np.arange(float(len(part)))), range(len(part)))
        return orders.share(most, is_verdict=is_verdict), sum(counts)


def test_numbers_without_a_change_are_drawn_for_a_few_times_and_a_change_as_often_as_its_p_says() -> None:
    share, count = drawn(numbers("plain", 5), 0.05)
    assert share > 0.05
    assert count < ORDERS / 10
    part = numbers("step", 5) - np.repeat((0, 3.0), 20)
    share, count = drawn(part, 0.05)
    assert 1 / (ORDERS + 1) < share <= 0.05
    assert count == ORDERS
    share, count = drawn(part, 0.05, is_verdict=True)
    assert share <= 0.05
    assert count < ORDERS / 2, "whether it is a change is known long before its p"


def test_nothing_is_drawn_where_chance_would_have_to_be_a_wonder() -> None:
    """And what is known without drawing is what drawing gives: none of all orders."""
    part = numbers("step", 9, 80) + np.repeat((0, 40), 40)
    share, count = drawn(part, 1.0)
    assert (share, count) == (1 / (ORDERS + 1), 0)
    with patch.object(rarity, "SURE", np.inf):
        assert drawn(part, 1.0) == (share, ORDERS)


@pytest.mark.parametrize("shape", ["plain", "tied"])
def test_the_bound_of_rarity_holds_for_sums_of_ranks(shape: str) -> None:
    """Counted: of twelve ranks, all ways to have some of them ahead."""
    ranks = rankdata(numbers(shape, 10, 12))
    for ahead in (2, 4, 6):
        sums = np.array([sum(some) for some in combinations(ranks - ranks.mean(), ahead)])
        for least in (4.0, 9.0, 14.0, ahead * (12 - ahead) / 2):
            share = float(np.mean(np.abs(sums) >= least - 1e-9))
            bound = rarity.most_orders(np.array([ahead]), 12, np.array([least]))
            assert share <= np.exp(bound)
            assert shape == "tied" or not share or bound < np.log(share) + 4, "and it is not far off"
    assert rarity.most_orders(np.array([4]), 12, np.array([16.5])) == -np.inf


def test_a_verdict_that_is_settled_is_that_of_all_draws() -> None:
    assert rarity.is_more(60, 128, 249, ORDERS)
    assert rarity.is_no_more(0, 1000, 249, ORDERS)
    assert not rarity.is_more(20, 128, 249, ORDERS)
    assert not rarity.is_no_more(0, 128, 249, ORDERS)
    assert not rarity.is_more(0, 0, 0, ORDERS)
    assert rarity.is_no_more(0, 0, ORDERS, ORDERS)


def test_steps_to_find_a_split_grow_with_the_numbers_and_not_with_their_square() -> None:
    def looked_at(count: int) -> int:
        part = numbers("step", 6, count)
        with patch.object(split_place, "distance", side_effect=distance) as calls:
            split_place.strongest(part, candidates(np.arange(float(count))))
        return int(calls.call_count)

    assert looked_at(1600) <= looked_at(100) + 2


def test_no_part_is_drawn_for_twice() -> None:
    values = numbers("plain", 7, 120) + np.repeat((0, 30, 0, 30), 30)
    series = change_points.Series(values.tolist(), range(120), range(120))
    with patch.object(split_strength, "by_orders", side_effect=by_orders) as calls:
        assert [split.index for split in series.plain_splits(0.0)] == [30, 60, 90]
    parts = [call.args[0].tobytes() for call in calls.call_args_list]
    assert len(parts) == len(set(parts))


def test_a_p_is_drawn_once_and_again_for_other_runs() -> None:
    part, allowed = np.arange(40.0) % 7, candidates(np.arange(40.0))
    with patch.object(Part, "drawn_p", return_value=0.5) as drawn:
        for seed in (range(40), range(40), range(1, 41)):
            assert Part(part, allowed, 20, seed).p(0.31) == 0.5
    assert drawn.call_count == 2
    remembered_p.cache_clear()


def test_where_the_same_numbers_are_split_is_sought_once() -> None:
    values = (numbers("plain", 11, 60) + np.repeat((0, 30), 30)).tolist()
    with patch.object(change_points, "strongest", side_effect=change_points.strongest) as sought:
        first = change_points.Series(values, range(60), range(60)).plain_splits(0.0)
        count = sought.call_count
        assert change_points.Series(values, range(60), range(60)).plain_splits(0.0) == first
    assert count > 0
    assert sought.call_count == count
