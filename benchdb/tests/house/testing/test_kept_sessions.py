"""The tests' sessions of PostgreSQL go from test to test, and nothing of one test goes with them."""

from __future__ import annotations

from typing import Any
from urllib.request import urlopen

import psycopg
import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from benchdb.dev.testing.sessions import IDLE, as_new
from benchdb.dev.testing.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def one(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def test_a_session_that_goes_on_is_as_a_new_one() -> None:
    session, usual = one("SELECT pg_backend_pid()"), one("SHOW work_mem")
    with connection.cursor() as cursor:
        cursor.execute("SET work_mem = '12345kB'; SELECT pg_advisory_lock(7); CREATE TEMP TABLE benchdb_kept (one int)")
    assert as_new(connection)
    assert one("SELECT pg_backend_pid()") == session
    assert connection.close_at is None, "of whatever age it is"
    assert one("SHOW work_mem") == usual
    assert one("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0
    assert one("SELECT to_regclass('benchdb_kept')") is None


def test_a_session_that_was_ended_does_not_go_on() -> None:
    session = one("SELECT pg_backend_pid()")
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [session])
    assert not as_new(connection)
    connection.close()


def test_nor_does_one_that_is_left_in_the_middle_of_a_transaction() -> None:
    connection.set_autocommit(False)
    assert not as_new(connection)
    connection.set_autocommit(True)


def test_it_is_looked_at_between_two_tests_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    session = one("SELECT pg_backend_pid()")
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", refuse)
    assert as_new(connection)
    monkeypatch.undo()
    assert one("SELECT pg_backend_pid()") == session


def refuse(_: Any) -> None:
    """As pytest-django does outside a test that asks for the database."""
    raise RuntimeError("Database access not allowed")


def test_the_live_server_answers_on_sessions_that_are_there(live_server: Any) -> None:
    ask(live_server)
    before = sessions()
    for _ in range(5):
        ask(live_server)
    assert sessions() == before


def ask(live_server: Any) -> None:
    """Until the thread that answers is done with it as well."""
    with urlopen(f"{live_server.url}/runs/") as answer:
        answer.read()
    wait_for(lambda: bool(IDLE))


def sessions() -> int:
    """How many this database has had until now."""
    one("SELECT pg_stat_clear_snapshot()")
    return int(one("SELECT sessions FROM pg_stat_database WHERE datname = current_database()"))
