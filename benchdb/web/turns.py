"""Costly questions take turns: one of a process is worked on, some wait, the others are asked to come again.

Whoever asks many at once leaves places to others: one address has some of them only.

Python works on one at a time anyway. What this keeps is threads: without turns fifty questions hold all of them, and
`/healthz`, a page, an upload stand behind fifty answers.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from benchdb.accounts.logins import client_address
from benchdb.host.memory import give_back
from benchdb.web.failures import refusal_page

KINDS = ("/compare", "/scaling", "/history", "/cost")
COSTLY = (*KINDS, *(f"/api/v1{kind}" for kind in KINDS))
AT_ONCE = 1
PATIENCE = 10.0  #: seconds
SENTENCE = "Too many questions are being answered; try again in a few seconds."


class TurnsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._working = threading.BoundedSemaphore(AT_ONCE)
        self._here = Counter[str]()  #: address -> its questions that are worked on or wait
        self._lock = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(COSTLY):
            return self.get_response(request)
        with self._place(client_address(request)) as has_place:
            return self._in_turn(request) if has_place else refusal_page(request, 503, SENTENCE)

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
        if not self._working.acquire(timeout=PATIENCE):
            return refusal_page(request, 503, SENTENCE)
        try:
            return self.get_response(request)
        finally:
            give_back()
            self._working.release()
