"""Health checks believe a good answer only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from benchdb.tests.containers.declared import ALWAYS, SERVICES, environment, health_check, image_health_check, run


@pytest.fixture
def answering() -> Iterator[HTTPServer]:
    """A web server that answers every request with its `status`."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.path = self.path  # type: ignore[attr-defined]
            self.send_response(self.server.status)  # type: ignore[attr-defined]
            self.end_headers()

        def log_message(self, *words: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("service", ALWAYS)
def test_everything_that_stays_has_a_health_check(service: str) -> None:
    assert {"test", "interval", "timeout", "retries"} <= set(SERVICES[service]["healthcheck"])


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (400, False), (500, False)])
def test_the_health_check_believes_only_a_good_answer(answering: HTTPServer, status: int, healthy: bool) -> None:
    answering.status = status  # type: ignore[attr-defined]
    words = [word.replace(":8000/", f":{answering.server_port}/") for word in health_check(SERVICES["web"])[1:]]
    done = run(sys.executable, *words, http_proxy="http://127.0.0.1:9")
    assert (done.returncode == 0) is healthy, done.stderr
    assert answering.path == "/healthz"  # type: ignore[attr-defined]


def test_the_image_asks_the_same_as_compose() -> None:
    assert image_health_check() == health_check(SERVICES["web"])


def test_the_site_answers_its_health_check_whatever_hosts_are_allowed(image: Path) -> None:
    script = "import django; django.setup(); from django.test import Client; "
    script += "print(Client().get('/healthz', headers={'host': '127.0.0.1:8000'}).status_code)"
    variables = {**environment("web"), "DJANGO_SETTINGS_MODULE": "benchdb.settings"}
    assert "bench.example.org" in variables["ALLOWED_HOSTS"]
    done = run(sys.executable, "-c", script, cwd=image, **variables)
    assert done.stdout.strip() == "200", done.stderr


@pytest.mark.parametrize(
    ("service", "node"),
    [
        ("worker", "celery@$HOSTNAME"),
        ("small", "celery@$HOSTNAME"),
        ("heavy", "celery@$HOSTNAME"),
        ("beat", "celerybeat@$HOSTNAME"),
    ],
)
def test_each_celery_process_is_asked_for_itself(service: str, node: str) -> None:
    words = health_check(SERVICES[service])
    assert words[words.index("-d") + 1] == node
    assert not {"-n", "--hostname"} & {word.partition("=")[0] for word in SERVICES[service]["command"]}
