"""A stored question that is asked again takes a stranger no longer than one that is typed."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.models import Permalink, Study
from benchdb.questions.permalinks.list import frozen_lately
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
QUESTION = "machine=box"


@pytest.fixture
def slow(admin_client: Client, settings: Any) -> str:
    """The path of a permalink whose question is more than a stranger may ask."""
    level = [100.0 + place % 3 for place in range(20)]
    runs(setup("Linux 2.4", 1, machine="box"), {"requests_per_second": [*level, *(2 * value for value in level)]})
    path = admin_client.post("/history/freeze/", {"query": QUESTION})["Location"]
    settings.QUESTION_SECONDS = 0
    return str(path)


def test_a_check_that_takes_too_long_says_so(slow: str, admin_client: Client) -> None:
    refused = Client().get(f"{slow}?check=now")
    assert refused.status_code == 400
    assert "computing it takes longer than" in refused.content.decode().lower()
    assert admin_client.get(f"{slow}?check=now").status_code == 200, "who is logged in may wait"
    assert Client().get(slow).status_code == 200


def test_the_api_gives_the_newest_verification_instead(slow: str) -> None:
    Permalink.objects.update(drift=["1 more run would count (run 7)"])
    answer = Client().get(f"/api/v1/permalinks/{Permalink.objects.get().pk}").json()
    assert answer["drift"] == ["1 more run would count (run 7)"]


def test_what_was_frozen_lately_is_listed_without_its_answers(slow: str) -> None:
    [link] = frozen_lately("history", 5)
    assert {"result", "logs", "run_ids"} <= link.get_deferred_fields()
    with CaptureQueriesContext(connection) as captured:
        assert slow in Client().get("/history/").content.decode()
    assert [query["sql"] for query in captured if '"benchdb_permalink"."result"' in query["sql"]] == []


def test_a_study_says_which_questions_take_too_long(slow: str, admin_client: Client) -> None:
    figures = [
        {"title": "Over time", "page": "history", "query": QUESTION},
        {"title": "Side by side", "page": "compare", "query": QUESTION},
    ]
    Study.objects.create(slug="box", title="Box", comparisons=figures)
    page = Client().get("/studies/box/").content.decode()
    assert page.count("Not answered here: computing it takes longer than 0 seconds") == 2
    assert page.count('href="/compare/?machine=box"') >= 1, "it can be asked alone"
    assert "Not answered here" not in admin_client.get("/studies/box/").content.decode()
