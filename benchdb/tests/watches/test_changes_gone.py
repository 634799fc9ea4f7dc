"""A change that a watch has seen says so where the history shows it no longer, whatever was taken away."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.feedgenerator import rfc3339_date

from benchdb.models import Run, Watch, WatchedChange
from benchdb.tests.watches.watched import BEGIN, LEVELS, measured, near, watch
from benchdb.watches.check import check
from frontend.tests.constructed import setup


def exclude(**which: Any) -> None:
    Run.objects.filter(**which).update(excluded_at=timezone.now(), excluded_because="wrong machine")


def gone_at() -> datetime | None:
    return WatchedChange.objects.get().gone_at


def seen_change(nginx: Any, question: str = "/history/") -> int:
    """A watch that saw the 12 runs of nginx and 8 at another level."""
    watched = watch(question)
    check(watched.pk)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    assert gone_at() is None
    return watched.pk


@pytest.mark.parametrize("runs", [{"lt": 12}, {"gte": 12}, {"gte": 0}], ids=["before", "after", "all"])
def test_a_change_is_gone_whichever_of_its_levels_was_withdrawn(nginx: Any, runs: dict[str, int]) -> None:
    watched = seen_change(nginx)
    exclude(**{f"started_at__{name}": BEGIN + timedelta(hours=hours) for name, hours in runs.items()})
    check(watched)
    assert gone_at() is not None


@pytest.mark.django_db
def test_a_change_between_versions_is_gone_where_no_run_is_left() -> None:
    measured(setup("Linux 6.1", 8), near(LEVELS["before"], 12))
    watched = watch("/history/?x=kernel")
    check(watched.pk)
    measured(setup("Linux 6.2", 8), near(LEVELS["after"], 12, 2))
    check(watched.pk)
    assert gone_at() is None
    exclude()
    check(watched.pk)
    watched.refresh_from_db()
    assert (watched.trouble, gone_at() is None) == ("", False)


@pytest.mark.parametrize("is_gone", [True, False])
def test_what_began_before_the_newest_runs_stays_as_it_was(
    nginx: Any, monkeypatch: pytest.MonkeyPatch, is_gone: bool
) -> None:
    watched = seen_change(nginx)
    if is_gone:
        exclude(started_at__gte=BEGIN + timedelta(hours=12))
        check(watched)
    before = gone_at()
    assert (before is not None) == is_gone
    monkeypatch.setattr("benchdb.questions.history.fetch.MOST_RUNS", 8)
    measured(nginx, near(LEVELS["before"], 8, 3))
    check(watched)
    assert gone_at() == before


@pytest.mark.parametrize("path", ["/feeds/runs.atom", "/watches/{}/feed.atom"])
def test_a_feed_says_when_a_change_was_gone_so_that_readers_take_the_new_title(
    nginx: Any, client: Client, path: str
) -> None:
    """RFC 4287, 4.2.15: what was updated no later is known already, and keeps its old title."""
    path = path.format(seen_change(nginx))
    before = client.get(path)
    exclude(started_at__gte=BEGIN + timedelta(hours=12))
    check(Watch.objects.get().pk)
    after, gone = client.get(path), gone_at()
    assert gone is not None
    assert "(no longer there)" in after.content.decode()
    updated = f"<updated>{rfc3339_date(gone)}</updated>"
    assert (updated in before.content.decode(), after.content.decode().count(updated)) == (False, 2)
    assert parsedate_to_datetime(after["Last-Modified"]) == gone.replace(microsecond=0)
