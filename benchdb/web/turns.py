"""Costly questions take turns: one of a process is worked on, some wait, the others are asked to come again.

Python works on one at a time anyway. What this keeps is threads: without turns fifty questions hold all of them, and
`/healthz`, a page, an upload stand behind fifty answers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

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
        self._here = threading.BoundedSemaphore(AT_ONCE + settings.QUESTIONS_WAITING)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(COSTLY):
            return self.get_response(request)
        if not self._here.acquire(blocking=False):
            return refusal_page(request, 503, SENTENCE)
        try:
            return self._in_turn(request)
        finally:
            self._here.release()

    def _in_turn(self, request: HttpRequest) -> HttpResponseBase:
        if not self._working.acquire(timeout=PATIENCE):
            return refusal_page(request, 503, SENTENCE)
        try:
            return self.get_response(request)
        finally:
            give_back()
            self._working.release()
