"""A watched history is told of once, when it changes, and never again; nothing of it happens while runs are stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from celery import Celery
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchdb.dev.error_rates.change_points import Case, drawn
from benchdb.dev.error_rates.watches import QUESTION, QUIET, history
from benchdb.models import Run, Tag, Watch, WatchedChange
from benchdb.questions.history.fetch import newest_runs, of_newest
from benchdb.tests.watches.watched import BEGIN, LEVELS, killed, measured, near, published_changes, watch
from benchdb.watches import queued
from benchdb.watches.changes import SeenChange, Wish, new_changes, wanted
from benchdb.watches.check import check, headed
from benchdb.watches.keep import history_of
from benchdb.webhooks.delivery import pause_after
from frontend.tests.constructed import runs, setup


def test_a_change_is_told_once_with_the_link_to_the_history(nginx: Any) -> None:
    watched = watch(title="nginx")
    check(watched.pk)
    assert published_changes() == []
    measured(nginx, near(LEVELS["after"], 8, 2))
    for _ in range(3):
        check(watched.pk)
    (event,) = published_changes()
    assert event.title.startswith("nginx: Requests per second fell by 1")
    assert (event.path, event.payload["verdict"]) == ("/history/", "worse")
    assert event.payload["before"] == pytest.approx(1000, rel=0.02)


def test_later_runs_move_a_change_and_it_is_still_the_same(nginx: Any) -> None:
    watched = watch()
    check(watched.pk)
    for seed in range(10):
        measured(nginx, near(LEVELS["after"], 3, 100 + seed))
        check(watched.pk)
    assert len(published_changes()) == 1
    for seed in range(10):
        measured(nginx, near(LEVELS["before"], 3, 200 + seed))
        check(watched.pk)
    assert [event.payload["verdict"] for event in published_changes()] == ["worse", "better"]


def test_what_a_history_shows_already_is_told_to_nobody(nginx: Any) -> None:
    measured(nginx, near(LEVELS["after"], 8, 2))
    watched = watch(is_quiet=False)
    measured(nginx, near(LEVELS["after"], 4, 3))  # between the watch and the first check
    check(watched.pk)
    assert published_changes() == []
    assert WatchedChange.objects.filter(watch=watched, event=None).count() == 1


def test_a_change_between_the_watch_and_its_first_check_is_told(nginx: Any) -> None:
    watched = watch()
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    assert len(published_changes()) == 1


def test_runs_that_are_read_again_are_no_change(nginx: Any) -> None:
    watched = watch()
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    old = list(Run.objects.order_by("pk"))
    values = [run.measurements.get(metric="requests_per_second").value for run in old]
    Run.objects.update(retired_at=timezone.now())
    for run, fresh in zip(old, runs(nginx, {"requests_per_second": values}), strict=True):
        Run.objects.filter(pk=fresh.pk).update(started_at=run.started_at)
    check(watched.pk)
    assert len(published_changes()) == 1


@pytest.mark.parametrize(
    ("wished", "level", "alarms"),
    [
        ({"direction": "worse"}, 1120.0, 0),
        ({"direction": "worse"}, 880.0, 1),
        ({"least": 0.2}, 880.0, 0),
        ({"least": 0.05}, 880.0, 1),
    ],
)
def test_only_what_was_wished_for_is_told(nginx: Any, wished: dict[str, Any], level: float, alarms: int) -> None:
    watched = watch(**wished)
    measured(nginx, near(level, 8, 2))
    check(watched.pk)
    assert len(published_changes()) == alarms


def test_a_quiet_watch_waits_where_another_speaks(nginx: Any) -> None:
    quiet, other = watch(), watch(is_quiet=False)
    for seed in range(6):
        measured(nginx, near(985.0, 1, 300 + seed))
        check(quiet.pk)
        check(other.pk)
    by = [event.payload["watch"] for event in published_changes()]
    assert by.count(quiet.pk) == 0
    assert by.count(other.pk) <= 1


def test_equal_numbers_are_not_analysed_again(nginx: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = watch()
    check(watched.pk)
    calls: list[Any] = []
    monkeypatch.setattr("benchdb.watches.check.of_newest", lambda *given: calls.append(given))
    Tag.objects.create(name="other data")
    check(watched.pk)
    assert calls == []


def test_a_question_that_cannot_be_answered_says_so_and_goes_on_later(nginx: Any) -> None:
    watched = watch()
    Watch.objects.update(query="by=nonsense")
    check(watched.pk)
    watched.refresh_from_db()
    assert "nonsense" in watched.trouble
    assert watched.checked_at is None
    Watch.objects.update(query="")
    measured(nginx, near(LEVELS["before"], 1))
    check(watched.pk)
    watched.refresh_from_db()
    assert watched.trouble == ""


def test_data_that_were_looked_at_are_not_asked_for_again(nginx: Any) -> None:
    """However many messages say so: beat queues one a minute while another is worked on."""
    watched = watch()
    check(watched.pk)
    with CaptureQueriesContext(connection) as captured:
        check(watched.pk)
    assert [query["sql"] for query in captured if "benchdb_run" in query["sql"]] == []


def test_a_check_that_fails_says_so_and_waits_for_other_data(
    nginx: Any, monkeypatch: pytest.MonkeyPatch, broker: Celery
) -> None:
    watched = watch()
    with monkeypatch.context() as patched:
        patched.setattr("benchdb.watches.check.newest_runs", lambda question: 1 / 0)
        queued.check.apply((watched.pk,))
    watched.refresh_from_db()
    assert watched.trouble == "Checking it failed inside benchdb (ZeroDivisionError: division by zero)."
    queued.check_watches()
    assert messages(broker) == []
    measured(nginx, near(LEVELS["after"], 8, 2))
    for _ in range(3):
        queued.check_watches()
    assert {message["task"] for message in messages(broker)} == {"benchdb.watches.queued.check"}
    assert all(message["expires"] for message in messages(broker)), "the next minute queues it again"
    check(watched.pk)
    watched.refresh_from_db()
    assert (watched.trouble, len(published_changes())) == ("", 1)


def test_a_check_that_is_killed_is_tried_later_each_time(
    nginx: Any, monkeypatch: pytest.MonkeyPatch, broker: Celery
) -> None:
    watched = watch()
    with monkeypatch.context() as patched:
        patched.setattr("benchdb.watches.check.newest_runs", killed)
        for attempts in range(1, 6):
            Watch.objects.update(next_at=None)
            begun_at = timezone.now()
            with pytest.raises(SystemExit):
                check(watched.pk)
            check(watched.pk)  # the broker gives the message to another worker at once: it is not due
            queued.check_watches()
            watched.refresh_from_db()
            assert watched.attempts == attempts
            assert watched.next_at - begun_at >= pause_after(attempts)
    assert messages(broker) == [], "not each minute"
    assert "was killed before it ended" in watched.trouble
    Watch.objects.update(next_at=None)
    check(watched.pk)
    watched.refresh_from_db()
    assert (watched.trouble, watched.attempts, watched.next_at) == ("", 0, None)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """A queue that no worker reads holds what is queued."""
    app: Celery = queued.check.app
    monkeypatch.setattr(queued.check, "queue", "checked-by-hand", raising=False)
    monkeypatch.setattr(queued.check, "_exec_options", None)
    yield app
    with app.connection_for_write() as connected:
        connected.default_channel.client.delete("checked-by-hand")


def messages(app: Celery) -> list[dict[str, Any]]:
    """The headers of what waits."""
    with app.connection_for_read() as connected:
        return [json.loads(one)["headers"] for one in connected.default_channel.client.lrange("checked-by-hand", 0, -1)]


def test_storing_runs_asks_nothing_of_watches(nginx: Any, django_assert_num_queries: Any) -> None:
    def statements() -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            runs(nginx, {"requests_per_second": [1000.0]})
        return [query["sql"] for query in captured if "watch" in query["sql"].lower()]

    watch()
    assert statements() == []


def test_a_comparison_is_watched_as_the_history_of_its_columns() -> None:
    question = history_of("http://bench.example/compare/?cols=server&machine=vm&metric=latency_mean&rows=concurrency")
    assert question.path() == "/history/?by=server&metric=latency_mean&machine=vm"
    assert history_of("/history/?machine=vm&as_of=2026-01-01").as_of is None


def test_a_lost_change_that_comes_back_is_the_same(nginx: Any) -> None:
    from benchdb.dev.error_rates.watches import history

    values = [*near(1000.0, 12), *near(880.0, 8, 2)]
    answer = history(values)
    (one,) = wanted("requests_per_second", Wish(), new_changes(answer, []))
    known = one.seen
    assert new_changes(history([*values, *near(880.0, 4, 5)]), [known]) == []
    up = SeenChange(known.curve, known.begins, known.before, known.after, known.ends, 1.0, 2.0)
    assert len(new_changes(answer, [up])) == 1
    earlier = SeenChange(known.curve, *[repr(BEGIN.timestamp() - 9e6 + n) for n in range(4)], 3.0, 2.0)  # type: ignore[misc, arg-type]
    assert len(new_changes(answer, [earlier])) == 1


def test_a_title_keeps_what_the_database_can_keep(nginx: Any) -> None:
    assert watch(title="nightly\0 nginx").title == "nightly nginx"


def test_a_collapse_is_told_by_a_quiet_watch_within_eight_runs() -> None:
    """q stayed above 0.2% in 8 of 20 such histories: random signs of few runs never get there."""
    case = Case("-30%, 40 + 8 runs", ((40, 1000.0, 0.02), (8, 700.0, 0.02)))
    random = np.random.default_rng(5002)
    late = sum(not quietly_told(drawn(random, case)) for _ in range(20))
    assert late <= 1


def quietly_told(values: list[float]) -> bool:
    return bool(wanted(QUESTION.metric, QUIET, new_changes(history(values), [])))


def test_a_change_of_runs_whose_curve_is_called_otherwise_is_not_told_again(nginx: Any) -> None:
    """A fact of some of its runs was corrected, and the history has a curve for each of its values since."""
    measured(nginx, near(LEVELS["after"], 8, 2))
    watched = watch(is_quiet=False)
    check(watched.pk)
    elsewhere = setup("6.1", 8, zone="global")
    chosen = list(Run.objects.order_by("started_at").values_list("pk", flat=True))[:-1]
    Run.objects.filter(pk__in=chosen).update(setup=elsewhere)
    check(watched.pk)
    answer = of_newest(history_of(watched.query), newest_runs(history_of(watched.query)))
    assert {curve.name for curve in answer.curves} != {""}, "and it has changes"
    assert any(curve.changes for curve in answer.curves)
    assert published_changes() == []


def test_a_change_whose_runs_were_withdrawn_is_marked_until_it_is_there_again(nginx: Any, client: Client) -> None:
    watched = watch()
    check(watched.pk)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    feed, page = f"/watches/{watched.pk}/feed.atom", f"/watches/{watched.pk}/"
    assert "no longer there" not in client.get(feed).content.decode() + client.get(page).content.decode()
    late = Run.objects.order_by("-started_at").values("pk")[:8]
    Run.objects.filter(pk__in=list(late.values_list("pk", flat=True))).update(
        excluded_at=timezone.now(), excluded_because="wrong machine"
    )
    check(watched.pk)
    assert "(no longer there)" in client.get(feed).content.decode()
    assert "(no longer there)" in client.get("/feeds/runs.atom").content.decode()
    assert "no longer there since" in client.get(page).content.decode()
    assert client.get(f"/api/v1/watches/{watched.pk}").json()["changes"][0]["gone_at"]
    Run.objects.update(excluded_at=None, excluded_because="")
    check(watched.pk)
    assert "no longer there" not in client.get(feed).content.decode()
    assert len(published_changes()) == 1, "and it is not told again"


def test_a_watch_without_a_title_of_its_own_says_its_metric_once(nginx: Any) -> None:
    watched = watch()
    check(watched.pk)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    assert published_changes()[0].title.startswith("Requests per second fell by 1")


def test_what_a_watch_without_a_title_tells_names_the_machine_and_the_load(nginx: Any) -> None:
    watched = watch("/history/?concurrency=8&machine=built&metric=requests_per_second")
    assert watched.title == "Requests per second over time, built, concurrency 8"
    check(watched.pk)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    assert published_changes()[0].title.startswith("built, concurrency 8: Requests per second fell by 1")
    of_before = Watch(title="Requests per second over time", query=watched.query)
    assert headed(of_before, "It fell.") == "built, concurrency 8: It fell."


#: Nights at about 1,000/s, the last of them lower and one at 803: the history draws a fall by 3% there.
SMALL_STEP = (
    995.64, 1016.33, 1005.95, 1001.31, 1024.09, 1002.37, 1014.97, 1004.57, 1006.59, 1004.69, 1000.6, 1017.56, 1010.91,
    995.21, 1012.33, 1002.4, 972.13, 971.66, 1000.06, 802.7,
)  # fmt: skip
FALL = (804.2, 800.3, 805.5, 799.4, 803.3, 802.0, 802.2, 801.5, 804.0, 803.0, 804.6, 800.9)  #: the nights after it


def nightly(where: Any, values: Sequence[float]) -> None:
    """A run a night, after those that there are."""
    first = Run.objects.count()
    for index, run in enumerate(runs(where, {"requests_per_second": list(values)})):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(days=first + index))


def small_step_and_a_fall() -> Watch:
    """A watch that was made where the history drew a fall by 3%, checked then, and again after a fall by a fifth."""
    nginx = setup("Linux 2.4", 8)
    nightly(nginx, SMALL_STEP)
    watched = watch("/history/", direction="worse")
    check(watched.pk)
    (known,) = WatchedChange.objects.all()
    assert -0.05 < known.level_after / known.level_before - 1 < -0.02
    nightly(nginx, FALL)
    check(watched.pk)
    return watched


@pytest.mark.django_db
def test_a_fall_that_is_many_times_as_large_as_the_step_that_was_drawn_there_is_told() -> None:
    """A quiet watch was silent on a fall by a fifth: a step of 3% had been drawn where it began."""
    small_step_and_a_fall()
    (event,) = published_changes()
    assert event.payload["change"] == pytest.approx(-0.2, abs=0.01)


@pytest.mark.django_db
def test_a_reported_fall_is_gone_though_a_small_step_of_the_same_direction_is_left() -> None:
    watched = small_step_and_a_fall()
    reported = WatchedChange.objects.exclude(event=None).get()
    Run.objects.filter(started_at__gte=BEGIN + timedelta(days=20)).update(
        excluded_at=timezone.now(), excluded_because="wrong machine"
    )
    check(watched.pk)
    reported.refresh_from_db()
    assert reported.gone_at is not None
    assert WatchedChange.objects.filter(gone_at=None).count() == 1, "the step of 3% is drawn again"
