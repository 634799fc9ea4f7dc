"""A change is told the real way: beat's task, the broker, a worker, a webhook, a mail server."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from benchdb.accounts.people import close
from benchdb.dev.testing.database import waits_for_a_lock
from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.models import Delivery, Watch, WatchedChange, Webhook
from benchdb.tests.watches.receiver import Receiver
from benchdb.tests.watches.watched import LEVELS, killed, measured, near, published_changes, watch
from benchdb.watches import queued
from benchdb.watches.check import begun, check, finish
from benchdb.watches.mail import send
from benchdb.webhooks.delivery import MOST_ATTEMPTS
from benchdb.webhooks.signing import new_secret
from frontend.tests.constructed import setup


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
    check(watched.pk)
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
    assert "False alarms: none in 120 simulated histories of 60 runs" in text


def test_nothing_is_mailed_for_somebody_whose_account_is_closed(nginx: Any, mail_server: MailServer) -> None:
    owner = User.objects.create_user("ann")
    watched = watch(mail="ann@example.org")
    Watch.objects.update(owner=owner)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    close(owner)
    change = WatchedChange.objects.get()
    send(change.pk)
    change.refresh_from_db()
    assert (mail_server.received, change.mail_due) == ([], None)
    assert change.mail_error == "not sent: the account of whoever made the watch is closed"


def test_the_watches_of_somebody_who_is_deleted_go_on_without_mail(
    nginx: Any, mail_server: MailServer, admin_client: Client
) -> None:
    owner = User.objects.create_user("ann")
    watched = watch(mail="ann@example.org")
    Watch.objects.update(owner=owner)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    answer = admin_client.post(f"/admin/auth/user/{owner.pk}/delete/", {"post": "yes"})
    assert (answer.status_code, User.objects.filter(pk=owner.pk).exists()) == (302, False)
    watched.refresh_from_db()
    change = WatchedChange.objects.get()
    assert (watched.owner, watched.mail, change.mail_due) == (None, "", None)
    assert change.mail_error == "not sent: the account of whoever made the watch was deleted"
    measured(nginx, near(LEVELS["before"], 12, 3))
    check(watched.pk)
    assert len(published_changes()) == 2, "it still tells the feeds and webhooks"
    send(WatchedChange.objects.latest("pk").pk)
    assert mail_server.received == []
    assert Client().post(f"/watches/{watched.pk}/remove/").status_code == 401
    assert admin_client.post(f"/watches/{watched.pk}/remove/").status_code == 302


def test_a_mail_that_ends_its_worker_is_counted_and_given_up(
    nginx: Any, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchdb.watches.mail.EmailMessage.send", killed)
    watched = watch(mail="perf@example.org")
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    change = WatchedChange.objects.get()
    for attempts in range(1, MOST_ATTEMPTS + 1):
        WatchedChange.objects.update(mail_due=timezone.now())
        with pytest.raises(SystemExit):
            send(change.pk)
        send(change.pk)  # the broker gives the message to another worker at once: it is not due
        change.refresh_from_db()
        assert change.mail_attempts == attempts
    WatchedChange.objects.update(mail_due=timezone.now())
    send(change.pk)
    change.refresh_from_db()
    assert (change.mail_due, change.mail_error) == (None, "the last attempt ended its worker")


@pytest.mark.django_db(transaction=True)
def test_a_check_that_was_begun_is_finished_where_another_worker_looks_at_its_watch() -> None:
    """Of beat's messages some arrive twice: the second one locked the watch between both steps of the first."""
    made = setup("6.1", 8)
    measured(made, near(LEVELS["before"], 12))
    watched = watch()
    measured(made, near(LEVELS["after"], 8, 2))
    assert begun(watched.pk)
    with psycopg.connect(**connection.get_connection_params()) as second:
        second.execute("SELECT 1 FROM benchdb_watch WHERE id = %s FOR UPDATE", [watched.pk])
        first = Thread(target=finished, args=(watched.pk,))
        first.start()
        wait_for(lambda: not first.is_alive() or waits_for_a_lock(second))
    first.join()
    assert WatchedChange.objects.filter(watch=watched).exists()


def finished(watch_id: int) -> None:
    try:
        finish(watch_id)
    finally:
        connections.close_all()


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_worker_checks_and_a_webhook_is_told_once(
    worker: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queued, "EVERY", HANGS)  # no beat follows a message that a busy machine lets expire
    made = setup("6.1", 8)
    measured(made, near(LEVELS["before"], 12))
    watched = watch(title="nginx")
    hook = Webhook.objects.create(url=receiver.url, secret=new_secret(), kinds=["history.changed"])
    measured(made, near(LEVELS["after"], 8, 2))
    for _ in range(4):  # of beat's messages some may arrive twice
        queued.check_watches()
    wait_for(
        lambda: Delivery.objects.filter(webhook=hook).exists(),
        lambda: f"{Watch.objects.values().get()} {WatchedChange.objects.values()} {worker.last_words()}",
    )
    measured(made, near(LEVELS["after"], 1, 3))
    queued.check_watches()

    def is_checked() -> bool:
        watched.refresh_from_db()
        return watched.changes.count() == 1 and WatchedChange.objects.exists() and watched.checked_at is not None

    wait_for(is_checked)
    assert Delivery.objects.count() == 1
    assert (len(published_changes()), published_changes()[0].payload["watch"]) == (1, watched.pk)
