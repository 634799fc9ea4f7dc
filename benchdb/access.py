"""Who may upload and freeze. Until there are accounts: whoever sits at this machine, and who is logged in."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.http import HttpRequest

FORWARDING_HEADERS = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


class Forbidden(PermissionError):
    """The request may not change anything; the message says why and what to do."""


def require_writer(request: HttpRequest) -> None:
    """Forbidden, unless the request may add to the database."""
    if comes_from_other_site(request):
        raise Forbidden("This request was sent by a page of another site.")
    if not (is_local(request) or request.user.is_authenticated):
        raise Forbidden("Only this machine itself may upload, or somebody who is logged in (/admin/login/).")


def is_local(request: HttpRequest) -> bool:
    """Straight from a loopback address. Behind a proxy every request seems to be; its headers give it away."""
    if any(header in request.headers for header in FORWARDING_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def comes_from_other_site(request: HttpRequest) -> bool:
    """A browser says where a request was made; a program (curl) says nothing. So forged forms are refused."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
    return urlsplit(origin).netloc != request.get_host()
