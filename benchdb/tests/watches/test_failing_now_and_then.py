"""What fails in part, or now and then: a watch says so once, and not again with a change of level."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from benchdb.models import Run, WatchedChange
from benchdb.tests.watches.watched import BEGIN, LEVELS, checked_by_an_earlier_version, near, published_changes, watch
from benchdb.watches.check import check
from frontend.tests.constructed import runs, setup


def nightly(where: Any, nights: str, level: float = LEVELS["before"], share: float = 0.5) -> None:
    """A run a night, after those that there are: x failed, by this share of its requests."""
    values = near(level, len(nights), Run.objects.count())
    for night, value in zip(nights, values, strict=True):
        failed = 1e4 * share if night == "x" else 0.0
        numbers = {"requests_per_second": [value], "requests_failed": [failed], "requests_completed": [1e4]}
        (run,) = runs(where, numbers)
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(days=Run.objects.count()))


def test_that_requests_fail_is_news_once(nginx: Any) -> None:
    """Half of them, as quickly as ever: no level changed, and the watch was silent."""
    Run.objects.all().delete()
    nightly(nginx, "." * 12)
    watched = watch()
    check(watched.pk)
    nightly(nginx, "x")
    check(watched.pk)
    assert published_changes() == [], "one run may be an accident"
    for nights in ("x", "xxx", "xx", "..."):
        nightly(nginx, nights)
        check(watched.pk)
    (event,) = published_changes()
    assert event.title == "Since 14 Jan 2026 requests fail: up to 50% of a run's requests, in 2 of 14 runs."
    assert (event.payload["outage"], event.payload["verdict"]) == ("partly failed", "worse")
    assert not WatchedChange.objects.exclude(gone_at=None), "it is over, and was there"


def test_a_change_of_level_that_failures_came_with_is_the_same_news(nginx: Any) -> None:
    Run.objects.all().delete()
    nightly(nginx, "." * 20)
    watched, at_once = watch(), watch(least=0.05)
    check(watched.pk)
    check(at_once.pk)
    for _ in range(4):
        nightly(nginx, "xx", 2 * LEVELS["before"], 0.97)
        check(watched.pk)
    check(at_once.pk)
    titles = [event.title for event in published_changes()]
    assert ["requests fail" in title for title in titles] == [True, False]
    assert "failed requests went from 0% to 97%" in titles[1]


def test_errors_of_every_third_night_are_news_once(nginx: Any) -> None:
    """One run each is no outage."""
    Run.objects.all().delete()
    nightly(nginx, "." * 14)
    watched, errors = watch(), setup("6.1", 8, document_bytes=153)
    check(watched.pk)
    for _ in range(5):
        nightly(errors, "x", share=1.0)
        check(watched.pk)
        nightly(nginx, "..")
        check(watched.pk)
    (event,) = published_changes()
    assert event.title == "In 3 of the 7 runs since 16 Jan 2026 every request failed."
    assert event.payload["outage"] == "failed"


def test_a_thousandth_of_the_requests_is_no_news(nginx: Any) -> None:
    Run.objects.all().delete()
    nightly(nginx, "." * 12)
    watched = watch()
    check(watched.pk)
    nightly(nginx, "xxx", share=0.004)
    check(watched.pk)
    assert published_changes() == []


@pytest.mark.parametrize(("nights", "share", "newest"), [("x" * 10, 0.5, "x"), ("x.." * 5, 1.0, "x..")])
def test_what_failed_in_part_for_long_is_no_news_after_an_upgrade(
    nginx: Any, nights: str, share: float, newest: str
) -> None:
    """It always goes on: one new run made a stretch of years a mail."""
    Run.objects.all().delete()
    nightly(nginx, "." * 14)
    watched = watch()
    check(watched.pk)
    nightly(nginx, nights, share=share)
    checked_by_an_earlier_version(watched)
    nightly(nginx, newest, share=share)
    check(watched.pk)
    assert published_changes() == []
    assert WatchedChange.objects.filter(event=None).count() == 1
    nightly(nginx, newest, share=share)
    check(watched.pk)
    assert published_changes() == []
