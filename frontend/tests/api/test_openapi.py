"""The API does what its OpenAPI document says: schemathesis asks everything, rightly and wrongly."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, settings
from ninja import Schema
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from benchdb.accounts import tokens
from benchdb.curation.exclusions import exclude
from benchdb.curation.tags import tag
from benchdb.domain.roles import Scope
from benchdb.host.paths import ROOT
from benchdb.web.api import api
from benchdb.web.api_docs import drawn
from benchdb.wsgi import application
from ingest.intake.api import UploadForm
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

pytestmark = pytest.mark.long

DOCUMENT = json.loads(json.dumps(api.get_openapi_schema()))
LOGS = sorted((ROOT / "fixtures/studies/zones").glob("*.log"))
#: No schema can say that rows and columns must differ, that some run must answer, that there is one path for each file,
#: what facts are called, that a text is TOML.
DEMANDING = {
    "POST /api/v1/logs",
    "POST /api/v1/watches",
    "POST /api/v1/webhooks",
    "GET /api/v1/compare",
    "GET /api/v1/scaling",
    "GET /api/v1/history",
    "POST /api/v1/permalinks",
    "POST /api/v1/uploads",
}
#: A name is as long as it is without the blanks around it.
TRIMMED = {"POST /api/v1/uploads", "PUT /u/{name}"}


@pytest.fixture
def headers(db: None) -> Iterator[dict[str, str]]:
    """An admin's token, on a site with runs, one of them tagged and one excluded."""
    first, second = (run_of(log) for log in LOGS)
    tag(first, "tuned")
    exclude(second, "wireless LAN")
    _, words = tokens.make_token(User.objects.create_superuser("ada"), "schemathesis", Scope.ADMIN)
    for signal in (request_started, request_finished):  # the test's own connection stays open, as Django's client does
        signal.disconnect(close_old_connections)
    yield {"Authorization": f"Bearer {words}", "Accept-Encoding": "identity"}  # nothing here unpacks gzip
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
def test_an_upload_that_was_read_is_told_as_documented() -> None:
    answer = Client().get(f"/api/v1/uploads/{run_of(LOGS[0]).file.upload_id}").json()
    operation = DOCUMENT["paths"]["/api/v1/uploads/{upload_id}"]["get"]["responses"]["200"]["content"][
        "application/json"
    ]
    jsonschema.validate(answer, {**operation["schema"], "components": DOCUMENT["components"]})
    assert len(answer["runs"]) == 1


def run_of(log: Path) -> Any:
    upload = create_upload([IncomingFile(log.name, [log.read_bytes()])], {"zone": log.stem, "machine": "m"}).upload
    parse_upload(upload.pk)
    return upload.files.get().runs.get()


def test_no_two_documents_have_one_name() -> None:
    """django-ninja would let the second take the first's place, and say nothing."""
    used = [model.__name__ for model in documents(Schema)]
    assert sorted(used) == sorted(set(used))


def test_the_document_and_its_page_are_made_once() -> None:
    """They took a fifth and a tenth of a second of each request, and anybody may ask for them."""
    assert api.get_openapi_schema() is api.get_openapi_schema(path_params={})
    assert drawn(api) is drawn(api)


def documents(model: type[Schema]) -> list[type[Schema]]:
    ours = [one for one in model.__subclasses__() if one.__module__.startswith(("benchdb.", "ingest.", "frontend."))]
    return [*ours, *(below for one in ours for below in documents(one))]


@pytest.fixture
def paths(request: pytest.FixtureRequest) -> Any:
    """The document of some paths. Its cases are built where they are asked, not by each process that collects tests."""
    some = {path: own_parameters(path) for path in PATHS[request.param]}
    document = schemathesis.openapi.from_dict(DOCUMENT | {"paths": some})
    document.app = application
    request.node._nodeid = request.node.nodeid  # schemathesis 4.32 changes it, and pytest 9.2 has another one
    return document


def own_parameters(path: str) -> dict[str, Any]:
    """Its operations, without the parameters that another path takes word for word: they are asked there."""
    operations = copy.deepcopy(DOCUMENT["paths"][path])
    shared = DOCUMENT["paths"]["/api/v1/compare"]["get"]["parameters"] if path in QUESTIONS else []
    for operation in operations.values():
        if path == "/u/{name}":
            operation["parameters"] = [one for one in operation["parameters"] if one["name"] not in FORM]
        elif shared:
            operation["parameters"] = [one for one in operation["parameters"] if one not in shared]
    return dict(operations)


FORM = UploadForm.model_fields
QUESTIONS = ["/api/v1/scaling", "/api/v1/history", "/api/v1/cost"]
STORING = "/api/v1/uploads", "/u/{name}"
#: first part of an address -> the paths there; those that store by themselves
PATHS: dict[str, list[str]] = {}
for path in DOCUMENT["paths"]:
    PATHS.setdefault("storing" if path in STORING else path.split("/")[3], []).append(path)
EXAMPLES = settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
by_group = schemathesis.pytest.from_fixture("paths")


def check(case: Any, headers: dict[str, str]) -> None:
    left_out = [positive_data_acceptance] if case.operation.label in DEMANDING else []
    if case.operation.label in TRIMMED or case.media_type == "multipart/form-data":
        left_out.append(negative_data_rejection)  # a form's values are text, whatever they were made of
    with transaction.atomic():  # each example meets the same site
        case.call_and_validate(headers=headers, excluded_checks=left_out)
        transaction.set_rollback(True)


@pytest.mark.parametrize("paths", sorted(PATHS.keys() - {"storing"}), indirect=True)
@by_group.parametrize()
@EXAMPLES
def test_the_api_does_what_its_document_says(case: Any, headers: dict[str, str]) -> None:
    check(case, headers)


@pytest.mark.django_db(transaction=True)  # a dry run waits for what is being stored of the same bytes
@pytest.mark.parametrize("paths", ["storing"], indirect=True)
@by_group.parametrize()
@EXAMPLES
def test_uploads_do_what_their_document_says(case: Any, headers: dict[str, str]) -> None:
    check(case, headers)
