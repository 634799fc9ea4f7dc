"""Whether whoever asked is still there: a thread looks at the sockets of costly requests while these are worked on.

A browser ends the connection of a request that it no longer wants, as htmx does when the next filter is chosen, and so
does a proxy behind its reader. Nothing else says so before the whole answer is written.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

POLL = 0.2  #: seconds between two checks


@dataclass(eq=False, slots=True)
class Reader:
    """Somebody who waits for an answer."""

    connection: socket.socket
    stop: Callable[[], None]  #: what to do where they have gone, again at each check until the work has ended
    has_gone: bool = False

    def check(self) -> None:
        self.has_gone = self.has_gone or is_closed(self.connection)
        if self.has_gone:
            self.stop()


class Readers:
    """Those of this process whose answers are being made."""

    def __init__(self) -> None:
        self._here = set[Reader]()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None  #: a fork has none of its parent's

    @contextmanager
    def monitored(self, connection: socket.socket, stop: Callable[[], None]) -> Iterator[Reader]:
        """The reader at the other end; behind this nobody looks at the connection, and `stop` is called no more."""
        reader = Reader(connection, stop)
        with self._changed:
            self._here.add(reader)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._check, name="readers", daemon=True)
                self._thread.start()
            self._changed.notify()
        try:
            yield reader
        finally:
            with self._changed:
                self._here.discard(reader)

    def _check(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._here)
            time.sleep(POLL)  # most answers are made before anybody looks
            with self._changed:
                for reader in self._here:
                    reader.check()


READERS = Readers()


def is_closed(connection: socket.socket) -> bool:
    """Whether nothing more will come: a request behind this one is no end. A half-closed connection counts as one."""
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
