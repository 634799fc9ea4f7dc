"""Sessions of PostgreSQL that outlive a test, and a thread of the live server. Each new one costs up to 80 ms of CPU,
until it has read what the tables, their triggers and their indexes are."""

from __future__ import annotations

from typing import Any

import psycopg
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import DEFAULT_DB_ALIAS, connections
from django.test import TransactionTestCase

#: What a session may hold besides its cache, as `DISCARD ALL` has it, which throws away plans as well.
LET_GO = (
    "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all();"
    " DISCARD TEMP; DISCARD SEQUENCES"
)
IDLE: list[Any] = []  #: connections that no thread of the live server has now


def keep_sessions() -> None:
    """Django closes its connection behind each test that commits, and that of each thread of its live server."""
    TransactionTestCase._should_reload_connections = is_any_broken
    answer = ThreadedWSGIServer.process_request_thread

    def answer_on_a_kept_one(server: Any, request: Any, address: Any) -> None:
        if IDLE:
            connections[DEFAULT_DB_ALIAS] = IDLE.pop()
        answer(server, request, address)

    ThreadedWSGIServer.process_request_thread = answer_on_a_kept_one
    ThreadedWSGIServer._close_connections = put_away


def is_any_broken(_: TransactionTestCase) -> bool:
    """Whether this thread's connections must be closed: all others are as new."""
    return not all(map(as_new, connections.all(initialized_only=True)))


def put_away(_: ThreadedWSGIServer) -> None:
    """This thread's connection, for the next."""
    for connection in connections.all(initialized_only=True):
        if connection.connection is not None and as_new(connection):
            connection.inc_thread_sharing()
            del connections[connection.alias]
            IDLE.append(connection)
    connections.close_all()


def as_new(connection: Any) -> bool:
    """Whether nothing of what was done on `connection` is left in its session. It is asked without Django's ways,
    which are closed between two tests: a thread of the live server may end there."""
    if connection.connection is None:
        return True
    if connection.in_atomic_block or not connection.autocommit:
        return False
    try:
        connection.connection.execute(LET_GO)
    except psycopg.Error:  # ended by the database, or by the test
        return False
    connection.close_at = None  # nor by its age, which on a busy machine is soon reached
    return True
