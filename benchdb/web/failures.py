"""What an asker is told while the site cannot answer: the database is away, the disk is full, or the fault is ours."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from benchdb.host.objects import NotOurs, Unreachable
from benchdb.web.problems import SENTENCES, is_for_programs, problem

RETRY_AFTER = {503: "5", 507: "60"}  #: seconds
LOGS_ARE_AWAY = "The storage of raw logs does not answer. Nothing was stored; try again in a few seconds."
LOGS_ARE_OTHERS = "The storage of raw logs (RAW_LOGS) belongs to another site: nothing was stored."
DISK_FULL = "53100"  #: PostgreSQL's code
TITLES = {408: "Too slow", 413: "Too large", 503: "Busy", 507: "The disk is full"}


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of exceptions that nobody caught."""
    error = sys.exc_info()[1]
    status = status_of(error)
    if status == 500 and not is_for_programs(request):
        return HttpResponse(render_to_string("500.html"), status=500)
    return refusal_page(request, status, sentence_of(error) or SENTENCES[status])


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
        if isinstance(fault, OperationalError | InterfaceError) and not is_disk_full(fault):
            return 503
    return 500


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The exception, then what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def is_disk_full(error: BaseException) -> bool:
    return getattr(error.__cause__, "sqlstate", None) == DISK_FULL
