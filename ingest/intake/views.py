"""The doors for people and for `curl -T`: the upload page, an upload's progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.db.models.functions import Greatest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST
from ninja.errors import HttpError

from benchdb.accounts.actor import Actor, actor_of
from benchdb.accounts.people import site_is_claimed
from benchdb.curation.uploads import permalinks_of, with_it
from benchdb.domain.roles import Action
from benchdb.models import Kernel, Machine, Recording, Run, Server, Setup, Upload, UploadFile
from benchdb.models.runs import counting
from benchdb.web.access import Forbidden, require, require_writer, token_file
from benchdb.web.bodies import Refused
from benchdb.web.failures import RETRY_AFTER
from benchdb.web.problems import problem
from benchdb.wording import words
from ingest.declared.fact_fields import Fault, fact_fields, fault_of
from ingest.declared.facts import FIELDS, BadFact, clean, stated_once
from ingest.formats import formats
from ingest.intake.activity import activity
from ingest.intake.api import answer
from ingest.intake.dry_runs.desk import desk
from ingest.intake.idempotency import is_posix
from ingest.intake.overview import overview
from ingest.intake.progress import files_of
from ingest.intake.status import status
from ingest.intake.uploads import BadUpload, IncomingFile, correct_facts, incoming_files, receive, retry_failed
from ingest.pipeline.cancel import cancel as cancel_upload

PIECE = 1024 * 1024  #: bytes read at once
NEWEST = 20  #: uploads on a page
#: Those that somebody may look for: in the address -> which.
STATES = {
    "failed": Q(state=Upload.State.FAILED, withdrawn_at=None),
    "partly": Q(pk__in=UploadFile.objects.filter(state=UploadFile.State.FAILED).values("upload"), withdrawn_at=None),
    "withdrawn": Q(withdrawn_at__isnull=False),
}
MOST_FIRST = 4  #: files of each upload that are named, as they were sent
FIRST_FILES = UploadFile.objects.filter(archive=None).order_by("position")[:MOST_FIRST]
MOST_LINKS = 20  #: permalinks that rest on a withdrawn upload
MOST_SHOWN = 200  #: runs, and problems, on the page of an upload


@require_http_methods(["GET", "HEAD", "POST"])
def uploads(request: HttpRequest) -> HttpResponse:
    """The form, and the newest uploads; a POST takes the files and shows their progress."""
    if request.method != "POST":
        return upload_form(request, {}, Fault())
    stated = typed_in(request)
    try:
        actor = require_writer(request)
        stated_once(request.POST.lists())
        files = [file for field in ("file", "folder") for file in request.FILES.getlist(field)]
        received = receive(incoming_files(files, request.POST.get("paths", "")), clean(stated), actor.user)
    except (BadFact, BadUpload) as error:
        return upload_form(request, stated, fault_of(error), 400)
    except Forbidden as error:
        return upload_form(request, stated, fault_of(error), error.code)
    return redirect("upload", received.upload.pk)


def typed_in(request: HttpRequest) -> dict[str, str]:
    """The facts of a form, each as it was typed."""
    return {name: request.POST.get(name, "") for name in FIELDS}


@require_POST
def preview(request: HttpRequest) -> JsonResponse:
    """What the chosen files look like, before they are sent for good; nothing is kept."""
    try:
        require_writer(request)
        incoming = incoming_files(request.FILES.getlist("file"), request.POST.get("paths", ""))
        seen = desk().result("preview", incoming, clean(typed_in(request)))
    except (BadFact, BadUpload) as error:
        fault = fault_of(error)
        return JsonResponse({"error": fault.sentence, "field": fault.name, "files": []}, status=400)
    except Forbidden as error:
        return JsonResponse({"error": str(error), "files": []}, status=error.code)
    except Refused as error:
        headers = {"Retry-After": RETRY_AFTER[error.status]}
        return JsonResponse({"error": str(error), "files": []}, status=error.status, headers=headers)
    return JsonResponse({"error": "", "files": seen})


def known_names() -> dict[str, Any]:
    """What is here already, offered while somebody types."""
    return {
        "machine": Machine.objects.values_list("name", flat=True),
        "kernel": Kernel.objects.values_list("name", flat=True),
        "server": Server.objects.values_list("name", flat=True),
        "zone": Setup.objects.exclude(zone="").values_list("zone", flat=True).distinct().order_by("zone"),
    }


def upload_form(request: HttpRequest, stated: dict[str, Any], fault: Fault, code: int = 200) -> HttpResponse:
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    context = {
        "known": known_names(),
        "stated": stated,
        "error": fault,
        "fields": fact_fields(stated, fault),
        "formats": [format.title for format in formats().values()],
        "newest": Paginator(newest(state), NEWEST).get_page(request.GET.get("page")),
        "state": state,
        "states": {"": words("all uploads"), **{key: words(f"uploads {key}") for key in STATES}},
        "is_claimed": site_is_claimed(),
        "token_file": token_file(),
    }
    return render(request, "ingest/uploads.html", context, status=code)


def newest(state: str = "") -> QuerySet[Upload]:
    """The newest uploads with their sender, their first files and the number of their runs that count.

    `state`: a key of STATES; of any other all.
    """
    uploads = Upload.objects.select_related("sender").prefetch_related(Prefetch("files", FIRST_FILES, "first_files"))
    numbers = {"size": counting("files__runs"), "number": Count("files", Q(files__archive=None), distinct=True)}
    uploads = uploads.filter(STATES.get(state, Q()))
    return uploads.annotate(**numbers, rest=Greatest(F("number") - MOST_FIRST, 0)).order_by("-pk")


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """One upload: its progress while the worker runs, then what was understood and what was not.

    A POST corrects its facts.
    """
    row = Upload.objects.filter(pk=upload_id).first()
    if row is None:
        newest = Upload.objects.order_by("pk").last()
        return render(request, "404.html", {"upload": upload_id, "newest": newest.pk if newest else 0}, status=404)
    if request.method == "POST":
        return correct(request, row)
    fragment = request.htmx and not request.htmx.history_restore_request
    template = "ingest/_upload.html" if fragment else "ingest/upload.html"
    response = render(request, template, shown(request, row))
    patch_vary_headers(response, ["HX-Request"])
    return response


def shown(request: HttpRequest, row: Upload) -> dict[str, Any]:
    """What the page of an upload shows, while it is read and afterwards."""
    most = MOST_SHOWN if row.is_finished else 0
    state = request.GET.get("state", "")
    outcome = status(row, most_runs=most, most_problems=MOST_SHOWN)
    return {
        "upload": row,
        "corrected": Run.objects.filter(file__upload=row, retired_at=None).exclude(stated={}).count(),
        "fields": fact_fields(row.stated | {"tuning": row.tuning_text}, Fault()),
        "may_change": is_sender(request, row) or actor_of(request).may(Action.EDIT),
        "machines": Machine.objects.values_list("name", flat=True),
        **(withdrawn(row) if row.withdrawn_at else {}),
        "status": outcome,
        "activity": activity(row),
        "overview": overview(outcome) if row.is_finished else None,
        "files": files_of(row, state, request.GET.get("page", "1")),
        "state": state,
        "most": MOST_SHOWN,
    }


def withdrawn(row: Upload) -> dict[str, Any]:
    """What its withdrawal left out, and the permalinks that show it still: all are counted, the newest named."""
    links = permalinks_of(row)
    return {
        "resting": links.only("title", "headline")[:MOST_LINKS],
        "total_resting": (total := links.count()),
        "more_resting": max(0, total - MOST_LINKS),
        "left_out": with_it(row).filter(retired_at=None).count(),
        "has_recordings": Recording.objects.filter(file__upload=row).exists(),
    }


@require_POST
def retry(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Read the failed files once more."""
    row = get_object_or_404(Upload, pk=upload_id)
    try:
        require_sender(request, row)
        retry_failed(row.pk)
    except (BadUpload, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        return render(request, "ingest/upload.html", {**shown(request, row), "error": str(error)}, status=code)
    return redirect("upload", row.pk)


@require_POST
def cancel(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Give an upload up: what was stored stays, the rest is not read."""
    row = get_object_or_404(Upload, pk=upload_id)
    try:
        is_cancelled = cancel_upload(row.pk, require_sender(request, row).name)
        row.refresh_from_db()
        if not is_cancelled and not row.is_cancelled:  # by nobody before, either
            raise BadUpload(words("too late to cancel"))
    except (BadUpload, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 409
        return render(request, "ingest/upload.html", {**shown(request, row), "error": str(error)}, status=code)
    return redirect("upload", row.pk)


def require_sender(request: HttpRequest, row: Upload) -> Actor:
    """Forbidden to all but the upload's sender, and those who may edit everybody's."""
    actor = require_writer(request)
    if not is_sender(request, row):
        require(request, Action.EDIT)
    return actor


def is_sender(request: HttpRequest, row: Upload) -> bool:
    """Whoever asks sent it, and may still upload."""
    actor = actor_of(request)
    return actor.user is not None and actor.user.pk == row.sender_id and actor.may(Action.UPLOAD)


def correct(request: HttpRequest, row: Upload) -> HttpResponse:
    """Other facts for an upload that was read already: its logs are read anew."""
    typed = typed_in(request)
    try:
        require_sender(request, row)
        correct_facts(row.pk, clean(typed))
    except (BadFact, BadUpload, Forbidden) as error:
        code, fault = error.code if isinstance(error, Forbidden) else 400, fault_of(error)
        corrected = {"fields": fact_fields(typed, fault), "error": fault, "is_refused": True}
        return render(request, "ingest/upload.html", shown(request, row) | corrected, status=code)
    return redirect("upload", row.pk)


@csrf_exempt
@require_http_methods(["PUT", "POST"])
def put(request: HttpRequest, name: str) -> HttpResponse:
    """`curl -T file http://…/u/name?machine=…`: the request's body is the log."""
    try:
        require_writer(request)
    except Forbidden as error:
        return problem(request, error.code, str(error))
    try:
        as_name = is_posix(request.headers.get("Benchdb-Paths", ""))
        file = IncomingFile(name, body_of(request), as_name)
        code, body = answer(request, [file], stated_once(request.GET.lists()))
    except (BadFact, BadUpload) as error:
        return problem(request, 400, str(error))
    except HttpError as error:
        return problem(request, error.status_code, str(error))
    return JsonResponse(body, status=code)


def body_of(request: HttpRequest) -> Iterator[bytes]:
    """The body piece by piece; also one sent in chunks, whose length nobody knows (`… | curl -T - …`)."""
    chunked = request.META.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked"
    source = request.META["wsgi.input"] if chunked else request
    while piece := source.read(PIECE):
        yield piece
