"""What an asker is told while the site cannot answer: the database is away, the disk is full, or the fault is ours.

And where a form's token is no longer this login's: it was open in a tab before somebody logged in or out.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from copy import copy
from urllib.parse import urlsplit

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.views import defaults

from benchdb.held_rows import has_waited
from benchdb.host.logs import REQUEST
from benchdb.host.objects import NotOurs, Unreachable
from benchdb.web.access import Forbidden
from benchdb.web.problems import NOT_STORED, SENTENCES, is_for_programs, problem, too_much

RETRY_AFTER = {409: "5", 503: "5", 507: "60"}  #: seconds
LOGS_ARE_AWAY = "The storage of raw logs does not answer. Nothing was stored; try again in a few seconds."
LOGS_ARE_OTHERS = "The storage of raw logs (RAW_LOGS) belongs to another site: nothing was stored."
DISK_FULL = "53100"  #: PostgreSQL's code
BEYOND_LIMITS = "54"  #: its class of "program limit exceeded"
STALE = (
    "Your login has changed since this page was opened, or its form is from another site. Nothing was changed: load "
    "the page again, then send it once more."
)
NO_METHOD = "NONE"
AWAY = ("Database unavailable", "Raw logs unavailable")  #: titles of 503 for a fault; TITLES has that of a refusal
#: The first part of an address -> what stands below it.
SOUGHT = {
    "p": "permalink",
    "machines": "machine",
    "kernels": "kernel",
    "servers": "server",
    "studies": "study",
    "watches": "watch",
}
TITLES = {
    401: "Log in first",
    403: "Load the page again",
    405: "Nothing to open here",
    408: "Too slow",
    409: "Try again",
    413: "Too large",
    503: "Busy",
    507: "The disk is full",
}


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of exceptions that nobody caught."""
    error = sys.exc_info()[1]
    status = status_of(error)
    if status == 500 and not is_for_programs(request):
        return HttpResponse(render_to_string("500.html", {"request_id": REQUEST.get()}), status=500)
    before = page_before(request) if status == 409 else ""
    of_logs = sentence_of(error)
    title = AWAY[bool(of_logs)] if status == 503 else ""
    away = NOT_STORED if status == 503 and request.method not in ("GET", "HEAD") else SENTENCES[status]
    return refusal_page(request, status, of_logs or away, before, title)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of addresses at which nothing is: says what was sought there, where that can be told."""
    parts = request.path.strip("/").split("/")
    if len(parts) != 2 or parts[0] not in SOUGHT or is_for_programs(request):
        return defaults.page_not_found(request, exception)
    known = {"sought": SOUGHT[parts[0]], "named": parts[1], "listed": f"/{parts[0]}/"}
    return HttpResponse(render_to_string("404.html", known, request), status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of what it does not read: more than its limits, or an address that is not the site's."""
    if sentence := too_much(exception):
        return refusal_page(request, 413, sentence)
    return defaults.bad_request(request, exception)


def refusal_page(request: HttpRequest, status: int, sentence: str, before: str = "", title: str = "") -> HttpResponse:
    """A sentence in the asker's form, made without the database. `before`: the page to go back to."""
    answer = problem(request, status, sentence)
    if not is_for_programs(request):
        is_worth_repeating = request.method == "GET" and status != 405
        again = request.get_full_path() if is_worth_repeating else before
        title = title or TITLES.get(status, "Refused")
        words = {"title": title, "sentence": sentence, "again": again, "is_other": bool(before)}
        words["can_log_in"] = status == 401
        answer = HttpResponse(render_to_string("refused.html", words), status=status)
    if status in RETRY_AFTER:
        answer["Retry-After"] = RETRY_AFTER[status]
    return answer


def sentence_of(error: BaseException | None) -> str:
    """Where it is about the place of raw logs."""
    faults = [fault for fault in causes(error) if isinstance(fault, Unreachable)]
    if any(isinstance(fault, NotOurs) for fault in faults):
        return LOGS_ARE_OTHERS
    return LOGS_ARE_AWAY if faults else ""


def status_of(error: BaseException | None) -> int:
    """Of the exception, or of what it came from."""
    for fault in causes(error):
        if getattr(fault, "sqlstate", None) == DISK_FULL or getattr(fault, "errno", None) == errno.ENOSPC:
            return 507
        if has_waited(fault):
            return 409
        if isinstance(fault, OperationalError | InterfaceError) and not is_no_outage(fault):
            return 503
    return 500


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The exception, then what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def is_no_outage(error: BaseException) -> bool:
    """The database is there, and its disk is full or what it was asked is beyond a limit: both are no outage."""
    code = getattr(error.__cause__, "sqlstate", None) or ""
    return code == DISK_FULL or code.startswith(BEYOND_LIMITS)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's view of a failed check for forged requests. What the address does not take at all is a 405, as ever."""
    allowed = allowed_methods(request)
    if allowed and request.method not in allowed:
        return HttpResponseNotAllowed(allowed)
    return refusal_page(request, 403, STALE, page_before(request))


def allowed_methods(request: HttpRequest) -> list[str]:
    """What the address says that it takes, asked by a method that no view knows; none where it says nothing."""
    match, probe = request.resolver_match, copy(request)
    probe.method, probe.csrf_processing_done = NO_METHOD, True
    try:
        answer = match.func(probe, *match.args, **match.kwargs) if match else None
    except Forbidden:
        return []
    allow = answer.headers.get("Allow", "") if answer is not None and answer.status_code == 405 else ""
    return [method.strip() for method in allow.split(",") if method.strip()]


def page_before(request: HttpRequest) -> str:
    """The page of this site that the form stood on."""
    parts = urlsplit(request.headers.get("Referer", ""))
    if parts.netloc != request.get_host() or not parts.path.startswith("/"):
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
