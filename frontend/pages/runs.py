"""`/runs/` (a filterable list) and `/runs/<id>/` (one run, with its raw log)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from benchdb.accounts.actor import actor_of
from benchdb.domain.roles import Action
from benchdb.models import Run
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import MOST_METRICS, ComparisonQuestion
from benchdb.questions.comparison.suggest import FIRST_METRICS
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.parameters import check_metrics
from benchdb.reads.facets import facets
from benchdb.reads.runs import (
    LISTED,
    RunDetails,
    RunPage,
    details,
    log_pieces,
    ordered_page,
    run_page,
    setup_filters,
    streamed,
)
from benchdb.reads.search.language import BadTerm
from benchdb.reads.search.order import CannotOrder, Order, Place
from frontend.answers.run_figures import run_figures
from frontend.exports.data import plain
from frontend.pages.recorded import BadView, recorded
from frontend.query import Where, chips, is_htmx, key_of, search_of, where_of, without_page
from frontend.validators import unless_unchanged


@require_safe
@unless_unchanged
def runs(request: HttpRequest) -> HttpResponse:
    """Runs, newest first, with filters and the number of runs behind each."""
    search = search_of(request.GET)
    try:
        where = where_of(request.GET)
        page = page_of(request, where, search)
    except (BadQuestion, BadTerm, CannotOrder) as error:
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=400)
    context = {
        "runs": page.runs,
        "older": page.older,
        "after": page.after,
        "order": request.GET.get("order", ""),
        "total": page.total,
        "total_is_cut": page.is_cut,
        # `facets=later`: the page asks for them by itself, at /runs/facets/, and the list does not wait.
        "facets": [] if is_later(request) else facets(where, query=search, selection=page.selection),
        "facets_later": is_later(request),
        "chips": chips("/runs/", request.GET, where),
        "words": search,
        "query": without_page(request.GET),
        "columns": LISTED,
        "compare": "" if search else compare_path(where),
    }
    template = "frontend/_runs.html" if is_htmx(request) else "frontend/runs.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def page_of(request: HttpRequest, where: Where, search: str) -> RunPage:
    """The newest first, or in the order of any column: `order=kernel`, `order=-requests_per_second`."""
    if not (text := request.GET.get("order", "")):
        return run_page(where, search, key_of(request.GET))
    return ordered_page(where, search, Order.from_text(text), Place.from_text(request.GET.get("after", "")))


def is_later(request: HttpRequest) -> bool:
    return request.GET.get("facets") == "later"


@require_safe
@unless_unchanged
def run_facets(request: HttpRequest) -> HttpResponse:
    """The filters of the list with their counts, for a list that did not wait for them."""
    search = search_of(request.GET)
    try:
        offered = facets(where_of(request.GET), query=search)
    except (BadQuestion, BadTerm) as error:
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=400)
    return render(request, "frontend/_facets.html", {"facets": offered, "words": search})


@require_safe
def exported(request: HttpRequest, ending: str) -> HttpResponseBase:
    """`/runs.csv`, `/runs.json`: every run of the list, sent as it is read. `metric=…` names the numbers."""
    metrics = request.GET.getlist("metric") or list(LISTED)
    try:
        check_metrics(metrics, MOST_METRICS)
        lines = streamed(where_of(request.GET), search_of(request.GET), metrics)
    except (BadQuestion, BadTerm) as error:
        return HttpResponse(f"{error}\n", status=400, content_type="text/plain; charset=utf-8")
    kind, write = STREAMS[ending]
    answer = StreamingHttpResponse(write(lines), content_type=kind)
    answer.headers["Content-Disposition"] = f'inline; filename="benchdb-runs.{ending}"'
    return answer


def csv_lines(lines: Iterator[tuple[Any, ...]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for some in batched(lines):
        writer.writerows([plain(value) for value in line] for line in some)
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def json_lines(lines: Iterator[tuple[Any, ...]]) -> Iterator[str]:
    names = next(lines)
    yield '{"runs": ['
    for number, some in enumerate(batched(lines)):
        objects = (json.dumps(dict(zip(names, line, strict=True)), ensure_ascii=False) for line in some)
        yield (",\n" if number else "\n") + ",\n".join(objects)
    yield "\n]}\n"


def batched(lines: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while some := list(islice(lines, LINES)):
        yield some


LINES = 500  #: of one piece that is sent
STREAMS = {"csv": ("text/csv; charset=utf-8", csv_lines), "json": ("application/json", json_lines)}


def compare_path(where: Where) -> str:
    """The comparison of the runs that the filters let through."""
    return ComparisonQuestion(where=where).path()


@require_safe
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """One run: its numbers, each with its line of the raw log, its setup and its siblings."""
    shown = get_object_or_404(Run.objects.with_setup().select_related("file__upload", "file__log"), pk=run_id)
    try:
        beside = recorded(shown, request.GET)
    except BadView as error:
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=400)
    if is_htmx(request):
        return zoomed(request, shown, beside)
    return render(request, "frontend/run.html", {**context_of(request, shown), **beside})


def context_of(request: HttpRequest, shown: Run) -> dict[str, Any]:
    parts = details(shown)
    return {
        "run": shown,
        "figures": run_figures(parts.measurements, shown.format),
        "conditions": parts.conditions,
        "studies": parts.studies,
        "tags": parts.tags,
        "siblings": parts.siblings,
        "history": history_path(shown, parts),
        "log": parts.log,
        "log_is_cut": parts.log_is_cut,
        "may_edit": actor_of(request).may(Action.EDIT),
        "linked": parts.lines_read,
    }


def zoomed(request: HttpRequest, shown: Run, beside: dict[str, Any]) -> HttpResponse:
    """Another stretch of its recordings: only that part of the page."""
    response = render(request, "frontend/_recorded.html", {"run": shown, **beside})
    patch_vary_headers(response, ["HX-Request"])
    return response


def history_path(shown: Run, parts: RunDetails) -> str:
    """Its setup over time: of what it measured, the likeliest to be asked for."""
    chosen = next((name for name in FIRST_METRICS if name in parts.metrics), next(iter(parts.metrics), ""))
    return HistoryQuestion(metric=chosen or FIRST_METRICS[0], where=tuple(setup_filters(shown))).path()


@require_safe
def raw_log(request: HttpRequest, run_id: int) -> StreamingHttpResponse:
    """The file as it was uploaded, byte for byte."""
    shown = get_object_or_404(Run.objects.select_related("file__log"), pk=run_id)
    answer = StreamingHttpResponse(log_pieces(shown), content_type="application/octet-stream")
    answer.headers["Content-Length"] = str(shown.file.log.size)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    disposition = content_disposition_header(True, shown.file.name.rpartition("/")[2])
    answer.headers["Content-Disposition"] = disposition or "attachment"
    return answer
