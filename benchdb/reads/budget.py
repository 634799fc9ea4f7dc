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
    """No statement inside may take longer. TooLong where one would have.

    Inside a transaction of somebody else, what they allow their statements is theirs again afterwards: PostgreSQL
    keeps a setting until the outermost transaction ends.
    """
    is_within = connection.in_atomic_block
    try:
        with transaction.atomic():
            allowed = let_statements_take(str(round(1000 * seconds)))
            yield
            if is_within:
                let_statements_take(allowed)
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise TooLong("database takes too long", seconds=seconds) from error
        raise


def let_statements_take(longest: str) -> str:
    """Until the transaction ends; what was allowed before. Both as PostgreSQL writes them: "5s", "0" for ever."""
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH here AS MATERIALIZED (SELECT current_setting('statement_timeout') AS allowed)"
            " SELECT allowed, set_config('statement_timeout', %s, true) FROM here",
            [longest],
        )
        return str(cursor.fetchone()[0])
