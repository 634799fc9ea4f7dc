"""The API does what its OpenAPI document says: schemathesis asks everything, rightly and wrongly."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, settings
from ninja import Schema

from benchdb.web.api import api
from benchdb.web.api_docs import drawn
from frontend.tests.api.documented import DOCUMENT, LOGS, document_of, excused, run_of

pytestmark = [pytest.mark.thorough, pytest.mark.long]


@pytest.mark.django_db
def test_an_upload_that_was_read_is_told_as_documented() -> None:
    answer = Client().get(f"/api/v1/uploads/{run_of(LOGS[0]).file.upload_id}").json()
    operation = DOCUMENT["paths"]["/api/v1/uploads/{upload_id}"]["get"]["responses"]["200"]["content"][
        "application/json"
    ]
    jsonschema.validate(answer, {**operation["schema"], "components": DOCUMENT["components"]})
    assert len(answer["runs"]) == 1


def test_no_two_documents_have_one_name() -> None:
    """django-ninja would let the second take the first's place, and say nothing."""
    used = [model.__name__ for model in dict.fromkeys(documents(Schema))]
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
    request.node._nodeid = request.node.nodeid  # schemathesis 4.32 changes it, and pytest 9.2 has another one
    return document_of(PATHS[request.param])


STORING = "/api/v1/uploads", "/u/{name}"
#: first part of an address -> the paths there; those that store by themselves
PATHS: dict[str, list[str]] = {}
for path in DOCUMENT["paths"]:
    PATHS.setdefault("storing" if path in STORING else path.split("/")[3], []).append(path)
EXAMPLES = settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
by_group = schemathesis.pytest.from_fixture("paths")


def check(case: Any, headers: dict[str, str]) -> None:
    with transaction.atomic():  # each example meets the same site
        case.call_and_validate(headers=headers, excluded_checks=excused(case))
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
