"""Links that somebody pastes where a question is wanted: another site's would be answered from the runs of this one."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host

from benchdb.questions.base import BadQuestion

LOOPBACK = ("localhost", "127.0.0.1", "::1")
PORTS = (80, 443)  #: of http and https, which a link need not name


def own_link(request: HttpRequest, text: str) -> str:
    """The text, if it is a link of this site, or none: a path or a query. BadQuestion for others."""
    another = BadQuestion("link of another site", text=text.strip()[:80], here=request.get_host())
    try:
        place = place_of(text.strip())
    except ValueError as error:  # as of http://[x/ and http://x:99999/
        raise another from error
    if place is None or place in own_places(request) or is_own_name(*place):
        return text
    raise another


def own_places(request: HttpRequest) -> list[tuple[str, int] | None]:
    """As whoever asks calls it, and as it calls itself."""
    return [place_of(f"//{request.get_host()}"), *([place_of(settings.SITE_URL)] if settings.SITE_URL else [])]


def is_own_name(host: str, port: int) -> bool:
    """Whether the site answers to the name: it may have several, and a proxy may ask it by another one."""
    names = [name for name in settings.ALLOWED_HOSTS if name.strip("*[]") and name not in LOOPBACK]
    return not port and host not in LOOPBACK and validate_host(host, names)


def place_of(address: str) -> tuple[str, int] | None:
    """(host, port; 0: the scheme's own); this machine has one name. None where the address names no host."""
    parts = urlsplit(address)
    if not parts.netloc:
        return None
    host, port = (parts.hostname or "").rstrip("."), parts.port or 0
    return "localhost" if host in LOOPBACK else host, 0 if port in PORTS else port
