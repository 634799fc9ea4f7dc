"""More data never give less of a verdict for want of a small p, and what is asked for is enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, combinations, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from benchdb.domain.statistics import Contrast, Judgement, Side, judgements
from benchdb.domain.statistics.levels import SIGNIFICANCE
from benchdb.domain.statistics.sitting_test import within
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line

DECIDED = ("better", "worse")
NIGHT, MINUTE = 86_400.0, 60.0

Night = tuple[int, int]  #: runs of the baseline, and of the other side


def value(row: int, side: int, night: int, run: int, fall: float) -> float:
    """Alike but for the first row; nights differ by less than a percent, runs by less than half of one."""
    noise = 0.008 * (7 * (row + 5 * side + 3 * night) % 11) / 11 + 0.004 * (3 * (row + run + 5 * side) % 13) / 13
    return 1000 * (1 + noise) * (fall if side and not row else 1)


def contrasts(nights: Sequence[Night], rows: int, fall: float = 0.4) -> list[Contrast]:
    def side(row: int, own: int) -> Side:
        places = [(night, run) for night, runs in enumerate(nights) for run in range(runs[own])]
        values = tuple(value(row, own, night, run, fall) for night, run in places)
        return Side(values, tuple(float(night) for night, _ in places))

    return [Contrast(side(row, 1), side(row, 0), "higher") for row in range(rows)]


def growing(nights: Sequence[Night]) -> list[list[Night]]:
    """With one night more each time, once both sides have a run."""
    series = [list(nights[: count + 1]) for count in range(len(nights))]
    return [some for some in series if all(sum(night[own] for night in some) for own in (0, 1))]


def first(nights: Sequence[Night], rows: int) -> Judgement:
    return judgements(contrasts(nights, rows))[0]


def never_falls_back(verdicts: Sequence[str]) -> bool:
    was_decided = list(accumulate((one in DECIDED for one in verdicts), lambda before, one: before or one))
    return not any(one == "too few runs" and before for one, before in zip(verdicts, was_decided, strict=True))


@pytest.mark.parametrize("rows", [1, 2, 5, 12, 24, 100])
@pytest.mark.parametrize("runs", [1, 2, 3, 5])
def test_a_night_more_of_either_side_takes_no_verdict_back(rows: int, runs: int) -> None:
    """Builds a and b on alternate nights: 4 against 4 were too few where 3 against 3 had been enough."""
    nights = [(runs, 0) if night % 2 == 0 else (0, runs) for night in range(16)]
    verdicts = [first(some, rows).verdict for some in growing(nights)]
    assert never_falls_back(verdicts), verdicts
    assert verdicts[-1] == "worse" or (runs == 1 and rows > 12)


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=7), st.sampled_from([1, 2, 7, 12])
)
@example([(5, 0), (0, 5)] * 5, 12)
@example([(5, 5), *[(1, 1)] * 5], 12)
@example([(0, 1), (1, 1), (3, 2), (0, 1)], 7)
def test_whatever_runs_are_added_takes_no_verdict_back(nights: list[Night], rows: int) -> None:
    """Of a row that reached its q by itself. Where few runs part other rows too, by chance, they carry each other."""
    made = [first(some, rows) for some in growing(nights)]
    was_sure = accumulate((is_sure_alone(one, rows) for one in made), lambda before, one: before or one)
    fallen = [before and one.verdict == "too few runs" for one, before in zip(made, was_sure, strict=True)]
    assert not any(fallen), made


def is_sure_alone(one: Judgement, rows: int) -> bool:
    """Whether its q would be 5% or less whatever the p of the other rows."""
    return one.verdict in DECIDED and one.p is not None and one.p * rows <= SIGNIFICANCE


@pytest.mark.parametrize("rows", [1, 2, 12, 40])
def test_a_run_more_in_one_sitting_takes_no_verdict_back(rows: int) -> None:
    sizes = [(n, m) for n in range(1, 10) for m in (n, n + 1)]
    verdicts = [first([size], rows).verdict for size in sizes]
    assert never_falls_back(verdicts), verdicts
    assert verdicts[-1] == "worse"


def test_how_sittings_are_tested_goes_by_their_number_and_that_of_the_rows() -> None:
    """Three further rows that are nothing at all change what is asked of the ranks, not of whom it is asked."""
    alone, among = first([(5, 0), (0, 5)] * 4, 1), first([(5, 0), (0, 5)] * 4, 12)
    assert alone.p == pytest.approx(2 / comb(8, 4)), "by ranks, which reach 5% alone"
    assert among.p is not None
    assert among.p < 0.05 / 12, "by t, since ranks of four sittings cannot reach a q of 5% among twelve"


def test_from_four_sittings_a_side_unlike_noise_is_heard() -> None:
    """A pooled deviation would take a side that hardly varies for evidence of how the other one does."""
    quiet, wild = [100.0, 100.1, 99.9, 100.0, 100.05, 99.95], [108.0, 101.5, 113.0, 103.0]
    here = Side(tuple(np.repeat(wild, 5).tolist()), tuple(np.repeat(np.arange(4.0), 5).tolist()))
    there = Side(tuple(np.repeat(quiet, 5).tolist()), tuple(10 + np.repeat(np.arange(6.0), 5)))
    (one, *_) = judgements([Contrast(here, there, "higher")] * 60)
    assert one.sittings.p is not None
    assert one.p is not None
    assert one.p > 2 * one.sittings.p


# --- interleaved


def by_brute_force(contrast: Contrast) -> float:
    """Every deal of every sitting."""
    ranked = within.ranks_within(contrast)
    total = abs(within.sum_of(ranked))
    ways = [
        [float(centred[list(some)].sum()) for some in combinations(range(len(centred)), n)] for centred, n in ranked
    ]
    deals = [abs(sum(one)) for one in product(*ways)]
    return sum(deal >= total - 1e-9 for deal in deals) / len(deals)


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 5), min_size=1, max_size=3), st.lists(st.integers(0, 5), min_size=1, max_size=3)
        ),
        min_size=2,
        max_size=4,
    )
)
def test_where_few_deals_are_possible_each_is_counted(sittings: list[tuple[list[int], list[int]]]) -> None:
    def side(own: int) -> Side:
        places = [(float(one), number) for number, pair in enumerate(sittings) for one in pair[own]]
        return Side(tuple(one for one, _ in places), tuple(float(number) for _, number in places))

    assume(prod(comb(len(here) + len(there), len(here)) for here, there in sittings) <= within.MOST_WAYS)
    contrast = Contrast(side(0), side(1), "higher")
    assert within.within_sittings_p(contrast) == pytest.approx(by_brute_force(contrast), rel=1e-9)


@pytest.mark.parametrize("nights", [[(1, 1)] * 9, [(2, 2)] * 3, [(7, 7), (1, 1)], [(3, 3)] * 8, [(5, 4), (2, 3)]])
def test_sides_that_every_night_parts_have_the_p_of_one_deal(nights: list[Night]) -> None:
    contrast = contrasts(nights, 1)[0]
    expected = 2 / prod(comb(n + m, n) for n, m in nights)
    assert within.within_sittings_p(contrast) == pytest.approx(expected)
    assert within.smallest_p_within(within.sized(contrast)) == pytest.approx(expected)


# --- what is asked for


def answered(nights: Sequence[Night], rows: int) -> Comparison:
    observations = [
        replace(
            seen(
                100_000 * own + 1000 * row + 50 * night + run,
                value(row, own, night, run, 0.4),
                zone=("global", "web")[own],
                concurrency=str(row + 1),
            ),
            start=NIGHT * night + MINUTE * (2 * run + own),
        )
        for own in (0, 1)
        for row in range(rows)
        for night, runs in enumerate(nights)
        for run in range(runs[own])
    ]
    return tabulate(QUESTION, observations)


def fallen(answer: Comparison) -> Cell:
    return answer.rows[0].cells["web"]


WAYS: tuple[Callable[[list[Night], Cell], list[Night]], ...] = (
    lambda nights, cell: [*nights, (in_one(cell), in_one(cell))],
    lambda nights, cell: [*nights, *[(1, 1)] * in_several(cell)],
)


def in_one(cell: Cell) -> int:
    return cell.more_runs.in_one_sitting if cell.more_runs else 0


def in_several(cell: Cell) -> int:
    return cell.more_runs.one_a_sitting if cell.more_runs else 0


@pytest.mark.parametrize("way", WAYS)
@given(
    nights=st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=6), rows=st.integers(1, 14)
)
@example(nights=[(1, 1)], rows=12)
@example(nights=[(1, 1)] * 4, rows=12)
@example(nights=[(2, 2), (2, 2), (2, 2), (1, 1)], rows=12)
@example(nights=[(1, 4), (4, 1)], rows=5)
@example(nights=[(1, 1)], rows=1)
@example(nights=[(3, 3)], rows=1)
def test_who_makes_as_many_runs_as_are_asked_for_has_enough(
    way: Callable[[list[Night], Cell], list[Night]], nights: list[Night], rows: int
) -> None:
    """With a run a night they were asked for 6, then 7, then 8."""
    before = fallen(answered(nights, rows))
    if before.verdict != "too few runs":
        assert before.more_runs is None
        return
    assert fallen(answered(way(nights, before), rows)).verdict == "worse"


@given(nights=st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=5), rows=st.integers(1, 9))
def test_one_run_fewer_is_not_enough_where_no_other_row_moved(nights: list[Night], rows: int) -> None:
    before = fallen(answered(nights, rows))
    if before.verdict == "too few runs" and in_one(before) > 1:
        after = answered([*nights, (in_one(before) - 1,) * 2], rows)
        others = {row.cells["web"].verdict for row in after.rows[1:]}
        assert fallen(after).verdict == "too few runs" or others & set(DECIDED)


def test_the_headline_says_how_the_runs_have_to_be_made() -> None:
    words = line(answered([(1, 1)] * 4, 12).headline)
    more = "12 comparisons at once take 4 more runs on each side if made in turn in one sitting, 5 if made in several."
    assert more in words
    assert "A test takes 1 more run on each side." in line(answered([(3, 3)], 1).headline)
    assert "A test takes 3 more runs on each side" in line(answered([(1, 1)], 1).headline)
