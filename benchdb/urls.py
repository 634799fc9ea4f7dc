"""Every address of the site. The wings are named as strings: the ground imports neither."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from benchdb.domain.roles import Action
from benchdb.web.access import require
from benchdb.web.api import api
from benchdb.web.claim import open_site
from benchdb.web.metrics import metrics
from benchdb.web.problems import SENTENCES, problem
from benchdb.web.readiness import missing


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Says that the web server answers; asks nothing of anybody else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether everything answers that this site needs: 503 with what does not."""
    text = "".join(f"{name}: not ready\n" for name in missing())
    return HttpResponse(text or "ok\n", status=503 if text else 200, content_type="text/plain")


#: Every combination of filters is a link, and each costs an answer; what was frozen, studies and documents are for all.
ROBOTS = """User-agent: *
Disallow: /compare
Disallow: /scaling
Disallow: /history
Disallow: /cost
Disallow: /runs/?
Disallow: /api/
Disallow: /uploads/
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What crawlers may ask for (RFC 9309)."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Where browsers look that were given no page yet."""
    return HttpResponseRedirect(static("benchdb/icon.svg"))


@csrf_exempt  # nothing is written, whoever asks, and nothing that a browser's form could have been for
def no_such_address(request: HttpRequest) -> HttpResponse:
    return problem(request, 404, SENTENCES[404])


handler400 = "benchdb.web.failures.bad_request"
handler404 = "benchdb.web.failures.not_found"
handler500 = "benchdb.web.failures.server_error"


@require_safe
def admin_login(request: HttpRequest) -> HttpResponse:
    """One door, one look, one throttle. Whom a page of /admin/ sends here though they are logged in may not see it."""
    if "next" in request.GET and request.user.is_authenticated:
        require(request, Action.ADMINISTER)
    return HttpResponseRedirect(f"/login/?{request.META['QUERY_STRING']}")


urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
    path("robots.txt", robots),
    path("favicon.ico", favicon),
    path("open/<str:secret>/", open_site),
    path("admin/login/", admin_login),
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    re_path("^api/", no_such_address),
    path("", include("ingest.urls")),
    path("", include("frontend.urls")),
]
