"""`/api/v1/uploads`: send logs, and ask what became of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import File, Form, Router, Schema, Status
from ninja.files import UploadedFile

from benchdb.access import require_writer
from benchdb.accounts.actor import actor_of
from benchdb.models import Upload
from ingest.facts import BadFact, clean
from ingest.status import UploadStatus, status
from ingest.uploading import Arrival, BadUpload, Received, receive

router = Router()


class UploadForm(Schema):
    """What a log cannot know. Names are plain, and made where new."""

    machine: str = ""
    kernel: str = ""
    server: str = ""
    zone: str = ""
    cpus: str = ""
    trial: str = ""
    started_at: str = ""
    tuning: str = ""
    notes: str = ""


class Fault(Schema):
    detail: str


class ReceivedFile(Schema):
    name: str
    sha256: str
    size: int


class ReceivedUpload(Schema):
    id: int
    state: str
    status_url: str
    url: str
    files: list[ReceivedFile]


class ProblemOut(Schema):
    file: str
    line: int
    column: int
    message: str
    excerpt: str


class RunOut(Schema):
    id: int
    url: str
    file: str
    line: int
    tool: str
    status: str
    provenance: str
    trial: int | None
    setup: str


class StatusOut(Schema):
    id: int
    state: str
    error: str
    files: list[ReceivedFile]
    runs: list[RunOut]
    problems: list[ProblemOut]
    compare_url: str | None
    url: str


@router.post("", response={202: ReceivedUpload, 200: ReceivedUpload, 400: Fault, 403: Fault})
def upload(request: HttpRequest, file: File[list[UploadedFile]], form: Form[UploadForm]) -> Status:
    """Store the files and queue their parsing. 202; 200 where these bytes came before."""
    require_writer(request)
    arrivals = [Arrival(each.name or "", each.chunks()) for each in file]
    stated = {**form.dict(), **{name: value for name, value in request.POST.items() if name != "file"}}
    return Status(*answer(request, arrivals, stated))


@router.get("/{upload_id}", response={200: StatusOut, 404: Fault}, url_name="upload_status")
def upload_status(request: HttpRequest, upload_id: int) -> dict[str, Any]:
    """Its state (queued, parsing, stored, failed), its runs and problems, and a comparison of just these runs."""
    found = Upload.objects.filter(pk=upload_id).first()
    if found is None:
        raise Http404(f"there is no upload {upload_id}")
    return status_as_json(request, status(found))


def answer(request: HttpRequest, arrivals: Iterable[Arrival], stated: dict[str, Any]) -> tuple[int, object]:
    """(HTTP status, body) of an upload, whichever door it came through."""
    try:
        received = receive(list(arrivals), clean(stated), actor_of(request).user)
    except (BadFact, BadUpload) as error:
        return 400, {"detail": str(error)}
    return code_of(received), received_as_json(request, received.upload)


def code_of(received: Received) -> int:
    """202 for what is new, and for what failed before and is tried again; 200 for bytes that are known."""
    return 202 if received.is_new or received.is_tried_again else 200


def received_as_json(request: HttpRequest, upload: Upload) -> dict[str, Any]:
    return {
        "id": upload.pk,
        "state": upload.state,
        "status_url": request.build_absolute_uri(reverse("api:upload_status", args=(upload.pk,))),
        "url": request.build_absolute_uri(reverse("upload", args=(upload.pk,))),
        "files": files_as_json(upload),
    }


def files_as_json(upload: Upload) -> list[dict[str, Any]]:
    files = upload.files.select_related("log")
    return [{"name": file.name, "sha256": file.log.sha256, "size": file.log.size} for file in files]


def status_as_json(request: HttpRequest, found: UploadStatus) -> dict[str, Any]:
    return {
        "id": found.upload.pk,
        "state": found.upload.state,
        "error": found.upload.error,
        "files": files_as_json(found.upload),
        "runs": [run_as_json(request, run) for run in found.runs],
        "problems": found.problems,
        "compare_url": request.build_absolute_uri(found.compare_path) if found.compare_path else None,
        "url": request.build_absolute_uri(reverse("upload", args=(found.upload.pk,))),
    }


def run_as_json(request: HttpRequest, run: Any) -> dict[str, Any]:
    return {
        "id": run.pk,
        "url": request.build_absolute_uri(f"/runs/{run.pk}/"),
        "file": run.file.name,
        "line": run.line,
        "tool": f"{run.setup.tool} {run.setup.tool_version}".strip(),
        "status": run.status,
        "provenance": run.provenance,
        "trial": run.trial,
        "setup": run.setup.fingerprint,
    }
