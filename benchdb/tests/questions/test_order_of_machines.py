"""The digits of an answer over several machines, whichever machine a process was asked about before."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from django.utils import timezone

from benchdb.domain.columns import Coded
from benchdb.models import Run
from benchdb.questions.comparison.judged import sittings_of
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.kinds import ask, question_of
from benchdb.questions.numbers import Numbers, numbers_of
from benchdb.questions.permalinks.drift import drift
from benchdb.questions.permalinks.freeze import freeze
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.setups import SETUPS
from benchdb.tests.comparison.observed import seen
from frontend.tests.constructed import runs, setup

MACHINES, SITTINGS, RUNS = 9, 2, 5
START = datetime(2024, 3, 1, tzinfo=UTC)
QUESTION = [("cols", "kernel"), ("rows", "concurrency"), ("accept", "machine")]


def made(random: np.random.Generator) -> None:
    """Two kernels on each of some machines, in sittings of days that lie apart."""
    for machine in range(MACHINES):
        for place, kernel in enumerate(("Linux 6.1", "Linux 6.6", "Linux 6.9", "Linux 6.12")):
            rates = random.normal(1000 + 100 * machine, 7, SITTINGS * RUNS) * (1 + 0.01 * place)
            of_setup = runs(
                setup(kernel, 10, machine=f"m{(3 * machine) % MACHINES}"), {"requests_per_second": rates.tolist()}
            )
            for number, run in enumerate(of_setup):
                day = timedelta(days=2 * (number // RUNS) + 10 * machine, minutes=number % RUNS + 60 * place)
                run.started_at = START + day
            Run.objects.bulk_update(of_setup, ["started_at"])


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [0, 1, 5])
def test_a_permalink_is_verified_alike_whatever_was_asked_before(seed: int) -> None:
    """What is frozen is read run by run, and today's answer by setups, whose machines have been read in any order."""
    made(np.random.default_rng(seed))
    link = freeze(question_of("compare", QUESTION), timezone.now())
    for first in ("m6", "m2"):
        SETUPS._forget(-1)
        latest._census = None
        ask(question_of("compare", [("cols", "kernel"), ("machine", first)]))
        assert drift(link) == ()


def test_sittings_are_numbered_as_their_runs_come_whatever_the_codes() -> None:
    random = np.random.default_rng(2)
    observations = [
        replace(seen(number, value, machine=f"m{number % 5}"), start=1e5 * (number // 3) + number)
        for number, value in enumerate(random.normal(100, 3, 60).tolist(), 1)
    ]
    numbers, question = numbers_of(observations), ComparisonQuestion(rows="concurrency", cols="kernel")
    for _ in range(5):
        other = with_other_codes(numbers, random)
        assert np.array_equal(sittings_of(other), sittings_of(numbers), equal_nan=True)
        assert tabulate(question, other) == tabulate(question, numbers)


def with_other_codes(numbers: Numbers, random: np.random.Generator) -> Numbers:
    """The same, of a process that read the values of each condition in another order."""
    conditions = {}
    for key, coded in numbers.conditions.items():
        order = random.permutation(len(coded.texts))
        ranks = np.argsort(order)
        conditions[key] = Coded(ranks[coded.codes], tuple(coded.texts[place] for place in order.tolist()))
    return replace(numbers, conditions=conditions)
