"""What a broker lost is queued again, what it holds is not; and beat goes on where the clock was set back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.schedules import schedule
from django.db import connection
from django.test import Client
from django.utils import timezone
from kombu import Queue

from benchdb.domain.place import IMPORT
from benchdb.host.beat import Scheduler
from benchdb.models import Upload
from ingest.pipeline.queues.forgotten import mark, unfinished
from ingest.pipeline.queues.weight import HEAVY, LAST, PARSE, QUICK
from ingest.pipeline.upload_lock import upload_lock

PATIENCE = timedelta(minutes=5)
pytestmark = pytest.mark.django_db


@pytest.fixture
def broker(settings: Any) -> Iterator[Celery]:
    """An empty one beside that of the tests' worker."""
    elsewhere = re.sub(r"(?<=[/=])\d+$", "14", settings.CELERY_BROKER_URL)
    app = Celery("benchdb", broker=elsewhere, set_as_current=False)
    empty(app)
    yield app
    empty(app)


def empty(app: Celery) -> None:
    with app.connection_for_write() as connection:
        connection.default_channel.client.flushdb()


def waiting(**since: float) -> int:
    upload = Upload.objects.create(digest=f"{Upload.objects.count():064}")
    Upload.objects.filter(pk=upload.pk).update(created_at=timezone.now() - timedelta(**since))
    return upload.pk


def again(app: Celery) -> set[int]:
    return unfinished(app, timezone.now(), PATIENCE)


def test_what_was_queued_in_a_broker_that_was_emptied_is_queued_again_at_once(broker: Celery) -> None:
    mark(broker)
    upload = waiting(seconds=1)
    assert again(broker) == set(), "it is queued"
    empty(broker)
    assert again(broker) == {upload}


def test_a_long_queue_is_not_made_longer(broker: Celery) -> None:
    mark(broker)
    late, ahead = waiting(minutes=6), waiting(hours=-2)
    broker.send_task("anything", queue="celery", priority=LAST)
    assert again(broker) == set(), "they wait in the queue"
    with broker.connection_for_write() as connection:
        Queue("celery")(connection.default_channel).purge()
    assert again(broker) == {late, ahead}, "no queue holds them; one came in while the clock was two hours ahead"
    waiting(seconds=1)
    assert again(broker) == {late, ahead}


def test_what_is_to_be_read_once_more_waits_from_then_on(broker: Celery, client: Client) -> None:
    mark(broker)
    again_now = waiting(days=40)
    Upload.objects.filter(pk=again_now).update(queued_again_at=timezone.now())
    assert again(broker) == set(), "its message is on its way"
    oldest = re.search(r"^benchdb_queue_oldest_seconds (\S+)$", client.get("/metrics").content.decode(), re.MULTILINE)
    assert oldest
    assert 0 <= float(oldest[1]) < 3600


def test_a_worker_that_starts_queues_only_what_no_queue_holds(broker: Celery) -> None:
    light, heavy, lost = waiting(seconds=1), waiting(seconds=1), waiting(seconds=1)
    broker.send_task(PARSE, (light,), queue=QUICK, priority=LAST)
    broker.send_task(PARSE, (heavy,), queue=HEAVY)
    broker.send_task("anything", (lost,), queue=QUICK)
    assert unfinished(broker, timezone.now(), timedelta(0)) == {lost}


def test_a_part_whose_turn_has_come_is_missed_at_once(broker: Celery) -> None:
    mark(broker)
    broker.send_task("anything", queue=HEAVY)  # which goes on for hours
    first, second, third = (waiting(seconds=1) for _ in range(3))
    Upload.objects.update(facts={IMPORT: "one"})
    waiting(minutes=6)  # of no import: the queue holds it
    broker.send_task(PARSE, (first,), queue=QUICK)
    assert again(broker) == set(), "a queue holds it"
    Upload.objects.filter(pk=first).update(state="stored")
    assert again(broker) == {second}, "who ended the first one was killed, or its message was forgotten"
    Upload.objects.filter(pk=second).update(state="failed")
    assert again(broker) == {third}


def test_a_part_whose_turn_has_not_come_is_never_missed(broker: Celery) -> None:
    first, second = waiting(minutes=6), waiting(minutes=6)
    Upload.objects.update(facts={IMPORT: "one"})
    assert [unfinished(broker, timezone.now(), patience) for patience in (PATIENCE, timedelta(0))] == [{first}] * 2
    mark(broker)
    assert again(broker) == {first}
    Upload.objects.filter(pk=second).update(state="parsing")
    assert again(broker) == {first}, "it would be passed over"
    Upload.objects.filter(pk=first).update(state="stored")
    assert again(broker) == {second}


def test_a_part_that_a_worker_still_has_is_not_missed(broker: Celery) -> None:
    mark(broker)
    part = waiting(seconds=1)
    Upload.objects.update(facts={IMPORT: "one"})
    with another_session_holds(part):
        assert again(broker) == set(), "whoever lets go of it queues it again"
    assert again(broker) == {part}


@contextmanager
def another_session_holds(upload: int) -> Iterator[None]:
    lock = upload_lock(upload)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lock.__enter__).result()
        try:
            yield
        finally:
            pool.submit(lock.__exit__, None, None, None).result()
            pool.submit(lambda: connection.close()).result()  # that of the thread


def test_periodic_tasks_go_on_after_the_clock_was_set_back(broker: Celery, tmp_path: Path) -> None:
    beat = Scheduler(broker, schedule_filename=str(tmp_path / "beat"), lazy=True)
    beat.setup_schedule()
    beat.add(name="x", task="anything", schedule=schedule(20.0))
    beat.tick()  # the heap is made
    beat.schedule["x"].last_run_at = broker.now() + timedelta(days=1)
    beat._heap = None
    assert 0 < beat.tick() <= 20
    assert beat.schedule["x"].last_run_at <= broker.now()
    beat.close()
