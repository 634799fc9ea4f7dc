"""Costly questions take turns: one of a process is worked on, some wait, the others are asked to come again.

Whoever asks many at once leaves places to others: one address has some of them only.

Python works on one at a time anyway. What this keeps is threads: without turns fifty questions hold all of them, and
`/healthz`, a page, an upload stand behind fifty answers. Nor is an answer finished for whoever has gone away.
"""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from benchdb.accounts.logins import client_address
from benchdb.host.memory import give_back
from benchdb.host.readers import POLL, READERS
from benchdb.questions.effort import HAS_GONE, while_there
from benchdb.web.failures import refusal_page

KINDS = ("/compare", "/scaling", "/history", "/cost")
COSTLY = (*KINDS, *(f"/api/v1{kind}" for kind in KINDS), "/api/v1/permalinks/")
#: What asks stored questions again: a study's, those of a permalink that is checked, a watch's.
STUDY, PERMALINK, CHECK = re.compile("/studies/.+"), re.compile("/p/.+"), "check"
WATCH = re.compile("/watches/[^/]+/$")
AT_ONCE = 1
PATIENCE = 10.0  #: seconds
CANCELLING = 1.0  #: seconds that PostgreSQL may take to hear that it shall stop
SOCKET = "gunicorn.socket"  #: the reader's, in the environment of a request
GONE, LEFT = 499, "Reader Gone"  #: what proxies note for a reader who has gone; only the log has it
SENTENCE = "Too many questions are being answered; try again in a few seconds."


class TurnsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._working = threading.BoundedSemaphore(AT_ONCE)
        self._here = Counter[str]()  #: address -> its questions that are worked on or wait
        self._lock = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not is_costly(request):
            return self.get_response(request)
        with self._place(client_address(request)) as has_place, watched(request):
            return self._in_turn(request) if has_place else refusal_page(request, 503, SENTENCE)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Whatever a stopped answer raised is no fault; Django calls this."""
        return HttpResponse(status=GONE, reason=LEFT) if HAS_GONE.get()() else None

    @contextmanager
    def _place(self, address: str) -> Iterator[bool]:
        """Whether there is one for a question of this address; its own until the end."""
        with self._lock:
            is_full = self._here.total() >= AT_ONCE + settings.QUESTIONS_WAITING
            has_place = not is_full and self._here[address] < settings.QUESTIONS_OF_ONE
            self._here[address] += has_place
        try:
            yield has_place
        finally:
            with self._lock:
                self._here[address] -= has_place
                self._here += Counter()  # forgets who has none

    def _in_turn(self, request: HttpRequest) -> HttpResponseBase:
        if not self._turn_comes():
            return HttpResponse(status=GONE, reason=LEFT) if HAS_GONE.get()() else refusal_page(request, 503, SENTENCE)
        try:
            return self.get_response(request)
        finally:
            give_back()
            self._working.release()

    def _turn_comes(self) -> bool:
        """Whether it does in time, and before the reader goes."""
        until = time.monotonic() + PATIENCE
        while not HAS_GONE.get()() and (left := until - time.monotonic()) > 0:
            if self._working.acquire(timeout=min(left, POLL)):
                return True
        return False


def is_costly(request: HttpRequest) -> bool:
    path = request.path
    is_asked_again = STUDY.match(path) or WATCH.match(path) or (PERMALINK.match(path) and CHECK in request.GET)
    return path.startswith(COSTLY) or bool(is_asked_again)


@contextmanager
def watched(request: HttpRequest) -> Iterator[None]:
    """While the request is worked on: once its reader has gone, the database stops, and so does what computes."""
    own, database = request.META.get(SOCKET), connections[DEFAULT_DB_ALIAS]

    def stop() -> None:
        if database.connection is not None:
            with suppress(psycopg.Error):
                database.connection.cancel_safe(timeout=CANCELLING)

    if own is None:  # another server than gunicorn
        yield
        return
    with READERS.monitored(own, stop) as reader, while_there(lambda: reader.has_gone):
        yield
