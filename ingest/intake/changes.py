"""What the sender of an upload, or an editor, changes of it afterwards: withdrawn, restored, moved."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from benchdb.curation.uploads import BadChange, move, withdraw
from benchdb.models import Upload
from benchdb.web.access import Forbidden
from benchdb.wording import counted, words
from ingest.intake.views import require_sender, shown
from ingest.pipeline.link import restore_linked

#: what is done -> (upload, what was typed, who) -> (how many runs, what became of them)
CHANGES: dict[str, Callable[[int, str, str], tuple[int, str]]] = {
    "withdraw": lambda upload, reason, who: (withdraw(upload, reason, who), "no longer counted"),
    "restore": lambda upload, _, __: (restore_linked(upload), "counted again"),
    "move": lambda upload, machine, _: (move(upload, machine), f"moved to {machine}"),
}


@require_POST
def change(request: HttpRequest, upload_id: int) -> HttpResponse:
    """`do`: withdraw (with a reason), restore, or move (to a machine). Nothing that was frozen changes."""
    row = get_object_or_404(Upload, pk=upload_id)
    try:
        actor = require_sender(request, row)
        done = CHANGES.get(request.POST.get("do", ""))
        if done is None:
            raise BadChange(words("changes of an upload"))
        runs, what = done(row.pk, request.POST.get("text", ""), actor.name)
    except (BadChange, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        return render(request, "ingest/upload.html", {**shown(request, row), "error": str(error)}, status=code)
    messages.success(request, f"{counted(runs, 'run')} {what}.")
    return redirect("upload", row.pk)
