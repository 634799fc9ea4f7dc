"""What a large answer needs is little, and what it leaves behind is given back."""

import gc
import math
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.domain.statistics import AGGREGATIONS
from benchdb.host import memory
from benchdb.questions.numbers import Observation, numbers_of
from benchdb.questions.numbers import places as places_module
from benchdb.questions.replies import gathered
from benchdb.questions.scaling import resample
from benchdb.questions.scaling.resample import Sample, resampled
from benchdb.web import turns


class Answer:
    """Its parts point back at it."""

    def __init__(self) -> None:
        self.part = [self]


@pytest.fixture
def uncollected():  # type: ignore[no-untyped-def]
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(("above", "is_kept"), [(1, False), (1 << 20, True)])
def test_a_costly_question_gives_back_what_its_answer_was_made_of(
    above: int, is_kept: bool, uncollected: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = []

    def view(request: object) -> HttpResponse:
        left.append(weakref.ref(Answer()))
        return HttpResponse()

    monkeypatch.setattr(memory.Last, "resident", 0)
    monkeypatch.setattr(turns, "give_back", lambda: memory.give_back(above))
    turns.TurnsMiddleware(view)(RequestFactory().get("/compare/"))
    assert (left[0]() is not None) == is_kept


def test_a_small_process_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "resident", lambda: memory.USUAL - 1)
    monkeypatch.setattr(memory.Last, "resident", 0)
    monkeypatch.setattr(gc, "collect", lambda: pytest.fail("collected"))
    memory.give_back()


def test_a_process_that_is_large_for_another_reason_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    collected = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(sizes[0]))
    monkeypatch.setattr(memory.Last, "resident", 0)
    sizes = [400]
    monkeypatch.setattr(memory, "resident", lambda: sizes[0])
    for sizes[0] in (400, 410, 463, 464, 470, 600):
        memory.give_back()
    assert collected == [400, 464, 600]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from([0.0, -0.0, 0.25, math.nan, 7.5]) | st.floats(), max_size=30), max_size=6),
    st.integers(1, 8),
)
def test_a_column_is_gathered_bit_by_bit_whether_few_are_different_or_all(parts: list[list[float]], few: int) -> None:
    whole = np.array([number for part in parts for number in part] + [math.nan] * 3)
    with patched(gathered, "FEW", few):
        made, first = gathered.Gathered(len(whole)), 0
        for part in parts:
            made.put(slice(first, first + len(part)), np.array(part, float))
            first += len(part)
    assert np.asarray(made.column()).tobytes() == whole.tobytes()


@contextmanager
def patched(module: object, name: str, value: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, value)
        yield


def test_numbers_of_which_few_are_different_take_a_byte_each() -> None:
    made = gathered.Gathered(10_000)
    made.put(slice(0, 9_000), np.arange(9_000.0) % 50)
    column = made.column()
    assert (column.codes.dtype, len(column.levels)) == (np.int8, 51)


@given(st.integers(1, 5), st.integers(1, 4), st.integers(0, 2**40), st.randoms(use_true_random=False))
def test_many_numbers_are_sorted_as_few_are(codes: int, width: int, first: int, random: Random) -> None:
    places = np.array([random.randrange(codes) for _ in range(60)])
    order = first + np.array([random.randrange(width) for _ in range(60)])
    with patched(places_module, "MANY", 1):
        made = places_module.sorted_by(places, order)
    assert made.tolist() == np.lexsort((order, places)).tolist()


def test_sorting_many_takes_little_more_than_what_is_sorted() -> None:
    """A bare argument sort takes 28 bytes for each number besides its keys."""
    count = 400_000
    random = np.random.default_rng(1)
    places, order = random.integers(0, 50, count).astype(np.int8), random.permutation(count).astype(np.int32)
    assert peak(lambda: places_module.sorted_by(places, order)) < 14 * count


def test_the_kinds_of_places_are_counted_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Observation(run, "rps", 1.0, str(run % 7), "a", {"kernel": str(run % 3)}) for run in range(100)]
    places = places_module.places_of(numbers_of(rows))
    whole = places.kinds
    for most in (1, 10, 33, 99, 100):
        monkeypatch.setattr(places_module, "AT_ONCE", most)
        parts = places_module.places_of(numbers_of(rows)).kinds
        assert all(np.array_equal(one, other) for one, other in zip(whole, parts, strict=True))
    assert [len(column) for column in places_module.places_of(numbers_of([])).kinds] == [0, 0, 0]


def test_the_kinds_of_many_numbers_take_a_few_bytes_each() -> None:
    count, places = 2_000_000, 20
    made = places_module.Places(
        replace(numbers_of([]), values=np.zeros(count), kind=(np.arange(count) % 1_000).astype(np.int32)),
        np.arange(places + 1) * (count // places),
        tuple((str(place), "", "") for place in range(places)),
    )
    assert peak(lambda: made.kinds) < 8 * count, "all pairs at once take 32"


def peak(compute: Callable[[], object]) -> int:
    """Bytes at the most, beyond what there was before."""
    tracemalloc.start()
    try:
        compute()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_numbers_that_all_count_are_not_copied() -> None:
    numbers = numbers_of([Observation(run, "rps", 1.0, "1", "a", {}, beside={"sent": float(run)}) for run in range(3)])
    assert numbers.taken(np.ones(3, bool)) is numbers
    assert numbers.taken(np.array([True, False, True])).runs.tolist() == [0, 2]
    for chosen in ([True, True, False], [False, True, True], [False, False, False]):
        taken = numbers.taken(np.array(chosen))
        assert taken.runs.tolist() == taken.beside["sent"].tolist() == np.flatnonzero(chosen).tolist()
        assert taken.row.codes.base is not None, "one stretch shows what is there"


def test_a_bootstrap_draws_some_at_a_time_and_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).normal(100, 5, 300).tolist()
    samples = [Sample(1.0, values[:200], range(200)), Sample(2.0, values[200:], range(200, 300))]
    whole = resampled(samples, AGGREGATIONS["median"], "bootstrap")[0]
    resample.bootstrapped.cache_clear()
    monkeypatch.setattr(resample, "AT_ONCE", 1000)
    drawn = [len(part) for part in resample.of_sample(samples[0], AGGREGATIONS["median"], np.random.default_rng(1))]
    assert max(drawn) * 200 <= 1000
    assert (resampled(samples, AGGREGATIONS["median"], "bootstrap")[0].ys == whole.ys).all()
    assert len(resample.bootstrapped.cache) == 1


@pytest.mark.parametrize("count", [40, 41, 900])
def test_medians_sought_near_the_middle_are_those_of_all(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    random = np.random.default_rng(5)
    values, drawn = random.normal(100, 5, count).round(1), random.integers(0, count, (300, count))
    medians = np.median(values[drawn], axis=1)
    assert (resample.Medians(values).of_each(drawn) == medians).all()
    monkeypatch.setattr(resample, "FARTHEST", 0.5)
    assert (resample.Medians(values).of_each(drawn) == medians).all(), "what lies farther is sought among all"


def test_runs_seed_as_their_list_does() -> None:
    for runs in ([5, 3, 8], [5, 2**40, 3]):
        seeds = (sorted(runs), resample.seed_of([np.array(runs)]))
        one, other = (np.random.default_rng(seed).integers(0, 2**60, 4).tolist() for seed in seeds)
        assert one == other


def test_what_is_loaded_is_not_looked_at_again() -> None:
    memory.settle()
    try:
        assert gc.get_freeze_count() > 100_000
        assert len(gc.get_objects()) < 10_000
    finally:
        gc.unfreeze()
