"""The API for programs, with its OpenAPI document. Routers are named as strings: the ground imports no wing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError
from pydantic import Field

from benchdb import __version__
from benchdb.domain.roles import Action
from benchdb.questions.base import BadQuestion
from benchdb.web.access import Forbidden, require
from benchdb.web.api_docs import ApiPages
from benchdb.web.openapi import Document
from benchdb.web.problems import missing_detail, problem, too_much
from benchdb.wording import words
from benchdb.wording.patterns import expected_by

DESCRIPTION = """Upload raw benchmark logs, ask what became of them, compare, freeze and annotate.

Values are in base units: seconds, bytes, per second, fractions of 1. Lists are pages: `next` is the address of the
following one. Every error is a problem document (RFC 9457). Programs show a token from `/account/`."""


class Api(NinjaAPI):
    """Its document is made once for a process: it says what the code does, and takes a fifth of a second."""

    def __init__(self, **words: Any) -> None:
        super().__init__(**words)
        self._documents: dict[str, Document] = {}

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> Any:
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if prefix not in self._documents:
            self._documents[prefix] = Document(super().get_openapi_schema(path_prefix=prefix))
        return self._documents[prefix]


api = Api(
    title="benchdb",
    version="1",
    description=DESCRIPTION,
    docs=ApiPages(),
    urls_namespace="api",
)


def permits(action: Action) -> Callable[[HttpRequest], bool]:
    """Asked before the request's parameters and body are looked at: who may not write learns nothing from them."""

    def permitted(request: HttpRequest) -> bool:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            require(request, action)
            check_media_type(request)
        return True

    return permitted


#: What a body may be; forms' own type too, which curl -d names where nobody names another.
JSON_TYPES = ("application/json", "application/x-www-form-urlencoded", "")
FILES = "multipart/form-data"
OF_FILES = ("file",)  #: what begins the place of a file, before its own name
BODIES = ("body", "form")  #: what begins the place of a fault that is not in the address


def check_media_type(request: HttpRequest) -> None:
    """HttpError 415 for a body of another kind than the operation reads."""
    if not request.headers.get("Content-Length", "0").strip("0") and "Transfer-Encoding" not in request.headers:
        return
    wanted = (FILES,) if request.path.rstrip("/").endswith("/uploads") else JSON_TYPES
    kind = request.content_type or ""
    if kind not in wanted and not (wanted is JSON_TYPES and kind.endswith("+json")):
        raise HttpError(415, f"The body is {kind!r}; this address reads {wanted[0]}.")


#: What one must be allowed to do for anything but reading; where nothing is said, edit.
WRITES = {
    "uploads": Action.UPLOAD,
    "logs": Action.READ,
    "compare": Action.READ,
    "permalinks": Action.UPLOAD,
    "watches": Action.UPLOAD,
    "notes": Action.UPLOAD,  # their writers change and remove them; only editors add any
    "webhooks": Action.ADMINISTER,
}

for prefix, router in (
    ("uploads", "ingest.intake.api.router"),
    ("logs", "ingest.intake.existing_logs.router"),
    ("runs", "frontend.api.runs.router"),
    ("corrections", "ingest.intake.run_corrections_api.router"),
    ("tags", "frontend.api.runs.tags"),
    ("exclusions", "frontend.api.runs.exclusions"),
    ("permalinks", "frontend.api.questions.permalinks"),
    ("setups", "frontend.api.inventory.setups"),
    ("machines", "frontend.api.inventory.machines"),
    ("kernels", "frontend.api.inventory.kernels"),
    ("servers", "frontend.api.inventory.servers"),
    ("metrics", "frontend.api.inventory.metrics"),
    ("dimensions", "frontend.api.inventory.dimensions"),
    ("tables", "frontend.api.tables.router"),
    ("watches", "frontend.api.watches.router"),
    ("recordings", "frontend.api.recordings.router"),
    ("studies", "frontend.api.studies.router"),
    ("webhooks", "frontend.api.webhooks.router"),
    ("rules", "frontend.api.rules.router"),
    ("notes", "frontend.api.notes.router"),
):
    api.add_router(f"/{prefix}", router, tags=[prefix], auth=permits(WRITES.get(prefix, Action.EDIT)))
api.add_router("", "frontend.api.questions.router")  # one route for each kind of question


class Me(Schema):
    name: str
    role: str
    token: str = Field(description="the token's name; empty if none was sent")
    may: list[str] = Field(description="read, upload, edit, audit, administer, account")
    version: str = Field(description="of the site")


@api.get("/me", response=Me, tags=["me"])
def me(request: HttpRequest) -> dict[str, Any]:
    """Who this request is made by, and what they may do. 401 for a token that lets nobody in."""
    actor = require(request, Action.READ)
    return {
        "name": actor.name,
        "role": str(actor.role),
        "token": actor.via,
        "may": sorted(actor.actions),
        "version": __version__,
    }


@api.exception_handler(Forbidden)
def forbidden(request: HttpRequest, error: Forbidden) -> HttpResponse:
    return problem(request, error.code, str(error))


@api.exception_handler(BadQuestion)
def bad_question(request: HttpRequest, error: BadQuestion) -> HttpResponse:
    return problem(request, 400, str(error))


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(request, 404, missing_detail(error))


@api.exception_handler(RequestDataTooBig)
@api.exception_handler(TooManyFilesSent)
@api.exception_handler(TooManyFieldsSent)
def too_large(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem(request, 413, too_much(error))


@api.exception_handler(HttpError)
def refused(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem(request, error.status_code, str(error))


def field_of(places: Sequence[str | int]) -> str:
    """Where it is, as the sender knows it: the name that we give to a whole body is none of theirs."""
    first, *rest = places
    named = rest if first in OF_FILES else rest[1:] if first in BODIES and len(rest) > 1 else places
    return ".".join(map(str, named))


def detail_of(fault: Mapping[str, Any]) -> str:
    if fault["type"] == "missing":
        return words("field is missing")
    is_of_a_pattern = fault["type"] == "string_pattern_mismatch"
    return expected_by(fault["ctx"]["pattern"]) if is_of_a_pattern else str(fault["msg"])


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    faults = [{"field": field_of(fault["loc"]), "detail": detail_of(fault)} for fault in error.errors]
    return problem(request, 422, "; ".join(f"{fault['field']}: {fault['detail']}" for fault in faults), errors=faults)
