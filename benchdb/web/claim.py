"""`/open/<token>/`: the link that `make run` prints. It keeps the unclaimed site's token in the browser's cookie."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchdb.accounts.site_token import COOKIE, KEPT, is_site_token

WELCOME = (
    "This browser may now upload and edit here, without logging in, until somebody has an account. "
    "It keeps the link; other browsers cannot."
)
OVER = (
    "This link is not, or no longer, the one to this site: it ends when somebody has an account. Log in, or take the"
    " link that the site printed when it was last started."
)


@require_safe
@never_cache
def open_site(request: HttpRequest, secret: str) -> HttpResponse:
    if not is_site_token(secret):
        return render(request, "403.html", {"message": OVER, "can_log_in": True}, status=410)
    messages.success(request, WELCOME)
    answer = HttpResponseRedirect("/")
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(COOKIE, secret, max_age=KEPT, httponly=True, samesite="Lax", secure=secure)
    return answer
