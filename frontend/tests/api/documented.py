"""What the API's document says, some parts of it alone, and where no document can say all."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from benchdb.host.paths import ROOT
from benchdb.web.api import api
from benchdb.web.openapi import form_of
from benchdb.wsgi import application
from ingest.intake.api import UploadForm
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

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
FORM = UploadForm.model_fields
#: Facts that the server takes: of what the published forms allow, nearly all has a day or a field that does not exist.
MOMENTS = "^(20[01][0-9]-0[1-9]-[01][1-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9]Z)?$"
HINTS = {
    "cpus": "^([1-9][0-9]{0,3})?$",
    "trial": "^([1-9][0-9]{0,8})?$",
    "started_at": MOMENTS,
    "booted_at": MOMENTS,
    "tuning": "^([A-Za-z]+=[A-Za-z0-9]+(; [A-Za-z]+=[A-Za-z0-9]+){0,9})?$",
    "same_machine": "^(yes|no|true|false)?$",
    "own_runs": "^(true|false)?$",
    "pattern": r"^(\{(machine|kernel|server|zone)\}/([a-z]{1,8}/)?run\{trial\}\.log)?$",
}
QUESTIONS = ["/api/v1/scaling", "/api/v1/history", "/api/v1/cost"]


def run_of(log: Path) -> Any:
    upload = create_upload([IncomingFile(log.name, [log.read_bytes()])], {"zone": log.stem, "machine": "m"}).upload
    parse_upload(upload.pk)
    return upload.files.get().runs.get()


def document_of(paths: Iterable[str]) -> Any:
    """The document of some paths, asked of this process."""
    own = copy.deepcopy(DOCUMENT) | {"paths": {path: own_parameters(path) for path in paths}}
    corrected = own["components"]["schemas"]["CorrectionIn"]["properties"]["facts"]["properties"]
    corrected["booted_at"] |= {"pattern": HINTS["booted_at"]}
    document = schemathesis.openapi.from_dict(own)
    document.app = application
    return document


def own_parameters(path: str) -> dict[str, Any]:
    """Its operations, without the parameters that another path takes word for word: they are asked there."""
    operations = copy.deepcopy(DOCUMENT["paths"][path])
    shared = DOCUMENT["paths"]["/api/v1/compare"]["get"]["parameters"] if path in QUESTIONS else []
    if path == "/api/v1/uploads":
        properties = form_of(operations["post"])["properties"]
        properties |= {name: properties[name] | {"pattern": hint} for name, hint in HINTS.items()}
    for operation in operations.values():
        if path == "/u/{name}":
            operation["parameters"] = [one for one in operation["parameters"] if one["name"] not in FORM]
        elif "parameters" in operation:
            operation["parameters"] = list(of_each_kind(one for one in operation["parameters"] if one not in shared))
    return dict(operations)


def of_each_kind(parameters: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """The first of those that differ in name and words alone: one code reads them."""
    kinds = dict[str, dict[str, Any]]()
    for parameter in parameters:
        schema = {key: value for key, value in parameter["schema"].items() if key not in ("title", "description")}
        kinds.setdefault(json.dumps([parameter["in"], parameter.get("required"), schema], sort_keys=True), parameter)
    return kinds.values()


def excused(case: Any) -> list[Any]:
    """The checks that this operation cannot hold, whatever its code does."""
    checks = [positive_data_acceptance] if case.operation.label in DEMANDING else []
    if case.operation.label in TRIMMED or case.media_type == "multipart/form-data":
        checks.append(negative_data_rejection)  # a form's values are text, whatever they were made of
    return checks
