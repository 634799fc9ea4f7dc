"""`/scaling/` and its twins: speed-up and the laws of scaling over CPUs; load curves over concurrency or rate."""

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

from benchdb.comparison.spec import BadSpec
from benchdb.dimensions import LAYOUT, dimension
from benchdb.facets import Facet, facets
from benchdb.scaling.answer import ScalingAnswer
from benchdb.scaling.headline import headline
from benchdb.scaling.laws import LAWS
from benchdb.scaling.select import scaling
from benchdb.scaling.spec import AXES, GAMMAS, ScalingSpec
from benchdb.scaling.words import BASES
from benchdb.stats import PROTOCOLS
from frontend.curves import curve_charts
from frontend.faces import rendered
from frontend.faces.document import Origin
from frontend.faces.scaling import scaling_document, title
from frontend.faces.sending import sent
from frontend.pages.asking import chips, is_htmx, pairs
from frontend.pages.compare import metrics_at_hand
from frontend.pages.sharing import card
from frontend.scaling_tables import tables

FIELDS = ("x", "by", "metric", "protocol", "gamma")


@require_safe
def page(request: HttpRequest, twin: str = "") -> HttpResponseBase:
    """How far it scales."""
    try:
        spec = ScalingSpec.from_query(pairs(request.GET))
        answer = scaling(spec)
    except BadSpec as error:
        return bad_question(request, str(error), twin)
    if twin:
        document = scaling_document(answer, origin(request, spec))
        return sent(request, twin, rendered(twin, document), stem=document.name, is_frozen=False)
    template = "frontend/_scaling_all.html" if is_htmx(request) else "frontend/scaling.html"
    response = render(request, template, asked(request, spec) | shown(answer))
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = spec.path()
    return response


def origin(request: HttpRequest, spec: ScalingSpec) -> Origin:
    """A live answer is known by its question."""
    digest = hashlib.sha256(spec.to_query().encode()).hexdigest()[:8]
    return Origin(request.build_absolute_uri(spec.path()), f"benchdb-scaling-{digest}")


def bad_question(request: HttpRequest, message: str, twin: str) -> HttpResponse:
    if twin:
        return HttpResponse(f"{message}\n", status=400, content_type="text/plain; charset=utf-8")
    if is_htmx(request):  # the form stays; what it asked for besides its own selects must stay in it
        hidden = [pair for pair in pairs(request.GET) if pair[0] not in FIELDS]
        return render(request, "frontend/_bad_scaling.html", {"message": message, "kept": hidden}, status=400)
    return render(request, "frontend/bad_question.html", {"message": message}, status=400)


def shown(answer: ScalingAnswer) -> dict[str, Any]:
    """What the answer's own part of a page needs, here and in a study."""
    beneath = answer.comparison  #: its own caveats stand under its table
    bases = {law.uncertainty.how for curve in answer.curves for law in curve.laws}
    return {
        "answer": answer,
        "spec": answer.spec,
        "headline": headline(answer),
        "charts": curve_charts(answer),
        "tables": tables(answer),
        "bases": [BASES[how] for how in sorted(bases) if BASES[how]],
        "caveats": [text for text in answer.caveats if not answer.spec.is_load or text not in beneath.caveats],
        "gamma": GAMMAS[answer.spec.gamma],
        "restricted": restricted(answer),
        "laws": list(LAWS.values()) if any(curve.laws for curve in answer.curves) else [],
    }


def asked(request: HttpRequest, spec: ScalingSpec) -> dict[str, Any]:
    """What the form needs."""
    offered = facets([pair for pair in spec.where if pair[0] != "item"])
    groups = [each for each in LAYOUT if each.key not in ("metric", spec.x)]
    return {
        "axes": [dimension(name) for name in AXES],
        "groups": dict.fromkeys((*groups, dimension(spec.by))),
        "metrics": metrics_at_hand(spec.comparison()),
        "protocols": PROTOCOLS.values(),
        "gammas": GAMMAS.items(),
        "chips": chips("/scaling/", request.GET, spec.where),
        "facets": offered,
        "kept": kept(spec, offered),
        "card": card(request, title(spec), "", spec.path(), spec.path),
        "as_comparison": spec.comparison().path(),
    }


def kept(spec: ScalingSpec, offered: Sequence[Facet]) -> list[tuple[str, str]]:
    """What the question says and no field of the form shows: it must not be lost when a field is changed."""
    fields = {(facet.dimension.key, choice.value) for facet in offered for choice in facet.choices}
    hidden = [(key, value) for key, values in spec.where for value in values if (key, value) not in fields]
    if spec.is_load and spec.gamma != ScalingSpec().gamma:
        hidden.append(("gamma", spec.gamma))
    if spec.as_of:
        hidden.append(("as_of", spec.as_of.isoformat()))
    return hidden


def restricted(answer: ScalingAnswer) -> list[tuple[str, str, str]]:
    """For each condition that differs: (its title, a value both sides have, the same question of only that one)."""
    found = []
    for difference in answer.also_differs:
        for value in difference.baseline:
            if value in difference.here:
                where = answer.spec.comparison().narrowed(difference.dimension, value).where
                found.append((difference.title, value, replace(answer.spec, where=where).path()))
    return found
