"""The API for programs, with its OpenAPI document. Routers are named as strings: the ground imports no wing."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Swagger
from ninja.errors import HttpError, ValidationError

from benchdb.access import Forbidden
from benchdb.comparison.spec import BadSpec
from benchdb.openapi import Document
from benchdb.problems import problem, said_of_missing

DESCRIPTION = """Upload raw benchmark logs, ask what became of them, compare, freeze and annotate.

Values are in base units: seconds, bytes, per second, fractions of 1. Lists are pages: `next` is the address of the
following one. Every error is a problem document (RFC 9457). Programs show a token from `/account/`."""


class Api(NinjaAPI):
    def get_openapi_schema(self, **where: Any) -> Any:
        return Document(super().get_openapi_schema(**where))


api = Api(
    title="benchdb",
    version="1",
    description=DESCRIPTION,
    docs=Swagger(settings={"persistAuthorization": True}),
    urls_namespace="api",
)
for prefix, router in (
    ("uploads", "ingest.api.router"),
    ("logs", "ingest.known.router"),
    ("runs", "frontend.api.runs.router"),
    ("tags", "frontend.api.runs.tags"),
    ("exclusions", "frontend.api.runs.exclusions"),
    ("compare", "frontend.api.comparing.router"),
    ("scaling", "frontend.api.comparing.scaled"),
    ("history", "frontend.api.comparing.went"),
    ("permalinks", "frontend.api.comparing.permalinks"),
    ("setups", "frontend.api.inventory.setups"),
    ("machines", "frontend.api.inventory.machines"),
    ("kernels", "frontend.api.inventory.kernels"),
    ("servers", "frontend.api.inventory.servers"),
    ("metrics", "frontend.api.inventory.metrics"),
    ("dimensions", "frontend.api.inventory.dimensions"),
):
    api.add_router(f"/{prefix}", router, tags=[prefix])


@api.exception_handler(Forbidden)
def forbidden(request: HttpRequest, error: Forbidden) -> HttpResponse:
    return problem(request, error.code, str(error))


@api.exception_handler(BadSpec)
def bad_question(request: HttpRequest, error: BadSpec) -> HttpResponse:
    return problem(request, 400, str(error))


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(request, 404, said_of_missing(error))


@api.exception_handler(RequestDataTooBig)
@api.exception_handler(TooManyFilesSent)
@api.exception_handler(TooManyFieldsSent)
def too_large(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem(request, 413, str(error))


@api.exception_handler(HttpError)
def refused(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem(request, error.status_code, str(error))


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    faults = [{"field": ".".join(map(str, each["loc"])), "detail": str(each["msg"])} for each in error.errors]
    return problem(request, 422, "; ".join(f"{each['field']}: {each['detail']}" for each in faults), errors=faults)
