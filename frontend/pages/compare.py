"""`/compare/` and its twins."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.comparison.answer import Comparison
from benchdb.comparison.headline import headline, title
from benchdb.comparison.select import compared
from benchdb.comparison.spec import BadSpec, Spec
from benchdb.dimensions import LAYOUT, dimension
from benchdb.facets import Facet, facets
from benchdb.metrics import UnknownMetric, metric
from benchdb.models import Measurement
from benchdb.stats import PROTOCOLS
from frontend.charts import charts
from frontend.distribution import links
from frontend.faces import rendered
from frontend.faces.comparison import comparison_document
from frontend.faces.document import Origin
from frontend.faces.sending import sent
from frontend.pages.asking import chips, is_htmx, pairs, spec_of
from frontend.pages.more_runs import more_runs
from frontend.pages.sharing import Card, card
from frontend.pages.why import why


@require_safe
def compare(request: HttpRequest, twin: str = "") -> HttpResponseBase:
    """Any dimension against any other."""
    try:
        spec = spec_of(request)
        answer = compared(spec)
    except BadSpec as error:
        return bad_question(request, str(error), twin)
    if twin:
        document = comparison_document(answer, origin(request, spec))
        return sent(request, twin, rendered(twin, document), stem=document.name, is_frozen=False)
    template = "frontend/_compare_all.html" if is_htmx(request) else "frontend/compare.html"
    response = render(request, template, context(request, spec, answer))
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = spec.path()
    return response


def origin(request: HttpRequest, spec: Spec) -> Origin:
    """A live comparison is known by its question."""
    digest = hashlib.sha256(spec.to_query().encode()).hexdigest()[:8]
    return Origin(request.build_absolute_uri(spec.path()), f"benchdb-compare-{digest}")


def bad_question(request: HttpRequest, message: str, twin: str) -> HttpResponse:
    if twin:
        return HttpResponse(f"{message}\n", status=400, content_type="text/plain; charset=utf-8")
    if is_htmx(request):  # the form stays as it is; what it asked for besides its own selects must stay in it
        hidden = [pair for pair in pairs(request.GET) if pair[0] not in ("metric", "rows", "cols", "split", "protocol")]
        return render(request, "frontend/_bad_question.html", {"message": message, "kept": hidden}, status=400)
    return render(request, "frontend/bad_question.html", {"message": message}, status=400)


def context(request: HttpRequest, spec: Spec, answer: Comparison) -> dict[str, Any]:
    offered = facets([pair for pair in spec.where if pair[0] not in ("item", "metric")])
    return {
        "spec": spec,
        "comparison": answer,
        "charts": charts(answer),
        "why": why(answer),
        "distributions": links(answer),
        "more_runs": more_runs(answer),
        "chips": chips("/compare/", request.GET, spec.where),
        "facets": offered,
        "kept": kept(spec, offered),
        "metrics": metrics_at_hand(spec),
        "splits": [each for each in LAYOUT if each.key not in ("metric", "item", spec.rows, spec.cols)],
        "layout": dict.fromkeys((*LAYOUT, dimension(spec.rows), dimension(spec.cols))),
        "swapped": swapped(spec),
        "protocols": PROTOCOLS.values(),
        "card": compare_card(request, spec, answer),
        "restricted": restricted(spec, answer),
    }


def compare_card(request: HttpRequest, spec: Spec, answer: Comparison) -> Card:
    return card(request, title(spec), headline(answer), spec.path(), spec.path)


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
