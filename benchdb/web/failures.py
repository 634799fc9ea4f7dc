"""What an asker is told while the site cannot answer: the database is away, the disk is full, or the fault is ours."""

from __future__ import annotations

import errno
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from benchdb.web.problems import SENTENCES, is_for_programs, problem

RETRY_AFTER = {503: "5", 507: "60"}  #: seconds
DISK_FULL = "53100"  #: PostgreSQL's code
TITLES = {408: "Too slow", 413: "Too large", 503: "Not just now", 507: "The disk is full"}


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of exceptions that nobody caught."""
    status = status_of(sys.exc_info()[1])
    if status == 500 and not is_for_programs(request):
        return HttpResponse(render_to_string("500.html"), status=500)
    return refusal_page(request, status, SENTENCES[status])


def refusal_page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """A sentence in the asker's form, made without the database."""
    answer = problem(request, status, sentence)
    if not is_for_programs(request):
        again = request.get_full_path() if request.method == "GET" else ""
        words = {"title": TITLES.get(status, "Refused"), "sentence": sentence, "again": again}
        answer = HttpResponse(render_to_string("refused.html", words), status=status)
    if status in RETRY_AFTER:
        answer["Retry-After"] = RETRY_AFTER[status]
    return answer


def status_of(error: BaseException | None) -> int:
    """Of the exception, or of what it came from."""
    while error is not None:
        if getattr(error, "sqlstate", None) == DISK_FULL or getattr(error, "errno", None) == errno.ENOSPC:
            return 507
        if isinstance(error, OperationalError | InterfaceError) and not is_disk_full(error):
            return 503
        error = error.__cause__ or error.__context__
    return 500


def is_disk_full(error: BaseException) -> bool:
    return getattr(error.__cause__, "sqlstate", None) == DISK_FULL
