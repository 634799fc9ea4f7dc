"""Around every request: an id that its log lines and its answer carry, one log line, and what /metrics counts."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from benchdb.host.counters import REQUESTS, SECONDS
from benchdb.host.logs import REQUEST

HEADER = "X-Request-ID"
NAMED = re.compile(r"[\w.-]{8,64}")  #: ids of a proxy that are taken over
QUIET = ("/healthz", "/static/")  #: not logged
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

log = logging.getLogger(__name__)


class RequestMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began, identity = time.monotonic(), identity_of(request)
        named = REQUEST.set(identity)
        try:
            response = self.get_response(request)
            response.headers[HEADER] = identity
            note(request, response.status_code, time.monotonic() - began)
            return response
        finally:
            REQUEST.reset(named)


def identity_of(request: HttpRequest) -> str:
    named = request.headers.get(HEADER, "")
    return named if NAMED.fullmatch(named) else uuid.uuid4().hex


def note(request: HttpRequest, status: int, seconds: float) -> None:
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, str(status)).inc()
    SECONDS.observe(seconds)
    if not request.path.startswith(QUIET):
        own = {"method": method, "path": request.path, "status": status, "seconds": round(seconds, 4)}
        log.info("%s %s %s", method, request.path, status, extra=own)


def lasting_address(request: HttpRequest, path: str) -> str:
    """Of a page, to be kept or sent to somebody. Without SITE_URL the asker's own name of the site stands before it.

    A Host header's port is not checked, because tunnels and containers map ports: who asked may read it back.
    """
    return f"{settings.SITE_URL}{path}" if settings.SITE_URL else request.build_absolute_uri(path)
