"""`/runs/<id>/`: one run, with its raw log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from benchdb.accounts.actor import actor_of
from benchdb.curation.exclusions import excluded_by, is_left_out_with_upload
from benchdb.domain.roles import Action
from benchdb.host.objects import Gone
from benchdb.models import Run
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.suggest import FIRST_METRICS
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.raw_log import log_pieces
from benchdb.reads.runs import (
    RunDetails,
    details,
    log_withdrawn_at,
    newest_run,
    replaced,
    setup_filters,
    shown_run,
    trial_values,
)
from benchdb.wording import words
from benchdb.wording.values import named_settings
from frontend.answers.run.compared_with import other_sides
from frontend.answers.run_figures import run_figures
from frontend.charts.trials import TrialStrip, trial_strip
from frontend.pages.recorded import BadView, recorded
from frontend.pages.run_sharing import run_card, run_question
from frontend.query import is_htmx
from frontend.validators import unless_unchanged


def log_state(request: HttpRequest, run_id: int) -> tuple[object, ...]:
    return (log_withdrawn_at(run_id),)


@require_safe
@partial(unless_unchanged, beside=log_state)
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """One run: its numbers, each with its line of the raw log, its setup and its siblings."""
    shown = shown_run(run_id)
    if shown is None:
        return render(request, "404.html", {"run": run_id, "newest": newest_run()}, status=404)
    try:
        beside = recorded(shown, request.GET)
    except BadView as error:
        return render(request, "frontend/questions/bad_question.html", {"message": str(error)}, status=400)
    if is_htmx(request):
        return zoomed(request, shown, beside)
    return render(request, "frontend/runs/run.html", {**context_of(request, shown), **beside})


def context_of(request: HttpRequest, shown: Run) -> dict[str, Any]:
    parts = details(shown)
    question, metric = run_question(shown, parts.measurements), first_metric(parts)
    return {
        "run": shown,
        "question": question,
        "here": f"/runs/{shown.pk}/",
        "answer": {"query": question.to_query()},
        "card": run_card(request, shown, question),
        "figures": run_figures(parts.measurements, shown.format),
        "replaced": replaced(shown),
        "conditions": parts.conditions,
        "settings": named_settings(shown.setup.tuning),
        "studies": parts.studies,
        "tags": parts.tags,
        "siblings": parts.siblings,
        "strip": strip_of(shown, parts.siblings, metric),
        "excluded_by": excluded_by(shown),
        "left_out": is_left_out_with_upload(shown),
        "history": history_path(shown, parts),
        "other_sides": other_sides(shown, metric),
        "trials": ComparisonQuestion(cols="trial", where=(("run", own_trials(parts)),)).path(),
        "log": parts.log,
        "may_edit": actor_of(request).may(Action.EDIT),
        "linked": parts.lines_read,
    }


def strip_of(shown: Run, siblings: Sequence[Run], metric: str) -> TrialStrip | None:
    """The run among its trials, also where it does not count itself."""
    counts = shown.excluded_at is None and shown.retired_at is None
    return trial_strip(trial_values([*siblings, shown], metric), shown.pk, metric, counts=counts)


def zoomed(request: HttpRequest, shown: Run, beside: dict[str, Any]) -> HttpResponse:
    """Another stretch of its recordings: only that part of the page."""
    response = render(request, "frontend/recordings/_recorded.html", {"run": shown, **beside})
    patch_vary_headers(response, ["HX-Request"])
    return response


def history_path(shown: Run, parts: RunDetails) -> str:
    """Its setup over time: of what it measured, the likeliest to be asked for."""
    return HistoryQuestion(metric=first_metric(parts), where=tuple(setup_filters(shown))).path()


def own_trials(parts: RunDetails) -> tuple[str, ...]:
    return tuple(sorted(str(sibling.pk) for sibling in parts.siblings))


def first_metric(parts: RunDetails) -> str:
    chosen = next((name for name in FIRST_METRICS if name in parts.metrics), next(iter(parts.metrics), ""))
    return chosen or FIRST_METRICS[0]


@require_safe
def raw_log(request: HttpRequest, run_id: int) -> HttpResponseBase:
    """The file as it was uploaded, byte for byte; 410 where a rule gave it up, 404 where it was lost."""
    shown = get_object_or_404(Run.objects.select_related("file__log"), pk=run_id)
    if sentence := shown.file.log.why_withdrawn:
        return HttpResponse(f"{sentence}\n", status=410, content_type="text/plain; charset=utf-8")
    try:
        answer = StreamingHttpResponse(log_pieces(shown), content_type="application/octet-stream")
    except Gone:
        return HttpResponse(f"{words('log is gone')}\n", status=404, content_type="text/plain; charset=utf-8")
    answer.headers["Content-Length"] = str(shown.file.log.size)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    disposition = content_disposition_header(True, shown.file.name.rpartition("/")[2])
    answer.headers["Content-Disposition"] = disposition or "attachment"
    return answer
