"""A form whose token is no longer this login's: sent from a tab that was open before somebody logged in or out."""

from __future__ import annotations

from copy import copy
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from benchdb.web.access import Forbidden
from benchdb.web.failures import refusal_page

SENTENCE = (
    "Your login changed since this page was opened, or its form is from another site. Nothing was changed: load the "
    "page again, then send it once more."
)
NO_METHOD = "NONE"


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's view of a failed check for forged requests. What the address does not take at all is a 405, as ever."""
    allowed = allowed_methods(request)
    if allowed and request.method not in allowed:
        return HttpResponseNotAllowed(allowed)
    return refusal_page(request, 403, SENTENCE, page_before(request))


def allowed_methods(request: HttpRequest) -> list[str]:
    """What the address says that it takes, asked by a method that no view knows; none where it says nothing."""
    match, asked = request.resolver_match, copy(request)
    asked.method, asked.csrf_processing_done = NO_METHOD, True  # type: ignore[attr-defined]
    try:
        answer = match.func(asked, *match.args, **match.kwargs) if match else None
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
