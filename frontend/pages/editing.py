"""What an editor changes on a run's page: whether it counts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from benchdb.access import allows
from benchdb.accounts.roles import Action
from benchdb.exclusions import BadExclusion, exclude, include
from benchdb.models import Run


@allows(Action.EDIT)
@require_POST
def exclude_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Leave the run out of comparisons, for a reason."""
    try:
        exclude(get_object_or_404(Run, pk=run_id), request.POST.get("reason", ""))
    except BadExclusion as error:
        messages.error(request, f"{error}.")
    return redirect("run", run_id)


@allows(Action.EDIT)
@require_POST
def include_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Count it again."""
    include(get_object_or_404(Run, pk=run_id))
    return redirect("run", run_id)
