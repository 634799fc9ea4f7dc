"""Pages that indexes give are those of the sorted whole: any column, filtered or not, with ties and without values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from benchdb.models import Run
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.proof import wrong_setups
from benchdb.reads.search import newest, paged
from benchdb.reads.search.ordered import ordered
from benchdb.reads.search.select import selected
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE, FAILED = "requests_per_second", "requests_failed"
MOMENT = datetime(2024, 5, 6, tzinfo=UTC)


@pytest.fixture
def many(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """40 runs of 8 setups: equal values, runs without one, starts that are unknown; no selection is small."""
    for number in range(8):
        made_on = setup(f"Linux 6.{number % 3}.0", 10 * (number % 4), zone="" if number % 2 else "global")
        values = [float(4 * number + 3 * place % 11) for place in range(5)]
        made = runs(made_on, {RATE: values} | ({FAILED: [0.0, 0.0, 1.0, 0.0, 2.0]} if number % 2 else {}))
        Run.objects.filter(pk__in=[run.pk for run in made[:3]]).update(started_at=MOMENT + timedelta(days=number))
        Run.objects.filter(pk=made[4].pk).update(trial=None)
    monkeypatch.setattr(paged, "MOST_LISTED", 0)
    monkeypatch.setattr(newest, "MOST_LISTED", 0)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("is_descending", [True, False])
@pytest.mark.parametrize("key", [RATE, FAILED, "started", "trial", "kernel", "concurrency", "zone", "provenance"])
@pytest.mark.parametrize("query", ["", "kernel:6.1*", "trial:2", "-trial:2 concurrency:>=10"])
def test_a_page_by_an_index_is_one_of_the_sorted_whole(
    key: str, is_descending: bool, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paged, "BATCHES", (2, 3, 9))
    selection = selected(latest.census(), (), query)
    whole = ordered(selection, key, is_descending).tolist()
    pages = [paged.page(selection, key, is_descending, skip, 4) for skip in range(0, len(whole), 4)]
    assert [run for page in pages for run in page] == whole


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("key", [RATE, "started", "trial", "kernel"])
def test_an_index_answers_the_first_page(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paged, "BATCHES", (6, 8))
    assert len(paged.by_index(selected(latest.census(), ()), key, True, 4) or ()) == 4


@pytest.mark.usefixtures("many")
def test_bounds_are_kept_and_proven() -> None:
    assert not [*wrong_setups()]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE benchdb_packedseries SET highest = 99 WHERE metric = %s", [RATE])
    assert len([*wrong_setups()]) == 8
