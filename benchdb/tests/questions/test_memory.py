"""What a large answer leaves behind is given back."""

import gc
import weakref

import numpy as np
import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from benchdb.domain.statistics import AGGREGATIONS
from benchdb.host import memory
from benchdb.questions.numbers import Observation, numbers_of
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
