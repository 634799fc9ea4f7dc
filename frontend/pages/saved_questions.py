"""`/questions/`: the questions of the house; saved from any question's page, answered anew each time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from benchdb.accounts.actor import Actor, actor_of
from benchdb.curation.saved_questions import BadName, remove_question, save_question
from benchdb.domain.roles import Action
from benchdb.models import SavedQuestion
from benchdb.questions.base import BadQuestion
from benchdb.reads.lately import saved_questions
from benchdb.watches.keep import WATCHED_KINDS
from benchdb.web.access import Forbidden, allows, require_writer
from benchdb.wording import words
from frontend.answers.presentations import PRESENTATIONS
from frontend.paging import paged


@dataclass(frozen=True, slots=True)
class ListedQuestion:
    """One line of the list."""

    saved: SavedQuestion
    navigation: str  #: what its kind is called
    path: str
    may_remove: bool
    watch: str  #: the address of the form that watches it; "" where it is no kind to be watched, or nobody's to watch


@require_http_methods(["GET", "HEAD", "POST"])
def questions(request: HttpRequest) -> HttpResponse:
    """The list; a POST saves a question under a name."""
    if request.method != "POST":
        part = paged(request, saved_questions(), "name")
        context = {**part, "lines": listed(actor_of(request), part["page"])}
        return render(request, "frontend/questions/saved_questions.html", context)
    form = request.POST
    kind, query = form.get("kind", ""), form.get("query", "")
    try:
        actor = require_writer(request)
        saved = save_question(form.get("name", ""), kind, query, actor.user)
    except (BadName, BadQuestion, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        back = f"/{kind}/?{query}" if kind in PRESENTATIONS else ""
        context = {"message": str(error), "back": back}
        return render(request, "frontend/questions/bad_question.html", context, status=code)
    messages.success(request, words("question saved", name=saved.name))
    return redirect("saved_questions")


def listed(actor: Actor, every: Iterable[SavedQuestion]) -> list[ListedQuestion]:
    return [
        ListedQuestion(
            saved,
            PRESENTATIONS[saved.kind].navigation,
            f"/{saved.kind}/?{saved.query}",
            may_remove(actor, saved),
            watch_of(saved) if actor.may(Action.UPLOAD) else "",
        )
        for saved in every
        if saved.kind in PRESENTATIONS
    ]


def watch_of(saved: SavedQuestion) -> str:
    if saved.kind not in WATCHED_KINDS:
        return ""
    return f"{reverse('new_watch')}?{urlencode({'question': f'/{saved.kind}/?{saved.query}'})}"


def may_remove(actor: Actor, saved: SavedQuestion) -> bool:
    """Who saved it, and editors."""
    is_own = actor.user is not None and actor.user.pk == saved.made_by_id and actor.may(Action.UPLOAD)
    return is_own or actor.may(Action.EDIT)


@allows(Action.UPLOAD)
@require_POST
def remove(request: HttpRequest, question_id: int) -> HttpResponse:
    """Take one off the list."""
    saved = get_object_or_404(SavedQuestion, pk=question_id)
    if not may_remove(actor_of(request), saved):
        raise Forbidden(words("question is another's"))
    remove_question(saved)
    messages.success(request, words("question removed", name=saved.name))
    return redirect("saved_questions")
