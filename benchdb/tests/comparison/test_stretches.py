"""Stretches of time as columns: which runs are in which, in what order, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.models import Run
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.fetch import in_stretches
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kinds import ask
from benchdb.questions.numbers import Observation, numbers_of
from benchdb.questions.stretches import MOST, Stretch, set_beside
from frontend.tests.constructed import runs, setup

TWO = "cols=stretch&stretch=2026-06-01..2026-06-10&stretch=..2026-05-20"
DAY = 86400.0
START = datetime(2026, 5, 1, tzinfo=UTC)


def question(query: str) -> ComparisonQuestion:
    return ComparisonQuestion.from_query(parse_qsl(query))


def test_the_earliest_stretch_is_the_baseline_and_a_day_counts_whole() -> None:
    compared = question(TWO)
    assert [one.name for one in compared.stretches] == ["until 20 May 2026", "1 Jun 2026 to 10 Jun 2026"]
    assert compared.baseline == "until 20 May 2026"
    assert compared.stretches[0].until == datetime(2026, 5, 21, tzinfo=UTC)
    assert ComparisonQuestion.from_query(parse_qsl(compared.to_query())) == compared
    assert question("stretch=2026-05-01..").to_query() == "", "without the columns a stretch says nothing"


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("cols=stretch", "name 2 to 6 of them"),
        ("cols=stretch&stretch=2026-05-01..", "name 2 to 6 of them"),
        ("cols=stretch&stretch=May&stretch=2026-05-01..", "“May” is not a stretch of time"),
        ("cols=stretch&stretch=..&stretch=2026-05-01..", "is not a stretch of time"),
        ("cols=stretch&stretch=..2026-05-20&stretch=2026-05-20..", "overlap"),
        ("cols=stretch&stretch=2026-05-20..2026-05-01&stretch=2026-06-01..", "is not after the start"),
        ("rows=stretch&cols=zone", "stretches of time can only be columns"),
    ],
)
def test_what_is_no_stretch_is_refused(query: str, fault: str) -> None:
    with pytest.raises(BadQuestion, match=fault):
        question(query)


@given(st.lists(st.integers(0, 60), min_size=4, max_size=2 * MOST, unique=True), st.lists(st.integers(-5, 65)))
def test_a_run_is_in_the_stretch_that_its_start_lies_in_and_in_no_other(edges: list[int], days: list[int]) -> None:
    ordered = sorted(edges)
    moments = [(START + timedelta(days=day)).isoformat() for day in ordered[: len(ordered) // 2 * 2]]
    texts = [f"{since}..{until}" for since, until in zip(moments[::2], moments[1::2], strict=True)]
    stretches = set_beside(texts)
    starts = [(START + timedelta(days=day)).timestamp() for day in days]
    read = numbers_of([Observation(n, "m", 1.0, "r", "c", {}, start=start) for n, start in enumerate(starts)])
    shared = in_stretches(stretches, read)
    names = [shared.column.texts[code] for code in shared.column.codes]
    where = dict(zip(shared.runs.tolist(), names, strict=True))
    for number, start in enumerate(starts):
        own = [one.name for one in stretches if one.seconds[0] <= start < one.seconds[1]]
        assert ([where[number]] if number in where else []) == own


def test_a_run_without_a_start_is_in_none() -> None:
    read = numbers_of([Observation(1, "m", 1.0, "r", "c", {}), Observation(2, "m", 1.0, "r", "c", {}, start=0.0)])
    assert np.isnan(read.starts[0])
    assert in_stretches((Stretch(None, START),), read).runs.tolist() == [2]


@pytest.mark.django_db
def test_stretches_of_one_setup_are_compared_now_and_as_of_then() -> None:
    rates = [base + n for base in (100.0, 150.0) for n in range(8)]
    made = runs(setup("Linux 6.1.0", 10), {"requests_per_second": rates})
    for place, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=place * 2))
    query = question("machine=built&cols=stretch&stretch=2026-05-01..2026-05-16&stretch=2026-05-17..")
    now, then = ask(query), ask(query.at_moment(datetime.now(UTC)))
    for answer in (now, then):
        (row,) = answer.rows
        cells = {name: (cell.n, cell.value) for name, cell in row.cells.items()}
        assert cells == {"1 May 2026 to 16 May 2026": (8, 103.5), "since 17 May 2026": (8, 153.5)}
        assert answer.baseline == "1 May 2026 to 16 May 2026"
        assert answer.conflicts == ()
