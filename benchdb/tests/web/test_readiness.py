"""/readyz: everything that the site needs, a worker of each queue among it."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.test import Client
from redis import Redis

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.web import readiness

pytestmark = pytest.mark.django_db


@pytest.fixture
def broker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a broker that no other test's worker listens to; /readyz asks there."""
    elsewhere = re.sub(r"(?<=[/=])\d+$", "15", settings.CELERY_BROKER_URL)
    other = Celery("benchdb", broker=elsewhere, set_as_current=False)  # tasks of later tests go to ours
    monkeypatch.setattr(readiness, "app", other)
    yield re.sub(r"(?<=[/=])\d+$", "15", settings.REDIS_URL)
    other.close()


@pytest.fixture
def small_worker(broker: str, tmp_path: Path) -> Iterator[Process]:
    """As `make run` starts the one that reads nothing but what is smallest."""
    command = [sys.executable, "-m", "celery", "-A", "benchdb", "worker", "--queues=small", "--pool=solo"]
    log = tmp_path / "small.log"
    child = Process("small", [*command, "--loglevel=INFO"], log=log, cwd=ROOT, environment={"REDIS_URL": broker})
    wait_for(lambda: "ready." in log.read_text(errors="replace"), child.last_words)
    yield child
    child.stop(20)


def test_without_workers_every_queue_is_named(broker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "PATIENCES", (0.1,))
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    names = [line.split(":")[0] for line in answer.content.decode().splitlines()]
    assert names == [f"worker of the queue {name}" for name in ("celery", "heavy", "small")]


def test_a_worker_of_one_queue_does_not_stand_for_the_others(small_worker: Process) -> None:
    answer = Client().get("/readyz")
    assert (answer.status_code, "small" in answer.content.decode()) == (503, False)
    assert answer.content.count(b"worker of the queue") == 2


def test_a_broker_that_is_gone_while_workers_are_asked_is_no_fault_of_ours(
    broker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill: connections that were there are cut, and kombu's next write finds the pipe broken."""
    client = Redis.from_url(broker)
    done = threading.Event()

    def cut() -> None:
        while not done.is_set():
            for one in client.client_list():
                if one["db"] == "15" and one["id"] != str(client.client_id()):
                    client.client_kill_filter(_id=one["id"])

    monkeypatch.setattr(readiness, "PATIENCES", (1.0,))
    thread = threading.Thread(target=cut, daemon=True)
    thread.start()
    try:
        answers = [Client().get("/readyz") for _ in range(3)]
    finally:
        done.set()
        thread.join()
    assert {answer.status_code for answer in answers} == {503}


@pytest.mark.worker
def test_a_worker_of_all_queues_is_enough(worker: Process) -> None:
    assert Client().get("/readyz").content == b"ok\n"
