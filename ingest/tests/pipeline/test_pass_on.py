"""A small upload that takes long leaves the quick queue for the heavy one; nothing of it is lost or doubled."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from celery import Celery
from django.db import connection

from benchdb.models import Run, Upload
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.sandbox import conversation
from ingest.pipeline.sandbox.limits import TakesLong
from ingest.pipeline.sandbox.reader import Reader, _readers, reader
from ingest.pipeline.tasks import parse as task
from ingest.pipeline.tasks import requeue_unfinished
from ingest.tests.intake.test_cancel import cancelled_elsewhere, states, upload_of
from ingest.tests.intake.zips import log
from ingest.tests.pipeline.test_sandbox import PARSER

pytestmark = pytest.mark.django_db(transaction=True)

NOW = {"delivery_info": {"routing_key": "celery"}}  #: a message of the quick queue


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """(upload, queue) of each message."""
    messages: list[tuple[int, str]] = []

    def send_task(app: Celery, name: str, args: tuple[int], *_: object, **options: Any) -> None:
        messages.append((args[0], app.amqp.router.route(options, name, args, {})["queue"].name))

    monkeypatch.setattr(Celery, "send_task", send_task)
    monkeypatch.setattr(task, "delay", lambda upload: task.app.send_task(task.name, (upload,)))
    return messages


@pytest.fixture
def obedient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A reader whose parser does what a log's first line says."""
    monkeypatch.setattr(conversation, "COMMAND", (sys.executable, "-c", PARSER))
    monkeypatch.setitem(_readers, os.getpid(), Reader())
    yield
    reader().stop()


def by_quick(upload: Upload) -> None:
    """As the worker of the quick queue takes it."""
    task.push_request(**NOW)
    try:
        task.run(upload.pk)
    finally:
        task.pop_request()
        upload.refresh_from_db()


def test_what_takes_long_is_read_from_the_heavy_queue(obedient: None, queued: Any, settings: Any) -> None:
    settings.LIGHT_CPU_SECONDS = 1
    upload = upload_of(a=b"spin\n")
    by_quick(upload)
    assert (upload.state, upload.takes_long, upload.attempts) == ("queued", True, 0)
    assert (queued, states(upload)) == ([(upload.pk, "heavy")], {"a": "queued"})
    settings.READING_LIMITS = {**settings.READING_LIMITS, "cpu_seconds": 1}
    parse_upload(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.error) == ("failed", "spin")  # its limits are those of every file now


def test_what_has_many_numbers_is_passed_on_and_stored_once(queued: Any, settings: Any) -> None:
    settings.LIGHT_NUMBERS = 20
    upload = upload_of(a=log(1))
    with pytest.raises(TakesLong):  # killed before it told anybody
        parse_upload(upload.pk, is_quick=True)
    assert not Run.objects.exists()
    requeue_unfinished(0)
    by_quick(upload)  # a message from before
    assert (queued, upload.state) == ([(upload.pk, "heavy")] * 2, "queued")
    for _ in queued:
        parse_upload(upload.pk)
    assert Run.objects.count() == 1


def test_what_waits_for_the_rows_of_a_large_upload_waits_behind_it(
    monkeypatch: pytest.MonkeyPatch, queued: Any
) -> None:
    monkeypatch.setattr("ingest.pipeline.upload_lock.PATIENCE", "10ms")
    first, second = upload_of(a=log(1)), upload_of(b=log(2))  # of one setup
    parse_upload(first.pk)
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT 1 FROM benchdb_setup FOR UPDATE")
        by_quick(second)
        assert (second.state, second.takes_long, queued) == ("queued", True, [(second.pk, "heavy")])
    parse_upload(second.pk)
    assert Run.objects.count() == 2


def test_many_files_may_take_no_longer_than_one(monkeypatch: pytest.MonkeyPatch, queued: Any) -> None:
    """What is stored by then stays."""
    monkeypatch.setattr("ingest.pipeline.store.BATCH_FILES", 1)
    monkeypatch.setattr(Ingestion, "takes_long", property(lambda own: own.is_quick and own.cpu_seconds > 0))
    upload = upload_of(a=log(1), b=log(2))
    by_quick(upload)
    assert states(upload) == {"a": "stored", "b": "queued"}
    parse_upload(upload.pk)
    assert sorted(run.file.name for run in Run.objects.all()) == ["a", "b"]


def test_what_was_cancelled_meanwhile_is_not_passed_on(
    monkeypatch: pytest.MonkeyPatch, queued: Any, settings: Any
) -> None:
    settings.LIGHT_NUMBERS = 20
    upload = upload_of(a=log(1))
    monkeypatch.setattr("ingest.pipeline.parse.check_wanted", lambda upload: None)
    monkeypatch.setattr("ingest.pipeline.store.store_existing", lambda file, batch: cancelled_elsewhere(upload))
    by_quick(upload)
    assert (upload.state, upload.error) == ("failed", "Cancelled by ada.")
