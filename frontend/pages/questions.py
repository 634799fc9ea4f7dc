"""The pages that answer questions, with their exports: `/compare/`, `/scaling.csv`… One view for every kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import ITEM
from benchdb.questions.base import BadQuestion, Question
from benchdb.questions.cost.question import COSTS
from benchdb.questions.kinds import as_it_is, ask, question_of
from benchdb.questions.names.unmatched import UNMATCHED
from benchdb.questions.unfinished import STOPPED
from benchdb.reads.facets import Facet, facets, titles_offered
from benchdb.reads.metrics import measured_metrics, rows_measuring, runs_measuring
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import Selection
from benchdb.reads.versions import UntilChanged
from frontend.answers.export import Origin
from frontend.answers.metric_menu import metric_menu
from frontend.answers.presentation import Presentation
from frontend.answers.presentations import PRESENTATIONS
from frontend.answers.question_in_words import of_runs
from frontend.answers.subjects import subjects
from frontend.exports import rendered
from frontend.exports.sending import sent
from frontend.known_values import known_values
from frontend.no_match import without_filter
from frontend.pages.launchers import launcher
from frontend.pages.sharing import card
from frontend.query import chips, is_htmx, pairs, patience
from frontend.shown_ticks import every_tick, with_ticks, without_ticks
from frontend.unanswered import ways_out
from frontend.validators import unless_unchanged

LOGS = "log"  #: parameter: the axes drawn as logarithms, `x,y`; of the drawing, not of the question
DRAWN = ("svg", "png")  #: takes a fifth of a second of CPU, and a preview is fetched by many
MOST_DRAWN = 20  #: pictures that a process keeps, of 50 to 300 KiB
UNFACETED = ("item", "metric")  #: filters of measurements, not of runs


@require_safe
@unless_unchanged
def page(request: HttpRequest, kind: str, ending: str = "") -> HttpResponseBase:
    """A question, asked and shown."""
    presentation = PRESENTATIONS[kind]
    if not (request.GET or ending or is_htmx(request)):
        return launcher(request, kind)
    request.GET = without_ticks(request.GET)
    try:
        question = question_of(kind, given_to(request))
        seconds = patience(request)
        if ending in DRAWN:
            body = pictures(ending, question, origin(request, question), seconds, f"{timezone.now():%Y-%m-%d}")
            return sent(request, ending, body, stem=presentation.name, is_frozen=False)
        answer = ask(question, seconds, as_it_is if ending else presentation.completed)
    except BadQuestion as error:
        return bad_question(request, presentation, error, ending)
    if ending:
        export = presentation.export(answer, origin(request, question))
        return sent(request, ending, rendered(ending, export), stem=export.name, is_frozen=False)
    template = "frontend/questions/_question_all.html" if is_htmx(request) else "frontend/questions/question.html"
    response = render(request, template, context(request, presentation, question, answer))
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = question.path()
    return response


@require_safe
@unless_unchanged
def every_load(request: HttpRequest) -> HttpResponseBase:
    """The table beneath a load curve, for a page that has it folded. Others are led to the page."""
    presentation = PRESENTATIONS["scaling"]
    try:
        question = question_of(presentation.kind, given_to(request))
        if not is_htmx(request):
            return redirect(question.path())
        answer = ask(question, patience(request), presentation.completed)
    except BadQuestion as error:
        return bad_question(request, presentation, error, "")
    shown = presentation.context(answer) | {"said_above": answer.caveats}
    return render(request, "frontend/answers/table/_table.html", shown)


def given_to(request: HttpRequest) -> list[tuple[str, str]]:
    """What was said of the question; how its axes are drawn is none of it."""
    return [pair for pair in pairs(request.GET) if pair[0] != LOGS]


def picture(ending: str, question: Question, where: Origin, seconds: float | None, day: str) -> bytes:
    """`day` stands for what says today."""
    return rendered(ending, PRESENTATIONS[question.kind].export(ask(question, seconds), where))


pictures = UntilChanged(picture, MOST_DRAWN)


def origin(request: HttpRequest, question: Question) -> Origin:
    """A live answer is known by its question."""
    url = request.build_absolute_uri(drawn_path(request, question, "/"))
    return Origin(url, f"benchdb-{question.kind}-{question.digest()}", logs=logs_of(request))


def logs_of(request: HttpRequest) -> tuple[str, ...] | None:
    """The axes that the reader wants as logarithms; None where nobody said."""
    chosen = request.GET.get(LOGS)
    return None if chosen is None else tuple(axis for axis in ("x", "y") if axis in chosen.split(","))


def drawn_path(request: HttpRequest, question: Question, ending: str) -> str:
    """Where the question is answered, with its axes as the reader chose them."""
    path, logs = question.path(ending), logs_of(request)
    return path if logs is None else f"{path}{'&' if '?' in path else '?'}{urlencode({LOGS: ','.join(logs)})}"


def bad_question(request: HttpRequest, presentation: Presentation, error: BadQuestion, ending: str) -> HttpResponse:
    message = str(error)
    if ending:
        return HttpResponse(f"{message}\n", status=400, content_type="text/plain; charset=utf-8")
    given = {
        "message": message,
        "presentation": presentation,
        "ways": ways_out(presentation.kind, given_to(request), error),
    }
    if is_htmx(request):  # what was asked for stays in the form
        given["kept"] = pairs(request.GET)
        return render(request, "frontend/questions/_bad_question.html", given, status=400)
    return render(request, "frontend/questions/bad_question.html", given, status=400)


def context(request: HttpRequest, presentation: Presentation, question: Any, answer: Any) -> dict[str, Any]:
    where = [pair for pair in question.where if pair[0] not in UNFACETED]
    selection = selected(latest.census(), where)
    offered = facets(where, selection=selection, measuring=measuring(question, selection))
    controls = presentation.controls(question, answer)
    studies = titles_offered(offered)
    unmatched = [one for one in answer.caveats if one.kind == UNMATCHED]
    ticked = with_ticks(offered, presentation.shown_values(answer))
    title, headline = presentation.title(question), presentation.headline(answer)
    shown = presentation.context(answer)
    stopped = (one for one in answer.caveats if one.kind == STOPPED)  # said beside the number of runs
    shown["said_above"] = (*shown["said_above"], *stopped)
    if shown["is_empty"] and unmatched:
        shown["notices"] = tuple(one for one in shown["notices"] if one not in unmatched)
        shown["known_values"] = known_values(f"/{question.kind}/", request.GET, where, unmatched)
    return {
        **shown,
        **presentation.live(answer, shown["charts"]),
        **controls,
        **menus(presentation, question, selection, controls.get("chosen_metric", "")),
        "subjects": subjects(question, answer, offered),
        "title": of_runs(title, question.where, studies),
        **own_first(question, ticked),
        "kept": [*presentation.hidden(question, offered), *every_tick(offered, ticked)],
        "instead": [] if selection.total else without_filter(f"/{question.kind}/", request.GET, where),
        "chips": chips(f"/{question.kind}/", request.GET, question.where, studies, unknown_values(unmatched)),
        "card": card(request, title, headline, question.path(), partial(drawn_path, request, question)),
    }


def measuring(question: Any, selection: Selection) -> Selection | None:
    """The runs that the question can use: those that have its metric, or were recorded where it asks for a cost."""
    if question.kind == "cost":
        return runs_measuring(selection.census, COSTS)
    names = getattr(question, "metrics", None) or (question.metric,)
    by_item = ITEM.key in (*question.laid_out, *dict(question.where))
    mask = rows_measuring(selection.census, tuple(names), whole=not by_item)
    return None if mask is None else Selection(selection.census, mask)


def own_first(question: Any, offered: Sequence[Facet]) -> dict[str, Any]:
    """The filters by what the question lays out stand first, and open: of these a reader takes some away."""
    keys = [getattr(question, name, "") for name in ("cols", "by", "rows", "x")]
    own = [facet for key in keys for facet in offered if facet.dimension.key == key]
    return {"facets": [*own, *(facet for facet in offered if facet.dimension.key not in keys)], "opened": len(own)}


def unknown_values(unmatched: Iterable[Caveat]) -> set[tuple[str, str]]:
    """The filters that no run passes."""
    return {(key, value) for key, values in (one["given"] for one in unmatched) for value in values}


def menus(presentation: Presentation, question: Any, selection: Selection, chosen: str) -> dict[str, Any]:
    """The metrics that can be asked for, in groups."""
    if not chosen:
        return {}
    return {"metric_groups": metric_menu(presentation.metrics(question), chosen, measured_metrics(selection))}
