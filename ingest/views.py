"""The doors for people and for `curl -T`: the upload page, an upload's progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from ninja.errors import HttpError

from benchdb.access import Forbidden, require, require_writer
from benchdb.accounts.roles import Action
from benchdb.models import Kernel, Machine, Server, Setup, Upload
from benchdb.problems import problem
from ingest.api import answer
from ingest.facts import FIELDS, BadFact, clean
from ingest.parsers import formats
from ingest.status import status
from ingest.uploading import Arrival, BadUpload, corrected, receive

PIECE = 1024 * 1024  #: bytes read at once
NEWEST = 20


@require_http_methods(["GET", "HEAD", "POST"])
def uploads(request: HttpRequest) -> HttpResponse:
    """The form, and the newest uploads; a POST takes the files and shows their progress."""
    if request.method != "POST":
        return upload_form(request, {}, "")
    stated = {name: request.POST.get(name, "") for name in FIELDS}
    arrivals = [Arrival(file.name or "", file.chunks()) for file in request.FILES.getlist("file")]
    try:
        actor = require_writer(request)
        received = receive(arrivals, clean(stated), actor.user)
    except (BadFact, BadUpload) as error:
        return upload_form(request, stated, str(error), 400)
    except Forbidden as error:
        return upload_form(request, stated, str(error), error.code)
    if not received.is_new and stated_otherwise(received.upload, stated):
        messages.warning(request, "These files were uploaded before, with the facts below; yours were not applied.")
    return redirect("upload", received.upload.pk)


def stated_otherwise(found: Upload, stated: dict[str, Any]) -> bool:
    return any(value and str(found.facts.get(name, "")) != str(value) for name, value in clean(stated).items())


def upload_form(request: HttpRequest, stated: dict[str, Any], error: str, code: int = 200) -> HttpResponse:
    known = {
        "machine": Machine.objects.values_list("name", flat=True),
        "kernel": Kernel.objects.values_list("name", flat=True),
        "server": Server.objects.values_list("name", flat=True),
        "zone": Setup.objects.exclude(zone="").values_list("zone", flat=True).distinct().order_by("zone"),
    }
    context = {
        "known": known,
        "stated": stated,
        "error": error,
        "formats": [format.TITLE for format in formats().values()],
        "newest": Upload.objects.prefetch_related("files")[:NEWEST],
    }
    return render(request, "ingest/uploads.html", context, status=code)


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """One upload: its progress while the worker runs, then what was understood and what was not.

    A POST corrects its facts.
    """
    found = get_object_or_404(Upload, pk=upload_id)
    if request.method == "POST":
        return correct(request, found)
    fragment = request.htmx and not request.htmx.history_restore_request
    template = "ingest/_upload.html" if fragment else "ingest/upload.html"
    response = render(request, template, {"status": status(found), "upload": found})
    patch_vary_headers(response, ["HX-Request"])
    return response


def correct(request: HttpRequest, found: Upload) -> HttpResponse:
    """Other facts for an upload that was read already: its logs are read anew."""
    try:
        actor = require_writer(request)
        if actor.user is None or actor.user.pk != found.sender_id:
            require(request, Action.EDIT)
        if not found.is_finished:
            raise BadFact("The upload is still being read; correct it once it is done")
        corrected(found.pk, clean({name: request.POST.get(name, "") for name in FIELDS}))
    except (BadFact, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        context = {"status": status(found), "upload": found, "error": str(error)}
        return render(request, "ingest/upload.html", context, status=code)
    return redirect("upload", found.pk)


@csrf_exempt
@require_http_methods(["PUT", "POST"])
def put(request: HttpRequest, name: str) -> HttpResponse:
    """`curl -T file http://…/u/name?machine=…`: the request's body is the log."""
    try:
        require_writer(request)
    except Forbidden as error:
        return problem(request, error.code, str(error))
    try:
        code, body = answer(request, [Arrival(name, body_of(request))], request.GET.dict())
    except HttpError as error:
        return problem(request, error.status_code, str(error))
    return JsonResponse(body, status=code)


def body_of(request: HttpRequest) -> Iterator[bytes]:
    """The body piece by piece; also one sent in chunks, whose length nobody knows (`… | curl -T - …`)."""
    chunked = request.META.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked"
    source = request.META["wsgi.input"] if chunked else request
    while piece := source.read(PIECE):
        yield piece
