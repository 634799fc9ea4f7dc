"""What a whole answer costs grows with its runs: in memory some bytes for each, in time no faster than they do."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from benchdb.domain.columns import Coded
from benchdb.questions.comparison.changes_within.sought import moving
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.numbers import Numbers, numbers_of
from benchdb.questions.numbers.places import places_of
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.tests.questions.test_memory import peak

METRIC = "requests_per_second"
#: Conditions of which all runs share a few values, so that sides are large and mix what differs.
VALUES = {"cpus": 8, "kernel": 12, "zone": 2, "machine": 20, "concurrency": 10, "server": 4}
RUNS_OF_A_KIND = 5
ANSWERS: Mapping[str, Callable[[Numbers], object]] = {
    "comparison": lambda numbers: tabulate(ComparisonQuestion(rows="server", cols="os"), numbers),
    "many sides": lambda numbers: tabulate(ComparisonQuestion(rows="machine", cols="os"), numbers),
    "scaling": lambda numbers: analyse(ScalingQuestion(x="cpus", by="os"), numbers),
}
SITES: Mapping[str, Callable[[int], Numbers]] = {
    "comparison": lambda count: site(count, "server", "os"),
    "many sides": lambda count: many_sides(count),
    "scaling": lambda count: site(count, "cpus", "os"),
}
SIDE = 500  #: runs
BYTES_OF_A_RUN = 150  #: beyond those of its own numbers


def site(count: int, row: str, column: str) -> Numbers:
    """So many runs, one a minute, laid out by two dimensions. One kind of setup is of an os that no other has."""
    random = np.random.default_rng(7)
    kind = np.arange(count) // RUNS_OF_A_KIND
    shared = {key: coded(random.integers(0, most, kind[-1] + 1), most) for key, most in VALUES.items()}
    shared["os"] = coded(np.append(2, random.integers(0, 2, kind[-1])), 3)
    same = Coded(np.zeros(count, np.int64), (METRIC,))
    rates = (shared["cpus"].codes[kind] + 1.0) ** 0.8 * random.lognormal(0.0, 0.2, count)
    laid_out = {"row": shared[row].of(kind), "column": shared[column].of(kind), "metric": same}
    spent = {"starts": np.arange(count) * 60.0, "durations": np.full(count, 30.0), "failed": np.zeros(count)}
    ids = {"runs": np.arange(count), "order": np.arange(count), "bundles": np.zeros(count, np.int64)}
    held = {"kind": kind.astype(np.int32), "conditions": shared, "is_published": np.zeros(count, bool)}
    return replace(numbers_of([]), values=rates, **laid_out, **spent, **ids, **held)


def many_sides(count: int) -> Numbers:
    """Two sides of 500 runs on each machine, of which the second is the better one; on three of them it became so."""
    random, run = np.random.default_rng(7), np.arange(count)
    side, machine, turn = run // SIDE % 2, run // (2 * SIDE), run % SIDE
    is_better = (side == 1) & ((machine > 2) | (turn >= SIDE // 3))
    machines, every = coded(np.repeat(np.arange(machine[-1] + 1), 2), int(machine[-1]) + 1), site(count, "server", "os")
    sides = coded(np.tile(np.arange(2), machine[-1] + 1), 2)
    return replace(
        every,
        values=random.lognormal(0.0, 0.01, count) * np.where(is_better, 1.2, 1.0),
        row=machines.of(run // SIDE),
        column=sides.of(run // SIDE),
        starts=(machine * SIDE + turn) * 120.0 + side * 60.0,
        kind=(run // SIDE).astype(np.int32),
        conditions={"machine": machines, "os": sides},
    )


def coded(codes: np.ndarray, most: int) -> Coded:
    return Coded(codes, tuple(f"{value + 1}" for value in range(most)))


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_takes_some_bytes_for_each_run(name: str) -> None:
    """Five runs against 50,000 once took 8 GB; a tuple of Python's for each run or kind takes 60 bytes and more."""
    few, many = (SITES[name](count) for count in (100_000, 400_000))
    ANSWERS[name](few)
    assert (peak(lambda: ANSWERS[name](many)) - peak(lambda: ANSWERS[name](few))) / 300_000 < BYTES_OF_A_RUN


def test_a_look_at_all_sides_copies_a_part_at_a_time() -> None:
    """Ten copies of all their runs take 80 bytes for each."""
    places = places_of(many_sides(400_000))
    assert len(list(moving(places, range(len(places))))) == 3
    assert peak(lambda: list(moving(places, range(len(places))))) / 400_000 < 20


@pytest.mark.thorough
@pytest.mark.parametrize("name", ANSWERS)
def test_four_times_the_runs_take_no_more_than_linear_time_with_room(name: str) -> None:
    """The quickest of three each, of the processor: linear is 4, quadratic 16."""
    ANSWERS[name](SITES[name](50_000))

    def quickest(count: int) -> float:
        return min(seconds(ANSWERS[name], SITES[name](count + turn)) for turn in range(3))

    assert quickest(400_000) / quickest(100_000) < 8


def seconds(answer: Callable[[Numbers], object], numbers: Numbers) -> float:
    began = time.process_time()
    answer(numbers)
    return time.process_time() - began
