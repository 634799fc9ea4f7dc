"""The same page asked again, nothing changed: 304, before any work is done for it.

A page's validator is made of its address, the version of the data, the version of the code and the day. Who is logged
in sees pages of their own, which have none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.http import condition

from benchdb.accounts.site_token import COOKIE
from benchdb.host.paths import ROOT
from benchdb.reads.versions import Version, data_version, one_version

FOLDERS = ("benchdb", "frontend", "ingest")
SAFE = ("GET", "HEAD")
ENDINGS = {".py", ".html", ".js", ".css"}
SEEN = "benchdb.version"  #: of the data, as the request found it
BESIDE = "benchdb.beside"  #: what else the page shows, as the request came upon it
HEADERS = ("HX-Request", "Accept", "HX-History-Restore-Request")


@lru_cache(maxsize=1)
def code_version() -> str:
    """Another one after every change of a file that pages are made by."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDINGS and "node_modules" not in path.parts:
                state = path.stat()
                digest.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def validator(request: HttpRequest, *args: Any, **kwargs: Any) -> str | None:
    """The ETag of a page for somebody who is not logged in; None for others."""
    if (
        request.method not in SAFE
        or request.COOKIES.get("sessionid")
        or request.COOKIES.get(COOKIE)
        or request.headers.get("Authorization")
    ):
        return None
    version: Version = request.META.get(SEEN) or data_version()
    request.META[SEEN] = version  # what changes while the page is made is another version
    token = request.META.get("CSRF_COOKIE", "")  # stands in the forms; of a first visit it is known afterwards
    parts = (request.get_full_path(), request.get_host(), token, version.changes, version.transaction, code_version())
    day = f"{timezone.now():%Y-%m-%d}"
    shown = (*parts, day, *(request.headers.get(name, "") for name in HEADERS), *request.META.get(BESIDE, ()))
    return f'"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'


def nothing_else(request: HttpRequest, *args: Any, **kwargs: Any) -> tuple[object, ...]:
    return ()


def unless_unchanged(view: Callable[..., Any], beside: Callable[..., tuple[object, ...]] = nothing_else) -> Any:
    """The view, with 304 where the asker has the page that it would make.

    `beside` reads what the page shows and the version of the data does not count, from what the view is given.
    """

    def with_beside(request: HttpRequest, *args: Any, **kwargs: Any) -> str | None:
        request.META[BESIDE] = beside(request, *args, **kwargs)
        return validator(request)

    conditional = condition(etag_func=with_beside)(view)

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method not in SAFE:
            return conditional(request, *args, **kwargs)
        with one_version():
            response = conditional(request, *args, **kwargs)
        if response.status_code == 200 and (made := validator(request)):
            response["ETag"] = made
        return response

    return answered
