"""Every address of the site. The wings are named as strings: the ground imports neither."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from benchdb.api import api
from benchdb.problems import SAID, problem


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Says that the web server answers; asks nothing of anybody else."""
    return HttpResponse("ok\n", content_type="text/plain")


def no_such_address(request: HttpRequest) -> HttpResponse:
    return problem(request, 404, SAID[404])


to_login = require_safe(RedirectView.as_view(url="/login/", query_string=True))

urlpatterns = [
    path("healthz", healthz),
    path("admin/login/", to_login),  # one door, one look, one throttle
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    re_path("^api/", no_such_address),
    path("", include("ingest.urls")),
    path("", include("frontend.urls")),
]
