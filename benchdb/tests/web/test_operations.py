"""What a site says of itself to who runs it: metrics, log lines with ids, small log files, and turns for questions."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from prometheus_client.parser import text_string_to_metric_families

from benchdb.accounts.logins import client_address
from benchdb.dev.testing.waiting import HANGS
from benchdb.host.logs import KEPT, REQUEST, UPLOAD, JsonFormatter, rotate
from benchdb.host.paths import ROOT
from benchdb.models import Upload
from benchdb.web.turns import AT_ONCE, TurnsMiddleware

FORMS = logging.makeLogRecord({"name": "ingest", "levelname": "INFO", "msg": "read %s", "args": ("it",)})


def figures(client: Client) -> dict[tuple[str, ...], float]:
    """(name, values of its labels) -> figure, as Prometheus reads them."""
    answer = client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    families = text_string_to_metric_families(answer.content.decode())
    return {(sample.name, *sample.labels.values()): sample.value for family in families for sample in family.samples}


@pytest.mark.django_db
def test_the_metrics_say_what_waits_what_was_answered_and_how_large_it_is(client: Client) -> None:
    before = figures(client).get(("benchdb_requests_total", "GET", "404"), 0)
    Upload.objects.create(digest="a")
    client.get("/nothing/")
    now = figures(client)
    assert now["benchdb_requests_total", "GET", "404"] == before + 1
    assert now["benchdb_uploads", "queued"] == 1
    assert now["benchdb_queue_oldest_seconds",] >= 0
    assert now["benchdb_database_bytes",] > 1_000_000
    assert now["benchdb_request_seconds_count",] > 0


@pytest.mark.django_db
def test_reading_is_counted_by_format(client: Client, studies: None) -> None:
    now = figures(client)
    assert now["benchdb_files_read_total", "table", "stored"] >= 1
    assert ("benchdb_parse_cpu_seconds_total", "table") in now


@pytest.mark.django_db
def test_where_reading_is_for_members_the_metrics_are_too(settings: object) -> None:
    settings.READING = "members"  # type: ignore[attr-defined]
    assert Client().get("/metrics").status_code == 403


@pytest.mark.django_db
def test_every_answer_has_the_id_that_its_log_line_has(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "benchdb.web.requests"):
        answer = Client().get("/robots.txt", headers={"X-Request-ID": "proxy-12345678"})
        other = Client().get("/robots.txt", headers={"X-Request-ID": "bad id\n"})
    assert answer.headers["X-Request-ID"] == "proxy-12345678"
    assert len(other.headers["X-Request-ID"]) == 32
    line = caplog.records[0]
    assert (line.getMessage(), line.__dict__["status"]) == ("GET /robots.txt 200", 200)


def test_a_log_line_is_an_object_with_the_ids_of_what_it_is_about() -> None:
    first, second = REQUEST.set("r1"), UPLOAD.set("7")
    line = json.loads(JsonFormatter().format(FORMS))
    REQUEST.reset(first)
    UPLOAD.reset(second)
    assert (line["message"], line["request"], line["upload"], line["level"]) == ("read it", "r1", "7", "INFO")
    assert "upload" not in json.loads(JsonFormatter().format(FORMS))


@pytest.mark.django_db
def test_a_log_line_lets_nobody_in(client: Client, site_token: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        for address in (f"/open/{site_token}/", f"/join/{site_token}/"):
            client.get(address)
            client.put(address)
    lines = [JsonFormatter().format(record) for record in caplog.records]
    assert sum("/open/.../" in line for line in lines) >= 2
    assert sum("/join/.../" in line for line in lines) >= 2
    assert not any(site_token in line for line in lines)


def test_log_files_stay_small_and_their_writers_go_on(tmp_path: Path) -> None:
    with open(tmp_path / "web.log", "ab", buffering=0) as writer:
        for number in range(KEPT + 3):
            writer.write(b"%d\n" % number * 50)
            rotate(tmp_path, largest=100)
        writer.write(b"after\n")
    assert (tmp_path / "web.log").read_bytes() == b"after\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "web.log",
        *(f"web.log.{n}" for n in range(1, KEPT + 1)),
    ]
    assert (tmp_path / "web.log.1").read_bytes() == b"%d\n" % (KEPT + 2) * 50


def test_costly_questions_wait_their_turn_and_never_hold_what_is_quick(settings: object) -> None:
    settings.QUESTIONS_WAITING = 1  # type: ignore[attr-defined]
    began, go = threading.Semaphore(0), threading.Event()

    def view(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/compare"):
            began.release()
            assert go.wait(HANGS)
        return HttpResponse("ok")

    turns, make, answers = TurnsMiddleware(view), RequestFactory(), list[int]()
    threads = [
        threading.Thread(target=lambda: answers.append(turns(make.get("/compare/")).status_code))
        for _ in range(AT_ONCE + 1)
    ]
    for thread in threads[:AT_ONCE]:
        thread.start()
        assert began.acquire(timeout=HANGS)
    threads[-1].start()
    while turns._here.total() <= AT_ONCE:  # until it waits
        pass
    refused = turns(make.get("/api/v1/compare"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert turns(make.get("/compare.png")).status_code == 503
    assert turns(make.get("/healthz")).status_code == 200
    go.set()
    for thread in threads:
        thread.join(60)
    assert answers == [200] * (AT_ONCE + 1)
    assert not turns._here


def test_who_asks_much_at_once_leaves_places_to_others(settings: object) -> None:
    settings.QUESTIONS_OF_ONE = 1  # type: ignore[attr-defined]
    places: list[bool] = []

    def view(request: HttpRequest) -> HttpResponse:
        """While it is worked on, the same address and another ask for a place to wait in."""
        for address in (request.META["REMOTE_ADDR"], "192.0.2.8"):
            with turns._place(address) as has_place:
                places.append(has_place)
        return HttpResponse("ok")

    turns, make = TurnsMiddleware(view), RequestFactory()
    answer = turns(make.get("/compare/"))
    assert (places, getattr(answer, "content", b"")) == ([False, True], b"ok")


@pytest.mark.parametrize(
    ("path", "takes_turns"),
    [
        ("/p/abc/?check=now", True),
        ("/api/v1/permalinks/abc", True),
        ("/studies/zones/", True),
        ("/watches/1/", True),
        ("/p/abc/", False),
        ("/studies/", False),
        ("/watches/", False),
        ("/watches/1/feed.atom", False),
        ("/api/v1/permalinks", False),
    ],
)
def test_stored_questions_that_are_asked_again_take_turns(path: str, takes_turns: bool) -> None:
    held: list[int] = []

    def view(request: HttpRequest) -> HttpResponse:
        held.append(turns._here.total())
        return HttpResponse("ok")

    turns = TurnsMiddleware(view)
    turns(RequestFactory().get(path))
    assert held == [int(takes_turns)]


def test_who_has_gone_waits_for_no_turn() -> None:
    here, there = socket.socketpair()

    def view(request: HttpRequest) -> HttpResponse:
        there.close()
        return turns(make.get("/compare/", **{"gunicorn.socket": here}))  # type: ignore[arg-type, return-value]

    turns, make = TurnsMiddleware(view), RequestFactory()
    with here:
        assert turns(make.get("/history/")).status_code == 499


DEPLOYED = {"DEBUG": "0", "HTTPS": "1", "ALLOWED_HOSTS": "bench.example.org", "SECRET_KEY": "0123456789abcdefghij" * 4}


def test_a_site_behind_tls_has_nothing_that_django_warns_of() -> None:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    there = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"} | DEPLOYED
    done = subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "0 silenced" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("sender", "forwarded", "counted"),
    [
        ("192.0.2.7", "", "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_logins_are_counted_by_the_address_that_our_proxies_vouch_for(
    settings: object, sender: str, forwarded: str, counted: str
) -> None:
    settings.PROXIES = ["10.0.0.1", "10.0.0.2"]  # type: ignore[attr-defined]
    request = RequestFactory().get("/login/", REMOTE_ADDR=sender, headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == counted


@pytest.mark.django_db
def test_who_guesses_behind_a_proxy_locks_out_nobody_else(settings: object) -> None:
    settings.PROXIES = ["127.0.0.1"]  # type: ignore[attr-defined]
    User.objects.create_user("ada", password="seventeen grey otters")
    wrong, right = ({"username": "ada", "password": word} for word in ("password1", "seventeen grey otters"))
    guesses = [Client(headers={"X-Forwarded-For": "198.51.100.1"}).post("/login/", wrong) for _ in range(6)]
    assert guesses[-1].status_code == 429
    assert Client(headers={"X-Forwarded-For": "198.51.100.2"}).post("/login/", right).status_code == 302
