"""The pages that answer questions, with their exports: `/compare/`, `/scaling.csv`… One view for every kind."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.questions.base import BadQuestion, Question
from benchdb.questions.kinds import ask, question_of
from benchdb.reads.facets import facets
from frontend.answers.export import Origin
from frontend.answers.presentation import Presentation
from frontend.answers.presentations import PRESENTATIONS
from frontend.exports import rendered
from frontend.exports.sending import sent
from frontend.pages.launchers import launcher
from frontend.pages.sharing import card
from frontend.query import chips, is_htmx, pairs
from frontend.validators import unless_unchanged

SECONDS = 5.0  #: of one statement of the database, for those who are not logged in
UNFACETED = ("item", "metric")  #: filters of measurements, not of runs


@require_safe
@unless_unchanged
def page(request: HttpRequest, kind: str, ending: str = "") -> HttpResponseBase:
    """A question, asked and shown."""
    presentation = PRESENTATIONS[kind]
    if not (request.GET or ending or is_htmx(request)):
        return launcher(request, kind)
    try:
        question = question_of(kind, pairs(request.GET))
        answer = ask(question, None if request.user.is_authenticated else SECONDS)
    except BadQuestion as error:
        return bad_question(request, presentation, str(error), ending)
    if ending:
        export = presentation.export(answer, origin(request, question))
        return sent(request, ending, rendered(ending, export), stem=export.name, is_frozen=False)
    template = "frontend/_question_all.html" if is_htmx(request) else "frontend/question.html"
    response = render(request, template, context(request, presentation, question, answer))
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = question.path()
    return response


def origin(request: HttpRequest, question: Question) -> Origin:
    """A live answer is known by its question."""
    url = request.build_absolute_uri(question.path())
    return Origin(url, f"benchdb-{question.kind}-{question.digest()}")


def bad_question(request: HttpRequest, presentation: Presentation, message: str, ending: str) -> HttpResponse:
    if ending:
        return HttpResponse(f"{message}\n", status=400, content_type="text/plain; charset=utf-8")
    if is_htmx(request):  # what was asked for stays in the form
        given = {"message": message, "kept": pairs(request.GET), "presentation": presentation}
        return render(request, "frontend/_bad_question.html", given, status=400)
    return render(request, "frontend/bad_question.html", {"message": message, "presentation": presentation}, status=400)


def context(request: HttpRequest, presentation: Presentation, question: Any, answer: Any) -> dict[str, Any]:
    offered = facets([pair for pair in question.where if pair[0] not in UNFACETED])
    title, headline = presentation.title(question), presentation.headline(answer)
    return {
        **presentation.context(answer),
        **presentation.live(answer),
        **presentation.controls(question, answer),
        "title": title,
        "metrics": presentation.metrics(question),
        "facets": offered,
        "kept": presentation.hidden(question, offered),
        "chips": chips(f"/{question.kind}/", request.GET, question.where),
        "card": card(request, title, headline, question.path(), question.path),
    }
