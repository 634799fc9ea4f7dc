"""Home says what watched histories did; nothing is compared for it, and it is as new as the last check."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.tests.watches.watched import LEVELS, failing, measured, near, watch
from benchdb.watches.check import check
from benchdb.watches.keep import remove_watch
from frontend.tests.constructed import setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def nginx() -> Any:
    made = setup("6.1", 8)
    measured(made, near(LEVELS["before"], 12))
    return made


def home(client: Client) -> str:
    return " ".join(client.get("/").content.decode().split())


def test_a_watched_history_that_changed_says_by_how_much(client: Client, nginx: Any) -> None:
    watched = watch(title="Nightly nginx")
    check(watched.pk)
    page = home(client)
    assert "Nightly nginx" in page
    assert "no new change in 12 runs" in page
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    page = home(client)
    assert re.search(r'<span class="worse">▼ −12%, from [\d,]+/s to [\d,]+/s<', page), "three digits are enough"
    assert '<a href="/history/">History</a>' in page
    assert "no new change" not in page


def test_a_watched_history_whose_runs_fail_says_so(client: Client, nginx: Any) -> None:
    watched = watch(title="Nightly nginx")
    check(watched.pk)
    failing(nginx, 10)
    check(watched.pk)
    assert '<span class="worse">runs failed</span>' in home(client)


def test_a_watch_is_on_home_once_it_is_checked_and_until_it_is_removed(client: Client, nginx: Any) -> None:
    """The data are the same all the while."""
    watched = watch(title="Nightly nginx")
    visitor = Client()
    known = visitor.get("/")
    assert "Nightly nginx" not in known.content.decode()
    check(watched.pk)
    assert visitor.get("/", headers={"if-none-match": known["ETag"]}).status_code == 200
    assert "Nightly nginx" in home(client)
    remove_watch(watched)
    assert "Nightly nginx" not in home(client)


def test_many_watches_cost_no_more_queries_than_two(client: Client, nginx: Any) -> None:
    queries = []
    for number in range(8):
        check(watch(title=f"Watch {number}", least=number / 100).pk)
        with CaptureQueriesContext(connection) as captured:
            page = home(client)
        queries.append(len(captured))
    assert page.count("watched history") == 2, "the last two that were checked"
    assert queries[-1] == queries[1]
