"""What the list of runs says of a search or a parameter that it does not understand, or that no run matches."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from benchdb.models import Run, Setup
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


@pytest.fixture
def three(db: None) -> list[Run]:
    (other,) = runs(setup("Linux 6.2.0", 20), {RATE: [200.0]})
    return [*runs(setup("Linux 6.1.0", 10), {RATE: [300.0, 100.0]}), other]


@pytest.mark.parametrize(
    ("search", "meant"),
    [
        ("machine:buidl", "machine:built"),
        ("kernel:linux", "kernel:linux*"),
        ("zone:global kernel:linux", "kernel:linux*"),
        ('kernel:"Linux 6.9.0"', 'kernel:"Linux 6.2.0"'),
        ("kernel:inux", "kernel:*inux*"),
    ],
)
def test_a_value_that_is_none_is_answered_by_those_like_it(
    client: Client, three: list[Run], search: str, meant: str
) -> None:
    Setup.objects.update(zone="global")
    answer = client.get("/runs/", {"q": search})
    near = {way.title: way for way in answer.context["near"]}
    assert "Did you mean" in answer.content.decode()
    assert "Not recorded for any run shown" not in answer.content.decode(), "no run is shown"
    assert client.get(near[meant].path).context["total"] == near[meant].runs > 0


def test_where_nothing_is_like_a_value_nothing_is_offered(client: Client, three: list[Run]) -> None:
    for search in ("machine:qqq", "nothing", "kernel:6*", "-kernel:linux", "concurrency:>90000"):
        assert client.get("/runs/", {"q": search}).context["near"] == []


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("concurrency:>>8", "“concurrency:>>8”: expected a number, such as concurrency:>500, not “>8”"),
        ("concurrency:>abc", "“concurrency:>abc”: expected a number"),
        ("rps:2..many", "“rps:2..many”: expected a number, such as rps:>500, not “many”"),
        ("machine:", "“machine:” names no value"),
        ('kernel:6* machine:""', '“machine:""” names no value'),
        ("since:", "“since:” names no value"),
    ],
)
def test_a_term_that_says_nothing_is_shown_as_it_was_typed(client: Client, search: str, sentence: str) -> None:
    answer = client.get("/runs/", {"q": search})
    assert answer.status_code == 400
    assert escape(sentence) in answer.content.decode()
    assert client.get("/api/v1/runs", {"q": search}).status_code == 400


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("since=2026-13-45", "q=since:2026-05-01"),
        ("page=-1", "the next page is behind before=… or skip=…"),
        ("cursor=xyz", "the next page is behind before=… or skip=…"),
        ("machin=built", "did you mean machine=…?"),
        ("colour=red", "name a condition"),
        ("skip=-1", "no place in the list"),
        ("before=xyz", "no place in the list"),
    ],
)
def test_a_parameter_that_says_nothing_is_refused(client: Client, three: list[Run], query: str, hint: str) -> None:
    for path in ("/runs/", "/runs/filters/", "/runs.csv", "/runs.json"):
        if "place" in hint and path == "/runs/filters/":
            continue  # it has no pages
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 400
        assert f"“{query}”" in answer.content.decode()
        assert hint in answer.content.decode()
    assert client.get("/runs/?page=&cursor=&skip=&before=").context["total"] == 3
