"""What a site needs before it can do all its work, and whether it is there now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as Cut

from benchdb.celery import app

PATIENCE = 1.0  #: seconds for the broker
#: Seconds after the last worker's answer, each time that they are asked: one that reads what is smallest without a
#: pool answers when it has.
PATIENCES = (0.5, 1.0, 3.0)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True


def database_is_migrated() -> bool:
    try:
        executor = MigrationExecutor(connection)
    except Error:
        return False
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def broker_answers() -> bool:
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=PATIENCE)
    except (OperationalError, OSError):
        return False
    return True


def unread_queues() -> list[str]:
    """The queues that no worker which answers reads: what waits there waits for good."""
    unread = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    with suppress(OperationalError, OSError, Cut):  # the last one from between two answers: kombu hands it on as it is
        for patience in PATIENCES:
            read = app.control.inspect(timeout=patience).active_queues() or {}
            unread -= {str(queue["name"]) for queues in read.values() for queue in queues}
            if not unread:
                break
    return sorted(unread)


NEEDED: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "migrations": database_is_migrated,
    "broker": broker_answers,
}


def missing() -> Iterator[str]:
    """What does not answer."""
    yield from (name for name, is_there in NEEDED.items() if not is_there())
    yield from (f"worker of the queue {name}" for name in unread_queues())
