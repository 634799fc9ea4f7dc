"""Who works on an upload: a lock of the database session, which ends with the connection of whoever holds it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import Error, connection

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
            with suppress(Error), connection.cursor() as cursor:  # a broken connection holds no lock any more
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCKS + upload_id])
