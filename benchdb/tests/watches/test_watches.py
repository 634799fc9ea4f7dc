"""A watched history is told of once, when it changes, and never again; nothing of it happens while runs are stored."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from benchdb.dev.testing.waiting import wait_for
from benchdb.models import Announcement, Delivery, Run, Watch, WatchedChange, Webhook
from benchdb.tests.watches.test_webhooks import Receiver, receiver  # noqa: F401
from benchdb.watches import queued
from benchdb.watches.changes import SeenChange, Wish, new_changes, wanted
from benchdb.watches.keep import WatchRequest, history_of, make_watch
from benchdb.watches.look import look
from benchdb.watches.mail import send
from benchdb.webhooks.signing import new_secret
from frontend.tests.constructed import runs, setup

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
LEVELS = {"before": 1000.0, "after": 880.0}


def near(level: float, count: int, seed: int = 1) -> list[float]:
    """Runs of 1% noise."""
    noise = random.Random(seed)
    return [level * (1 + noise.gauss(0, 0.01)) for _ in range(count)]


def measured(where: Any, values: Sequence[float]) -> None:
    """Runs an hour apart, after those that there are."""
    first = Run.objects.count()
    made = runs(where, {"requests_per_second": list(values)})
    for index, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(hours=first + index))


@pytest.fixture
def nginx(db: None) -> Any:
    """A setup with 12 runs."""
    made = setup("6.1", 8)
    measured(made, near(LEVELS["before"], 12))
    return made


def watch(**wished: Any) -> Watch:
    return make_watch(WatchRequest("/history/", **wished), None, "http://bench.example:8000/")


def published_changes() -> list[Announcement]:
    return list(Announcement.objects.filter(kind="history.changed").order_by("pk"))


def test_a_change_is_told_once_with_the_link_to_the_history(nginx: Any) -> None:
    watched = watch(title="nginx")
    look(watched.pk)
    assert published_changes() == []
    measured(nginx, near(LEVELS["after"], 8, 2))
    for _ in range(3):
        look(watched.pk)
    (event,) = published_changes()
    assert event.title.startswith("nginx: Requests per second fell by 1")
    assert (event.path, event.payload["verdict"]) == ("/history/", "worse")
    assert event.payload["before"] == pytest.approx(1000, rel=0.02)


def test_later_runs_move_a_change_and_it_is_still_the_same(nginx: Any) -> None:
    watched = watch()
    look(watched.pk)
    for seed in range(10):
        measured(nginx, near(LEVELS["after"], 3, 100 + seed))
        look(watched.pk)
    assert len(published_changes()) == 1
    for seed in range(10):
        measured(nginx, near(LEVELS["before"], 3, 200 + seed))
        look(watched.pk)
    assert [event.payload["verdict"] for event in published_changes()] == ["worse", "better"]


def test_what_a_history_shows_already_is_told_to_nobody(nginx: Any) -> None:
    measured(nginx, near(LEVELS["after"], 8, 2))
    watched = watch(is_quiet=False)
    measured(nginx, near(LEVELS["after"], 4, 3))  # between the watch and the first look
    look(watched.pk)
    assert published_changes() == []
    assert WatchedChange.objects.filter(watch=watched, announcement=None).count() == 1


def test_a_change_between_the_watch_and_its_first_look_is_told(nginx: Any) -> None:
    watched = watch()
    measured(nginx, near(LEVELS["after"], 8, 2))
    look(watched.pk)
    assert len(published_changes()) == 1


def test_runs_that_are_read_again_are_no_change(nginx: Any) -> None:
    watched = watch()
    measured(nginx, near(LEVELS["after"], 8, 2))
    look(watched.pk)
    old = list(Run.objects.order_by("pk"))
    values = [run.measurements.get(metric="requests_per_second").value for run in old]
    Run.objects.update(retired_at=timezone.now())
    for run, fresh in zip(old, runs(nginx, {"requests_per_second": values}), strict=True):
        Run.objects.filter(pk=fresh.pk).update(started_at=run.started_at)
    look(watched.pk)
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
    look(watched.pk)
    assert len(published_changes()) == alarms


def test_a_quiet_watch_waits_where_another_speaks(nginx: Any) -> None:
    quiet, other = watch(), watch(is_quiet=False)
    for seed in range(6):
        measured(nginx, near(985.0, 1, 300 + seed))
        look(quiet.pk)
        look(other.pk)
    by = [event.payload["watch"] for event in published_changes()]
    assert by.count(quiet.pk) == 0
    assert by.count(other.pk) <= 1


def test_equal_numbers_are_not_analysed_again(nginx: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = watch()
    look(watched.pk)
    calls: list[Any] = []
    monkeypatch.setattr("benchdb.watches.look.of_newest", lambda *given: calls.append(given))
    look(watched.pk)
    assert calls == []


def test_a_question_that_cannot_be_answered_says_so_and_goes_on_later(nginx: Any) -> None:
    watched = watch()
    Watch.objects.update(query="by=nonsense")
    look(watched.pk)
    watched.refresh_from_db()
    assert "nonsense" in watched.trouble
    assert watched.looked_at is None
    Watch.objects.update(query="")
    look(watched.pk)
    watched.refresh_from_db()
    assert watched.trouble == ""


def test_storing_runs_asks_nothing_of_watches(nginx: Any, django_assert_num_queries: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

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


# The real way: beat's task, the broker, a worker, a webhook, a mail server.


class MailServer(ThreadingTCPServer):
    """As much of SMTP (RFC 5321) as one client needs; keeps what it is given."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), MailSession)
        self.received: list[Any] = []
        self.refusals = 0  #: so many mails are refused first


class MailSession(StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.say(b"220 test")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.say(b"354 go on")
                self.take()
            else:
                self.say(b"250 ok" if word != b"QUIT" else b"221 bye")
                if word == b"QUIT":
                    return

    def take(self) -> None:
        body = b"".join(iter(self.rfile.readline, b".\r\n"))
        if self.server.refusals:
            self.server.refusals -= 1
            self.say(b"451 later")
            return
        self.server.received.append(message_from_bytes(body, policy=policy.default))
        self.say(b"250 kept")

    def say(self, words: bytes) -> None:
        self.wfile.write(words + b"\r\n")


@pytest.fixture
def mail_server(settings: Any) -> Iterator[MailServer]:
    with MailServer() as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        yield server
        server.shutdown()


def test_a_mail_is_tried_again_and_sent_once(nginx: Any, mail_server: MailServer) -> None:
    mail_server.refusals = 1
    watched = watch(title="nginx\nBcc: all@example.org", mail="perf@example.org")
    measured(nginx, near(LEVELS["after"], 8, 2))
    look(watched.pk)
    change = WatchedChange.objects.get()
    send(change.pk)
    change.refresh_from_db()
    assert (mail_server.received, "later" in change.mail_error) == ([], True)
    WatchedChange.objects.update(mail_due=timezone.now())
    for _ in range(3):
        send(change.pk)
    (message,) = mail_server.received
    assert message["To"] == "perf@example.org"
    assert message["Bcc"] is None
    assert message["Message-ID"] == f"<benchdb-change-{change.pk}@bench.example>"
    text = message.get_content()
    assert "http://bench.example:8000/history/" in text
    assert "made-up histories of 60 runs in which nothing changed" in text


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_worker_looks_and_a_webhook_is_told_once(worker: Any, receiver: Receiver) -> None:  # noqa: F811
    made = setup("6.1", 8)
    measured(made, near(LEVELS["before"], 12))
    watched = watch(title="nginx")
    hook = Webhook.objects.create(url=receiver.url, secret=new_secret(), kinds=["history.changed"])
    measured(made, near(LEVELS["after"], 8, 2))
    for _ in range(4):  # of beat's messages some may arrive twice
        queued.look_at_watches()
    wait_for(lambda: Delivery.objects.filter(webhook=hook).exists())
    measured(made, near(LEVELS["after"], 1, 3))
    queued.look_at_watches()

    def is_looked_at() -> bool:
        watched.refresh_from_db()
        return watched.changes.count() == 1 and WatchedChange.objects.exists() and watched.looked_at is not None

    wait_for(is_looked_at)
    assert Delivery.objects.count() == 1
    assert (len(published_changes()), published_changes()[0].payload["watch"]) == (1, watched.pk)


def test_pages_and_api_make_show_and_remove_watches(nginx: Any, client: Client) -> None:
    page = client.get("/watches/new/", {"question": "/history/?machine=built"})
    assert page.status_code == 200
    assert "made-up histories of 60 runs" in page.content.decode()
    made = client.post("/watches/", {"question": "/history/", "title": "all", "direction": "worse", "least": "5"})
    watched = Watch.objects.get()
    assert made["Location"] == f"/watches/{watched.pk}/"
    assert (watched.least, watched.direction, watched.site) == (0.05, "worse", "http://testserver")
    measured(nginx, near(LEVELS["after"], 14, 2))
    look(watched.pk)
    shown = client.get(f"/watches/{watched.pk}/").content.decode()
    assert "all: Requests per second fell by 1" in shown
    answer = client.get(f"/api/v1/watches/{watched.pk}").json()
    assert (answer["alarms"], answer["changes"][0]["detail"]["verdict"]) == (1, "worse")
    assert Client().delete(f"/api/v1/watches/{watched.pk}").status_code in (401, 403)
    assert client.delete(f"/api/v1/watches/{watched.pk}").status_code == 204
    assert client.get("/api/v1/watches").json() == {"watches": [], "next": None}


def test_bad_wishes_are_refused_with_a_reason(db: None, client: Client) -> None:
    for wished, words in (
        ({"question": "/runs/?q=x"}, "address of a history"),
        ({"question": "", "direction": "sideways"}, "direction"),
        ({"question": "", "mail": "perf@example.org"}, "sends no mail"),
        ({"question": "metric=speed"}, "speed"),
    ):
        answer = client.post("/api/v1/watches", json.dumps(wished), content_type="application/json")
        assert answer.status_code in (400, 422), wished
        assert words in answer.json()["detail"], wished
    assert Watch.objects.count() == 0


def test_a_watch_is_removed_by_its_maker_and_by_editors_alone(db: None) -> None:
    from benchdb.accounts.people import give_role
    from benchdb.domain.roles import Role

    people = {name: User.objects.create(username=name) for name in ("maker", "other", "editor")}
    for name, user in people.items():
        give_role(user, Role.EDITOR if name == "editor" else Role.UPLOADER)
    made = [make_watch(WatchRequest("/history/"), people["maker"], "http://x/") for _ in range(2)]
    sessions = {name: Client() for name in people}
    for name, session in sessions.items():
        session.force_login(people[name])
    assert sessions["other"].post(f"/watches/{made[0].pk}/remove/").status_code == 403
    assert sessions["maker"].post(f"/watches/{made[0].pk}/remove/").status_code == 302
    assert sessions["editor"].post(f"/watches/{made[1].pk}/remove/").status_code == 302
    assert Watch.objects.count() == 0


def test_feeds_are_atom_with_stable_names(nginx: Any, client: Client) -> None:
    from xml.etree import ElementTree

    first, second = watch(title="one"), watch(title="two", direction="worse")
    measured(nginx, near(LEVELS["after"], 8, 2))
    look(first.pk)
    atom = "{http://www.w3.org/2005/Atom}"
    for path, identity, entries in (
        ("/feeds/watches.atom", "urn:benchdb:feed:watches", 1),
        (f"/watches/{first.pk}/feed.atom", f"urn:benchdb:feed:watch:{first.pk}", 1),
        (f"/watches/{second.pk}/feed.atom", f"urn:benchdb:feed:watch:{second.pk}", 0),
    ):
        feed = ElementTree.fromstring(client.get(path).content)
        assert feed.findtext(f"{atom}id") == identity
        assert feed.findtext(f"{atom}author/{atom}name") == "benchdb"
        assert len(feed.findall(f"{atom}entry")) == entries
    entry = ElementTree.fromstring(client.get("/feeds/watches.atom").content).find(f"{atom}entry")
    assert entry is not None
    assert str(entry.find(f"{atom}link").get("href")).endswith("/history/")  # type: ignore[union-attr]


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


def test_the_page_says_the_error_rates_that_were_measured() -> None:
    from benchdb.dev.error_rates.__main__ import published
    from benchdb.dev.error_rates.watches import UNCHANGED
    from benchdb.watches import error_rates

    rows = [line.split(" | ") for line in published("watches").splitlines() if UNCHANGED.title in line]
    counted = [(error_rates.QUIET, "quiet"), (error_rates.EVERY, "every change")]
    cases = [row for row in rows if row[0] == f"| {UNCHANGED.title}"]
    assert [(row[1], row[2], row[3]) for row in cases] == [
        (name, str(error_rates.HISTORIES), f"{number / error_rates.HISTORIES:.1%}") for number, name in counted
    ]


def test_a_title_keeps_what_the_database_can_keep(nginx: Any) -> None:
    assert watch(title="nightly\0 nginx").title == "nightly nginx"
