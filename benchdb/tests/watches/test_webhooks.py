"""What happens is told: signed, tried again, and never into the network behind this site."""

import base64
import hashlib
import hmac
import html
import json
import socket
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from benchdb.host.paths import ROOT
from benchdb.models import AuditEntry, Delivery, Event, Upload, WatchedChange, Webhook
from benchdb.tests.watches.receiver import Receiver
from benchdb.tests.watches.watched import killed, watch
from benchdb.webhooks import delivery as delivering
from benchdb.webhooks import old_events
from benchdb.webhooks import queued as tasks
from benchdb.webhooks.delivery import LONGEST_PAUSE, MOST_ATTEMPTS, TRIED_FOR, deliver, pause_after
from benchdb.webhooks.events import publish
from benchdb.webhooks.old_events import KEPT, delete_old_events
from benchdb.webhooks.posting import Unreachable, is_public, post
from benchdb.webhooks.signing import new_secret
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

NEWS = {"title": "1 run of ab", "path": "/uploads/1/", "runs": 1}


@pytest.fixture
def hook(db: None, receiver: Receiver) -> Webhook:
    return Webhook.objects.create(url=receiver.url, secret=new_secret(), kinds=["runs.stored"])


def test_a_delivery_is_signed_as_the_specification_has_it(hook: Webhook, receiver: Receiver) -> None:
    publish("runs.stored", NEWS)
    deliver(Delivery.objects.get().pk)
    headers, body = receiver.received[0]
    key = base64.b64decode(hook.secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert (json.loads(body)["type"], json.loads(body)["data"]) == ("runs.stored", NEWS)
    assert (Delivery.objects.get().state, Delivery.objects.get().status) == ("delivered", 204)


def test_the_database_holds_no_secret_that_can_be_read(hook: Webhook, receiver: Receiver, settings: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM benchdb_webhook")
        (stored,) = cursor.fetchone()
    assert hook.secret not in stored
    assert Webhook.objects.get().secret == hook.secret
    settings.ENCRYPTION_KEYS = ["a newer key", *settings.ENCRYPTION_KEYS]
    assert Webhook.objects.get().secret == hook.secret
    settings.ENCRYPTION_KEYS = ["another key"]
    assert Webhook.objects.get().secret == ""
    publish("runs.stored", NEWS)
    deliver(Delivery.objects.get().pk)
    assert receiver.received == []
    assert "remove the webhook and add it again" in Delivery.objects.get().error


def test_what_was_delivered_is_not_delivered_twice(hook: Webhook, receiver: Receiver) -> None:
    publish("runs.stored", NEWS)
    for _ in range(3):
        deliver(Delivery.objects.get().pk)
    assert len(receiver.received) == 1


def test_a_failed_delivery_is_tried_again_later_each_time_and_given_up(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer = 503
    publish("runs.stored", NEWS)
    delivery, waits = Delivery.objects.get(), []
    for _ in range(MOST_ATTEMPTS):
        Delivery.objects.update(next_at=timezone.now())
        deliver(delivery.pk)
        deliver(delivery.pk)  # a double of the message: not due yet
        delivery.refresh_from_db()
        waits.append(delivery.next_at - (delivery.tried_at or timezone.now()))
    assert waits == sorted(waits)
    assert (delivery.state, delivery.attempts, delivery.error) == ("failed", MOST_ATTEMPTS, "answered 503")
    assert pause_after(1) == timedelta(seconds=30)
    assert timedelta(hours=24) <= sum(waits[:-1], timedelta()) == TRIED_FOR, "a receiver may be down for a night"


def test_the_page_and_the_document_say_how_long_a_delivery_is_tried(admin_client: Client) -> None:
    page = " ".join(admin_client.get("/webhooks/").content.decode().split())
    hours, rest = divmod(TRIED_FOR, timedelta(hours=1))
    assert f"tried up to {MOST_ATTEMPTS} times within about {hours} hours" in page
    documented = (
        f"up to 4 h, {MOST_ATTEMPTS} times in all, the last one {hours} h {rest // timedelta(minutes=1)} min after"
    )
    assert documented in (ROOT / "docs/webhooks.md").read_text()
    assert timedelta(hours=4) == LONGEST_PAUSE


def test_what_was_given_up_is_sent_again_as_it_was(admin_client: Client, hook: Webhook, receiver: Receiver) -> None:
    publish("runs.stored", NEWS)
    delivery, receiver.answer = Delivery.objects.get(), 410
    deliver(delivery.pk)
    again = f"/webhooks/deliveries/{delivery.pk}/again/"
    assert f'action="{again}"' in admin_client.get("/webhooks/").content.decode()
    receiver.answer = 204
    Delivery.objects.update(attempts=MOST_ATTEMPTS)
    assert "is on its way again" in admin_client.post(again, follow=True).content.decode()
    deliver(delivery.pk)
    (first, body), (second, same) = receiver.received
    assert (second["webhook-id"], same) == (first["webhook-id"], body)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("delivered", 1)
    entry = AuditEntry.objects.get(action="webhook.sent_again")
    assert (entry.who, entry.after) == ("admin", {"what": NEWS["title"]})
    page = admin_client.post(again, follow=True).content.decode()
    assert ("Nothing was sent" in page, again in page) == (True, False)
    assert len(receiver.received) == 2


def test_a_receiver_that_dribbles_is_left(hook: Webhook, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object, **__: object) -> int:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(delivering, "post", too_long)
    publish("runs.stored", NEWS)
    deliver(Delivery.objects.get().pk)
    assert (Delivery.objects.get().state, Delivery.objects.get().error) == ("waiting", "took too long to answer")


def test_an_attempt_that_ends_its_worker_is_counted_and_given_up(
    hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "post", killed)
    publish("runs.stored", NEWS)
    delivery = Delivery.objects.get()
    for attempts in range(1, MOST_ATTEMPTS + 1):
        Delivery.objects.update(next_at=timezone.now())
        with pytest.raises(SystemExit):
            deliver(delivery.pk)
        deliver(delivery.pk)  # the broker gives the message to another worker at once: it is not due
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == ("waiting", attempts)
    Delivery.objects.update(next_at=timezone.now())
    deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("failed", MOST_ATTEMPTS)
    assert delivery.error == "the last attempt ended its worker"


def test_what_is_over_is_deleted_and_what_waits_stays(
    hook: Webhook, nginx: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(old_events, "NEWEST", 2)
    monkeypatch.setattr(old_events, "AT_ONCE", 1)
    _over, _more, waiting, reported, young, *newest = [publish("runs.stored", NEWS) for _ in range(7)]
    WatchedChange.objects.create(
        watch=watch(), event=reported, begins=0, before=1, after=2, ends=3, level_before=1, level_after=2
    )
    Delivery.objects.exclude(event=waiting).update(state="delivered")
    now = timezone.now()
    Event.objects.exclude(pk=young.pk).update(happened_at=now - 2 * KEPT)
    assert delete_old_events(now) == 2
    stay = {waiting.pk, reported.pk, young.pk, *(one.pk for one in newest)}
    assert set(Event.objects.values_list("pk", flat=True)) == stay
    assert set(Delivery.objects.values_list("event", flat=True)) == stay
    tasks.delete_old.apply()
    assert Event.objects.count() == len(stay)


@pytest.mark.parametrize(("answer", "state"), [(302, "waiting"), (410, "failed")])
def test_a_redirect_is_not_followed_and_gone_is_gone(
    hook: Webhook, receiver: Receiver, answer: int, state: str
) -> None:
    receiver.answer = answer
    publish("runs.stored", NEWS)
    deliver(Delivery.objects.get().pk)
    assert Delivery.objects.get().state == state
    assert len(receiver.received) == 1


def test_what_waits_is_queued_when_it_is_due(hook: Webhook, monkeypatch: pytest.MonkeyPatch) -> None:
    publish("runs.stored", NEWS)
    queued: list[tuple[tuple[int, ...], int]] = []
    monkeypatch.setattr(tasks.deliver, "apply_async", lambda args, expires: queued.append((args, expires)))
    tasks.deliver_due()
    Delivery.objects.update(next_at=timezone.now() + timedelta(minutes=1))
    tasks.deliver_due()
    assert queued == [((Delivery.objects.get().pk,), 30)], "half a minute later there is another message"


def test_an_address_that_is_too_long_is_refused(admin_client: Client) -> None:
    page = admin_client.post("/webhooks/", {"url": f"https://192.0.2.7/{'x' * 500}", "kind": "runs.stored"})
    assert page.status_code == 400
    assert "an address has at most 500 characters" in page.content.decode().lower()
    assert not Webhook.objects.exists()


def test_a_webhook_hears_what_it_asked_for(hook: Webhook) -> None:
    publish("permalink.drifted", {"title": "t", "path": "/p/a/"})
    assert not Delivery.objects.exists()
    with pytest.raises(ValueError, match="unknown kind"):
        publish("weather", NEWS)


PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "2002:7f00:1::",
    "64:ff9b::7f00:1", "2001:0:1::1", "192.0.2.1", "198.18.0.1",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_behind_this_site_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_of_the_open_internet_are(address: str) -> None:
    assert is_public(address)


ODD = ("file:///etc/passwd", "gopher://x/", "http://", "http://a:b@c/", "http://x:99999/", "http://a b/", "http://x:0/")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "http://0x7f.1/", "http://2130706433/", *ODD]
)
def test_a_webhook_reaches_nothing_private(url: str) -> None:
    with pytest.raises(Unreachable, match=r"not a public address|expected|not taken|no blanks|is no address|resolved"):
        post(url, b"", {})


def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    two = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: two)
    with pytest.raises(Unreachable, match=r"10\.0\.0\.1, which is not a public address"):
        post("http://two.example/", b"", {})


@pytest.mark.django_db
def test_stored_runs_are_events_of_the_feed(client: Client) -> None:
    log = (ROOT / "fixtures/studies/zones/global.log").read_bytes()
    for number in range(2):  # the second brings nothing new
        more = [IncomingFile(f"{n}.log", [log]) for n in range(number + 1)] + [IncomingFile("x", [b"x"])] * number
        parse_upload(create_upload(more, {"machine": "Sun Fire V125"}).upload.pk)
    event = Event.objects.get()
    assert event.title == "1 run of ab 2.0.40-dev on Sun Fire V125"
    feed = client.get("/feeds/runs.atom")
    assert feed["Content-Type"].startswith("application/atom+xml")
    page = feed.content.decode()
    assert f"<title>{event.title}</title>" in page
    assert "<id>urn:benchdb:feed:runs</id>" in page
    assert "<author><name>benchdb</name></author>" in page
    assert f'href="http://testserver{event.path}"' in page


@pytest.mark.django_db
def test_an_upload_that_fails_is_no_news() -> None:
    parse_upload(create_upload([IncomingFile("x", [b"Dear all,"])], {}).upload.pk)
    assert Upload.objects.get().state == "failed"
    assert not Event.objects.exists()


def test_admins_add_try_and_remove_webhooks(client: Client, hook: Webhook, receiver: Receiver) -> None:
    client.force_login(User.objects.create_superuser("ada"))
    assert client.post("/webhooks/", {"url": "ftp://x/"}).status_code == 400
    page = client.post("/webhooks/", {"url": "https://ci.example.org/", "kind": "runs.stored"}).content.decode()
    made = Webhook.objects.get(url="https://ci.example.org/")
    assert made.secret in page
    assert made.secret not in client.get("/webhooks/").content.decode()
    client.post(f"/webhooks/{hook.pk}/test/")
    deliver(Delivery.objects.get().pk)
    assert receiver.received
    assert b"A test by ada" in client.get("/webhooks/").content
    client.post(f"/webhooks/{made.pk}/remove/")
    kept = AuditEntry.objects.filter(action__startswith="webhook").order_by("pk")
    assert [entry.action for entry in kept] == ["webhook.made", "webhook.made", "webhook.deleted"]
    assert not any("whsec_" in json.dumps([entry.before, entry.after]) for entry in kept)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:18161/hook", "http://localhost/", "https://10.1.2.3/", "http://8.8.8.8:25/"]
)
def test_an_address_that_no_delivery_may_reach_is_refused_when_it_is_added(
    db: None, client: Client, settings: Any, url: str
) -> None:
    client.force_login(User.objects.create_superuser("ada"))
    page = client.post("/webhooks/", {"url": url})
    answer = client.post("/api/v1/webhooks", json.dumps({"url": url}), content_type="application/json")
    assert (page.status_code, answer.status_code) == (400, 422)
    for words in (html.unescape(page.content.decode()), answer.json()["detail"]):
        assert "not a public address" in words or "is not one of the web's" in words
    assert not Webhook.objects.exists()
    settings.WEBHOOKS_PRIVATE = True
    assert client.post("/webhooks/", {"url": url}).status_code == 200


def test_an_id_is_no_other_deliverys_and_stays_over_attempts(hook: Webhook, receiver: Receiver) -> None:
    """Of no other site, nor of one that was restored: its numbers come again."""
    receiver.answer = 500
    for _ in range(2):
        publish("runs.stored", NEWS)
    for delivery in [*Delivery.objects.all()] * 2:
        Delivery.objects.update(next_at=timezone.now())
        deliver(delivery.pk)
    identities = [headers["webhook-id"] for headers, _ in receiver.received]
    assert (len(identities), len(set(identities))) == (4, 2)
    assert all(len(identity) > len("benchdb_") + 20 for identity in identities)
    Delivery.objects.update(identity="")
    first = Delivery.objects.earliest("pk")
    assert first.message_id == f"benchdb_{first.pk}", "one of before was tried under it"


def test_an_address_is_not_told_twice_of_the_same(admin_client: Client, hook: Webhook) -> None:
    both = {"url": hook.url, "kind": ["runs.stored", "history.changed"]}
    page = admin_client.post("/webhooks/", both)
    assert (page.status_code, "is told of runs.stored already" in html.unescape(page.content.decode())) == (400, True)
    assert Webhook.objects.count() == 1
    assert admin_client.post("/webhooks/", {"url": hook.url, "kind": "history.changed"}).status_code == 200
