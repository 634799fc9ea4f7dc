"""Whoever is not logged in takes so many runs at once, and learns before the first byte what to do for more."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import numpy as np
import pytest
from django.test import Client

from benchdb.reads.budget import TooLong
from frontend.exports import run_rows
from frontend.exports.run_rows import in_batches
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(settings: Any) -> list[int]:
    settings.ANONYMOUS_ROWS = 2
    made = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0, 2.0]})
    made += runs(setup("Linux 6.2.0", 10), {"requests_per_second": [3.0]})
    return [run.pk for run in made]


@pytest.mark.parametrize("path", ["/runs.csv", "/runs.json", "/runs.json?sort=kernel"])
def test_too_many_runs_are_refused_at_once_with_what_to_do(path: str, three: list[int]) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"], answer.streaming) == (413, "application/problem+json", False)
    detail = json.loads(answer.content)["detail"]
    assert "3 runs are more than" in detail
    assert "(2)" in detail
    assert "filter by a machine" in detail
    assert "log in" in detail


def test_as_many_as_are_allowed_are_streamed(three: list[int]) -> None:
    answer = json.loads(b"".join(Client().get("/runs.json?kernel=Linux+6.1.0").streaming_content))
    assert sorted(run["run"] for run in answer["runs"]) == three[:2]


def test_who_is_known_has_no_bound(client: Client, three: list[int]) -> None:
    assert json.loads(b"".join(client.get("/runs.json").streaming_content))["total"] == 3


def test_past_its_seconds_a_stream_breaks_off_and_is_not_ended(three: list[int], monkeypatch: Any) -> None:
    monkeypatch.setattr(run_rows, "AT_ONCE", 1)
    seconds = count()  # one for each look at the clock
    stream = in_batches(np.array(three), 1.5, lambda: float(next(seconds)))
    assert next(stream).pk == three[0]
    with pytest.raises(TooLong, match="1 of 3 runs"):
        next(stream)


def test_a_strangers_stream_is_timed(settings: Any, three: list[int]) -> None:
    settings.ANONYMOUS_SECONDS = -1
    with pytest.raises(TooLong):
        b"".join(Client().get("/runs.csv?kernel=Linux+6.1.0").streaming_content)
