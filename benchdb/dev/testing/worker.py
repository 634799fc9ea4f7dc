"""The tests' Celery worker, and whether it still has something to do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
import redis

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
    Last.pushed = None
    WORKERS.clear()
    child.stop(20)


class Last:
    """How it was when the worker was last found idle."""

    pushed: int | None = None  #: messages that any queue had been given; None = not known


ANSWERS = 2  #: messages that `worker_is_idle` has the worker send


def nothing_is_left_to_do() -> None:
    """Wait for the tests' worker, if there is one. To ask it takes it and us 130 ms of CPU: not for nothing."""
    for child in WORKERS:
        if was_given_something():
            wait_for(found_idle, child.last_words)


def was_given_something() -> bool:
    """Whether a message was sent, or is held for a later hour, since the worker was last found idle."""
    return Last.pushed is None or pushed() != Last.pushed


def found_idle() -> bool:
    """Whether it is idle; kept in mind unless a message came as it was asked."""
    before = pushed()
    if not worker_is_idle():
        return False
    after = pushed()
    Last.pushed = after if before is not None and after == before + ANSWERS else None
    return True


def pushed() -> int | None:
    """How many messages all queues together have been given until now; None while the worker holds one, at work or
    not."""
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as client:
        if client.hlen("unacked"):
            return None
        counts: Any = client.info("commandstats")
    return sum(counts.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("lpush", "rpush"))


def worker_is_idle() -> bool:
    """Whether no message waits and no task is carried out; a task of a later hour does not count."""
    from benchdb.celery import app

    with app.connection_for_read() as connection:
        queues = [queue(connection.default_channel) for queue in app.conf.task_queues]
        if any(queue.queue_declare().message_count for queue in queues):
            return False
    ask = app.control.inspect(limit=1)
    return all(answer is not None and not any(answer.values()) for answer in (ask.reserved(), ask.active()))
