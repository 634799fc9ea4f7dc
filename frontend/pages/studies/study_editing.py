"""Studies made and edited by editors, in the page."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from benchdb.curation.studies import BadStudy, TypedQuestion, add_runs, edit_study, make_study, remove_runs
from benchdb.domain.roles import Action
from benchdb.models import Study
from benchdb.questions.base import BadQuestion
from benchdb.reads.search.term import BadTerm
from benchdb.web.access import allows
from benchdb.wording import counted, words
from frontend.own_links import own_link

SPARE = 2  #: empty places for further questions


@allows(Action.EDIT)
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """A new study by its title; then the page where it is filled."""
    try:
        study = make_study(request.POST.get("title", ""))
    except BadStudy as error:
        messages.error(request, str(error))
        return redirect("studies")
    return redirect("edit_study", study.slug)


@allows(Action.EDIT)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The words, questions and runs of a study."""
    study = get_object_or_404(Study, slug=slug)
    if request.method != "POST":
        return render(request, "frontend/studies/study_edit.html", form_of(study))
    try:
        done = changed(study, request)
    except (BadStudy, BadTerm, BadQuestion) as error:
        context = {**form_of(study), "error": str(error)}
        context["typed"] |= request.POST.dict()
        context["asked"] = typed_questions(request) or context["asked"]
        return render(request, "frontend/studies/study_edit.html", context, status=400)
    messages.success(request, done)
    return redirect("edit_study" if "runs" in request.POST.get("do", "") else "study", slug)


def changed(study: Study, request: HttpRequest) -> str:
    """What was done, in a sentence."""
    form = request.POST
    if form.get("do") == "add runs":
        return f"{counted(add_runs(study, form.get('search', '')), 'run')} added."
    if form.get("do") == "remove runs":
        return f"{counted(remove_runs(study, form.get('search', '')), 'run')} removed."
    typed = [one for one in typed_questions(request) if one.title or one.address]
    for one in typed:
        own_link(request, one.address)
    edit_study(study, form.dict(), typed)
    return "Saved."


def typed_questions(request: HttpRequest) -> list[TypedQuestion]:
    """The questions as they were typed; one without title and address is taken away."""
    columns = (request.POST.getlist(name) for name in ("question", "address", "note", "answer", "short"))
    rows = zip_longest(*columns, fillvalue="")
    return [TypedQuestion(*(text.strip() for text in row)) for row in rows]


def form_of(study: Study) -> dict[str, Any]:
    questions = [
        TypedQuestion(
            one.get("title", ""),
            f"/{one.get('page', 'compare')}/?{one['query']}",
            *(one.get(name, "") for name in ("note", "answer", "short")),
        )
        for one in study.comparisons
    ]
    texts = {name: getattr(study, name) for name in ("title", "summary", "source", "notes")}
    return {
        "study": study,
        "typed": texts,
        "asked": [*questions, *[TypedQuestion("", "", "")] * SPARE],
        "runs": study.runs.active().count(),
    }


@allows(Action.EDIT)
@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the study away; its runs and permalinks stay."""
    study = get_object_or_404(Study, slug=slug)
    study.delete()
    messages.success(request, words("study removed", title=study.title))
    return redirect("studies")
