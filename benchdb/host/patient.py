"""gunicorn's threaded worker, with this difference: a thread is given to a request once its whole head is here.

The threaded worker gives a thread to a connection as soon as it opens or a byte has come, and the thread then waits for
the rest: as many slow clients as there are threads stop a site. Here one thread watches all of them, and ends those
whose head is not there in time. `gunicorn -k benchdb.host.patient.PatientWorker`
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine
from gunicorn.workers.gthread import TConn, ThreadWorker

HEAD_SECONDS = 10.0  #: in which the head of a request must have come
LONGEST_LINE = 8190  #: bytes of a request's first line, gunicorn's most: an address that names 500 runs has 6,000
LARGEST_HEAD = 32 * 1024  #: bytes; cookies and a question together are far below
POLL = 0.05  #: seconds between two checks at heads that have begun
#: Seconds that a thread computes before another may. With Python's own 0.005 a page waits that long behind each costly
#: question after every one of its queries.
SWITCH = 0.0005
END = b"\r\n\r\n"
TOO_LONG = "The address or the head of the request is longer than what is taken: {}."


def refusal(status: HTTPStatus, detail: str) -> bytes:
    """A whole answer, as RFC 9457 says what is wrong: no application sees such a request."""
    document = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    body = json.dumps(document).encode()
    head = f"HTTP/1.1 {status:d} {status.phrase}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


STATUSES: dict[type[BaseException], HTTPStatus] = {
    LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
}


class PatientWorker(ThreadWorker):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._silent: dict[TConn, float] = {}  #: nothing has come since its deadline was set; the poller watches them
        self._begun: dict[TConn, float] = {}  #: a part of the head has come: always readable, so looked at by the clock

    def init_process(self) -> None:
        sys.setswitchinterval(SWITCH)
        self.cfg.set("limit_request_line", LONGEST_LINE)
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Now, or once its head is here. On the main thread."""
        if conn.initialized and conn.parser.unreader.buf.getvalue():  # read ahead, behind the request before
            super().enqueue_req(conn)
        else:
            self._check(conn, time.monotonic() + HEAD_SECONDS)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        super().wait_for_and_dispatch_events(min(timeout, POLL) if self._begun else timeout)
        for conn, ends in list(self._begun.items()):
            del self._begun[conn]
            self._check(conn, ends)
        now = time.monotonic()
        for conn, ends in list(self._silent.items()):
            if now > ends or not self.alive:
                self._forget(conn)
                self._end(conn)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """gunicorn's own answers are HTML; those that a program can cause by a long address are problem documents."""
        status = STATUSES.get(type(exc))
        if status is None:
            super().handle_error(req, client, addr, exc)
            return
        with suppress(OSError):
            client.setblocking(False)
            client.send(refusal(status, TOO_LONG.format(exc)))

    def _check(self, conn: TConn, ends: float) -> None:
        head = peeked(conn.sock)
        if head is None:
            self._silent[conn] = ends
            conn.sock.setblocking(False)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._readable, conn, ends))
        elif not head or END in head:
            conn.data_ready = True
            super().enqueue_req(conn)
        elif len(head) >= LARGEST_HEAD:
            detail = TOO_LONG.format(f"more than {LARGEST_HEAD} bytes")
            self._end(conn, refusal(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, detail))
        elif time.monotonic() > ends or not self.alive:
            self._end(conn)
        else:
            self._begun[conn] = ends

    def _readable(self, conn: TConn, ends: float, _: Any = None) -> None:
        self._forget(conn)
        self._check(conn, ends)

    def _forget(self, conn: TConn) -> None:
        del self._silent[conn]
        self.poller.unregister(conn.sock)

    def _end(self, conn: TConn, words: bytes = b"") -> None:
        self.nr_conns -= 1
        with suppress(OSError):
            conn.sock.setblocking(False)
            conn.sock.send(words)
        conn.close()


def peeked(sock: socket.socket) -> bytes | None:
    """What has come and nobody has read; None where nothing has, b"" where nothing more will."""
    try:
        return sock.recv(LARGEST_HEAD, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""
