"""Content-Security-Policy: what a page may load and run, said with every answer. Nothing inline, nothing of others.

The second wall behind escaping: markup that slipped through would still run nothing, load nothing, send nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER = "Content-Security-Policy"
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",  # small drawings inside style sheets
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class PolicyMiddleware:
    """Outermost, so that no error page goes without. Exports that may be embedded anywhere say stricter ones."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_for_developers = settings.DEBUG and response.status_code >= 400  # Django's own pages have inline styles
        is_kept = response.status_code == HTTPStatus.NOT_MODIFIED  # its header would replace that of the page kept
        if not is_for_developers and not is_kept:
            response.headers.setdefault(HEADER, POLICY)
        return response
