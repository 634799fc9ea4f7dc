"""What a broker lost is queued again, what it holds is not; and beat goes on where the clock was set back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.schedules import schedule
from django.test import Client
from django.utils import timezone
from kombu import Queue

from benchdb.host.beat import Scheduler
from benchdb.models import Upload
from ingest.pipeline.queues.forgotten import mark, unfinished
from ingest.pipeline.queues.weight import HEAVY, LAST, PARSE, QUICK

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
