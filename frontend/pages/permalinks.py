"""Freezing an answer, the permalinks `/p/<id>/` with their exports, and `/p/`, the list of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from benchdb.models import Permalink
from benchdb.questions.base import BadQuestion, TooCostly
from benchdb.questions.kinds import question_of
from benchdb.questions.permalinks.drift import Drift, checked
from benchdb.questions.permalinks.freeze import page_body, shown
from benchdb.questions.permalinks.left_out import left_out_since
from benchdb.questions.permalinks.list import by_drift
from benchdb.reads.facets import study_titles
from benchdb.web.access import Forbidden, require_writer
from benchdb.wording import sentence, sentences
from benchdb.wording.sentences import marked
from frontend.answers.presentations import PRESENTATIONS
from frontend.answers.question_in_words import of_runs, question_in_words
from frontend.exports.permalinks import export_of, freeze_question
from frontend.exports.sending import sent
from frontend.pages.sharing import Card, ExportLink, card
from frontend.paging import paged
from frontend.query import patience
from frontend.validators import code_version, unless_unchanged

MOST_BESIDE = 2  #: columns of a table that stands beside its chart, without the baseline's
MOST_COPIED = 6000  #: bytes of a text that stand on the page


@require_POST
def freeze(request: HttpRequest, kind: str = "compare") -> HttpResponse:
    """What is on the screen, kept as it is: its numbers, and every export of them as it is rendered today."""
    form = request.POST
    try:
        require_writer(request)
        link = freeze_question(request, kind, form.get("query", ""), form.get("title", ""), form.get("note", ""))
    except (BadQuestion, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        back = f"/{kind}/?{form.get('query', '')}"
        words = {"message": str(error), "back": back}
        return render(request, "frontend/questions/bad_question.html", words, status=code)
    return redirect("permalink", link.pk)


@require_safe
def export(request: HttpRequest, link_id: str, ending: str) -> HttpResponseBase:
    """An export of a frozen answer: the same bytes for ever."""
    link = get_object_or_404(Permalink, pk=link_id)
    body = export_of(request, link, ending)
    return sent(request, ending, body, stem=f"benchdb-{link.pk}", is_frozen=True)


@require_safe
@unless_unchanged
def permalink(request: HttpRequest, link_id: str) -> HttpResponse:
    """A frozen answer: the same numbers for ever, and above them whether the newest check found them the same.

    To show it, only whether its runs still count is asked; `?check=now` asks today's data. Each version of the
    code draws the answer once.
    """
    link = get_object_or_404(Permalink, pk=link_id)
    is_checked_now = "check" in request.GET
    try:
        if is_checked_now:
            show(link, checked(link, patience(request)))
    except TooCostly as error:
        words = {"message": str(error), "back": f"/p/{link.pk}/"}
        return render(request, "frontend/questions/bad_question.html", words, status=400)
    since = () if is_checked_now else left_out_since([link])[link.pk]
    shown = {**context(request, link), "drift": link.drift, "since": since, "is_checked_now": is_checked_now}
    return render(request, "frontend/permalinks/permalink.html", shown)


def show(link: Permalink, drifted: Drift) -> None:
    """On the page alone: only the nightly verification is kept."""
    link.drift = list(sentences(drifted.differences))
    link.finding = sentence(drifted.finding) if drifted.finding else ""


def context(request: HttpRequest, link: Permalink) -> dict[str, Any]:
    question = question_of(link.kind, parse_qsl(link.query))
    shared = card(request, heading(link), link.headline, f"/p/{link.pk}/", lambda ending: f"/p/{link.pk}{ending}")
    return {
        "link": link,
        "heading": heading(link),
        "today": question.path(),
        "card": shared,
        "body": page_body(link, code_version(), partial(body, request, link, shared)),
    }


def body(request: HttpRequest, link: Permalink, shared: Card) -> str:
    """The part of the page that is the same for every reader at any time, drawn without the request for that reason."""
    answer = shown(link)
    drawn = PRESENTATIONS[link.kind].context(answer)
    own = {
        "link": link,
        "card": shared,
        "copies": copies(request, link, shared),
        "is_beside": is_beside(drawn),
        "in_words": mark_safe(marked(question_in_words(answer))),
    }
    return render_to_string("frontend/permalinks/_permalink_body.html", drawn | own)


def is_beside(drawn: dict[str, Any]) -> bool:
    """Whether the answer is one chart and one narrow table, which have room beside each other."""
    charts, tables = drawn.get("charts", ()), drawn.get("page_tables", ())
    return len(charts) == 1 and len(tables) == 1 and len(tables[0].others) <= MOST_BESIDE


def copies(request: HttpRequest, link: Permalink, shared: Card) -> list[tuple[ExportLink, str]]:
    """The exports to be pasted, each with the first of its text; the whole is behind its link."""
    texts = []
    for one in shared.copied:
        whole = export_of(request, link, one.name)
        text = whole[:MOST_COPIED].decode(errors="ignore")
        texts.append((one, text + ("\n…" if len(whole) > MOST_COPIED else "")))
    return texts


@dataclass(frozen=True, slots=True)
class ListedPermalink:
    """One line of the list."""

    link: Permalink
    heading: str
    since: tuple[str, ...]  #: what is known without its next verification


@require_safe
@unless_unchanged
def permalinks(request: HttpRequest) -> HttpResponse:
    """Every permalink with what its last verification found; those that drifted last come first."""
    part = paged(request, by_drift(), "title", "note", "headline", "id")
    since = left_out_since(part["page"].object_list)
    lines = [ListedPermalink(link, heading(link), since[link.pk]) for link in part["page"]]
    return render(request, "frontend/permalinks/permalinks.html", {"lines": lines, **part})


def heading(link: Permalink) -> str:
    """Its title; the question in words where nobody gave one, with the runs that it is about."""
    if link.title:
        return link.title
    question = question_of(link.kind, parse_qsl(link.query))
    return of_runs(PRESENTATIONS[link.kind].title(question), question.where, study_titles(question.where))
