"""Runs by when they were made or stored: of when some were made nobody knows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.models import Kernel, Run
from benchdb.reads.packed.census import latest
from benchdb.reads.search.moments import by_storing
from benchdb.reads.search.select import selected
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def old_logs() -> list[Run]:
    """Two of 2014 and two of nobody knows when, all stored just now."""
    made = runs(setup("Linux 2.6.32", 8), {"requests_per_second": [100.0, 101.0, 102.0, 103.0]})
    for place, run in enumerate(made[:2]):
        Run.objects.filter(pk=run.pk).update(started_at=datetime(2014, 3, 9 + place, 12, tzinfo=UTC))
    return made


def day(days: int) -> str:
    return (timezone.now() + timedelta(days=days)).date().isoformat()


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("since:30d", 0),
        ("since:2014-03-10", 1),
        ("until:2014-03-09", 1),
        ("until:2100-01-01", 2),
        ("-since:1970-01-01", 2),
        ("stored:30d", 4),
        (f"stored:{day(-1)}..{day(1)}", 4),
        (f"stored:>{day(1)}", 0),
        (f"stored:<={day(1)}", 4),
        ("stored:..2014-03-10", 0),
    ],
)
def test_a_run_whose_date_nobody_knows_was_made_neither_since_nor_until(query: str, count: int) -> None:
    assert selected(latest.census(), (), query).total == count


def test_the_list_says_how_many_a_time_leaves_out(client: Client) -> None:
    page = client.get("/runs/?q=kernel:2.6*+since:2014-03-10").content.decode()
    assert "2 runs that have no start on record are left out: nobody knows when they were made." in page
    assert 'href="/runs/?q=kernel%3A2.6%2A+stored%3A2014-03-10"' in page
    assert "left out" not in client.get("/runs/?q=stored:30d").content.decode()
    assert by_storing("a since:2024-05-01 until:3d") == "a stored:2024-05-01 stored:..3d"


@pytest.mark.parametrize("query", ["stored:..", "stored:soon", "until:9999-12-31", "since:99999d..", "stored:>x"])
def test_what_is_no_time_is_a_bad_search(client: Client, query: str) -> None:
    answer = client.get("/runs/", {"q": query})
    assert (answer.status_code, "expected a day, such as 2024-05-01, or 30d" in answer.content.decode()) == (400, True)


def test_a_page_says_whose_date_is_not_on_record(client: Client, old_logs: list[Run]) -> None:
    page = " ".join(client.get("/machines/built/").content.decode().split())
    assert "· first run 9 Mar 2014, last 10 Mar 2014; 2 runs have no date on record" in page
    assert f"stored {timezone.now():%-d %b %Y}, date not on record" in page, "the latest one"
    Run.objects.filter(pk__in=[run.pk for run in old_logs]).update(started_at=None)
    page = " ".join(client.get(f"/kernels/{Kernel.named('Linux 2.6.32').slug}/").content.decode().split())
    assert "· no run has its date on record" in page
