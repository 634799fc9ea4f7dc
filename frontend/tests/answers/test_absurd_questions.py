"""Parameters that are well formed and mean nothing: an answer without runs, or a sentence, never a fault of ours."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.domain.dimensions import DIMENSIONS
from benchdb.questions.kinds import QUESTIONS
from benchdb.reads.packed.setups import SETUPS
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
VALUES = ("0", "-1", "9" * 25, "nothing", "1e400", "nan")
NUMBERED = ("upload", "run", "trial", "study")
ADDRESSES = (
    *(f"/{kind}.json" for kind in sorted(QUESTIONS)),
    "/runs/",
    "/runs.json",
    "/api/v1/runs",
    "/api/v1/compare",
)


@pytest.fixture
def measured(db: None) -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        runs(setup(kernel, 10), {"requests_per_second": [100.0, 101.0, 102.0, 103.0]})


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("path", ADDRESSES)
def test_what_no_run_has_is_an_answer_or_a_sentence(path: str) -> None:
    """Of every dimension, another value at every address; of those that are numbers all. `Client` raises what a page
    does not refuse."""
    turn = ADDRESSES.index(path)
    for place, key in enumerate((*DIMENSIONS, "tuning.x", "sort", "skip", "before", "q")):
        for value in VALUES if key in NUMBERED else (VALUES[(place + turn) % len(VALUES)],):
            assert Client().get(path, {key: value}).status_code in (200, 400, 422), f"{path}?{key}={value}"


@pytest.mark.usefixtures("measured")
def test_a_question_about_nothing_forgets_no_conditions() -> None:
    Client().get("/compare.json")
    known = len(SETUPS.ids)
    assert known
    Client().get("/compare.json", {"study": "nothing"})
    assert len(SETUPS.ids) == known
