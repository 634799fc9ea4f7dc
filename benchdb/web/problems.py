"""Errors for programs, in the form of RFC 9457 (application/problem+json)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from benchdb.wording import words

WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")  #: where the next one of a class' name begins
MEDIA_TYPE = "application/problem+json"
FOR_PROGRAMS = ("/api/", "/u/")  #: everything below them answers programs
SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address does not take this method.",
    409: "An upload that is just ending, such as another part of the same import, holds what this changes. Nothing was "
    "changed; try again in a few seconds.",
    413: "This is larger than the site accepts.",
    429: "Too many requests; try again later.",
    503: "The database is unavailable for a moment. Try again in a few seconds.",
    507: "This site's disk is full. Nothing was stored; try again once its admins have made room.",
    500: "The fault is in benchdb, and its log says where.",
}
#: To who sent something, which is not kept.
NOT_STORED = "The database is unavailable for a moment. Nothing was stored; try again in a few seconds."
#: Django's own words name its settings: the sentence instead, the setting, and what that is said in.
TOO_MUCH: dict[type[Exception], tuple[str, str, int]] = {
    RequestDataTooBig: ("request is too large", "DATA_UPLOAD_MAX_MEMORY_SIZE", 2**20),
    TooManyFilesSent: ("request has too many files", "DATA_UPLOAD_MAX_NUMBER_FILES", 1),
    TooManyFieldsSent: ("request has too many fields", "DATA_UPLOAD_MAX_NUMBER_FIELDS", 1),
}


def too_much(error: Exception) -> str:
    """What a request has more of than is read; "" for any other error."""
    sentence, setting, unit = TOO_MUCH.get(type(error), ("", "", 1))
    return words(sentence, most=getattr(settings, setting) // unit) if sentence else ""


def is_for_programs(request: HttpRequest) -> bool:
    return bool(request.path.startswith(FOR_PROGRAMS))


def problem(
    request: HttpRequest,
    status: int,
    detail: str,
    *,
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """`errors` names fields: [{"field": "cpus", "detail": "…"}]. 401 says how to show who one is."""
    document: dict[str, Any] = {
        "type": "about:blank",  # no more than the status says; the detail is for people
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": request.get_full_path(),
    }
    if errors:
        document["errors"] = list(errors)
    answer = HttpResponse(json.dumps(document, ensure_ascii=False), status=status, content_type=MEDIA_TYPE)
    if status == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = 'Bearer realm="benchdb"'
    for name, value in (headers or {}).items():
        answer[name] = value
    return answer


def as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Any other error's response in the same form, its headers (Allow, Retry-After) kept."""
    status = response.status_code
    if status < 400 or response.get("Content-Type", "").startswith(MEDIA_TYPE):
        return response
    kept = {name: response[name] for name in ("Allow", "Retry-After") if name in response}
    return problem(
        request, status, detail_of(response) or SENTENCES.get(status, HTTPStatus(status).description), headers=kept
    )


def detail_of(response: HttpResponseBase) -> str:
    """The detail of an error that a view answered as JSON; "" where there is none."""
    if not isinstance(response, HttpResponse) or response.get("Content-Type", "").split(";")[0] != "application/json":
        return ""
    document = json.loads(response.content)
    return str(document.get("detail", "")) if isinstance(document, dict) else ""


def missing_detail(error: Http404) -> str:
    """What is missing, in words."""
    words = str(error)
    if words.startswith("No ") and "matches the given query" in words:  # Django's own, which names our classes
        return f"There is no such {WORD.sub(' ', words.split()[1]).lower()}."
    return words or SENTENCES[404]
