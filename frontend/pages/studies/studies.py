"""`/studies/` and `/studies/<slug>/`: what was asked, and what was found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Study
from benchdb.questions.base import TooCostly
from benchdb.questions.kinds import ask, question_of
from benchdb.reads import home as reads
from frontend.answers.gate import gate
from frontend.answers.presentations import PRESENTATIONS
from frontend.charts.stacks import keeping_colours
from frontend.paging import paged
from frontend.query import patience
from frontend.validators import unless_unchanged

PUBLISHED, UNTESTED = caveat("all published"), caveat("too few for a test")
INDENT = re.compile(r"\n\s+")  #: of templates; no figure has preformatted text
MOST_BESIDE = 1  #: columns with their changes that have room beside a chart
MOST_ROWS = 8  #: of a table that is taken in at one glance
MOST_UNLISTED = 2  #: questions of a study; more have a list of contents


@dataclass(frozen=True, slots=True)
class StudyFigure:
    """One figure of a study, computed."""

    note: str
    template: str
    context: dict[str, Any]  #: what the template needs

    @property
    def path(self) -> str:
        """The page that answers it alone."""
        question = self.context.get("question")
        return question.path() if question else str(self.context["path"])

    @property
    def charts(self) -> Sequence[Any]:
        charts: Sequence[Any] = self.context["charts"]
        return charts

    @property
    def html(self) -> str:
        return mark_safe(INDENT.sub("\n", render_to_string(self.template, self.context)))  # a twentieth of the page


def figure(entry: Mapping[str, str], number: int = 1, seconds: float | None = None) -> StudyFigure:
    """`entry["page"]` names the kind of question; it is a comparison if nothing is named.

    Without its answer where that takes longer than `seconds`; refused, and not drawn, where its own page refuses it.
    """
    presentation = PRESENTATIONS[entry.get("page", "compare")]
    question = question_of(presentation.kind, parse_qsl(entry["query"]))
    try:
        answer = ask(question, seconds)
    except TooCostly as error:
        words = {"fault": str(error), "path": question.path(), "charts": ()}
        return StudyFigure(entry.get("note", ""), "frontend/studies/_unanswered.html", words)
    context = {**presentation.context(answer), **presentation.in_study(answer), "spot": f"figure-{number}."}
    if refused := gate(answer):
        context |= {"gate": refused, "charts": ()}
        return StudyFigure(entry.get("note", ""), "frontend/studies/_refused.html", context)
    return StudyFigure(entry.get("note", ""), presentation.figure, context)


@dataclass(frozen=True, slots=True)
class StudyQuestion:
    """What a study asks, its answer in the authors' or an editor's words, and the figures that show it."""

    title: str
    answer: str  #: "" = the figures say it themselves
    short: str  #: the answer in a few words, for the list of contents
    figures: list[StudyFigure]


def questions_of(study: Study, figures: Sequence[StudyFigure]) -> list[StudyQuestion]:
    """The questions, each with its figures."""
    following = iter(figures)
    questions = []
    for entries in study.questions:
        title, answer, short = (entries[0].get(name, "") for name in ("title", "answer", "short"))
        own = [next(following) for _ in entries]
        for one in own:
            one.context["is_answered"] = bool(answer)
            one.context["is_folded"] = is_folded(one, len(own))
        questions.append(StudyQuestion(title, answer, short, own))
    return questions


def is_folded(one: StudyFigure, figures: int) -> bool:
    """Whether its table is folded beneath its chart: no glance takes it in, or another figure stands beside it."""
    answer, tables = one.context.get("answer"), one.context.get("page_tables", ())
    if not (tables and getattr(answer, "is_worth_a_chart", False) and one.charts):
        return False
    table = tables[0]
    is_wide = len(table.others) > MOST_BESIDE and not table.is_of_shares
    return figures > 1 or is_wide or len(table.rows) > MOST_ROWS


@require_safe
@unless_unchanged
def studies(request: HttpRequest) -> HttpResponse:
    part = paged(request, reads.studies(), "title", "summary", "source")
    return render(request, "frontend/studies/studies.html", part)


@require_safe
@unless_unchanged
def study_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A study: what was asked and found, with every comparison answered from the runs themselves."""
    study = get_object_or_404(Study, slug=slug)
    figures = [figure(entry, number, patience(request)) for number, entry in enumerate(study.comparisons, 1)]
    remarks = shared_caveats(figures)
    colours: dict[str, int] = {}
    for one in figures:
        one.context["said_above"] = (*one.context.get("in_headline", ()), *remarks)
        if {PUBLISHED, UNTESTED} <= set(remarks):
            one.context["summary"] = ""  # of every table; no verdict stands in any
        one.context["charts"] = [keeping_colours(chart, colours) for chart in one.charts]
    questions = questions_of(study, figures)
    has_list = len(questions) + len(study.tables) > MOST_UNLISTED
    context = {"study": study, "questions": questions, "remarks": remarks, "has_list": has_list}
    return render(request, "frontend/studies/study.html", context)


def shared_caveats(figures: Sequence[StudyFigure]) -> tuple[Caveat, ...]:
    """What every figure of a study would say beneath itself; none where there is but one."""
    answers = [one.context["answer"] for one in figures if "answer" in one.context]
    compared = [answer for answer in answers if getattr(answer, "is_compared", False)]
    return tuple(
        one
        for one, concerned in ((PUBLISHED, answers), (UNTESTED, compared))
        if len(concerned) > 1 and all(one in answer.caveats for answer in concerned)
    )
