"""What an editor changes on a run's page: whether it counts, and its tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from benchdb.curation.exclusions import AlreadyExcluded, BadExclusion, exclude, include
from benchdb.curation.tags import BadTag, tag, untag
from benchdb.domain.roles import Action
from benchdb.held_rows import alone
from benchdb.models import Run
from benchdb.reads.runs import by_number
from benchdb.web.access import allows
from benchdb.wording import counted, words

MOST = 500  #: runs at once
MOST_REFUSED = 5  #: sentences


@allows(Action.EDIT)
@require_POST
def exclude_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Leave the run out of comparisons, for a reason."""
    try:
        exclude(get_object_or_404(Run, pk=run_id), request.POST.get("reason", ""))
    except BadExclusion as error:
        messages.error(request, f"{error}.")
    return redirect("run", run_id)


@dataclass(frozen=True, slots=True)
class Edit:
    """What is done to each of the runs that were selected; "" as its undoing: it is one."""

    words: str
    undoing: str
    act: Callable[[Run, QueryDict], bool]  #: whether anything changed


def tagged(run: Run, form: QueryDict) -> bool:
    word = form.get("tag", "").strip()
    had = run.tags.filter(name__iexact=word).exists()
    tag(run, word)
    return not had


def newly_excluded(run: Run, form: QueryDict) -> bool:
    """One that is excluded already keeps its reason, also where somebody else was quicker."""
    if run.excluded_at:
        return False
    try:
        exclude(run, form.get("reason", ""))
    except AlreadyExcluded:
        return False
    return True


def included(run: Run, form: QueryDict) -> bool:
    if run.excluded_at is None:
        return False
    include(run)
    return True


EDITS = {
    "tag": Edit("tagged", "untag", tagged),
    "exclude": Edit("excluded", "include", newly_excluded),
    "untag": Edit("without the tag", "", lambda run, form: untag(run, form.get("tag", "").strip())),
    "include": Edit("counted again", "", included),
}


@alone
def edited(edit: Edit, runs: Sequence[Run], form: QueryDict) -> tuple[list[int], list[int], dict[str, None]]:
    """The runs that were changed, those that were so before, and why others were refused.

    OperationalError where one of them is held (`held_rows.has_waited`), and then none is changed.
    """
    done, left, refused = list[int](), list[int](), dict[str, None]()
    for run in runs:
        try:
            (done if edit.act(run, form) else left).append(run.pk)
        except (BadExclusion, BadTag) as error:
            refused[str(error)] = None
    return done, left, refused


@allows(Action.EDIT)
@require_POST
def edit_runs(request: HttpRequest) -> HttpResponse:
    """Exclude all the runs that were selected, for one reason; or tag them; or undo that."""
    edit = EDITS.get(request.POST.get("do", ""), EDITS["tag"])
    runs = by_number(request.POST.getlist("run"), MOST)
    done, left, refused = edited(edit, runs, request.POST)
    if refused and not done:
        return refused_edit(request, runs, next(iter(refused)))
    for sentence in [*refused][:MOST_REFUSED]:
        messages.error(request, f"{sentence}.")
    if left and edit.act is newly_excluded:
        messages.info(request, words("excluded before", runs=len(left)))
    back = request.POST.get("back", "").replace("\n", "").replace("\r", "")
    if done:
        messages.success(request, undoable(request, edit, done, back))
    return redirect(f"/runs/?{back}")


def refused_edit(request: HttpRequest, runs: Sequence[Run], error: str) -> HttpResponse:
    """The form again, with the runs and what was typed."""
    typed = {name: request.POST.get(name, "") for name in ("do", "tag", "reason", "back")}
    context = {**typed, "runs": [run.pk for run in runs], "error": error}
    return render(request, "frontend/runs/refused_edit.html", context, status=400)


def undoable(request: HttpRequest, edit: Edit, runs: Sequence[int], back: str) -> str:
    """What was done, with the button that undoes it."""
    sentence = f"{counted(len(runs), 'run')} {edit.words}."
    if not edit.undoing:
        return sentence
    form = {"sentence": sentence, "runs": runs, "do": edit.undoing, "tag": request.POST.get("tag", ""), "back": back}
    return render_to_string("frontend/runs/_undo.html", form, request)


@allows(Action.EDIT)
@require_POST
def include_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Count it again."""
    try:
        include(get_object_or_404(Run, pk=run_id))
    except BadExclusion as error:
        messages.error(request, f"{error}.")
    return redirect("run", run_id)


@allows(Action.EDIT)
@require_POST
def tag_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Put the tags on that were typed, and take those off that were chosen."""
    run = get_object_or_404(Run, pk=run_id)
    if error := retagged(run, request.POST):
        messages.error(request, f"{error}.")
    return redirect("run", run_id)


@alone
def retagged(run: Run, form: QueryDict) -> str:
    """Why a tag was refused, with those behind it; those before it are put on, and the others taken off."""
    refused = ""
    try:
        for word in form.get("tags", "").replace(",", " ").split():
            tag(run, word)
    except BadTag as error:
        refused = str(error)
    for word in form.getlist("off"):
        untag(run, word)
    return refused
