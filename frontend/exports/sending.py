"""Bytes -> the HTTP answer of an export: what may be cached, for how long, and who may show it."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from frontend.exports import RENDERERS
from frontend.validators import validator

YEAR = 365 * 24 * 3600  #: seconds
#: What an export that a browser opens as a page may do: show itself.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors *"


def sent(request: HttpRequest, name: str, body: bytes, *, stem: str, is_frozen: bool) -> HttpResponseBase:
    """The export `name`, or 304 where the reader has it. A frozen one is never asked for again, unless reading is
    for members: who is none any more shall not go on reading what the browser kept.

    Other sites may show it (<img>, <iframe>), which is what it is for; their scripts cannot read it, because no CORS
    header lets them: a site on somebody's own machine or network would be open to every page that they visit.
    """
    response = HttpResponse(body, content_type=RENDERERS[name].content_type)
    known = None if is_frozen else validator(request)  # which answers 304 before anything is asked
    response["ETag"] = known or quote_etag(hashlib.sha256(body).hexdigest()[:32])
    response["Content-Disposition"] = f'inline; filename="{stem}.{name}"'
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    if name in ("html", "svg"):
        response["Content-Security-Policy"] = ALONE
        response.xframe_options_exempt = True
    if is_frozen and settings.READING == "public":
        patch_cache_control(response, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, no_cache=True)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
