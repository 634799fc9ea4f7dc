"""Around requests: who reads where only members may, refusals as the page or JSON that was asked for, who changed what.

And answers are compressed.
"""

from __future__ import annotations

import gzip
import io
import secrets
from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers

from benchdb.accounts.audit import ASKING
from benchdb.domain.roles import Action
from benchdb.web.access import Forbidden, LoginNeeded, require
from benchdb.web.bodies import Refused, receiving, stop_receiving
from benchdb.web.failures import page_before, refusal_page
from benchdb.web.problems import as_problem, is_for_programs, problem
from benchdb.wording import words

SHARED = ("/healthz", "/readyz", "/static/")  #: the same for everybody, also where reading is for members
#: What must be open where nothing else is.
OPEN = (
    "/healthz",
    "/readyz",
    "/robots.txt",
    "/favicon.ico",
    "/login/",
    "/logout/",
    "/join/",
    "/open/",
    "/admin/login/",
)


class AccessMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        signed = ASKING.set(request)
        try:
            response = self._answer(request)
        except Refused as error:
            response = refused_body(request, error)
        finally:
            ASKING.reset(signed)
        if response.status_code == 405 and "text/html" in request.headers.get("Accept", ""):
            response = other_method(request, response)
        if is_for_programs(request) and not (settings.DEBUG and response.status_code >= 500):
            response = as_problem(request, response)
        if settings.READING == "members" and not request.path.startswith(SHARED):
            patch_cache_control(response, private=True)
            patch_vary_headers(response, ("Cookie", "Authorization"))
        return response

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        with receiving(request):
            return gate(request) or self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        if isinstance(error, Refused):
            return refusal_page(request, error.status, str(error))
        return refused(request, error) if isinstance(error, Forbidden) else None


def refused_body(request: HttpRequest, error: Refused) -> HttpResponse:
    stop_receiving(request)
    if "text/html" in request.headers.get("Accept", ""):
        return refusal_page(request, error.status, str(error), page_before(request))
    headers = {"Retry-After": "5"} if error.status == 503 else {}
    return problem(request, error.status, str(error), headers=headers)


def other_method(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """A page in place of the blank one for who opens an address that only takes a form; Allow stays."""
    page = refusal_page(request, 405, words("only a form"), page_before(request))
    page["Allow"] = response.get("Allow", "")
    return page


def gate(request: HttpRequest) -> HttpResponseBase | None:
    """The answer to who may not even read; None for who may, or shows no credentials where none are needed."""
    if request.path.startswith(OPEN) or (settings.READING == "public" and "Authorization" not in request.headers):
        return None
    try:
        require(request, Action.READ)
    except Forbidden as error:
        return refused(request, error)
    return None


def refused(request: HttpRequest, error: Forbidden) -> HttpResponse:
    """A program gets the problem, a browser the page that lets it log in, or that says why not."""
    if is_for_programs(request) or "text/html" not in request.headers.get("Accept", ""):
        return problem(request, error.code, str(error))
    if isinstance(error, LoginNeeded) and request.method in ("GET", "HEAD"):
        return redirect(f"/login/?{urlencode({'next': request.get_full_path()})}")
    context = {"message": str(error), "can_log_in": isinstance(error, LoginNeeded)}
    return render(request, "403.html", context, status=error.code)


class PackingMiddleware(GZipMiddleware):
    """Django's, which packs half as quickly to save 3% of the bytes more: it packs what we leave, as streams."""

    LEVEL = 5
    SHORT = 1_000  #: bytes; what is shorter is as quick either way

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_wanted = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
        if is_wanted and isinstance(response, HttpResponse) and len(response.content) > self.SHORT:
            self._pack(response)
        return super().process_response(request, response)

    def _pack(self, response: HttpResponse) -> None:
        if response.has_header("Content-Encoding"):
            return
        # As Django does: a file name of random length within, so that sizes say less of what was packed (BREACH).
        name, packed = secrets.token_hex(1 + secrets.randbelow(self.max_random_bytes // 2)), io.BytesIO()
        with gzip.GzipFile(name, "wb", self.LEVEL, packed, 0) as file:
            file.write(response.content)
        response.content = packed.getvalue()
        patch_vary_headers(response, ["Accept-Encoding"])
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(response.content))
        if response.get("ETag", "").startswith('"'):  # another form of the same: RFC 9110, 8.8.1
            response["ETag"] = f"W/{response['ETag']}"
