"""`/compare/` and its twins, freezing one, and the permalinks `/p/<id>/`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from benchdb.access import Forbidden, require_writer
from benchdb.comparison.answer import Comparison
from benchdb.comparison.freeze import drift, frozen, shown
from benchdb.comparison.select import compared
from benchdb.comparison.spec import BadSpec, Spec
from benchdb.dimensions import LAYOUT, dimension
from benchdb.facets import Facet, facets
from benchdb.metrics import UnknownMetric, metric
from benchdb.models import Measurement, Permalink
from benchdb.stats import PROTOCOLS
from frontend.charts import charts
from frontend.pages.asking import chips, is_htmx, pairs, spec_of
from frontend.twins import TWINS


@require_safe
def compare(request: HttpRequest, twin: str = "") -> HttpResponse:
    """Any dimension against any other."""
    try:
        spec = spec_of(request)
        answer = compared(spec)
    except BadSpec as error:
        return bad_question(request, str(error), twin)
    if twin:
        return TWINS[twin](answer)
    template = "frontend/_compare_all.html" if is_htmx(request) else "frontend/compare.html"
    response = render(request, template, context(request, spec, answer))
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = spec.path()
    return response


def bad_question(request: HttpRequest, message: str, twin: str) -> HttpResponse:
    if twin:
        return HttpResponse(f"{message}\n", status=400, content_type="text/plain; charset=utf-8")
    if is_htmx(request):  # the form stays as it is; what it asked for besides its own selects must stay in it
        hidden = [pair for pair in pairs(request.GET) if pair[0] not in ("metric", "rows", "cols", "protocol")]
        return render(request, "frontend/_bad_question.html", {"message": message, "kept": hidden}, status=400)
    return render(request, "frontend/bad_question.html", {"message": message}, status=400)


def context(request: HttpRequest, spec: Spec, answer: Comparison) -> dict[str, Any]:
    offered = facets([pair for pair in spec.where if pair[0] not in ("item", "metric")])
    return {
        "spec": spec,
        "comparison": answer,
        "charts": charts(answer),
        "chips": chips("/compare/", request.GET, spec.where),
        "facets": offered,
        "kept": kept(spec, offered),
        "metrics": metrics_at_hand(spec),
        "layout": dict.fromkeys((*LAYOUT, dimension(spec.rows), dimension(spec.cols))),
        "swapped": swapped(spec),
        "protocols": PROTOCOLS.values(),
        "twins": {name: spec.path(f".{name}") for name in TWINS},
        "restricted": restricted(spec, answer),
    }


def kept(spec: Spec, offered: Sequence[Facet]) -> list[tuple[str, str]]:
    """What the question says and no field of the form shows: it must not be lost when a field is changed."""
    shown = {(facet.dimension.key, choice.value) for facet in offered for choice in facet.choices}
    hidden = [(key, value) for key, values in spec.where for value in values if (key, value) not in shown]
    if spec.band:
        hidden.append(("band", f"{spec.band:g}"))
    if spec.as_of:
        hidden.append(("as_of", spec.as_of.isoformat()))
    return hidden


def swapped(spec: Spec) -> str:
    """The same question with its rows as columns."""
    return replace(spec, rows=spec.cols, cols=spec.rows, baseline="").path()


def metrics_at_hand(spec: Spec) -> list[Any]:
    """Every metric that some run has, by title. One loose index scan: there are few names and many rows."""
    names = set(Measurement.objects.order_by().values_list("metric", flat=True).distinct()) | set(spec.metrics)
    found = []
    for name in names:
        try:
            found.append(metric(name))
        except UnknownMetric:
            continue
    return sorted(found, key=lambda known: known.title)


def restricted(spec: Spec, answer: Comparison) -> list[tuple[str, str, str]]:
    """For each condition that differs: (its title, a value both sides have, the comparison of only that one)."""
    found = []
    for difference in answer.also_differs:
        for value in difference.baseline:
            if value in difference.here:
                found.append((difference.title, value, spec.narrowed(difference.dimension, value).path()))
    return found


@require_POST
def freeze(request: HttpRequest) -> HttpResponse:
    """What is on the screen, kept as it is."""
    try:
        require_writer(request)
        link = frozen(Spec.from_query(parse_qsl(request.POST.get("query", ""))), timezone.now())
    except (BadSpec, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=code)
    return redirect("permalink", link.pk)


@require_safe
def permalink(request: HttpRequest, link_id: str, twin: str = "") -> HttpResponse:
    """A frozen comparison: the same numbers for ever, and whether today's would be the same."""
    link = get_object_or_404(Permalink, pk=link_id)
    answer = shown(link)
    if twin:
        if twin not in TWINS:
            raise Http404
        return TWINS[twin](
            answer, **({"as_of": link.as_of.isoformat(), "permalink": link.pk} if twin == "json" else {})
        )
    return render(
        request,
        "frontend/permalink.html",
        {
            "link": link,
            "comparison": answer,
            "spec": answer.spec,
            "charts": charts(answer),
            "drift": drift(link),
            "address": request.build_absolute_uri(f"/p/{link.pk}/"),
            "today": answer.spec.path(),
            "twins": {name: f"/p/{link.pk}.{name}" for name in TWINS},
        },
    )
