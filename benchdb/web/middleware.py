"""Around requests: reading may be for members only, what is refused is said in the asker's form, changes signed."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers

from benchdb.accounts.audit import ASKING
from benchdb.domain.roles import Action
from benchdb.web.access import Forbidden, LoginNeeded, require
from benchdb.web.bodies import Refused, receiving, stop_receiving
from benchdb.web.failures import refusal_page
from benchdb.web.problems import as_problem, is_for_programs, problem

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
    headers = {"Retry-After": "5"} if error.status == 503 else {}
    return problem(request, error.status, str(error), headers=headers)


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
    return render(request, "403.html", {"message": str(error)}, status=error.code)
