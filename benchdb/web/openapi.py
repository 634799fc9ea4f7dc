"""What the OpenAPI document says of every operation, and of `PUT /u/<name>`, which is no part of the API's tree."""

from __future__ import annotations

from typing import Any

from benchdb.reads.representations import Problem
from benchdb.web.problems import MEDIA_TYPE

ERROR = {"$ref": "#/components/responses/Problem"}
TOKEN: dict[str, list[str]] = {"token": []}
WRITES = frozenset({"post", "put", "patch", "delete"})
ASKED_BY_POST = frozenset({"/api/v1/logs"})  #: questions that are too long for an address
TEXT = {"type": "string"}
IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    "description": "the same key again gives the same answer; with different content it is refused (422)",
}
PART_OF = {
    "in": "header",
    "name": "Benchdb-Import",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    "description": "any name; uploads of one sender under the same name are parts of one folder: recordings belong to "
    "the loads beside them, and copies are sought, in all of them",
}
PATHS = {
    "in": "header",
    "name": "Benchdb-Paths",
    "required": False,
    "schema": {"type": "string", "enum": ["posix"]},
    "description": "posix: a backslash in `paths` is part of a name; else it parts folders, as in what Windows sends",
}
DRY_RUN = {
    "in": "query",
    "name": "dry_run",
    "required": False,
    "schema": {"type": "string", "enum": ["true", "false"]},
    "description": "true: parse and report, store nothing",
}


class Document(dict[str, Any]):
    """The document of the routers, completed."""

    def __init__(self, schema: dict[str, Any]) -> None:
        super().__init__(schema)
        upload = self["paths"]["/api/v1/uploads"]["post"]
        form_of(upload)["properties"]["file"]["minItems"] = 1
        form_of(upload)["additionalProperties"] = False
        self["paths"]["/u/{name}"] = {method: send_file(method, upload) for method in ("put", "post")}
        components = self.setdefault("components", {})
        components.setdefault("schemas", {})["Problem"] = Problem.model_json_schema()
        components["responses"] = {
            "Problem": {
                "description": "what is wrong, as an RFC 9457 problem document",
                "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
        }
        components["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer", "description": "made on /account/, with a scope"}
        }
        for address, path in self["paths"].items():
            for method, operation in path.items():
                complete(operation, is_write=method in WRITES and address not in ASKED_BY_POST)


def complete(operation: dict[str, Any], *, is_write: bool) -> None:
    """Every operation may fail; a write needs a token, reading where it is for members only."""
    operation["responses"] = {str(code): answer for code, answer in operation["responses"].items()} | {"4XX": ERROR}
    operation["security"] = [TOKEN] if is_write else [TOKEN, {}]


def form_of(upload: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] = upload["requestBody"]["content"]["multipart/form-data"]["schema"]
    return form


def send_file(method: str, upload: dict[str, Any]) -> dict[str, Any]:
    """`curl -T`: the same as an upload of one file, with the facts in the query."""
    facts = [
        {"in": "query", "name": name, "required": False, "schema": schema}
        for name, schema in form_of(upload)["properties"].items()
        if name not in ("file", "paths")
    ]
    name = {
        "in": "path",
        "name": "name",
        "required": True,
        "schema": {"type": "string", "minLength": 1},
    }
    return {
        "operationId": f"{method}_file",
        "summary": "Upload one file as it is",
        "description": "`curl -T run1.log …/u/?zone=global`. A name may have folders.",
        "tags": ["uploads"],
        "parameters": [name, *facts, *upload.get("parameters", [])],
        "requestBody": {
            "required": False,  # an empty file is an upload too, and fails as such
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
        "responses": dict(upload["responses"]),
    }
