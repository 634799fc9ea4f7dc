"""`/` and `/studies/<slug>/`: what is here, and what was found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Permalink, Study
from benchdb.questions.base import TooCostly
from benchdb.questions.kinds import ask, question_of
from benchdb.reads import home as reads
from benchdb.reads import lately
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.versions import UntilChanged
from frontend.answers.presentations import PRESENTATIONS
from frontend.answers.setup_tracks import news, run_ids
from frontend.charts.stacks import keeping_colours
from frontend.pages.inventory import table_of
from frontend.pages.permalinks import heading
from frontend.paging import paged
from frontend.query import patience
from frontend.validators import unless_unchanged

PUBLISHED, UNTESTED = caveat("all published"), caveat("too few for a test")
MOST_SAVED, MOST_STUDIES = 8, 7  #: on the home page
MOST_MACHINES = 3  #: whose histories it looks at
INDENT = re.compile(r"\n\s+")  #: of templates; no figure has preformatted text
ROW = 3  #: studies beside each other
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

    Without its answer where that takes longer than `seconds`.
    """
    presentation = PRESENTATIONS[entry.get("page", "compare")]
    question = question_of(presentation.kind, parse_qsl(entry["query"]))
    try:
        answer = ask(question, seconds)
    except TooCostly as error:
        words = {"fault": str(error), "path": question.path(), "charts": ()}
        return StudyFigure(entry.get("note", ""), "frontend/studies/_unanswered.html", words)
    context = {**presentation.context(answer), **presentation.brief(answer), "spot": f"figure-{number}."}
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
        questions.append(StudyQuestion(title, answer, short, own))
    return questions


@require_safe
@unless_unchanged
def home(request: HttpRequest) -> HttpResponse:
    """What is here: what happened lately, the questions of the house, the studies with a small chart each."""
    own = lately.own_uploads(request.user) if request.user.is_authenticated else []
    shown = same_for_all()
    if own:  # one row of studies, beneath what is theirs; what is theirs stands once
        more = len(shown["studies"]) > ROW or shown["has_more_studies"]
        others = [one for one in shown["events"] if not one.is_of(request.user)]
        shown = {**shown, "studies": shown["studies"][:ROW], "has_more_studies": more, "events": others}
    return render(
        request,
        "frontend/home/home.html",
        {**shown, "own": [(one, shown["news"].get(one.upload.pk, "")) for one in own]},
    )


def found_here() -> dict[str, Any]:
    """What home shows to every reader."""
    known = list(reads.studies()[: MOST_STUDIES + 1])
    shown = [(study, figure(study.comparisons[0]) if study.comparisons else None) for study in known[:MOST_STUDIES]]
    uploads = lately.uploads_lately()
    changed = news_of(uploads)
    return {
        "studies": shown,
        "has_more_studies": len(known) > MOST_STUDIES,
        "slugs": {study.slug for study in known},
        "counts": reads.counts(),
        "events": events(uploads, changed),
        "news": changed,
        "saved": list(lately.saved_questions()[:MOST_SAVED]),
    }


same_for_all = UntilChanged(found_here)


@dataclass(frozen=True, slots=True)
class StudyEvent:
    """One line of what happened: an upload came in, an answer was frozen, or one has changed since."""

    moment: datetime
    upload: lately.Brought | None = None
    link: Permalink | None = None
    heading: str = ""  #: of the link
    news: str = ""  #: of the upload: what it changed

    def is_of(self, user: Any) -> bool:
        """Whether somebody sent it."""
        return self.upload is not None and self.upload.upload.sender_id == user.pk


def news_of(uploads: Sequence[lately.Brought]) -> dict[int, str]:
    """Upload -> what it changed on its machine; of the few machines that were measured last."""
    of_one = {one.upload.pk: one.machines[0] for one in uploads if one.runs and len(one.machines) == 1}
    machines = [name for name in dict.fromkeys(of_one.values()) if is_measured(name)][:MOST_MACHINES]
    tables = {name: table for name in machines if (table := table_of("machine", name))}
    brought = lately.upload_of_runs(run for table in tables.values() for run in run_ids(table))
    return {
        upload: news(tables[name], {run for run, came_in in brought.items() if came_in == upload})
        for upload, name in of_one.items()
        if name in tables
    }


def is_measured(machine: str) -> bool:
    """Whether some of its runs are no figures of a paper: these have no history."""
    where = (("machine", (machine,)), ("provenance", ("measured",)))
    return selected(latest.census(), where).total > 0


def events(brought: Sequence[lately.Brought], changed: Mapping[int, str]) -> list[StudyEvent]:
    """The newest first; answers that have changed stand above all."""
    uploads = [StudyEvent(one.upload.created_at, upload=one, news=changed.get(one.upload.pk, "")) for one in brought]
    links = [
        StudyEvent(link.drifted_at or link.created_at, link=link, heading=heading(link))
        for link in lately.permalinks_lately()
    ]
    return sorted((*uploads, *links), key=urgency, reverse=True)


def urgency(event: StudyEvent) -> tuple[bool, datetime]:
    return event.link is not None and event.link.drifted_at is not None, event.moment


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
        one.context["said_above"] = remarks
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
