"""Where every request fails, or every run is stopped, a watch says so once, however quiet it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.models import Run, Watch, WatchedChange
from benchdb.questions.history.fetch import fetch_history
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.watches.watched import (
    BEGIN,
    LEVELS,
    checked_by_an_earlier_version,
    measured,
    near,
    published_changes,
    watch,
)
from benchdb.watches.check import check
from frontend.tests.constructed import runs, setup
from ingest.formats.kit.no_replies import EMPTY, UNANSWERED


def failing(where: Any, count: int) -> None:
    """Runs whose every request fails, as quickly as the others are served."""
    numbers = {
        "requests_per_second": near(LEVELS["before"], count),
        "requests_failed": [1e4] * count,
        "requests_completed": [1e4] * count,
    }
    placed(runs(where, numbers))


def stopped(where: Any, count: int) -> None:
    """Runs that were stopped before they said anything."""
    made = runs(where, {"duration": [1.0] * count})
    placed(made)
    Run.objects.filter(pk__in=[run.pk for run in made]).update(status="aborted")


def placed(made: list[Run]) -> None:
    """An hour apart, after those that there are."""
    first = Run.objects.count() - len(made)
    for index, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(hours=first + index))


def daily() -> None:
    """The same runs a day apart."""
    for day, run in enumerate(Run.objects.order_by("started_at")):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(days=day))


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


def test_a_quiet_watch_says_once_that_every_run_is_stopped(nginx: Any, client: Client) -> None:
    watched = watch()
    check(watched.pk)
    for _ in range(3):
        stopped(nginx, 2)
        check(watched.pk)
    (event,) = published_changes()
    words = "Since 1 Jan 2026, 12:00 every run was stopped before its end (the last 2 of 14 runs)."
    assert (event.title, event.payload["outage"]) == (words, "stopped")
    answer = client.get("/history.json").json()
    assert answer["headline"].startswith(
        "Since 1 Jan 2026, 12:00 every run was stopped before its end (the last 6 of 18"
    )
    assert [one["kind"] for one in answer["curves"][0]["outages"]] == ["stopped"]


@pytest.mark.parametrize(
    ("reasons", "words"),
    [
        (("no request was answered: 3,000 connections refused", EMPTY), "no request is answered"),
        ((UNANSWERED, UNANSWERED), "no request is answered"),
        (("it was killed", UNANSWERED), "every run was stopped before its end"),
        (
            (
                "dial tcp 127.0.0.1:1: connect: connection refused",
                "connection error: Connection refused (os error 111)",
            ),
            "no request is answered",
        ),
        (("none of 178 requests got a reply",) * 2, "no request is answered"),
        (("none of the cases was measured",) * 2, "every run was stopped before its end"),
        (("apr_socket_recv: Connection refused (111)",) * 2, "every run was stopped before its end"),
    ],
)
def test_a_tool_that_ran_to_its_end_without_an_answer_was_not_stopped(
    nginx: Any, client: Client, reasons: tuple[str, str], words: str
) -> None:
    """httperf printed a whole report of refused connections."""
    watched = watch()
    check(watched.pk)
    stopped(nginx, 2)
    for run, reason in zip(Run.objects.order_by("-pk"), reasons, strict=False):
        Run.objects.filter(pk=run.pk).update(facts={"reason": reason})
    check(watched.pk)
    (event,) = published_changes()
    since = f"Since 1 Jan 2026, 12:00 {words} (the last 2 of 14 runs)."
    assert (event.title, event.payload["outage"]) == (since, "stopped"), "programs know it as one of stopped runs"
    assert client.get("/history.json").json()["headline"].startswith(since)


def test_only_the_curve_whose_runs_are_stopped_says_so(nginx: Any, client: Client) -> None:
    measured(setup("6.1", 64), near(LEVELS["before"], 12))
    stopped(setup("6.1", 64), 3)
    measured(nginx, near(LEVELS["before"], 2))
    stretches = {one["name"]: one["outages"] for one in client.get("/history.json").json()["curves"]}
    assert {name: len(some) for name, some in stretches.items()} == {"concurrency 8": 0, "concurrency 64": 1}


def test_runs_that_are_stopped_and_fail_by_turns_are_told_once(nginx: Any, client: Client) -> None:
    watched = watch()
    check(watched.pk)
    for more in (stopped, failing, stopped):
        more(nginx, 2)
        check(watched.pk)
    (event,) = published_changes()
    assert event.payload["outage"] == "stopped", "as it was told"
    answer = client.get("/history.json").json()
    assert answer["headline"].startswith(
        "Since 1 Jan 2026, 12:00 every run failed or was stopped before its end (the last 6 of 18 runs). Requests"
    )
    ((outage,),) = (one["outages"] for one in answer["curves"])
    assert (outage["kind"], outage["goes_on"], len(outage["runs"])) == ("failed or stopped", True, 6)
    measured(nginx, near(LEVELS["before"], 6, 2))
    check(watched.pk)
    assert len(published_changes()) == 1
    headline = client.get("/history.json").json()["headline"]
    assert "On 1 Jan 2026 every request failed or the run was stopped in 6 of 24 runs." in headline


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


@pytest.mark.parametrize("other", [{"concurrency": 5000}, {"zone": "x", "tool": "perf"}])
def test_runs_of_another_setup_that_are_stopped_are_no_outage_of_this_one(
    nginx: Any, client: Client, other: dict[str, Any]
) -> None:
    """Without `by` every run that was stopped was taken for one of the only curve, and a watch told so."""
    watched = watch()
    check(watched.pk)
    stopped(setup("6.1", **{"concurrency": 8, **other}), 2)
    check(watched.pk)
    assert published_changes() == []
    answer = client.get("/history.json").json()
    assert answer["curves"][0]["outages"] == []
    assert "stopped" not in answer["headline"]


def test_logs_that_name_no_load_are_of_the_only_curve(nginx: Any, client: Client) -> None:
    """The log of an abort prints no server, document or load: a server dead for a week was no outage."""
    watched = watch()
    check(watched.pk)
    stopped(setup("6.1", None), 2)
    check(watched.pk)
    (event,) = published_changes()
    assert event.title == "Since 1 Jan 2026, 12:00 every run was stopped before its end (the last 2 of 14 runs)."
    assert client.get("/history.json").json()["headline"].startswith(event.title)


def test_a_filter_that_they_may_not_meet_lets_none_of_them_through(nginx: Any, client: Client) -> None:
    stopped(setup("6.1", None), 5)
    (curve,) = client.get("/history.json?concurrency=8").json()["curves"]
    assert curve["outages"] == []


def test_what_fits_several_curves_is_of_all_once_they_are_silent_for_longer_than_ever(
    nginx: Any, client: Client
) -> None:
    """Two loads by turns, of which the larger one aborts now and then; then the server is down."""
    loads = [nginx, setup("6.1", 64), setup("6.1", 512)]
    for _ in range(4):
        for load in loads:
            measured(load, near(LEVELS["before"], 1))
    for _ in range(3):
        measured(loads[0], near(LEVELS["before"], 1))
        measured(loads[1], near(LEVELS["before"], 1))
        stopped(setup("6.1", None), 1)
    daily()
    before = client.get("/history.json").json()
    assert [one["outages"] for one in before["curves"]] == [[], [], []]
    stopped(setup("6.1", None), 4)
    for place, run in enumerate(Run.objects.order_by("-pk")[:4]):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(days=36 - place))
    answer = client.get("/history.json").json()
    assert answer["headline"].startswith(
        "Along 2 of 3 curves every run was stopped before its end from 2 Feb 2026 on (5 runs)."
    )
    assert {one["name"]: len(one["outages"]) for one in answer["curves"]} == {
        "concurrency 8": 1, "concurrency 64": 1, "concurrency 512": 0,
    }, "the third was silent before"  # fmt: skip


def test_a_new_kernel_that_never_finishes_a_run_is_an_outage_that_names_it(nginx: Any, client: Client) -> None:
    daily()
    watched = watch()
    check(watched.pk)
    stopped(setup("6.8", 8), 1)
    Run.objects.filter(pk=Run.objects.latest("pk").pk).update(started_at=BEGIN + timedelta(days=12))
    check(watched.pk)
    assert published_changes() == [], "one run may be an accident"
    stopped(setup("6.8", 8), 1)
    Run.objects.filter(pk=Run.objects.latest("pk").pk).update(started_at=BEGIN + timedelta(days=13))
    check(watched.pk)
    (event,) = published_changes()
    assert event.title == (
        "Since 13 Jan 2026 every run was stopped before its end, with a change of kernel from 6.1 to 6.8 (the "
        "last 2 of 14 runs)."
    )
    (curve,) = client.get("/history.json").json()["curves"]
    assert [one["changed_there"] for one in curve["outages"]] == [
        [{"dimension": "kernel", "before": "6.1", "after": "6.8"}]
    ]
    (narrowed,) = client.get("/history.json?kernel=6.1").json()["curves"]
    assert narrowed["outages"] == []


def test_an_experiment_that_crashes_between_runs_is_no_outage(nginx: Any, client: Client) -> None:
    """Runs are an hour apart: what crashes within that hour says nothing of the next one."""
    crashed = Run.objects.count()
    stopped(setup("6.8", 8), 3)
    for place, run in enumerate(Run.objects.order_by("pk")[crashed:]):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(hours=11, minutes=10 + 10 * place))
    (curve,) = client.get("/history.json").json()["curves"]
    assert curve["outages"] == []


def test_no_query_is_for_runs_that_were_stopped_where_no_setup_has_any(
    nginx: Any,
) -> None:
    question = HistoryQuestion(where=(("concurrency", ("8",)),))
    fetch_history(question)
    with CaptureQueriesContext(connection) as before:
        fetch_history(question)
    stopped(setup("6.1", 64), 3)
    fetch_history(question)  # what its setup is of is read once
    with CaptureQueriesContext(connection) as after:
        fetch_history(question)
    assert not [one["sql"] for one in after if "'aborted'" in one["sql"]]
    assert len(after) == len(before)
    stopped(nginx, 2)
    with CaptureQueriesContext(connection) as own:
        fetch_history(question)
    (query,) = (one["sql"] for one in own if "'aborted'" in one["sql"])
    assert "setup_id" in query
