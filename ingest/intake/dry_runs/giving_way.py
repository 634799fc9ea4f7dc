"""A dry run keeps what it would store in a transaction until it is done. Whoever waits for that goes first: nothing is
lost by ending what is rolled back anyway, and an upload of the same files would wait for all of it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.conf import settings
from django.db import connection

INTERVAL = 0.5  #: seconds between two checks
#: A session that waits for a lock itself would not see that its client has ended, and keep what it holds.
NOTICING = "SET client_connection_check_interval = '1s'"
PATIENCE = "SET lock_timeout = %s"  #: in milliseconds
#: Of the sessions that wait for a lock, whether one waits for this one.
WAITED_FOR = """
SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND %s = ANY (pg_blocking_pids(pid)))
"""


class GivingWay:
    """Watches from a thread, with a connection of its own, until `done()`. `give_up` must end the process."""

    def __init__(self, give_up: Callable[[], object]) -> None:
        self._give_up, self._speaking, self._done = give_up, threading.Lock(), threading.Event()
        with connection.cursor() as cursor:
            cursor.execute(NOTICING)
            cursor.execute(PATIENCE, [1000 * settings.DRY_RUN_PATIENCE])
            cursor.execute("SELECT pg_backend_pid()")
            (self._session,) = cursor.fetchone()
        threading.Thread(target=self._watch, daemon=True).start()

    def done(self) -> None:
        """From here on the answer is ours to say."""
        with self._speaking:
            self._done.set()

    def _watch(self) -> None:
        while not self._done.wait(INTERVAL) and not self._is_waited_for():
            pass
        with self._speaking:
            if not self._done.is_set():
                self._give_up()
        connection.close()

    def _is_waited_for(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WAITED_FOR, [self._session])
            return bool(cursor.fetchone()[0])
