"""The API for programs, with its OpenAPI document. Routers are named as strings: the ground imports no wing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Swagger

from benchdb.access import Forbidden
from benchdb.problems import problem

api = NinjaAPI(
    title="benchdb",
    version="1",
    description="Upload raw benchmark logs and read what became of them.",
    docs=Swagger(settings={"persistAuthorization": True}),
    urls_namespace="api",
)
api.add_router("/uploads", "ingest.api.router", tags=["uploads"])


@api.exception_handler(Forbidden)
def forbidden(request: HttpRequest, error: Forbidden) -> HttpResponse:
    return problem(request, error.code, str(error))
