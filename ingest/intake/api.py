"""`/api/v1/uploads`: send logs, and ask what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import File, Form, Path, Query, Router, Schema, Status
from ninja.errors import HttpError
from ninja.files import UploadedFile
from pydantic import BeforeValidator, Field

from benchdb.accounts.actor import actor_of
from benchdb.curation.withdrawn_uploads import WithdrawnFiles, withdrawn_of
from benchdb.domain.caveats import phrase
from benchdb.domain.possible import MOST_CPUS
from benchdb.models import Upload, UploadFile
from benchdb.web.access import require_writer
from benchdb.web.openapi import DRY_RUN, IDEMPOTENCY_KEY, PART_OF, PATHS
from ingest.declared.facts import MAX_LENGTH, MAX_NAME, BadFact, clean, stated_once
from ingest.declared.forms import CPUS, FLAG, MOMENT, PATH_PATTERN, PORT, SETTINGS, WHOLE_NUMBER, YES_OR_NO
from ingest.intake.dry_runs.desk import desk
from ingest.intake.idempotency import KeyReused, check_key, check_part, create_once, is_posix
from ingest.intake.status import UploadStatus, status
from ingest.intake.uploads import BadUpload, IncomingFile, Received, TooLarge, incoming_files, receive
from ingest.pipeline.outcomes import MISREAD, UNMATCHED

router = Router()
PAGE = 1000  #: entries of each list of a status
MOST_PAGES = 10**6
MAX_PATHS = 4_000_000  #: characters
CODES: dict[type[ValueError], int] = {TooLarge: 413, KeyReused: 422}
COUNTS = ("cpus", "trial")  #: fields that are numbers
FLAGS = {"false": False, "true": True}


def stated(pattern: str = "", longest: int = MAX_NAME) -> Any:
    """A field of the form. What it looks like is for the document alone: `clean` says in words what is wrong."""
    return Field("", json_schema_extra={"pattern": pattern} if pattern else {"maxLength": longest})


def counts_as_text(facts: Any) -> Any:
    """Counts as they are typed: the API itself gives `cpus` as a number."""
    if not isinstance(facts, dict):
        return facts
    return {name: text_of(value) if name in COUNTS else value for name, value in facts.items()}


def text_of(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


#: Facts as JSON may have them.
StatedFacts = Annotated[dict[str, str], BeforeValidator(counts_as_text)]


def numbers_too(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the form as JSON may have them: counts as numbers, too."""
    return {
        name: {"title": about.get("title", name), "anyOf": [about, numbers_of(name)]} if name in COUNTS else about
        for name, about in properties.items()
    }


def numbers_of(name: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": MOST_CPUS if name == "cpus" else 2**31 - 1}


class UploadForm(Schema):
    """What a log cannot know. Names are plain, and made where new."""

    machine: str = stated()
    kernel: str = stated()
    server: str = stated()
    zone: str = stated()
    cpus: str = stated(CPUS)
    trial: str = stated(WHOLE_NUMBER)
    started_at: str = stated(MOMENT)
    booted_at: str = stated(MOMENT)
    tuning: str = stated(SETTINGS)
    client: str = stated()
    client_network: str = stated()
    same_machine: str = stated(YES_OR_NO)
    port: str = stated(PORT)
    virtual_host: str = stated()
    kernel_commit: str = stated()
    kernel_branch: str = stated()
    kernel_repository: str = stated()
    kernel_options: str = stated()
    server_commit: str = stated()
    server_branch: str = stated()
    server_repository: str = stated()
    server_options: str = stated()
    notes: str = stated(longest=MAX_LENGTH)
    pattern: str = stated(PATH_PATTERN)  #: what the paths say, as `{machine}/{zone}/run{trial}.log`
    own_runs: str = stated(FLAG)  #: bytes that are stored under other facts are stored under these too
    paths: str = stated(
        longest=MAX_PATHS
    )  #: a JSON list: each file's path, in their order; browsers send names without folders


class ReceivedFile(Schema):
    name: str
    sha256: str
    size: int


class WithdrawnUpload(Schema):
    """Files of which nothing counts, because the upload that they came with was withdrawn."""

    upload: int
    url: str
    files: int
    by: str
    withdrawn_at: str
    because: str
    message: str  #: all of it as a sentence, with what brings the runs back


class ReceivedUpload(Schema):
    id: int
    state: str
    status_url: str
    url: str
    files: list[ReceivedFile]
    withdrawn: list[WithdrawnUpload]  #: empty where the files count, or are still to be read


class DryRunFile(ReceivedFile):
    format: str


class DryRunOfRun(Schema):
    file: str
    line: int
    trial: int | None
    status: str
    provenance: str
    caveats: list[str]
    setup: dict[str, Any]
    measurements: list[dict[str, Any]]


class ProblemOut(Schema):
    file: str
    line: int
    column: int
    message: str
    excerpt: str
    of_pattern: bool = False  #: the pattern does not match its path, or reads there what cannot be
    ours: bool = False  #: the file was not read for a fault of ours: it is, where it comes again


class RunOfUpload(Schema):
    id: int
    url: str
    file: str
    line: int
    tool: str
    status: str
    provenance: str
    trial: int | None
    setup: str


class FileOut(ReceivedFile):
    state: str


class StatusOut(Schema):
    id: int
    state: str
    takes_long: bool  #: it was found to take long, and waits with the large uploads
    error: str
    progress: dict[str, int]  #: files by state: queued, stored, known, failed, facts; `total` and `done`
    files: list[FileOut]
    runs: list[RunOfUpload]
    not_applied: int  #: files whose bytes are stored under other facts: what was said of them now holds for no run
    withdrawn: list[WithdrawnUpload]  #: whose files were sent again now, or this upload itself: they count nowhere
    excluded: list[RunOfUpload]  #: runs that do not count, and can be included again
    problems: list[ProblemOut]
    compare_url: str | None
    url: str
    next: str | None  #: the address of the following page of the lists


class DryRun(Schema):
    """What an upload would give."""

    dry_run: bool
    is_new: bool
    state: str
    error: str
    files: list[DryRunFile]
    runs: list[DryRunOfRun]
    traces: int
    problems: list[ProblemOut]


@router.post(
    "",
    response={202: ReceivedUpload, 200: ReceivedUpload | DryRun},
    openapi_extra={"parameters": [IDEMPOTENCY_KEY, PART_OF, PATHS, DRY_RUN]},
)
def upload(request: HttpRequest, file: File[list[UploadedFile]], form: Form[UploadForm]) -> Status:
    """Store the files and queue their parsing. 202; 200 where these bytes came before, and for a dry run."""
    require_writer(request)
    fields = (pair for pair in request.POST.lists() if pair[0] != "file")
    try:
        facts = form.dict() | stated_once(fields, request.GET.lists())
        as_names = is_posix(request.headers.get("Benchdb-Paths", ""))
        incoming = incoming_files(file, str(facts.pop("paths", "")), is_posix=as_names)
    except (BadFact, BadUpload) as error:
        raise HttpError(400, str(error)) from error
    return Status(*answer(request, incoming, facts))


@router.get("/{upload_id}", response=StatusOut, url_name="upload_status")
def upload_status(
    request: HttpRequest,
    upload_id: int = Path(..., ge=1, le=2**63 - 1),
    brief: bool = False,
    page: int = Query(1, ge=1, le=MOST_PAGES),
) -> dict[str, Any]:
    """Its state (queued, parsing, stored, failed), its runs and problems, and a comparison of just these runs.

    Each list holds at most a thousand entries of a page; `next` is the address of the following one, or null.
    `brief=true` leaves the lists empty: to ask often how far a large upload is.
    """
    row = Upload.objects.filter(pk=upload_id).first()
    if row is None:
        raise Http404(f"there is no upload {upload_id}")
    if brief:
        return status_as_json(request, status(row, most_runs=0, most_problems=0), [], None)
    skip = (page - 1) * PAGE
    outcome = status(row, skip=skip, most_runs=PAGE, most_problems=0)
    files = list(row.files.select_related("log")[skip : skip + PAGE])
    is_last = skip + PAGE >= max(row.files.count(), outcome.total_runs, outcome.total_excluded)
    return status_as_json(request, outcome, files, None if is_last else page + 1)


def answer(request: HttpRequest, incoming: Iterable[IncomingFile], stated: dict[str, Any]) -> tuple[int, object]:
    """(HTTP status, body) of an upload, whichever door it came through. HttpError for what cannot be taken."""
    key, part = request.headers.get("Idempotency-Key"), request.headers.get("Benchdb-Import")
    actor = actor_of(request)
    try:
        if key is not None:
            check_key(key)
        if part is not None:
            check_part(part)
        is_dry = flag(stated.pop("dry_run", "false"))
        facts = clean(stated)
        if is_dry:
            return 200, desk().result("report", list(incoming), facts)
        if key is not None:
            received = create_once(key, actor, list(incoming), facts, part_of=part or "")
        else:
            received = receive(list(incoming), facts, actor.user, part_of=part or "")
    except (BadFact, BadUpload) as error:
        raise HttpError(CODES.get(type(error), 400), str(error)) from error
    return code_of(received), received_as_json(request, received)


def flag(text: str) -> bool:
    if text not in FLAGS:
        raise BadFact("bad fact", name="dry_run", expected=phrase("expected: yes or no"), value=text[:80])
    return FLAGS[text]


def code_of(received: Received) -> int:
    """202 for what is new, and for what failed before and is tried again; 200 for bytes that are known."""
    return 202 if received.is_new or received.is_tried_again else 200


def received_as_json(request: HttpRequest, received: Received) -> dict[str, Any]:
    upload = received.upload
    return {
        "id": upload.pk,
        "state": upload.state,
        "status_url": request.build_absolute_uri(reverse("api:upload_status", args=(upload.pk,))),
        "url": request.build_absolute_uri(reverse("upload", args=(upload.pk,))),
        "files": files_as_json(received.files or upload.files.select_related("log")),
        "withdrawn": withdrawn_as_json(request, withdrawn_of(upload)),
    }


def files_as_json(files: Iterable[UploadFile]) -> list[dict[str, Any]]:
    return [{"name": file.name, "sha256": file.log_id, "size": file.log.size, "state": file.state} for file in files]


def withdrawn_as_json(request: HttpRequest, withdrawn: Iterable[WithdrawnFiles]) -> list[dict[str, Any]]:
    return [
        {
            "upload": one.upload.pk,
            "url": request.build_absolute_uri(reverse("upload", args=(one.upload.pk,))),
            "files": one.files,
            "by": one.upload.withdrawn_by,
            "withdrawn_at": one.upload.withdrawn_at.isoformat() if one.upload.withdrawn_at else "",
            "because": one.upload.withdrawn_because,
            "message": one.sentence,
        }
        for one in withdrawn
    ]


def status_as_json(
    request: HttpRequest, outcome: UploadStatus, files: Sequence[UploadFile], following: int | None
) -> dict[str, Any]:
    """`following`: the page behind this one."""
    address = request.build_absolute_uri(reverse("api:upload_status", args=(outcome.upload.pk,)))
    return {
        "id": outcome.upload.pk,
        "state": outcome.upload.state,
        "takes_long": outcome.upload.takes_long,
        "error": outcome.upload.error,
        "progress": {**outcome.progress.counts, "total": outcome.progress.total, "done": outcome.progress.done},
        "files": files_as_json(files),
        "runs": [run_as_json(request, run) for run in outcome.runs],
        "not_applied": outcome.not_applied,
        "withdrawn": withdrawn_as_json(request, outcome.withdrawn),
        "excluded": [run_as_json(request, run) for run in outcome.excluded],
        "problems": [problem_of(file, problem) for file in files for problem in file.problems],
        "compare_url": request.build_absolute_uri(outcome.compare_path) if outcome.compare_path else None,
        "url": request.build_absolute_uri(reverse("upload", args=(outcome.upload.pk,))),
        "next": f"{address}?page={following}" if following else None,
    }


def problem_of(file: UploadFile, problem: dict[str, Any]) -> dict[str, Any]:
    return {"file": file.name, **problem, "of_pattern": any(problem.get(key) for key in (UNMATCHED, MISREAD))}


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
