"""Requests are refused by their headers, before anything of their body is read: so nobody fills a disk or a thread.

Who may write may send as much as an upload may have. Everybody else sends forms and questions, which are small, and
few of them at once: a body that dribbles holds a thread for a few seconds, and never the last ones.
"""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.http import HttpRequest

from benchdb.accounts.actor import BadToken, actor_of
from benchdb.domain.roles import Action
from benchdb.web.access import Forbidden, require

SMALL = 64 * 1024  #: bytes of a form, or of a question that is too long for an address
QUESTIONS = ("/api/v1/logs",)  #: thousands of digests
QUESTION = 512 * 1024  #: bytes of one of those
LOGIN = "/login/"
SECONDS = 5.0  #: in which a small body must have come


class Refused(Exception):
    """With a status, and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


STRANGERS = threading.BoundedSemaphore(settings.STRANGERS_AT_ONCE)
LOGINS = threading.BoundedSemaphore(1)  #: whoever dribbles elsewhere keeps nobody from logging in
WRITERS = threading.BoundedSemaphore(settings.WRITERS_AT_ONCE)


@contextmanager
def receiving(request: HttpRequest) -> Iterator[None]:
    """Around whatever reads the body. Refused where it is too large, too slow, or one too many."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        yield
    elif not may_write(request):
        check_stranger(request)
        with slot(LOGINS if request.path == LOGIN else STRANGERS):
            receive_small(request)
        yield
    elif is_small(request):
        yield
    else:
        check_writer(request)
        with slot(WRITERS):
            yield


@contextmanager
def slot(semaphore: threading.BoundedSemaphore) -> Iterator[None]:
    """Refused where a process receives as much as it has threads for, but for one that goes on answering."""
    if not semaphore.acquire(blocking=False):
        raise Refused(503, "Too many requests are being received; try again in a few seconds.")
    try:
        yield
    finally:
        semaphore.release()


def check_writer(request: HttpRequest) -> None:
    if (length(request) or 0) > settings.MAX_UPLOAD_SIZE:
        most = settings.MAX_UPLOAD_SIZE // settings.MIB
        raise Refused(413, f"The request has more than {most:,} MiB, the largest that is accepted at once.")


def check_stranger(request: HttpRequest) -> None:
    size = length(request)
    if size is None or size > (QUESTION if request.path in QUESTIONS else SMALL):
        try:
            require(request, Action.UPLOAD)
        except Forbidden as error:
            raise Refused(error.code, f"{error} Nothing of the request was read.") from error


def is_small(request: HttpRequest) -> bool:
    size = length(request)
    return size is not None and size <= SMALL


def may_write(request: HttpRequest) -> bool:
    try:
        return actor_of(request).may(Action.UPLOAD)
    except BadToken:
        return False


def length(request: HttpRequest) -> int | None:
    """Bytes of the body; None where only its end will tell."""
    if request.META.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked":
        return None
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isdigit() else None


def receive_small(request: HttpRequest) -> None:
    """Have all of a stranger's body before anything waits for it. Refused where it does not come in time."""
    left, pieces, ends = length(request) or 0, list[bytes](), time.monotonic() + SECONDS
    connection = request.META.get("gunicorn.socket")
    source = request.META["wsgi.input"]
    try:
        while left:
            if connection is not None:
                connection.settimeout(max(0.01, ends - time.monotonic()))
            piece = source.read(min(left, 1024))
            if not piece:
                break
            pieces.append(piece)
            left -= len(piece)
            if time.monotonic() > ends:
                raise TimeoutError
    except OSError as error:
        raise Refused(408, f"The request's body did not come within {SECONDS:.0f} s.") from error
    finally:
        if connection is not None:
            with suppress(OSError):
                connection.settimeout(None)
    request._stream = io.BytesIO(b"".join(pieces))  # what Django reads a body from


def stop_receiving(request: HttpRequest) -> None:
    """The server would read the rest of a refused body, to come to the next request: there is none."""
    connection = request.META.get("gunicorn.socket")
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RD)
