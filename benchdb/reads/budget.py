"""A budget of time for whatever the database is asked: past it PostgreSQL ends the statement, and nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import OperationalError, connection, transaction

from benchdb.wording import Refusal


class TooLong(Refusal):
    """The database was asked for more than the budget allows."""


@contextmanager
def time_budget(seconds: float) -> Iterator[None]:
    """No statement inside may take longer. TooLong where one would have."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(round(1000 * seconds))])
            yield
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise TooLong("database takes too long", seconds=seconds) from error
        raise
