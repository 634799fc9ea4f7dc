"""Where every request fails, or every run is stopped, a watch says so once, however quiet it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Run, Watch, WatchedChange
from benchdb.tests.watches.watched import (
    BEGIN,
    LEVELS,
    checked_by_an_earlier_version,
    daily,
    failing,
    measured,
    near,
    published_changes,
    stopped,
    watch,
)
from benchdb.watches.check import check
from frontend.tests.constructed import setup


def test_a_quiet_watch_says_once_that_every_request_fails(nginx: Any, client: Client) -> None:
    watched = watch(least=0.5)
    check(watched.pk)
    failing(nginx, 1)
    check(watched.pk)
    assert published_changes() == [], "one run may be an accident"
    for _ in range(3):
        failing(nginx, 3)
        check(watched.pk)
    (event,) = published_changes()
    assert event.title == "Since 1 Jan 2026, 12:00 every request fails (the last 4 of 16 runs)."
    assert (event.payload["outage"], event.payload["after"], event.payload["verdict"]) == ("failed", None, "worse")
    assert event.payload["first_run_after"] > event.payload["last_run_before"]
    measured(nginx, near(LEVELS["before"], 6, 2))
    check(watched.pk)
    assert len(published_changes()) == 1
    assert not WatchedChange.objects.exclude(gone_at=None), "it is over, and was there"
    page = client.get(f"/watches/{watched.pk}/").content.decode()
    assert event.title in page
    assert client.get(f"/api/v1/watches/{watched.pk}").json()["alarms"] == 1


def test_the_next_outage_is_another_one(nginx: Any) -> None:
    watched = watch()
    check(watched.pk)
    for _ in range(2):
        failing(nginx, 3)
        check(watched.pk)
        measured(nginx, near(LEVELS["before"], 6, 2))
        check(watched.pk)
    assert len(published_changes()) == 2


def test_what_failed_before_the_watch_was_made_is_told_to_nobody(nginx: Any) -> None:
    failing(nginx, 3)
    watched = watch()
    check(watched.pk)
    failing(nginx, 3)
    check(watched.pk)
    assert published_changes() == []
    assert WatchedChange.objects.filter(watch=watched, event=None).count() == 1


@pytest.mark.parametrize("goes_on", [False, True])
def test_after_an_upgrade_only_an_outage_that_grew_is_told(nginx: Any, goes_on: bool) -> None:
    """The first check after it mailed every outage of years."""
    watched = watch()
    check(watched.pk)
    failing(nginx, 3)
    measured(nginx, near(LEVELS["before"], 6, 2))
    failing(nginx, 3)
    checked_by_an_earlier_version(watched)
    if goes_on:
        failing(nginx, 1)
    else:
        measured(nginx, near(LEVELS["before"], 1, 3))
    check(watched.pk)
    assert len(published_changes()) == goes_on
    assert WatchedChange.objects.filter(event=None).count() == 2 - goes_on, "the others are known"
    measured(nginx, near(LEVELS["before"], 6, 2))
    check(watched.pk)
    assert len(published_changes()) == goes_on
    failing(nginx, 2)
    measured(nginx, near(LEVELS["before"], 6, 2))
    check(watched.pk)
    assert len(published_changes()) == 1 + goes_on, "from now on of those that are over, too"


def test_after_an_upgrade_two_logs_of_an_ended_curve_are_no_news(nginx: Any) -> None:
    """They had been there when the watch was last checked: “Since 5 Feb 2027 every run was stopped”."""
    watched = watch()
    check(watched.pk)
    stopped(setup("6.1", None), 2)
    checked_by_an_earlier_version(watched)
    Watch.objects.filter(pk=watched.pk).update(data_version=-1)
    check(watched.pk)
    assert published_changes() == []
    assert WatchedChange.objects.filter(event=None).count() == 1


def test_a_change_that_an_upgrade_finds_in_old_runs_is_no_news(nginx: Any) -> None:
    watched = watch()
    check(watched.pk)
    measured(nginx, near(LEVELS["after"], 12, 2))
    checked_by_an_earlier_version(watched)
    measured(nginx, near(LEVELS["after"], 1, 3))
    check(watched.pk)
    assert published_changes() == []
    assert WatchedChange.objects.filter(event=None).count() == 1
    measured(nginx, near(LEVELS["after"] / 2, 24, 4))
    check(watched.pk)
    assert len(published_changes()) == 1, "what comes now is"


def test_a_change_that_came_with_an_upgrade_is_news(nginx: Any) -> None:
    watched = watch()
    checked_by_an_earlier_version(watched)
    measured(nginx, near(LEVELS["after"], 12, 2))
    check(watched.pk)
    assert len(published_changes()) == 1


def test_one_crash_along_several_curves_is_one_event(nginx: Any) -> None:
    """Each curve had its own, and its mail."""
    loads = [nginx, setup("6.1", 64)]
    for _ in range(12):
        for load in loads:
            measured(load, near(LEVELS["before"], 1))
    daily()
    watched = watch()
    check(watched.pk)
    before = WatchedChange.objects.count()
    stopped(setup("6.1", None), 4)
    for place, run in enumerate(Run.objects.order_by("-pk")[:4]):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(days=39 - place))
    check(watched.pk)
    (event,) = published_changes()
    assert event.title == ("Along both curves every run was stopped before its end from 6 Feb 2026 on (4 runs).")
    assert event.payload["curves"] == ["concurrency 8", "concurrency 64"]
    assert WatchedChange.objects.count() == before + 2
    stopped(setup("6.1", None), 1)
    Run.objects.filter(pk=Run.objects.latest("pk").pk).update(started_at=BEGIN + timedelta(days=40))
    check(watched.pk)
    assert len(published_changes()) == 1


def test_an_outage_whose_runs_are_withdrawn_is_gone(nginx: Any) -> None:
    watched = watch()
    check(watched.pk)
    failing(nginx, 3)
    check(watched.pk)
    Run.objects.order_by("-pk").first().delete()
    Run.objects.filter(measurements__metric="requests_failed").delete()
    check(watched.pk)
    assert WatchedChange.objects.get(watch=watched).gone_at is not None


def test_an_error_page_of_another_size_than_the_document_is_an_outage(nginx: Any) -> None:
    """ab prints the first reply's length: the runs that failed were of another setup, and the watch was silent."""
    daily()
    watched = watch()
    check(watched.pk)
    for day in (12, 13):
        assert published_changes() == [], "the document may be served in a minute"
        failing(setup("6.1", 8, document_bytes=153), 1)
        Run.objects.filter(pk=Run.objects.latest("pk").pk).update(started_at=BEGIN + timedelta(days=day))
        check(watched.pk)
    (event,) = published_changes()
    assert event.title == "Since 13 Jan 2026 every request fails (the last 2 of 14 runs)."
