"""What an editor changes on a run's page: whether it counts, and its tags."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from benchdb.curation.exclusions import BadExclusion, exclude, include
from benchdb.curation.tags import BadTag, tag, untag
from benchdb.domain.roles import Action
from benchdb.models import Run
from benchdb.reads.runs import by_number
from benchdb.web.access import allows
from benchdb.wording import counted

MOST = 500  #: runs at once


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
def edit_runs(request: HttpRequest) -> HttpResponse:
    """Exclude all the runs that were selected, for one reason; or tag them."""
    runs = by_number(request.POST.getlist("run"), MOST)
    is_exclusion = request.POST.get("do") == "exclude"
    left = [run for run in runs if is_exclusion and run.excluded_at]
    done = 0
    try:
        for run in (run for run in runs if run not in left):
            if is_exclusion:
                exclude(run, request.POST.get("reason", ""))
            else:
                tag(run, request.POST.get("tag", "").strip())
            done += 1
    except (BadExclusion, BadTag) as error:
        messages.error(request, f"{error}.")
    if left:
        words = (
            "was excluded already and keeps its reason" if len(left) == 1 else "were excluded already and keep theirs"
        )
        messages.info(request, f"{counted(len(left), 'run')} {words}.")
    if done:
        words = "excluded" if is_exclusion else "tagged"
        messages.success(request, f"{counted(done, 'run')} {words}.")
    return redirect(f"/runs/?{request.POST.get('back', '')}".replace("\n", "").replace("\r", ""))


@allows(Action.EDIT)
@require_POST
def include_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Count it again."""
    include(get_object_or_404(Run, pk=run_id))
    return redirect("run", run_id)


@allows(Action.EDIT)
@require_POST
def tag_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Put the tags on that were typed, and take those off that were chosen."""
    run = get_object_or_404(Run, pk=run_id)
    try:
        for word in request.POST.get("tags", "").replace(",", " ").split():
            tag(run, word)
    except BadTag as error:
        messages.error(request, f"{error}.")
    for word in request.POST.getlist("off"):
        untag(run, word)
    return redirect("run", run_id)
