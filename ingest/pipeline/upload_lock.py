"""Who works on an upload: a lock of the database session, which ends with the connection of whoever holds it.

And how long a worker of the quick queue waits for rows that another upload's transaction holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, OperationalError, connection

from benchdb.held_rows import has_waited
from ingest.pipeline.sandbox.limits import TakesLong

PATIENCE = "2s"  #: of the quick queue: a large upload may hold a setup for minutes
LOCKS = 0x62_64_62 << 40  #: what our locks are told from others' by; below it there is room for 2^40 uploads


@contextmanager
def upload_lock(upload_id: int) -> Iterator[bool]:
    """True inside where nobody else works on the upload; then nobody else begins to before the end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCKS + upload_id])
        (is_ours,) = cursor.fetchone()
    try:
        yield is_ours
    finally:
        if is_ours:
            or_close("SELECT pg_advisory_unlock(%s)", LOCKS + upload_id)


@contextmanager
def impatient(is_quick: bool) -> Iterator[None]:
    """TakesLong where a worker of the quick queue would wait for the rows of a large upload."""
    if not is_quick:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{PATIENCE}'")
    try:
        yield
    except OperationalError as error:
        if has_waited(error):
            raise TakesLong from error
        raise
    finally:
        or_close("RESET lock_timeout")


def or_close(statement: str, *values: object) -> None:
    """Put the session back as it was; one that cannot be is closed: the next task would have it else, locks and all."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
    except Error:
        with suppress(Error):
            connection.close()
