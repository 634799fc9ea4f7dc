"""Where every run is stopped, a watch says so once, along the curves that stopped runs fit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.models import Run
from benchdb.questions.history.fetch import fetch_history
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.watches.watched import (
    BEGIN,
    LEVELS,
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
from ingest.formats.kit.no_replies import EMPTY, UNANSWERED


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
