"""What a site needs before it can do all its work, and whether it is there now."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError

from benchdb.celery import app

PATIENCE = 1.0  #: seconds for a worker to answer


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


def a_worker_answers() -> bool:
    with suppress(OperationalError, OSError):
        return bool(app.control.ping(timeout=PATIENCE))
    return False


READINESS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "migrations": database_is_migrated,
    "broker": broker_answers,
    "worker": a_worker_answers,
}
