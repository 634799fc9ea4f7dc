"""Nobody waits for a question that is too much for the database: it says what to filter by."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison import fetch
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.effort import go_on
from benchdb.questions.kinds import ask, question_of
from benchdb.reads.budget import TooLong, time_budget
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


def sleep(seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s)", [seconds])


def allowed() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        return str(cursor.fetchone()[0])


def test_a_statement_past_its_budget_is_ended() -> None:
    with pytest.raises(TooLong, match="longer than 0\\.05 seconds"), time_budget(0.05):
        sleep(60)
    assert allowed() == "0"


def test_a_budget_ends_with_its_block_and_not_with_the_transaction_around_it() -> None:
    with time_budget(60):
        with time_budget(5):
            assert allowed() == "5s"
        assert allowed() == "1min"
    assert allowed() == "0"


def test_a_question_past_its_budget_says_what_to_filter_by(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any) -> None:
        sleep(60)

    monkeypatch.setattr(fetch, "is_packed", slow)
    with pytest.raises(BadQuestion, match="filter by a machine"):
        ask(ComparisonQuestion(), 0.05)


@pytest.mark.parametrize("question", ["history", "scaling"])
def test_what_computes_for_long_says_what_to_filter_by(settings: Any, question: str) -> None:
    for cpus in (1, 2, 4):
        level = [100.0 * cpus + place % 3 for place in range(20)]
        runs(setup("Linux 2.4", 1, cpus=cpus), {"requests_per_second": [*level, *(2 * value for value in level)]})
    one = question_of(question, [("cpus", "1")] if question == "history" else [("x", "cpus"), ("by", "kernel")])
    settings.QUESTION_SECONDS = 0
    with pytest.raises(BadQuestion, match="computing it takes longer than 0 seconds: filter by a machine"):
        ask(one, 5.0)
    assert ask(one).curves, "who is logged in may wait"


def test_what_a_page_asks_besides_has_the_same_budget() -> None:
    with pytest.raises(BadQuestion, match="filter by a machine"):
        ask(ComparisonQuestion(), 0.05, lambda _: sleep(60))


def test_numbers_of_an_earlier_moment_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    runs(setup("Linux 2.4", 1), {"requests_per_second": [1.0, 2.0, 3.0]})
    assert len(fetch.stored_observations(ComparisonQuestion())) == 3
    monkeypatch.setattr(fetch, "MOST_STORED", 2)
    with pytest.raises(BadQuestion, match="more than 2 numbers"):
        fetch.stored_observations(ComparisonQuestion())


def compute(*_: Any) -> None:
    while True:
        go_on()


@pytest.mark.parametrize("work", [lambda *_: sleep(60), compute])
def test_work_stops_for_a_reader_who_has_gone(monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
    here, there = socket.socketpair()
    monkeypatch.setattr(fetch, "is_packed", lambda *_: there.close() or work())
    with here:
        answer = Client().get("/compare/?cols=machine", **{"gunicorn.socket": here})  # type: ignore[arg-type]
    assert answer.status_code == 499
    monkeypatch.undo()
    assert Client().get("/compare/?cols=machine").status_code == 200, "the connection to the database goes on"
