"""Rows that another transaction holds: how long a request waits for them, and what it does where both wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = "10s"  #: of a request: a large upload may hold what it needs for minutes, and threads are few
BRIEFLY = "SELECT set_config('lock_timeout', %s, true) WHERE current_setting('lock_timeout') = '0'"
DEADLOCK, WAITED_ENOUGH = "40P01", "55P03"  #: PostgreSQL's codes


def wait_briefly() -> None:
    """Whatever this transaction waits for from now on, it waits `PATIENCE`; then OperationalError (`has_waited`).

    A session that has a patience of its own keeps that.
    """
    with connection.cursor() as cursor:
        cursor.execute(BRIEFLY, [PATIENCE])


def has_waited(error: BaseException | None) -> bool:
    """Whether this is what a lock_timeout ends with."""
    return code_of(error) == WAITED_ENOUGH


def code_of(error: BaseException | None) -> str | None:
    """PostgreSQL's code of an error, as psycopg or Django raised it."""
    return next((code for one in (error, getattr(error, "__cause__", None)) if (code := sqlstate(one))), None)


def sqlstate(error: BaseException | None) -> str | None:
    return getattr(error, "sqlstate", None)


def alone(change: Callable[P, R]) -> Callable[P, R]:
    """A change in a transaction of its own: once more where that and another one waited for each other.

    Inside a transaction of the caller's it is not: that is lost with it.
    """

    @wraps(change)
    def changed(*values: P.args, **named: P.kwargs) -> R:
        for is_last in tries():
            try:
                with transaction.atomic():
                    return change(*values, **named)
            except OperationalError as error:
                if is_last or code_of(error) != DEADLOCK:
                    raise
        raise AssertionError("the last try returns or raises")

    return changed


def tries() -> Iterator[bool]:
    """Whether it is the last one."""
    if not connection.in_atomic_block:
        yield False
    yield True
