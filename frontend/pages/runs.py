"""`/runs/` (a filterable list) and `/runs/<id>/` (one run, with its raw log)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import Prefetch, Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from benchdb.accounts.actor import actor_of
from benchdb.accounts.roles import Action
from benchdb.comparison.spec import BadSpec, Spec
from benchdb.comparison.suggest import FIRST_METRICS
from benchdb.compressed import decompressed
from benchdb.dimensions import CONDITIONS, MISSING, TUNING
from benchdb.facets import facets, filtered
from benchdb.history.spec import HistorySpec
from benchdb.models import Measurement, Run
from benchdb.text import lines
from frontend.pages.asking import Where, chips, is_htmx, where_of
from frontend.pages.recorded import BadView, recorded

PAGE = 50  #: runs
SHOWN_LINES = 1500  #: of a raw log; the rest is a download away
BEFORE = 20  #: lines of a long log shown above the place a run begins
LISTED = ("requests_per_second", "latency_mean", "requests_failed")
SEARCHED = (
    "setup__machine__name", "setup__kernel__name", "setup__server__name", "setup__tool", "setup__zone", "setup__path",
    "file__name", "notes", "citation", "studies__title",
)  # fmt: skip


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    """Runs, newest first, with filters and the number of runs behind each."""
    try:
        where = where_of(request.GET)
    except BadSpec as error:
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=400)
    words, before = request.GET.get("q", "").replace("\0", "").split(), request.GET.get("before", "")
    matching = Run.objects.standing().filter(filtered(where), searched(words))
    listed = page(matching, before)
    context = {
        "runs": listed[:PAGE],
        "older": listed[PAGE - 1].pk if len(listed) > PAGE else None,
        "total": matching.order_by().values("pk").distinct().count(),
        "facets": facets(where, extra=searched(words)),
        "chips": chips("/runs/", request.GET, where),
        "words": " ".join(words),
        "query": query_without_page(request),
        "columns": LISTED,
        "compare": "" if words else compare_path(where),
    }
    template = "frontend/_runs.html" if is_htmx(request) else "frontend/runs.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def searched(words: list[str]) -> Q:
    """Runs of which each word is found somewhere."""
    found = Q()
    for word in words[:8]:
        anywhere = Q()
        for path in SEARCHED:
            anywhere |= Q(**{f"{path}__icontains": word})
        found &= anywhere
    return Q(pk__in=Run.objects.filter(found).order_by().values("pk")) if words else found


def page(matching: Any, before: str) -> list[Run]:
    """One page and one more, by keyset: the runs older than `before`."""
    if before.isascii() and before.isdigit():
        matching = matching.filter(pk__lt=min(int(before), 2**62))
    numbers = Measurement.objects.filter(metric__in=LISTED, item="")
    found = matching.with_setup().select_related("file").prefetch_related(Prefetch("measurements", numbers, "listed"))
    listed = list(found.order_by("-pk")[: PAGE + 1])
    for run in listed:
        run.numbers = {number.metric: number.value for number in run.listed}
    return listed


def query_without_page(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("before", None)
    return query.urlencode()


def compare_path(where: Where) -> str:
    """The comparison of the runs that the filters let through."""
    return Spec(where=where).path()


@require_safe
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    """One run: its numbers, each with its line of the raw log, its setup and its siblings."""
    found = get_object_or_404(Run.objects.with_setup().select_related("file__upload", "file__log"), pk=run_id)
    try:
        beside = recorded(found, request.GET)
    except BadView as error:
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=400)
    if is_htmx(request):
        return zoomed(request, found, beside)
    siblings = Run.objects.standing().filter(setup=found.setup).select_related("file").order_by("trial", "pk")
    log = raw_lines(found)
    measurements = list(found.measurements.all())
    return render(
        request,
        "frontend/run.html",
        {
            "run": found,
            "measurements": measurements,
            "conditions": conditions(found),
            "studies": list(found.studies.all()),
            "tags": list(found.tags.all()),
            "siblings": list(siblings[:PAGE]),
            "history": history_path(found, measurements),
            "log": log,
            "log_is_cut": len(log) == SHOWN_LINES,
            "may_edit": actor_of(request).may(Action.EDIT),
            "linked": {each.line for each in measurements},
            **beside,
        },
    )


def zoomed(request: HttpRequest, found: Run, beside: dict[str, Any]) -> HttpResponse:
    """Another stretch of its recordings: only that part of the page."""
    response = render(request, "frontend/_recorded.html", {"run": found, **beside})
    patch_vary_headers(response, ["HX-Request"])
    return response


def history_path(found: Run, measurements: Sequence[Measurement]) -> str:
    """Its setup over time: of what it measured, the likeliest to be asked for. What is not recorded filters too."""
    names = [each.metric for each in measurements if not each.item]
    chosen = next((name for name in FIRST_METRICS if name in names), next(iter(names), FIRST_METRICS[0]))
    setup = [known for known in CONDITIONS if known.path.startswith("setup") and not known.of]
    where = [(known.key, (known.text(follow(found, known.path)),)) for known in setup]
    where += [(f"{TUNING}{name}", (str(value),)) for name, value in found.setup.tuning.items()]
    return HistorySpec(metric=chosen, where=tuple(sorted(where))).path()


def conditions(found: Run) -> list[tuple[str, str]]:
    """The setup, dimension by dimension; what was not recorded is left out."""
    texts = [
        (known.title, known.text(follow(found, known.path))) for known in CONDITIONS if known.path.startswith("setup")
    ]
    texts += sorted((f"{name} (tuning)", str(value)) for name, value in found.setup.tuning.items())
    return [(title, text) for title, text in texts if text not in (MISSING, "none")]


def follow(start: Any, path: str) -> Any:
    """The value at the end of a path in Django's notation."""
    for name in path.split("__"):
        start = getattr(start, name, None)
    return start


def raw_lines(found: Run) -> list[tuple[int, str]]:
    """The log's text with line numbers; where the run begins far down, the part from there on."""
    first = max(1, found.line - BEFORE) if found.line > SHOWN_LINES // 2 else 1
    with found.file.log.open() as stream:
        numbered = (pair for pair in lines(decompressed(stream)) if pair[0] >= first)
        return list(islice(numbered, SHOWN_LINES))


@require_safe
def raw_log(request: HttpRequest, run_id: int) -> StreamingHttpResponse:
    """The file as it was uploaded, byte for byte."""
    found = get_object_or_404(Run.objects.select_related("file__log"), pk=run_id)
    stream = found.file.log.open()

    def pieces() -> Iterator[bytes]:
        while piece := stream.read(1 << 20):
            yield piece

    answer = StreamingHttpResponse(pieces(), content_type="application/octet-stream")
    answer.headers["Content-Length"] = str(found.file.log.size)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    disposition = content_disposition_header(True, found.file.name.rpartition("/")[2])
    answer.headers["Content-Disposition"] = disposition or "attachment"
    return answer
