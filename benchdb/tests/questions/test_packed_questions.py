"""The packed series answer as the narrow rows do, to the digit: random questions on the founding studies and others."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from benchdb.curation.exclusions import exclude
from benchdb.curation.tags import tag
from benchdb.dev.benchmarks.generate import generate
from benchdb.domain import columns
from benchdb.domain.columns import Ints
from benchdb.domain.dimensions import DIMENSIONS, MANY
from benchdb.domain.statistics import rank_test
from benchdb.models import Measurement, Run
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison import judged, packed
from benchdb.questions.comparison.fetch import numbers, stored_observations
from benchdb.questions.comparison.packed import is_packed, packed_numbers
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.history.fetch import packed_newest, stored_newest
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import numbers_of
from benchdb.questions.replies import known
from benchdb.questions.replies.counted import BODY, RECEIVED
from benchdb.questions.replies.known import known_in_parts, known_of, ranks
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.fetch import needed
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.reads.packed import binary, observed, wanted
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.series import Series
from benchdb.reads.packed.wanted import Wanted, series_of
from benchdb.reads.versions import data_version, one_version
from frontend.tests.constructed import runs, setup

QUESTIONS = 100
LAID_OUT = [*(key for key in DIMENSIONS if key not in (*MANY, "upload")), "metric", "item"]


def random_question(choice: random.Random, metrics: list[str], runs: list[int]) -> ComparisonQuestion | None:
    """A question about some of the runs; None for one that cannot be asked."""
    rows, cols, split = choice.sample(LAID_OUT, 3)
    keys = choice.sample(list(DIMENSIONS), choice.choice([0, 1, 1, 2, 3]))
    where = {key: value_of(key, choice.choice(runs)) for key in keys}
    question = ComparisonQuestion(
        metrics=tuple(choice.sample(metrics, choice.choice([1, 2]))),
        rows=rows,
        cols=cols,
        split=choice.choice(["", "", split]),
        where=tuple(sorted((key, (value,)) for key, value in where.items() if value)),
    )
    try:
        return ComparisonQuestion.from_query(parse_qsl(question.to_query()))
    except BadQuestion:
        return None


def value_of(key: str, run: int) -> str:
    known = DIMENSIONS[key]
    text = known.text(Run.objects.filter(pk=run).values_list(known.path, flat=True)[0])
    return "" if key in MANY and text == "not recorded" else text


def newest(question: ComparisonQuestion, read: Any) -> Any:
    """What a history of the same runs is made of, in the order of the runs."""
    history = HistoryQuestion(metric=question.metrics[0], where=tuple(p for p in question.where if p[0] != "item"))
    made = read(history)
    return numbers_of(made.numbers).observations(), list(made.moments.items()), made.is_cut, made.setups


def per_cell(question: ComparisonQuestion, observations: Any) -> Any:
    return tabulate(question, observations)


@pytest.mark.django_db(transaction=True)
def test_packed_and_stored_give_the_same_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("loadstudies", verbosity=0)
    founding = list(Run.objects.values_list("pk", flat=True))
    generate(400, progress=lambda line: None)
    generated = list(Run.objects.filter(pk__gt=max(founding)).values_list("pk", flat=True))
    exclude(Run.objects.get(pk=founding[3]), "for a test")
    tag(Run.objects.get(pk=founding[5]), "odd")
    metrics = sorted(set(Measurement.objects.values_list("metric", flat=True)))
    choice, compared = random.Random(7), 0
    while compared < QUESTIONS:
        question = random_question(choice, metrics, choice.choice([founding, generated]))
        if question is not None and is_packed(question):
            assert newest(question, packed_newest) == newest(question, stored_newest), question.path()
            stored = per_cell(question, stored_observations(question))
            with monkeypatch.context() as patched:
                if compared % 2:
                    in_parts(patched)
                if compared % 3:
                    _ = latest.census().conditions  # the series of few setups are then read by these
                assert per_cell(question, packed_numbers(question)) == stored, question.path()
            compared += 1


@pytest.mark.django_db
def test_a_question_is_refused_by_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """No number is read of an answer that would be too large: only the count is asked."""
    runs(setup("Linux 2.4", 1), {"requests_per_second": [1.0, 2.0, 3.0]})
    monkeypatch.setattr(packed, "MOST_NUMBERS", 2)
    with CaptureQueriesContext(connection) as queries, pytest.raises(BadQuestion, match=r"3 numbers, .* filter"):
        packed_numbers(ComparisonQuestion())
    assert not any("string_agg(c" in query["sql"] for query in queries)  # its arrays, whatever else is named


@pytest.mark.django_db
@pytest.mark.parametrize(("is_at_hand", "statements"), [(False, 2), (True, 1)])
def test_few_numbers_are_read_without_being_counted_first(is_at_hand: bool, statements: int) -> None:
    for kernel in ("Linux 2.4", "Linux 2.6"):
        runs(setup(kernel, 1), {"requests_per_second": [1.0, 2.0, 3.0]})
    if is_at_hand:
        _ = latest.census().conditions
    with one_version(), CaptureQueriesContext(connection) as queries:
        data_version()
        series = series_of(Wanted(("requests_per_second",), (("kernel", ("Linux 2.6",)),)))
    assert sorted(series.values.tolist()) == [1.0, 2.0, 3.0]
    assert len(queries) == 1 + statements
    runs(setup("Linux 2.6", 1), {"requests_per_second": [4.0]})  # the census that was at hand says nothing of it
    assert len(series_of(Wanted(("requests_per_second",), (("kernel", ("Linux 2.6",)),))).values) == 4


@pytest.mark.django_db
def test_many_numbers_are_counted_though_the_census_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    runs(setup("Linux 2.4", 1), {"requests_per_second": [1.0, 2.0, 3.0]})
    _ = latest.census().conditions
    monkeypatch.setattr(wanted, "FEW_NUMBERS", 2)
    with CaptureQueriesContext(connection) as queries, pytest.raises(BadQuestion):
        series_of(Wanted(("requests_per_second",)), refused)
    assert not any("string_agg(c7" in query["sql"] for query in queries)


def refused(counted: Series) -> None:
    raise BadQuestion("too many")


@pytest.mark.django_db(transaction=True)
def test_what_is_known_of_many_runs_is_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each column as if all had been read together; what runs came in are other numbers, in the same order."""
    call_command("loadstudies", verbosity=0)
    generate(400, progress=lambda line: None)
    question = ComparisonQuestion(("requests_per_second", "latency_mean", "latency_p99"))
    series = series_of(Wanted(question.metrics))
    whole = known_of(question.metrics, series)
    monkeypatch.setattr(known, "AT_ONCE", 50)
    parts = known_in_parts(question.metrics, series)
    for name in ("failed", "starts", "durations"):
        assert np.array_equal(getattr(parts, name), getattr(whole, name), equal_nan=True), name
    named = {name: numbers for name, numbers in whole.beside.items() if name not in (BODY, RECEIVED)}
    assert parts.beside.keys() == named.keys()
    assert all(np.array_equal(parts.beside[name], named[name], equal_nan=True) for name in named)
    assert np.array_equal(parts.bundles == 0, whole.bundles == 0)
    assert np.array_equal(np.argsort(parts.bundles, kind="stable"), np.argsort(whole.bundles, kind="stable"))
    assert len(np.unique(parts.bundles)) == len(np.unique(whole.bundles)) > 2
    assert parts.bundles.itemsize == 1


@given(npst.arrays(np.int64, st.integers(1, 30), elements=st.integers(-(2**40), 2**40) | st.just(0)))
def test_bundles_are_told_apart_by_their_ranks(bundles: Ints) -> None:
    made = ranks(bundles)
    assert np.array_equal(made == 0, bundles == 0)
    assert np.array_equal(np.sign(made[:, None] - made[None]), np.sign(bundles[:, None] - bundles[None]))


@pytest.mark.django_db(transaction=True)
def test_parts_of_a_series_are_all_of_it() -> None:
    generate(400, progress=lambda line: None)
    series = series_of(Wanted(("requests_per_second", "latency_mean")))
    for most in (1, 33, 100, 10_000):
        parts = list(series.parts(most))
        assert [own.start for own, _ in parts] == [0, *(own.stop for own, _ in parts[:-1])]
        for name in ("setups", "counts", "group", "runs", "trials", "values"):
            joined = np.concatenate([getattr(part, name) for _, part in parts])
            assert np.array_equal(joined, getattr(series, name)), name
        assert all(len(part.runs) == part.counts.sum() == own.stop - own.start for own, part in parts)
        assert len(parts) >= min(len(series.counts), len(series.runs) / most) / 2


def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer as if it were one of many numbers, which are read, numbered and judged a part at a time."""
    judgements = import_module("benchdb.domain.statistics.judgements")
    columned = import_module("benchdb.questions.numbers.places")
    for module, name in (
        (observed, "MANY"),
        (known, "AT_ONCE"),
        (judged, "MANY"),
        (judgements, "AT_ONCE"),
        (columned, "MANY"),
        (columned, "AT_ONCE"),
        (columns, "AT_ONCE"),
        (binary, "FEW"),
        (observed, "MANY_ROWS"),
        (rank_test, "AT_ONCE"),
    ):
        monkeypatch.setattr(module, name, 1)
    rank_test.null_distribution.cache_clear()


@pytest.mark.django_db
def test_of_the_latencies_only_the_one_that_is_shown_is_read() -> None:
    for load in (1, 2, 4, 8):
        both = {"latency_mean": [0.1, 0.2], "latency_median": [0.1, 0.2]}
        runs(setup("Linux 2.4", load), {"requests_per_second": [1.0 * load, 2.0 * load], **both})
        runs(setup("Linux 2.4", load), {"requests_per_second": [3.0 * load], "latency_median": [0.3]})
    question = ScalingQuestion.from_query([("x", "concurrency"), ("by", "kernel")])
    assert read_for(question) == {"requests_per_second", "latency_median"}
    stopped = Run.objects.order_by("pk")[0]
    Run.objects.filter(pk=stopped.pk).update(status="aborted")
    assert read_for(question) == {"requests_per_second", "latency_mean", "latency_median"}, "who stopped is counted"
    assert read_for(question.narrowed("status", "complete")) == {"requests_per_second", "latency_median"}
    assert read_for(question.narrowed("run", str(stopped.pk))) == {
        "requests_per_second",
        "latency_mean",
        "latency_median",
    }


def read_for(question: ScalingQuestion) -> set[str]:
    """The metrics of which any number is read, for the answer that all of them give."""
    every = numbers(question.comparison(question.metrics))
    read = numbers(question.comparison(question.metrics), partial(needed, question))
    assert analyse(question, read) == analyse(question, every)
    return {read.metric.texts[code] for code in read.metric.used()}
