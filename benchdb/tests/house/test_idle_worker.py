"""The tests' own worker: no test empties the database while a task of an earlier one is still at work in it."""

from __future__ import annotations

import psycopg
import pytest
from django.db import connection

from benchdb.dev.testing.database import waits_for_a_lock
from benchdb.dev.testing.waiting import wait_for
from benchdb.dev.testing.worker import nothing_is_left_to_do, was_given_something, worker_is_idle
from benchdb.host.process import Process
from benchdb.safekeeping.restore import OTHERS
from benchdb.watches.queued import check_watches

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def test_a_worker_that_waits_for_a_lock_is_not_idle(worker: Process) -> None:
    with psycopg.connect(**connection.get_connection_params()) as other:  # one that holds the table until it is left
        other.execute("LOCK TABLE benchdb_watch IN ACCESS EXCLUSIVE MODE")
        check_watches.delay()
        wait_for(lambda: waits_for_a_lock(other), worker.last_words)
        assert not worker_is_idle()
    wait_for(worker_is_idle, worker.last_words)


def test_messages_that_nobody_took_yet_are_work(worker: Process) -> None:
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("LOCK TABLE benchdb_watch IN ACCESS EXCLUSIVE MODE")
        for _ in range(20):  # more than the worker takes at once
            check_watches.delay()
        assert not worker_is_idle()
    wait_for(worker_is_idle, worker.last_words)


def test_a_worker_that_was_idle_is_asked_again_only_after_a_message(worker: Process) -> None:
    wait_for(worker_is_idle, worker.last_words)
    nothing_is_left_to_do()
    assert not was_given_something()
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("LOCK TABLE benchdb_watch IN ACCESS EXCLUSIVE MODE")
        check_watches.delay()
        assert was_given_something()
        wait_for(lambda: waits_for_a_lock(other), worker.last_words)
        assert was_given_something(), "while it is at work"
    assert was_given_something(), "until it was found idle"
    nothing_is_left_to_do()
    assert worker_is_idle()


def test_a_worker_keeps_its_connection_from_task_to_task(worker: Process) -> None:
    """Each new one costs PostgreSQL 80 ms of CPU: five times what it takes to store a log."""
    before = sessions()
    for _ in range(12):
        check_watches.delay()
    wait_for(worker_is_idle, worker.last_words)
    assert sessions() - before <= 4, "one of each of its processes, not one of each task"


def test_a_connection_that_the_database_ended_costs_no_task(worker: Process) -> None:
    """As `restore` ends them, or a database that is started again."""
    for _ in range(4):  # both processes have one
        check_watches.delay()
    wait_for(worker_is_idle, worker.last_words)
    before = worker.log.read_text(errors="replace").count("succeeded in")
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
    for _ in range(4):
        check_watches.delay()
    wait_for(lambda: worker.log.read_text(errors="replace").count("succeeded in") == before + 4, worker.last_words)


def sessions() -> int:
    """How many this database has had until now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
