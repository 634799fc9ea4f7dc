"""`/recordings/<id>/`: where somebody says what a recording does not."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from benchdb.domain.roles import Action
from benchdb.models import Recording
from benchdb.web.access import Forbidden, require, require_writer
from ingest.declared.facts import BadFact
from ingest.declared.hosts import update_recording

FIELDS = ("machine", "date_order", "timezone", "runs")


@require_http_methods(["GET", "HEAD", "POST"])
def recording(request: HttpRequest, recording_id: int) -> HttpResponse:
    """A POST keeps what the form says; either way one is led to the recording on its upload's page."""
    row = get_object_or_404(Recording.objects.select_related("file__upload"), pk=recording_id)
    if request.method == "POST":
        try:
            actor = require_writer(request)
            if actor.user is None or actor.user.pk != row.file.upload.sender_id:
                require(request, Action.EDIT)
            update_recording(row, {name: request.POST[name] for name in FIELDS if name in request.POST})
        except Forbidden as error:
            return HttpResponse(f"{error}\n", status=error.code, content_type="text/plain; charset=utf-8")
        except BadFact as error:
            messages.error(request, f"Nothing was changed. {error}")
    return redirect(reverse("upload", args=(row.file.upload_id,)) + f"#recording-{row.pk}")
