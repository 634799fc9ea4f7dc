"""The document of the API as a page of the site: every operation with what it takes and what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

MOST_LONG = 60  #: values of a list that are named


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    place: str  #: path, query, header, form or JSON
    kind: str
    is_required: bool
    description: str


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    tag: str
    description: str
    parameters: tuple[Parameter, ...]
    answers: tuple[tuple[str, str], ...]  #: (status, what comes)
    needs_token: bool

    @property
    def anchor(self) -> str:
        return f"{self.method}-{self.path.strip('/').replace('/', '-').replace('{', '').replace('}', '')}".lower()


class ApiPages(DocsBase):
    """Rendered here, in the site's own frame; no script."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **where: Any) -> HttpResponse:
        rail, sections = drawn(api)
        context = {
            "title": api.title,
            "description": api.description.split("\n\n"),
            "rail": rail,
            "sections": sections,
            "document": self.get_openapi_url(api, where),
        }
        return render(request, "frontend/docs/api_docs.html", context)


@cache
def drawn(api: NinjaAPI) -> tuple[str, str]:
    """The list of operations and all that is said of them: the same for everybody, and a tenth of a second of work."""
    every = sorted(operations(api.get_openapi_schema()), key=lambda one: (one.tag, one.path, one.method))
    groups = {"groups": [(tag, list(some)) for tag, some in groupby(every, key=lambda one: one.tag)]}
    return (
        render_to_string("frontend/docs/_api_rail.html", groups),
        render_to_string("frontend/docs/_api_operations.html", groups),
    )


def operations(document: Mapping[str, Any]) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield Operation(
                method=method.upper(),
                path=path,
                tag=next(iter(operation.get("tags", ())), "questions"),
                description=operation.get("description") or operation.get("summary", ""),
                parameters=(*parameters(operation), *fields(operation, document)),
                answers=tuple(answers(operation)),
                needs_token={} not in operation.get("security", ()),
            )


def parameters(operation: Mapping[str, Any]) -> Iterator[Parameter]:
    for one in operation.get("parameters", ()):
        kind = kind_of(one.get("schema", {}))
        yield Parameter(one["name"], one["in"], kind, one.get("required", False), one.get("description", ""))


def fields(operation: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[Parameter]:
    """What the body holds."""
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        schema = resolved(content.get("schema", {}), document)
        place = "form" if "form" in media else "JSON" if "json" in media else media
        for name, one in schema.get("properties", {}).items():
            is_required = name in schema.get("required", ())
            yield Parameter(name, place, kind_of(one), is_required, one.get("description", ""))


def resolved(schema: Mapping[str, Any], document: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in schema:
        return schema
    schemas: Mapping[str, Mapping[str, Any]] = document["components"]["schemas"]
    return schemas.get(name_of(schema), {})


def name_of(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def kind_of(schema: Mapping[str, Any]) -> str:
    """`string`, `list of string`, `Run`, `one of true, false`."""
    if "$ref" in schema:
        return name_of(schema)
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum'][:MOST_LONG]))}"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type", "anything"))


def answers(operation: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for status, answer in operation.get("responses", {}).items():
        if "$ref" in answer:
            yield str(status), "a problem document (RFC 9457)"
            continue
        kinds = [kind_of(content.get("schema", {})) for content in answer.get("content", {}).values()]
        yield str(status), ", ".join(kinds) or answer.get("description", "")
