"""What a site says of itself to who runs it: metrics, log lines with ids, small log files, and turns for questions."""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from prometheus_client.parser import text_string_to_metric_families

from benchdb.host.logs import KEPT, REQUEST, UPLOAD, JsonFormatter, rotate
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
            assert go.wait(60)
        return HttpResponse("ok")

    turns, make, answers = TurnsMiddleware(view), RequestFactory(), list[int]()
    threads = [
        threading.Thread(target=lambda: answers.append(turns(make.get("/compare/")).status_code))
        for _ in range(AT_ONCE + 1)
    ]
    for thread in threads[:AT_ONCE]:
        thread.start()
        assert began.acquire(timeout=60)
    threads[-1].start()
    while turns._here._value:  # until it waits
        pass
    refused = turns(make.get("/api/v1/compare"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert turns(make.get("/compare.png")).status_code == 503
    assert turns(make.get("/healthz")).status_code == 200
    go.set()
    for thread in threads:
        thread.join(60)
    assert answers == [200] * (AT_ONCE + 1)
