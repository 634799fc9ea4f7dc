"""What happens at the same time in two threads, each with a connection to the database of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection


def in_thread(work: Callable[[], Any]) -> Any:
    """What `work` returns; its thread's connection is closed."""
    try:
        return work()
    finally:
        connection.close()


def somebody_waits() -> bool:
    """Whether one connection waits for a lock of another."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
