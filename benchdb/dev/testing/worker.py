"""The tests' Celery worker, and whether it still has something to do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.paths import ROOT
from benchdb.host.process import Process

WORKERS: list[Process] = []  #: the tests' worker, once one of them has asked for it


@pytest.fixture(scope="session")
def worker(django_db_setup: None, django_db_blocker: Any) -> Iterator[Process]:
    """A Celery worker as `make run` starts it, on the tests' database."""
    from django.conf import settings

    name = settings.DATABASES["default"]["NAME"]
    url = settings.HERE.database_url.rpartition("/")[0] + f"/{name}"
    command = [sys.executable, "-m", "celery", "-A", "benchdb", "worker", "--concurrency=2", "--loglevel=INFO"]
    log = settings.HERE.data / "worker.log"
    child = Process("worker", command, log=log, cwd=ROOT, environment={"DATABASE_URL": url})
    wait_for(lambda: "ready." in log.read_text(errors="replace"), child.last_words)
    WORKERS.append(child)
    yield child
    WORKERS.clear()
    child.stop(20)


def nothing_is_left_to_do() -> None:
    """Wait for the tests' worker, if there is one."""
    for child in WORKERS:
        wait_for(worker_is_idle, child.last_words)


def worker_is_idle() -> bool:
    """Whether no message waits and no task is carried out; a task of a later hour does not count."""
    from benchdb.celery import app

    with app.connection_for_read() as connection:
        queues = [queue(connection.default_channel) for queue in app.conf.task_queues]
        if any(queue.queue_declare().message_count for queue in queues):
            return False
    ask = app.control.inspect(limit=1)
    return all(answer is not None and not any(answer.values()) for answer in (ask.reserved(), ask.active()))
